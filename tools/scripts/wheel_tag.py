"""wheel_tag.py FILE...: the platform tag of a wheel that holds these programs and
libraries, manylinux_2_X_x86_64: 2.X is the oldest glibc that has every symbol they
need. If they need a library that is neither glibc's nor one of the files, the tag
is linux_x86_64, and standard error names it."""

import platform
import re
import subprocess
import sys
from pathlib import Path

GLIBC = re.compile(r"(ld-linux-.*|lib(c|m|pthread|dl|rt|util|resolv))\.so\.\d+$")


def needs(path):
    """(libraries, the newest version of glibc) of a file."""
    about = subprocess.run(
        ["objdump", "-p", path], check=True, capture_output=True, text=True
    ).stdout
    versions = [int(v) for v in re.findall(r" GLIBC_2\.(\d+)", about)]
    return re.findall(r"NEEDED +(\S+)", about), max(versions, default=0)


def tag(paths):
    held = {Path(path).name for path in paths}
    version, system = 17, []
    for path in paths:
        libraries, newest = needs(path)
        version = max(version, newest)
        system += [x for x in libraries if not GLIBC.match(x) and x not in held]
    if system:
        print("needs", *sorted(set(system)), file=sys.stderr)
        return f"linux_{platform.machine()}"
    return f"manylinux_2_{version}_{platform.machine()}"


if __name__ == "__main__":
    print(tag(sys.argv[1:]))
