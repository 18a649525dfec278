"""The wheel that is handed out: it needs glibc alone, and serves every Python."""

import re
import shutil
import subprocess
import sys

import pytest
from conftest import TRY
from install_test import check_wheel, prebuilt, run, sources, wheel_of  # noqa: F401

PYTHONS = ["python3", "/usr/bin/python3", *(f"python3.{n}" for n in range(9, 16)), "pypy3"]


def others():
    """Other Pythons of this machine that have numpy."""
    found = {sys.executable}
    for name in filter(shutil.which, PYTHONS):
        test = "import numpy, sys; print(sys.executable)"
        done = subprocess.run([name, "-c", test], capture_output=True, text=True)
        if done.returncode == 0:
            found.add(done.stdout.strip())
    return found


def test_the_wheel_needs_glibc_alone(sources, tmp_path, monkeypatch):  # noqa: F811
    if not shutil.which("objdump"):
        pytest.skip("needs binutils")
    monkeypatch.delenv("SEMILIN_PREBUILT_COMMAND")
    wheel = wheel_of(sources, tmp_path)
    assert re.search(r"-py3-none-manylinux_2_\d+_\w+\.whl$", wheel.name), wheel.name
    assert wheel.stat().st_size < 12_000_000
    there = check_wheel(sources, wheel, tmp_path, monkeypatch)
    said = run("objdump", "-p", there / "bin/semilin")
    assert said and "NEEDED" not in said
    for python in others():
        assert run(python, "-c", TRY, cwd=tmp_path).startswith("['a' 'b']"), python
