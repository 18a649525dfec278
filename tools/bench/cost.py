#!/usr/bin/env python3
"""What training on many generated documents or vectors costs, from text to classifiers,
and whether the results are right.

    cost.py BUILD [--over AXIS] [--least N] [--most N] [--documents N] [--classes K]
            [--seed N] [--figure FILE] [PART...]

Makes documents of 70 words in K classes (2), turns them into a store, keeps ten labels of
each class, and trains on two threads: the default method, annealing alone, the SVM on the
labeled documents, and LIBLINEAR (liblinear-train -s 1) on these if it is installed. AXIS
says what grows from --least to --most:

- documents: ten times as many at a time, 10^4 to 10^6
- classes: ten times as many, 2 to 200, of --documents (20,000) documents of 12 words
- dimensions: four times as many, 24 to 384, of so many dense vectors in place of documents.
  Those of a class lie around three centers

PART adds

- early: annealing with all rows at all temperatures, and with one of eight at the
  early ones
- tv-rls: total variation on a graph of approximate neighbors
- committee: the default with that graph, which by default it builds only for few rows
- graph: approximate neighbors, and their recall
- ranks: the SVM and annealing under mpirun (mpi_scale.sh)

Prints for each size seconds and processor seconds, with reading, its most memory (at
least that of Python, 15 MB) and its accuracy on the other documents, and draws
processor seconds and memory as an SVG figure; at the end, between each two sizes, the
power of the size that the default's processor seconds grow like. BUILD is a folder with
the command and neighbors_bench. Ten million documents need 20 GB of disk.

Ends with status 1 if a command fails; if the default method leaves out the graph and its
memory is not within 20 % of the store's bytes, 100 bytes for each document and class, and
15 MB, as docs/scale.md says; if of documents of 70 words, in more than two classes, a
method that learns from those without a label makes more than three quarters of the SVM's
mistakes; if the recall is below 0.7; if ranks label rows otherwise than one process does
(annealing: more than one in 50)."""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from math import ceil, floor, log, log10
from pathlib import Path

from figure import draw

CORPORA = Path(__file__).parents[2] / "datasets/corpora.py"
NAMES = "default", "annealing", "SVM", "LIBLINEAR"
# The least and the most of what grows, and its factor.
AXES = {"documents": (10**4, 10**6, 10), "classes": (2, 200, 10), "dimensions": (24, 384, 4)}
APPROXIMATE, ANNEALING = ["--set", "search=approximate"], ["--method", "da"]
TRAININGS = {
    "": {"SVM": ["--method", "svm"], "default": [], "annealing": ANNEALING},
    "early": {"annealing, all rows": [*ANNEALING, "--set", "early-step=1"],
              "annealing, early rows": [*ANNEALING, "--set", "early-step=8"]},
    "tv-rls": {"tv-rls": ["--method", "tv-rls", *APPROXIMATE]},
    "committee": {"default with a graph": APPROXIMATE},
}  # fmt: skip


def run(*command):
    """Seconds, those of processors, and most bytes of memory of a command."""
    begin = time.monotonic()
    process = subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "OMP_NUM_THREADS": "2"},
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"cost.py: status {process.returncode} of {' '.join(map(str, command))}")
    wall = time.monotonic() - begin
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def said(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, **options)


def write_vectors(options, path):
    """Lines of svmlight. The vectors of a class lie around three centers in a space of 24
    dimensions, whose coordinates come again, with noise, until there are enough."""
    draw = random.Random(options.seed)
    centers = [[[draw.gauss(0, 0.8) for _ in range(24)] for _ in range(3)]
               for _ in range(options.classes)]  # fmt: skip
    with open(path, "w") as file:
        for _ in range(options.documents):
            label = draw.randrange(options.classes)
            place = [draw.gauss(x, 1) for x in draw.choice(centers[label])]
            vector = (draw.gauss(place[j % 24], 0.3) for j in range(options.dimensions))
            row = " ".join(f"{j + 1}:{x:.3f}" for j, x in enumerate(vector))
            file.write(f"topic{label} {row}\n")


def make_stores(semilin, options, whole, labeled, hidden):
    """Stores of all documents, of the labeled ones and of the others; what reading texts cost."""
    text, reading, to, found = f"{whole}.txt", ["convert"], [], {}
    if options.over == "dimensions":
        write_vectors(options, text)
    else:
        words = 12 if options.over == "classes" else 70
        run(CORPORA, "generate", "--documents", options.documents, "--classes", options.classes,
            "--words", words, "-o", text)  # fmt: skip
        found["vectorize"] = (*run(semilin, "vectorize", text, "-o", whole, "--quiet"), None)
        reading, to = ["vectorize", "--vocabulary", whole], ["-o"]
    few, rest = f"{labeled}.txt", f"{hidden}.txt"
    run(CORPORA, "draw", "-n", 10, "--seed", options.seed, text, few, rest)
    os.remove(text)
    for lines, rows in (few, labeled), (rest, hidden):
        run(semilin, *reading, lines, *to, rows, "--quiet")
        os.remove(lines)
    run(semilin, "convert", labeled, whole, "--unlabeled", hidden, "--quiet")
    return found


