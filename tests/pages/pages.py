"""pages.py PAGE: runs the fenced blocks of a page, as written and in their order, in a
new folder that holds the sample.

The first word behind the fence says what is done with a block: `sh` is run by bash,
whose folder and variables the next block finds again; `python` is run in one program;
`text` is what the block before prints ("..." stands for lines left out); any other,
with the name of a file behind it, becomes this file. `sh not-run` is not run: the
blocks that cannot be run on one machine stand in NOT_RUN. A block of bash for a program
that is missing (OPTIONAL) is left out, and so is all from the first Python block on where
its packages are missing; the last line of the output reports this.
"""

import contextlib
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

# The pages' blocks that are not run, by their first line.
NOT_RUN = {
    "README.md": ["./quickstart", "cmake --preset release && cmake --build --preset release -j"],
    "docs/python.md": [
        "pip install semilin-0.1.0-py3-none-manylinux_2_35_x86_64.whl",
        "pip wheel --no-index --no-build-isolation --no-deps .",
        "cmake --preset release -D SEMILIN_BUILD_PYTHON=ON",
    ],
    "docs/beside.md": ["tools/bench/accuracy.py build/release/tools/semilin --beside"],
    "docs/graph-results.md": [
        "python3 tools/bench/graph_table.py build/release/tools/semilin SET... [options]"
    ],
    "docs/scale.md": [
        "mpirun -n 2 --hostfile hosts --map-by ppr:1:node --bind-to none hostname",
        "sbatch semilin.sbatch",
        "docker build -t registry.example.com/semilin . && docker push registry.example.com/semilin",
    ],
    "docs/from-liblinear.md": ["svmlin -A 3 -W 0.001 -U 1 -R 0.4 news.svm news.labels"],
}
# Programs that a machine may lack, and what tells.
OPTIONAL = {
    "mpirun": shutil.which("mpirun") and os.environ.get("SEMILIN_MPI") == "ON",
    "liblinear-train": shutil.which("liblinear-train"),
    "pkg-config": shutil.which("pkg-config") and os.environ.get("SEMILIN_PREFIX"),
}
SOURCES = Path(os.environ["SEMILIN_SOURCE_DIR"])


def blocks(text):
    """(line, words behind the fence, text) of each fenced block."""
    for match in re.finditer(r"^```(.*)\n((?:.*\n)*?)```$", text, re.MULTILINE):
        yield text.count("\n", 0, match.start()) + 2, match[1].split(), match[2]


def make_folder(folder):
    """The sample, and the command where a build leaves it."""
    (folder / "examples").mkdir()
    for sample in (SOURCES / "examples").glob("*.csv"):
        for place in [folder, folder / "examples"]:
            shutil.copy(sample, place)
    tools = folder / "build/release/tools"
    tools.mkdir(parents=True)
    command = tools / "semilin"
    command.write_text(
        '#!/bin/sh\nset -- "$SEMILIN_COMMAND" "$@"\ncase " $* " in *" --serve "*|*" serve "*)'
        f' set -- {sys.executable} {Path(__file__).resolve()} "$@" ;; esac\nexec "$@"\n'
    )
    command.chmod(0o755)
    os.environ["PATH"] = f"{tools}:{os.environ['PATH']}"
    if "SEMILIN_PREFIX" in os.environ:
        found = next(Path(os.environ["SEMILIN_PREFIX"]).rglob("semilin.pc"), None)
        os.environ["PKG_CONFIG_PATH"] = str(found.parent) if found else ""
        os.environ["LD_LIBRARY_PATH"] = str(found.parent.parent) if found else ""


def serve(command):
    """Ends a server with Ctrl-C once it has printed its address. A second one would kill it."""
    server = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    ended = False
    for line in server.stdout:
        print(line, end="", flush=True)
        if "http://" in line and not ended:
            ended = True
            server.send_signal(signal.SIGINT)
    return server.wait()


class Page:
    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.state = folder / ".state"
        self.names = {"__name__": "page"}
        self.printed, self.not_run, self.missing, self.commands = "", [], set(), 0

    def sh(self, text):
        missing = {name for name, there in OPTIONAL.items() if name in text and not there}
        if missing:
            self.missing |= missing
            return
        self.commands += len(re.findall(r"^[^#\n]", text.replace("\\\n", ""), re.MULTILINE))
        script = f"[ ! -e {self.state} ] || . {self.state}\n{text}\nexport -p >{self.state}\n"
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", script], text=True, cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self.printed = done.stdout
        if done.returncode != 0:
            raise AssertionError(f"status {done.returncode}\n{done.stdout}")
        # What `cd` chose is the folder of all that follows.
        self.folder = Path(re.search(r'declare -x PWD="(.*)"', self.state.read_text())[1])
        os.chdir(self.folder)

    def python(self, text):
        self.commands += 1
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(text, self.name, "exec"), self.names)
        self.printed = printed.getvalue()

    def text(self, text):
        """Its lines are printed, in this order; times may differ."""
        def same(line):
            return re.sub(r"in [0-9.]+ s\.", "in N s.", line.strip())
        rest = iter([same(line) for line in self.printed.splitlines()])
        for line in text.splitlines():
            if line.strip() != "..." and same(line) not in rest:
                raise AssertionError(f"not printed: {line}\nbut:\n{self.printed}")

    def run(self, kind, text):
        if kind[1:] == ["not-run"]:
            self.not_run.append(text.split("\n")[0])
        elif kind[0] in ("sh", "python", "text"):
            getattr(self, kind[0])(text)
        else:
            (self.folder / kind[1]).write_text(text)


def main(name):
    source = (SOURCES / name).read_text(encoding="utf-8")
    found = list(blocks(source))
    assert found and len(found) * 2 == len(re.findall("^```", source, re.MULTILINE))
    assert not re.search(r"\n\n    \S", source), "an indented block: nothing would run it"
    kinds = [kind[0] for _, kind, _ in found]
    lacking = set()
    if "python" in kinds:
        try:
            import sklearn  # noqa: F401

            import semilin  # noqa: F401
        except ImportError as error:
            # What comes behind may need what these programs make.
            first = kinds.index("python")
            if "sh" not in kinds[:first]:
                print(f"SKIPPED: needs the Python package and scikit-learn: {error}")
                return 0
            lacking = {f"{error.name}, from line {found[first][0]} on"}
            found = found[:first]
    with tempfile.TemporaryDirectory() as folder:
        make_folder(Path(folder))
        page = Page(name, Path(folder))
        page.missing |= lacking
        os.chdir(folder)
        for line, kind, text in found:
            try:
                page.run(kind, text)
            except Exception:
                print(f"{name}:{line}: the block fails\n{text}")
                traceback.print_exc(file=sys.stdout)
                return 1
        os.chdir("/")
    listed = NOT_RUN.get(name, [])
    if page.not_run != (listed[: len(page.not_run)] if lacking else listed):
        print(f"{name}: NOT_RUN of this test is not {page.not_run}")
        return 1
    without = f" Left out for lack of {', '.join(sorted(page.missing))}." if page.missing else ""
    print(f"{name}: {page.commands} commands run, {len(page.not_run)} blocks not run.{without}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else serve(sys.argv[1:]))
