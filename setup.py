"""Builds the engine with CMake; all else is in pyproject.toml. The variable
CMAKE_ARGS holds further arguments for CMake."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent.resolve()


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        build = HERE / "build" / f"python-{sys.implementation.cache_tag}"
        configure = [
            *("cmake", "-S", HERE, "-B", build),
            "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_UNITY_BUILD=ON",
            "-DSEMILIN_BUILD_PYTHON=ON",
            "-DSEMILIN_BUILD_TOOLS=OFF",
            "-DSEMILIN_BUILD_TESTS=OFF",
            f"-DPython_EXECUTABLE={sys.executable}",
            *shlex.split(os.environ.get("CMAKE_ARGS", "")),
        ]
        subprocess.run(configure, check=True)
        jobs = os.environ.get("JOBS", str(os.cpu_count()))
        make = ["cmake", "--build", build, "--target", "semilin_engine", "-j", jobs]
        subprocess.run(make, check=True)
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build / "python" / "semilin" / target.name, target)


def version():
    text = (HERE / "CMakeLists.txt").read_text()
    return re.search(r"project\(semilin VERSION (\S+)", text).group(1)


setup(
    version=version(),
    ext_modules=[Extension("semilin._engine", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
