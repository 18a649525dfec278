"""pip, offline: a wheel, and an editable installation."""

import os
import re
import shutil
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import TRY, run

OFFLINE = ["--no-index", "--no-build-isolation", "--no-deps", "--quiet"]


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """A copy, in which pip may write; its library is linked from the one that is
    tested, and its command is the one that is tested."""
    pytest.importorskip("pip")
    pytest.importorskip("wheel")
    top = Path(os.environ["SEMILIN_SOURCE_DIR"])
    copy = tmp_path_factory.mktemp("sources")
    for name in "CMakeLists.txt LICENSE README.md pyproject.toml setup.py MANIFEST.in".split():
        shutil.copy(top / name, copy)
    for name in ["cmake", "docs", "include", "python", "src", "tools"]:
        shutil.copytree(top / name, copy / name, ignore=shutil.ignore_patterns("lib"))
    return copy


@pytest.fixture(autouse=True)
def prebuilt(monkeypatch):
    library = os.environ["SEMILIN_LIBRARY"]
    monkeypatch.setenv("CMAKE_ARGS", f"-DSEMILIN_PREBUILT={library}")
    monkeypatch.setenv("SEMILIN_PREBUILT_COMMAND", os.environ["SEMILIN_COMMAND"])
    monkeypatch.delenv("PYTHONPATH")  # which has the package already


def wheel_of(sources, folder):
    pip = [sys.executable, "-m", "pip"]
    run(*pip, "wheel", *OFFLINE, ".", "-w", folder, cwd=sources)
    (wheel,) = folder.glob("*.whl")
    return wheel


def check_wheel(sources, wheel, folder, monkeypatch):
    names = zipfile.ZipFile(wheel).namelist()
    held = {name for name in names if "dist-info" not in name}
    package = sources / "python/semilin"
    written = {f"semilin/{path.name}" for path in package.glob("*.py")}
    written.add("semilin/py.typed")
    libraries = {f"semilin/lib/{name}" for name in ("libsemilin.so", "libgomp.so.1")}
    scripts = {name for name in names if ".data/scripts/" in name}
    assert held == written | libraries | scripts
    assert [Path(name).name for name in scripts] == ["semilin"]
    there = folder / "there"
    pip = [sys.executable, "-m", "pip"]
    run(*pip, "install", *OFFLINE, "-t", there, wheel, cwd=folder)
    assert "0.1.0" in run(there / "bin/semilin", "--version", cwd=folder)
    monkeypatch.setenv("PYTHONPATH", str(there))
    said = run(sys.executable, "-c", TRY, cwd=folder)
    assert said.startswith("['a' 'b']") and str(there) in said
    return there


def test_a_wheel_holds_all_and_works_where_it_is_installed(
    sources, tmp_path, monkeypatch
):
    wheel = wheel_of(sources, tmp_path)
    assert "-py3-none-linux_" in wheel.name  # for what the command here needs
    there = check_wheel(sources, wheel, tmp_path, monkeypatch)
    script = sources / "tools/scripts/wheel_tag.py"
    libraries = sorted(there.glob("semilin/lib/*"))
    tag = run(sys.executable, script, *libraries, cwd=tmp_path).strip()
    assert re.fullmatch(r"manylinux_2_\d+_\w+", tag)


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
