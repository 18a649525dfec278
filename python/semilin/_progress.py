"""How a run reports to standard error."""

import sys

_WIDTH = 30
_PAUSE = 5.0


class Printer:
    """A bar on a terminal; elsewhere a line every five seconds."""

    def __init__(self):
        self._live = sys.stderr.isatty()
        self._last = None

    def __call__(self, record):
        if self._live:
            done = round(_WIDTH * record["fraction_done"])
            bar = "#" * done + "." * (_WIDTH - done)
            print(f"\r\033[K[{bar}] {record['text']}", end="", file=sys.stderr)
        elif self._last is None or record["seconds"] >= self._last + _PAUSE:
            print(record["text"], file=sys.stderr)
        else:
            return
        self._last = record["seconds"]
        sys.stderr.flush()

    def __enter__(self):
        return self

    def __exit__(self, *_):  # clears the bar
        if self._live and self._last is not None:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
