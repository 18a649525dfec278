"""run.py FILE: pytest on a file, or a line SKIPPED where it cannot run."""

import sys

try:
    import pytest
    import sklearn  # noqa: F401
except ImportError as error:
    print(f"SKIPPED: needs python3-sklearn and python3-pytest: {error}")
    sys.exit(0)


class Outcomes:
    def __init__(self):
        self.seen, self.why = set(), ""

    def pytest_runtest_logreport(self, report):
        if report.skipped:
            self.why = report.longrepr[2]
        if report.skipped or report.when == "call":
            self.seen.add(report.outcome)

    def pytest_collectreport(self, report):  # of a file as a whole
        if report.skipped:
            self.pytest_runtest_logreport(report)


outcomes = Outcomes()
arguments = ["-q", "-p", "no:cacheprovider", *sys.argv[1:]]
status = pytest.main(arguments, plugins=[outcomes])
if outcomes.seen == {"skipped"}:
    print(f"SKIPPED: {outcomes.why}")
sys.exit(status)
