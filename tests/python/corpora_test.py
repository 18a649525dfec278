"""What datasets/corpora.py makes."""

import io
import math
import os
import sys

import pytest
from conftest import run

DATASETS = os.environ["SEMILIN_SOURCE_DIR"] + "/datasets"
sys.path.insert(0, DATASETS)
import corpora  # noqa: E402


def small(**options):
    given = {"classes": 5, "imbalance": 8, "vocabulary": 3000, **options}
    return corpora.Documents(**given)


def fnv(text):
    hashed = 0xCBF29CE484222325
    for byte in text.encode():
        hashed = (hashed ^ byte) * 0x100000001B3 & corpora._ALL
    return hashed


def test_the_corpus_of_a_seed_is_the_same_bytes_for_ever(tmp_path):
    # Recorded once; another value breaks every published figure.
    text = small().lines(range(2000))
    assert fnv(text) == 4887885375136097377
    options = "-n 2000 -k 5 --imbalance 8 --vocabulary 3000".split()
    assert run(DATASETS + "/corpora.py", "generate", *options) == text
    assert small(seed=2).lines(range(9)) != small().lines(range(9))


def test_classes_have_the_sizes_asked_for_and_lengths_are_spread():
    made = [small().document(i) for i in range(2000)]
    weights = [1, 4 / 11, 4 / 18, 4 / 25, 1 / 8]
    for k, weight in enumerate(weights):
        share = weight / sum(weights)
        count = sum(label == k for label, _ in made)
        deviation = math.sqrt(2000 * share * (1 - share))
        assert abs(count - 2000 * share) < 4 * deviation
    lengths = sorted(len(words) for _, words in made)
    assert 50 <= lengths[1000] <= 70
    assert lengths[0] >= 3 and lengths[1950] > 150


def test_no_two_ranks_share_a_word():
    assert len({corpora.made_up_word(rank) for rank in range(400000)}) == 400000
    found = [corpora.made_up_word(rank) for rank in (0, 69, 70)]
    assert found == ["ba", "zu", "baba"]


@pytest.mark.parametrize(
    "wrong", [{"classes": 1}, {"imbalance": 0}, {"vocabulary": 0}, {"words": 0}], ids=str
)
def test_numbers_out_of_bounds_are_refused(wrong):
    with pytest.raises(ValueError, match="expected two classes"):
        small(**wrong)


def test_a_catalog_gives_name_source_section_and_description():
    catalog = (
        "Package: zeta\nSource: alpha (1.2-3)\nSection: contrib/games\n"
        "Description: a fine game\nTag: game::x,\n more::tags\n\n\n"
        "Package: beta\nSection: libs\nDescription: first\n long\tline\n .\n"
        " another\n\nPackage: zeta\nSection: net\nDescription: a newer one\n\n"
        "Package: long\nSection: net\nDescription: short\nDescription-md5: 11"
    )
    assert corpora.read_packages(io.StringIO(catalog), {"11": "much more"}) == [
        ("beta", "beta", "libs", "first long line another"),
        ("long", "long", "net", "much more"),
        ("zeta", "alpha", "games", "a fine game"),
    ]


def test_descriptions_that_differ_in_numbers_alone_are_kept_once():
    packages = [
        ("gcc-11", "gcc-11", "devel", "GNU compiler 11.2"),
        ("gcc-12", "gcc-12", "devel", "the compiler"),
        ("gcc-13", "gcc-13", "devel", "GNU compiler 13 x86"),
        ("none", "none", "devel", "2.0"),
        ("nowhere", "nowhere", "", "text"),
        ("tiny", "tiny", "little", "another text"),
    ]
    pool, held_out, classes, small = corpora.package_corpus(packages, 2, percent=0)
    assert [package[0] for package in pool] == ["gcc-11", "gcc-12"]
    assert (held_out, classes, small) == ([], {"devel": 2}, {"little": 1})


def test_long_descriptions_are_read_and_what_is_dropped_is_said(tmp_path):
    catalog, longer, pool, held_out = (tmp_path / name for name in "clph")
    stanza = "Package: {0}\nSection: {1}\nDescription: {2}\nDescription-md5: {0}\n\n"
    entries = [("a", "net", "short"), ("b", "net", "short 2"), ("c", "web", "other")]
    catalog.write_text("".join(stanza.format(*entry) for entry in entries))
    longer.write_text("Description-md5: a\nDescription-en: a tool\n that\tmeasures\n")
    files = ["--pool", pool, "--held-out", held_out, "--translations", longer]
    numbers = ["--min-documents", 2, "--held-out-percent", 0]
    found = run(DATASETS + "/corpora.py", "packages", catalog, *files, *numbers)
    assert found.splitlines() == [
        "3 packages: 0 duplicate or empty descriptions dropped",
        "classes dropped as too small: web (1)",
        "1 classes, from net (2) to net (2)",
        "2 documents to learn from, 0 of other sources held out",
    ]
    assert pool.read_text() == "net\ta tool that measures\nnet\tshort 2\n"
    assert held_out.read_text() == ""


def test_packages_of_one_source_stay_together():
    packages = [(word, f"source{i // 4}", "all", word) for i, word in
                enumerate(map(corpora.made_up_word, range(1000)))]  # fmt: skip
    pool, held_out, *_ = corpora.package_corpus(packages, 1)
    assert not {p[1] for p in pool} & {p[1] for p in held_out}
    # 20 % of 250 sources of 4 packages, within four standard deviations
    assert abs(len(held_out) - 200) < 102


@pytest.mark.parametrize("name, between", [("rows.svm", " "), ("t.txt.gz", "\t")])
def test_a_few_labels_are_drawn(name, between, tmp_path):
    names = ["10", "9"] * 20 + ["x"] * 3
    lines = [f"{label}{between}1:{i + 1}\n" for i, label in enumerate(names)]
    paths = [str(tmp_path / part) for part in (name, "labeled", "hidden")]
    with corpora.opened(paths[0], "wt") as file:
        file.writelines(lines)
    printed = run(DATASETS + "/corpora.py", "draw", "-n", 4, *paths)
    labeled, hidden = ([*open(path)] for path in paths[1:])
    assert sorted(labeled + hidden) == sorted(lines)
    assert [corpora.label_of(line) for line in sorted(labeled)].count("10") == 4
    assert len(labeled) == 4 + 4 + 2  # at most half of a class
    assert printed == "0.484848485,0.484848485,0.030303030\n"