def measure(options, work):
    """({program: (seconds, those of processors, bytes, accuracy or None)}, what is wrong)"""
    semilin, wrong = f"{options.build}/tools/semilin", []
    whole, labeled, hidden = (f"{work}/{name}.store" for name in ("whole", "labeled", "hidden"))
    found = make_stores(semilin, options, whole, labeled, hidden)
    model = f"{work}/model"
    for name, how in [x for part in ("", *options.parts) for x in TRAININGS.get(part, {}).items()]:
        rows = labeled if name == "SVM" else whole
        cost = run(semilin, "train", rows, "-o", model, "--quiet", "--summary",
                   f"{work}/{name}.json", *how)  # fmt: skip
        figures = said(semilin, "evaluate", model, hidden, "--json", "-q", check=True)
        right = json.loads(figures.stdout)["accuracy"]
        found[name] = (*cost, right)
        judged = options.over == "documents" and options.classes > 2 and name != "SVM"
        if judged and 1 - right > 0.75 * (1 - found["SVM"][3]):
            wrong.append(f"{name} is right on {right} of the rows, the SVM on {found['SVM'][3]}")
    if shutil.which("liblinear-train"):
        few = Path(work, "few.svm")
        run(semilin, "convert", labeled, few, "--quiet")
        few.write_text(few.read_text().replace("topic", ""))  # it wants numbers
        found["LIBLINEAR"] = (*run("liblinear-train", "-q", "-s", 1, few, model), None)
    used = found["default"][2]
    if '"absent": "tv-rls"' in Path(work, "default.json").read_text():
        rule = os.path.getsize(whole) + 100 * options.classes * options.documents + 15e6
        if not 0.8 * rule <= used <= 1.2 * rule:
            wrong.append(f"the rule says {rule / 1e6:.0f} MB")
    if "graph" in options.parts:
        bench = f"{options.build}/tools/bench/neighbors_bench"
        print(line := said(bench, "--search", "approximate", whole, check=True).stdout.strip())
        if float(re.search(r"recall ([.\d]+)", line)[1]) < 0.7:
            wrong.append("the recall of the neighbors is low")
    ranks = [("svm", 0), ("da", options.documents // 50)] if "ranks" in options.parts else []
    for method, most in ranks:
        script = Path(__file__).with_name("mpi_scale.sh")
        env = {**os.environ, "MOST_UNLIKE": str(most)}
        done = said(script, semilin, whole, "--method", method, env=env)
        print(f"{method}:\n{done.stdout}")
        if done.returncode:
            wrong.append(f"{method}: ranks failed, or label otherwise")
    return found, wrong


def draw_cost(table, axis, path):
    across = {log10(n): n for n in table}
    panels = []
    for heading, value, scale in ("seconds of processor time", 1, 1), ("memory, MB", 2, 1e6):
        curves = [
            {x: [log10(max(0.01, table[n][name][value] / scale))]
             for x, n in across.items() if name in table[n]}
            for name in NAMES
        ]  # fmt: skip
        heights = [y for curve in curves for (y,) in curve.values()]
        up = {y: f"{10**y:g}" for y in range(floor(min(heights)), ceil(max(heights)) + 1)}
        ticks = {x: f"{n:,}" if x % 1 else f'10<tspan dy="-5" font-size="9">{x:.0f}</tspan>'
                 for x, n in across.items()}  # fmt: skip
        panels.append((heading, axis, ticks, up, curves))
    draw(path, "Seconds and memory of a training by the number of " + axis, NAMES, panels)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("build")
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--over", choices=AXES, default="documents")
    parser.add_argument("--least", type=int)
    parser.add_argument("--most", type=int)
    parser.add_argument("--documents", type=int, default=20000)
    parser.add_argument("--classes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--figure")
    options = parser.parse_intermixed_args()
    if unknown := set(options.parts) - {*TRAININGS, "graph", "ranks"}:
        parser.error(f"there is no part {unknown.pop()}")
    axis = options.over
    least, most, factor = AXES[axis]
    most, size = options.most or most, options.least or least
    if not 0 < size <= most:
        parser.error("expected 0 < --least <= --most")
    table, failed = {}, False
    while size <= most:
        setattr(options, axis, size)
        with tempfile.TemporaryDirectory() as work:
            table[size], wrong = measure(options, work)
        print(f"| {axis} | program | time | processor time | memory | accuracy |")
        print("|---|---|---|---|---|---|")
        for name, (wall, seconds, memory, right) in table[size].items():
            share = "" if right is None else f"{100 * right:.1f} %"
            cells = f"{wall:.2f} s | {seconds:.2f} s | {memory / 1e6:.0f} MB | {share}"
            print(f"| {size:,} | {name} | {cells} |", flush=True)
        for fault in wrong:
            print(f"cost.py: {fault}", file=sys.stderr)
        failed = failed or bool(wrong)
        size *= factor
    for size in list(table)[1:]:
        before, now = (table[x]["default"][1] for x in (size // factor, size))
        print(f"{size // factor:,} to {size:,} {axis}: power {log(now / before, factor):.2f}")
    if options.figure:
        draw_cost(table, axis, options.figure)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
