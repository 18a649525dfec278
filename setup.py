"""Builds the library and the command with CMake; all else is in pyproject.toml. The
wheel serves every Python. Variables: CMAKE_ARGS holds further arguments for CMake;
SEMILIN_PREBUILT_COMMAND names a command that is there, to be packed instead of built."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from distutils.command.build_scripts import build_scripts  # isort: skip, of setuptools
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).parent.resolve()
BUILD = HERE / "build" / "wheel"
LIBRARIES = BUILD / "python" / "semilin" / "lib"
COMMAND = Path(os.environ.get("SEMILIN_PREBUILT_COMMAND", BUILD / "tools" / "semilin"))


class CMakeBuild(build_ext):
    def get_ext_filename(self, name):
        return os.path.join(*name.split(".")) + ".so"

    def build_extension(self, extension):
        tools = "OFF" if "SEMILIN_PREBUILT_COMMAND" in os.environ else "ON"
        configure = [
            *("cmake", "-S", HERE, "-B", BUILD),
            "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_UNITY_BUILD=ON",
            "-DSEMILIN_BUILD_PYTHON=ON",
            "-DSEMILIN_BUILD_TESTS=OFF",
            "-DSEMILIN_STATIC=ON",
            f"-DSEMILIN_BUILD_TOOLS={tools}",
            f"-DPython_EXECUTABLE={sys.executable}",
            *shlex.split(os.environ.get("CMAKE_ARGS", "")),
        ]
        subprocess.run(configure, check=True)
        jobs = os.environ.get("JOBS", str(os.cpu_count()))
        targets = ["semilin_engine"] + ["semilin_command"] * (tools == "ON")
        make = ["cmake", "--build", BUILD, "-j", jobs, "--target", *targets]
        subprocess.run(make, check=True)
        target = Path(self.get_ext_fullpath(extension.name)).parent
        target.mkdir(parents=True, exist_ok=True)
        for library in LIBRARIES.iterdir():
            shutil.copy(library, target)

    def copy_extensions_to_source(self):  # of an editable installation
        shutil.copytree(LIBRARIES, HERE / "python/semilin/lib", dirs_exist_ok=True)


class CopyCommand(build_scripts):
    def get_source_files(self):
        return []

    def run(self):  # after build_ext
        self.mkpath(self.build_dir)
        shutil.copy(COMMAND, self.build_dir)


class Wheel(bdist_wheel):
    def get_tag(self):
        script = HERE / "tools" / "scripts" / "wheel_tag.py"
        files = [COMMAND, *LIBRARIES.iterdir()]
        found = subprocess.run(
            [sys.executable, script, *files], check=True, stdout=subprocess.PIPE
        )
        return "py3", "none", found.stdout.decode().strip()


def version():
    text = (HERE / "CMakeLists.txt").read_text()
    return re.search(r"project\(semilin VERSION (\S+)", text).group(1)


setup(
    version=version(),
    ext_modules=[Extension("semilin.lib.libsemilin", sources=[])],
    scripts=["semilin"],
    cmdclass={
        "build_ext": CMakeBuild,
        "build_scripts": CopyCommand,
        "bdist_wheel": Wheel,
    },
)
