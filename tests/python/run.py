"""run.py FILE: pytest on a file, or a line SKIPPED where it cannot run."""

import sys

try:
    import pytest
    import sklearn  # noqa: F401
except ImportError as error:
    print(f"SKIPPED: needs python3-sklearn and python3-pytest: {error}")
    sys.exit(0)

sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]]))
