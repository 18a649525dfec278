"""The Debian packages: no error of lintian; in a folder of their own they work."""

import os
import shutil
import sys

import pytest
from conftest import TRY, run


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    if not shutil.which("dpkg-shlibdeps") or not shutil.which("help2man"):
        pytest.skip("needs dpkg-dev and help2man")
    build = tmp_path_factory.mktemp("package")
    run(
        *("cmake", "--preset", "package", "-B", build),
        f"-DSEMILIN_PREBUILT={os.environ['SEMILIN_LIBRARY']}",
        "-DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON",  # nothing but the targets below
        cwd=os.environ["SEMILIN_SOURCE_DIR"],
    )
    targets = ["semilin", "semilin_engine", "semilin_pages", "semilin_reference"]
    run("cmake", "--build", build, "-j", "2", "--target", *targets)
    run("cpack", cwd=build)
    return sorted(build.glob("*.deb"))


@pytest.fixture(scope="module")
def root(packages, tmp_path_factory):
    folder = tmp_path_factory.mktemp("root")
    for package in packages:
        run("dpkg-deb", "-x", package, folder)
    return folder


def test_there_are_four_of_them(packages):
    names = [package.name.split("_")[0] for package in packages]
    assert names == ["libsemilin-dev", "libsemilin0.1", "python3-semilin", "semilin"]


def test_lintian_finds_no_error(packages):
    if not shutil.which("lintian"):
        pytest.skip("needs lintian")
    run("lintian", "--allow-root", "--fail-on", "error", *packages)


def test_the_command_the_library_and_the_python_package_work(root):
    (library,) = root.glob("usr/lib/*/libsemilin.so.0.1")
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": str(library.parent),
        "PYTHONPATH": str(root / "usr/lib/python3/dist-packages"),
    }
    assert "0.1.0" in run(root / "usr/bin/semilin", "--version", env=environment)
    assert run(sys.executable, "-c", TRY, env=environment).startswith("['a' 'b'] ")


def test_manual_completions_documents_and_examples_are_there(root):
    for path in [
        "usr/share/man/man1/semilin-train.1.gz",
        "usr/share/bash-completion/completions/semilin",
        "usr/share/doc/semilin/docs/guide.md",
        "usr/share/doc/semilin/examples/classify.py",
        "usr/share/doc/python3-semilin/reference.md",
        "usr/include/semilin/learn/train.h",
    ]:
        assert (root / path).stat().st_size > 0
