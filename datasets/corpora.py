#!/usr/bin/env python3
"""Makes data sets for the tests, the benches and ./quickstart; see datasets/README.md."""

import argparse
import gzip
import multiprocessing
import re
import sys
import unicodedata
from bisect import bisect_right
from collections import Counter
from contextlib import contextmanager
from functools import partial
from itertools import accumulate

_ALL = (1 << 64) - 1


def generator(seed):
    """A function below(n) of uniform numbers in 0..n-1, those of semilin::Random:
    xoshiro256** (Blackman, Vigna 2018), seeded through splitmix64."""
    state = []
    for _ in range(4):
        seed = (seed + 0x9E3779B97F4A7C15) & _ALL
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & _ALL
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _ALL
        state.append(z ^ z >> 31)
    a, b, c, d = state

    def below(n):
        nonlocal a, b, c, d
        least = (1 << 64) % n
        while True:
            scaled, shifted = b * 5 & _ALL, b << 17 & _ALL
            draw = (scaled << 7 | scaled >> 57) * 9 & _ALL
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            c ^= shifted
            d = (d << 45 | d >> 19) & _ALL
            if draw >= least:
                return draw % n

    return below


# --- made-up documents


def made_up_word(rank):
    """A pronounceable word: ranks are written in syllables as numbers are in digits,
    each length after the shorter ones, so that no two ranks share a word."""
    word = ""
    while rank >= 0:
        rank, syllable = rank // 70 - 1, rank % 70
        word += "bdfgklmnprstvz"[syllable // 5] + "aeiou"[syllable % 5]
    return word


def zipf(count):
    """Zipf and Mandelbrot: rank r has the weight 1 / (r + 4). Sums of the weights."""
    return list(accumulate((1 << 32) // (rank + 4) for rank in range(count)))


class Documents:
    """Documents that were never written. Document i depends on the options and i alone;
    only whole numbers and exact products decide, so that rounding cannot differ."""

    TOPIC_WORDS, TOPIC_PERCENT, OVERLAP_PERCENT = 300, 18, 40

    def __init__(self, classes=20, imbalance=20, vocabulary=30000, words=60, seed=1):
        if not (classes >= 2 and min(imbalance, vocabulary, words) >= 1):
            raise ValueError("expected two classes, and positive numbers")
        self.median, self.seed = words, seed
        self.names = [f"topic{k + 1:0{len(str(classes))}}" for k in range(classes)]
        # class k of K: 1 / (1 + k (R - 1) / (K - 1)), so that the first is R
        # times the last
        gaps = classes - 1
        self.class_sums = list(
            accumulate((gaps << 32) // (gaps + k * (imbalance - 1)) for k in range(classes))
        )
        self.word_sums, self.topic_sums = zipf(vocabulary), zipf(self.TOPIC_WORDS)
        self.words = [made_up_word(rank) for rank in range(vocabulary)]
        self.topics = self._topics(vocabulary)

    def _topics(self, vocabulary):
        """Each class has words of the middle ranks; a share of its list is that of the
        class beside it (0 and 1, 2 and 3, ...)."""
        below, topics = generator(self.seed), []
        first = min(50, vocabulary // 10)
        for k in range(len(self.names)):
            topics.append([])
            for t in range(self.TOPIC_WORDS):
                own = first + below(max(1, vocabulary // 2 - first))
                shared = below(100) < self.OVERLAP_PERCENT and k % 2
                topics[k].append(topics[k - 1][t] if shared else own)
        return topics

    def document(self, i):
        """(class, ranks of words)"""
        below = generator((self.seed * 0x9E3779B97F4A7C15 + 2 * i + 1) & _ALL)
        label = bisect_right(self.class_sums, below(self.class_sums[-1]))
        topical = below(2 * self.TOPIC_PERCENT + 1)
        # log-normal: twelve factors of 5/4 or 4/5
        length, coins = float(self.median), below(1 << 64) >> 52
        for coin in range(12):
            length *= 1.25 if coins >> coin & 1 else 0.8
        made = []
        for w in range(max(3, int(length))):
            dice = below(100)
            if dice < topical:
                place = bisect_right(self.topic_sums, below(self.topic_sums[-1]))
                made.append(self.topics[label][place])
            elif dice >= 90 and w > 0:  # words come in bursts
                made.append(made[below(w)])
            else:
                made.append(bisect_right(self.word_sums, below(self.word_sums[-1])))
        return label, made

    def lines(self, numbers):
        """The documents of these numbers, label<TAB>text."""
        text = []
        for label, ranks in map(self.document, numbers):
            text.append(f"{self.names[label]}\t{' '.join([self.words[r] for r in ranks])}\n")
        return "".join(text)


def generate(arguments):
    given = vars(arguments)
    names = "classes", "imbalance", "vocabulary", "words", "seed"
    documents = Documents(**{name: given[name] for name in names})
    count, chunk = arguments.documents, 1000
    parts = [range(i, min(i + chunk, count)) for i in range(0, count, chunk)]
    with opened(arguments.output, "wt") as file, multiprocessing.Pool() as pool:
        for text in pool.imap(documents.lines, parts):
            file.write(text)


# --- the catalog of Debian's packages


def stanzas(file):
    """Dicts of the fields of stanzas, which empty lines part: "Name: value", continued by
    lines that begin with a blank."""
    stanza, name = {}, None
    for line in file:
        if not line.strip():
            if stanza:
                yield stanza
            stanza, name = {}, None
        elif line[0] in " \t":
            if name and line.strip() != ".":
                stanza[name] += " " + line.strip()
        elif ":" in line:
            name, value = line.split(":", 1)
            stanza[name] = value.strip()
    if stanza:
        yield stanza


def description(stanza):
    text = stanza.get("Description-en") or stanza.get("Description", "")
    return text.replace("\t", " ")


def read_packages(file, translations):
    """[(name, source, section, description)], by name; the first of each name counts."""
    packages = {}
    for stanza in stanzas(file):
        name = stanza.get("Package", "")
        source = stanza.get("Source", "").split(" ")[0] or name
        section = stanza.get("Section", "").split("/")[-1]  # contrib/games
        text = translations.get(stanza.get("Description-md5"), description(stanza))
        packages.setdefault(name, (name, source, section, text))
    return [packages[name] for name in sorted(packages)]


def word_set(text):
    """Without words that hold digits (versions, architectures)."""
    folded = unicodedata.normalize("NFKC", text.casefold())
    words = re.findall(r"[^\W\d_][^\W_]+", folded)
    return frozenset(word for word in words if not re.search(r"\d", word))


def is_held_out(source, percent, seed):
    """By FNV-1a: the same for all packages of a source."""
    hashed = 0xCBF29CE484222325
    for byte in source.encode():
        hashed = (hashed ^ byte) * 0x100000001B3 & _ALL
    return generator(hashed + seed & _ALL)(100) < percent


def package_corpus(packages, least, percent=20, seed=1):
    """(pool, held out, Counter of the classes kept, Counter of those dropped): packages
    without those of no section, of a set of words seen before, and of small classes."""
    kept, seen = [], {frozenset()}
    for package in packages:
        words = word_set(package[3]) if package[2] else frozenset()
        if words not in seen:
            kept.append(package)
            seen.add(words)
    counts = Counter(section for _, _, section, _ in kept)
    small = Counter({section: n for section, n in counts.items() if n < least})
    kept = [package for package in kept if package[2] not in small]
    out = [is_held_out(package[1], percent, seed) for package in kept]
    pool, held_out = ([p for p, o in zip(kept, out) if o is side] for side in (False, True))
    return pool, held_out, counts - small, small


def packages(arguments):
    translations = {}
    for path in arguments.translations:
        with opened(path) as file:
            for stanza in stanzas(file):
                translations.setdefault(stanza.get("Description-md5"), description(stanza))
    with opened(arguments.catalog) as file:
        found = read_packages(file, translations)
    pool, held_out, classes, small = package_corpus(
        found, arguments.min_documents, arguments.held_out_percent, arguments.seed
    )
    dropped = len(found) - (classes + small).total()
    print(f"{len(found)} packages: {dropped} duplicate or empty descriptions dropped")
    if small:
        listed = ", ".join(f"{name} ({n})" for name, n in sorted(small.items()))
        print(f"classes dropped as too small: {listed}")
    if classes:
        ends = [f"{name} ({n})" for name, n in classes.most_common()]
        print(f"{len(classes)} classes, from {ends[0]} to {ends[-1]}")
        print(f"{len(pool)} documents to learn from, {len(held_out)} of other sources held out")
    for path, side in (arguments.pool, pool), (arguments.held_out, held_out):
        with opened(path, "wt") as file:
            file.writelines(f"{section}\t{text}\n" for _, _, section, text in side)


# --- few labels


def label_of(line):
    """That of label<TAB>text, or of a line of svmlight."""
    return re.split("\t| " if "\t" not in line else "\t", line.rstrip("\n"), maxsplit=1)[0]


def by_number(name):
    """Sorts classes as the library does: numbers by value, before other names."""
    return (0, float(name), name) if re.fullmatch(r"[-+]?\d+\.?\d*", name) else (1, 0, name)


def draw(arguments):
    members = {}
    with opened(arguments.data) as file:
        for i, line in enumerate(file):
            members.setdefault(label_of(line), []).append(i)
    below, chosen, hidden = generator(arguments.seed), set(), []
    for name in sorted(members, key=by_number):
        rows = members[name]
        for i in range(len(rows) - 1, 0, -1):
            j = below(i + 1)
            rows[i], rows[j] = rows[j], rows[i]
        count = min(arguments.per_class, (len(rows) + 1) // 2)
        chosen.update(rows[:count])
        hidden.append(len(rows) - count)
    with opened(arguments.data) as file, opened(arguments.labeled, "wt") as labeled:
        with opened(arguments.hidden, "wt") as others:
            for i, line in enumerate(file):
                (labeled if i in chosen else others).write(line)
    print(",".join(f"{n / max(1, sum(hidden)):.9f}" for n in hidden))


# --- the command line


@contextmanager
def opened(path, mode="rt"):
    """A file of text, gzip if its name ends in .gz; "-": standard input or output. What
    is not UTF-8 stays as it is."""
    if path == "-":
        file = sys.stdin if mode == "rt" else sys.stdout
        file.reconfigure(encoding="utf-8", errors="surrogateescape")
        yield file
        return
    how = partial(gzip.open, path) if path.endswith(".gz") else partial(open, path)
    with how(mode, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        yield file


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = parser.add_subparsers(required=True)

    def command(run, text):
        added = kinds.add_parser(
            run.__name__, help=text, formatter_class=argparse.ArgumentDefaultsHelpFormatter
        )
        added.set_defaults(run=run)
        return partial(added.add_argument)

    add = command(generate, "made-up documents: the same bytes for the same seed")
    add("-n", "--documents", type=int, default=20000, help="documents")
    add("-k", "--classes", type=int, default=20, help="classes")
    add("--imbalance", type=int, default=20, help="size of the largest over the smallest")
    add("--vocabulary", type=int, default=30000, help="different words")
    add("--words", type=int, default=60, help="words of a document (median)")
    add("--seed", type=int, default=1, help="other documents of the same kind")
    add("-o", "--output", default="-", help="file")
    add = command(packages, "a corpus of Debian's catalog: lines of label<TAB>text")
    add("catalog", nargs="?", default="-", help="what apt-cache dumpavail prints")
    add("--translations", nargs="*", default=[], help="files of long descriptions")
    add("--min-documents", type=int, default=100, help="drop smaller classes")
    add("--held-out-percent", type=int, default=20, help="sources held out")
    add("--seed", type=int, default=1, help="which ones")
    add("--pool", required=True, help="documents to learn from")
    add("--held-out", required=True, help="the others")
    add = command(draw, "a few lines of each class, and the others; prints the class sizes of these")
    add("-n", "--per-class", type=int, default=5, help="lines of each class, at most half")
    add("--seed", type=int, default=1, help="which ones")
    add("data", help="lines of label<TAB>text or svmlight text")
    add("labeled", help="where these lines go")
    add("hidden", help="where the others go")
    arguments = parser.parse_args()
    try:
        arguments.run(arguments)
    except (OSError, ValueError) as error:
        sys.exit(f"corpora.py: {error}")


if __name__ == "__main__":
    main()
