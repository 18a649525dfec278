#!/usr/bin/env python3
"""What a training costs from ten thousand documents to ten million.

    cost.py BUILD [--least N] [--most N] [--classes K] [--figure FILE]

Makes 10^4, 10^5, ... documents of 70 words in K classes (2), up to N (10^6), turns
them into a store, keeps ten labels of each class, and trains on two threads: the
default method, annealing alone, the SVM on the labeled documents, and LIBLINEAR
(liblinear-train -s 1) on these if it is installed. Prints for each its seconds of
processor time, with reading, its most memory and its accuracy on the other
documents, and draws seconds and memory as an SVG figure. BUILD is a folder with
the command and datasets/. Ten million documents need 20 GB of disk.

Ends with status 1 if the default method leaves out the graph and its memory is not
within 20 % of the store's bytes, 100 bytes for each document and class, and 15 MB,
as docs/scale.md says.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from math import ceil, floor, log10

from figure import draw

NAMES = "default", "annealing", "SVM", "LIBLINEAR"


def run(*command, threads=2):
    """Seconds of processor time and most bytes of memory of a command."""
    process = subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "OMP_NUM_THREADS": str(threads)},
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"cost.py: status {process.returncode} of {' '.join(map(str, command))}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def accuracy(semilin, model, rows):
    out = subprocess.run(
        [semilin, "evaluate", model, rows, "--json", "--quiet"], capture_output=True, check=True
    )
    return json.loads(out.stdout)["accuracy"]


def measure(build, documents, classes, work):
    """{method: (seconds, bytes, accuracy or None)} for so many documents."""
    semilin = f"{build}/tools/semilin"
    text, whole, labeled, hidden = (
        f"{work}/{name}" for name in ("text.txt", "whole.store", "labeled.store", "hidden.store")
    )
    run(f"{build}/datasets/make_corpus", "--documents", documents, "--classes", classes, "--words",
        70, "-o", text)  # fmt: skip
    found = {"vectorize": (*run(semilin, "vectorize", text, "-o", whole, "--quiet"), None)}
    os.remove(text)
    run(f"{build}/datasets/draw_labels", "-n", 10, "--seed", 1, whole, labeled, hidden)
    run(semilin, "convert", labeled, whole, "--unlabeled", hidden, "--quiet")
    model = f"{work}/model"
    for name, rows, options in (
        ("default", whole, []),
        ("annealing", whole, ["--method", "da"]),
        ("SVM", labeled, ["--method", "svm"]),
    ):
        cost = run(semilin, "train", rows, "-o", model, "--quiet", "--summary",
                   f"{work}/{name}.json", *options)  # fmt: skip
        found[name] = (*cost, accuracy(semilin, model, hidden))
    if shutil.which("liblinear-train"):
        few = f"{work}/few.svm"
        run(semilin, "convert", labeled, few, "--quiet")
        with open(few) as file:
            rows = file.read().replace("topic", "")  # it wants numbers
        with open(few, "w") as file:
            file.write(rows)
        found["LIBLINEAR"] = (
            *run("liblinear-train", "-q", "-s", 1, few, model),
            None,
        )
    with open(f"{work}/default.json") as file:
        if '"absent": "tv-rls"' in file.read():
            found["rule"] = os.path.getsize(whole) + 100 * classes * documents + 15e6
    return found


def draw_cost(table, path):
    across = {round(log10(n)): n for n in table}
    panels = []
    for heading, value, scale in ("seconds of processor time", 0, 1), ("memory, MB", 1, 1e6):
        curves = [
            {x: [log10(max(0.01, table[n][name][value] / scale))]
             for x, n in across.items() if name in table[n]}
            for name in NAMES
        ]  # fmt: skip
        heights = [y for curve in curves for (y,) in curve.values()]
        up = {y: f"{10**y:g}" for y in range(floor(min(heights)), ceil(max(heights)) + 1)}
        ticks = {x: f'10<tspan dy="-5" font-size="9">{x}</tspan>' for x in across}
        panels.append((heading, "documents", ticks, up, curves))
    draw(path, "Seconds and memory of a training by the number of documents", NAMES, panels)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--least", type=int, default=10**4)
    parser.add_argument("--most", type=int, default=10**6)
    parser.add_argument("--classes", type=int, default=2)
    parser.add_argument("--figure")
    options = parser.parse_args()
    table, documents, failed = {}, options.least, False
    print("| documents | program | processor time | memory | accuracy |\n|---|---|---|---|---|")
    while documents <= options.most:
        with tempfile.TemporaryDirectory() as work:
            table[documents] = measure(options.build, documents, options.classes, work)
        found = table[documents]["default"][1]
        rule = table[documents].pop("rule", found)
        for name, (seconds, memory, right) in table[documents].items():
            share = "" if right is None else f"{100 * right:.1f} %"
            print(f"| {documents:,} | {name} | {seconds:.2f} s | {memory / 1e6:.0f} MB | {share} |")
        if not 0.8 * rule <= found <= 1.2 * rule:
            print(f"cost.py: the rule says {rule / 1e6:.0f} MB", file=sys.stderr)
            failed = True
        sys.stdout.flush()
        documents *= 10
    if options.figure:
        draw_cost(table, options.figure)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
