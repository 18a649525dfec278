"""pip, offline: a wheel, and an editable installation."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

OFFLINE = ["--no-index", "--no-build-isolation", "--no-deps", "--quiet"]
TRY = (
    "import numpy as np, semilin; "
    "print(semilin.SemiLinearClassifier('svm').fit(np.eye(2), ['a', 'b'])"
    ".predict(np.eye(2)), semilin.__file__)"
)


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A copy, in which pip may write; its library is linked from the one that is
    tested, and its command is the one that is tested."""
    pytest.importorskip("pip")
    pytest.importorskip("wheel")
    top = Path(os.environ["SEMILIN_SOURCE_DIR"])
    copy = tmp_path_factory.mktemp("sources")
    for name in ["CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml"]:
        shutil.copy(top / name, copy)
    for name in ["setup.py", "MANIFEST.in"]:
        shutil.copy(top / name, copy)
    for name in ["cmake", "docs", "include", "python", "src", "tools"]:
        shutil.copytree(top / name, copy / name, ignore=shutil.ignore_patterns("lib"))
    return copy


@pytest.fixture(scope="module", autouse=True)
def prebuilt():
    library = os.environ["SEMILIN_LIBRARY"]
    os.environ["CMAKE_ARGS"] = f"-DSEMILIN_PREBUILT={library}"
    os.environ["SEMILIN_PREBUILT_COMMAND"] = os.environ["SEMILIN_COMMAND"]
    os.environ.pop("PYTHONPATH", None)  # which has the package already


def run(*command, cwd):
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_wheel_holds_all_and_works_where_it_is_installed(sources, tmp_path):
    pip = [sys.executable, "-m", "pip"]
    run(*pip, "wheel", *OFFLINE, ".", "-w", tmp_path, cwd=sources)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    held = {name for name in names if "dist-info" not in name}
    package = sources / "python/semilin"
    written = {f"semilin/{path.name}" for path in package.glob("*.py")}
    libraries = {f"semilin/lib/{name}" for name in ("libsemilin.so", "libgomp.so.1")}
    scripts = {name for name in names if ".data/scripts/" in name}
    assert held == written | libraries | scripts
    assert [Path(name).name for name in scripts] == ["semilin"]
    assert "-py3-none-linux_x86_64" in wheel.name  # for the command's libraries
    there = tmp_path / "there"
    run(*pip, "install", *OFFLINE, "-t", there, wheel, cwd=tmp_path)
    os.environ["PYTHONPATH"] = str(there)
    try:
        said = run(sys.executable, "-c", TRY, cwd=tmp_path)
    finally:
        del os.environ["PYTHONPATH"]
    assert said.startswith("['a' 'b']") and str(there) in said
    assert "0.1.0" in run(there / "bin/semilin", "--version", cwd=tmp_path)


def test_an_editable_installation_is_the_sources(sources, tmp_path):
    run(
        *(sys.executable, "-m", "venv", "--without-pip", "--system-site-packages"),
        tmp_path,
        cwd=tmp_path,
    )
    python = tmp_path / "bin/python"
    run(python, "-m", "pip", "install", *OFFLINE, "-e", ".", cwd=sources)
    said = run(python, "-c", TRY, cwd=tmp_path)
    assert said.startswith("['a' 'b']") and str(sources / "python") in said
