"""axe.py: axe-core finds nothing serious on the report and on the labeling page, as a
file and served, of 2, 20 and 77 classes, in both color schemes, on a phone and on a
desk. Needs Chromium, and axe.min.js of axe-core at SEMILIN_AXE."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

COMMAND = os.environ["SEMILIN_COMMAND"]
RUN = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"
OPEN = "document.querySelectorAll('details').forEach(one => one.open = true)"


class Browser:
    """Chromium without a window, which reads commands from descriptor 3 and answers
    on 4."""

    def __init__(self, folder):
        (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()

        def descriptors():
            saved = [os.dup(one) for one in (theirs_in, theirs_out)]
            for one, there in zip(saved, (3, 4)):
                os.dup2(one, there)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
             "--remote-debugging-pipe", f"--user-data-dir={folder}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=descriptors, close_fds=False,
        )
        os.close(theirs_in), os.close(theirs_out)
        self.out, self.answers = os.fdopen(ours_out, "wb"), os.fdopen(ours_in, "rb")
        self.rest, self.number, self.session, self.target = b"", 0, {}, None

    def message(self):
        while b"\0" not in self.rest:
            more = self.answers.read1()
            assert more, "Chromium has ended"
            self.rest += more
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **given):
        self.number += 1
        call = {"id": self.number, "method": method, "params": given, **self.session}
        self.out.write(json.dumps(call).encode() + b"\0")
        self.out.flush()
        while (answer := self.message()).get("id") != self.number:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def evaluate(self, script):
        found = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def open(self, url, width, scheme):
        previous, self.session = self.target, {}
        target = self.target = self.call("Target.createTarget", url="about:blank")["targetId"]
        found = self.call("Target.attachToTarget", targetId=target, flatten=True)
        if previous:
            self.call("Target.closeTarget", targetId=previous)
        self.session = {"sessionId": found["sessionId"]}
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=844,
                  deviceScaleFactor=1, mobile=width < 600)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", features=[feature])
        self.call("Page.enable")
        self.call("Page.navigate", url=url)
        while self.message().get("method") != "Page.loadEventFired":
            pass

    def close(self):
        self.session = {}
        self.call("Browser.close")
        self.process.wait(20)


def write_documents(path, classes):
    """Twelve documents of each class, half of them labeled, some wrongly."""
    draw = random.Random(1)
    with open(path, "w") as file:
        file.write("id,text,label\n")
        for i in range(12 * classes):
            words = [f"topic{i % classes}x{draw.randrange(6)}" for _ in range(4)]
            words += [f"topic{draw.randrange(classes)}x{draw.randrange(6)}"]
            own = i % classes if draw.random() < 0.9 else draw.randrange(classes)
            label = f"class {own}" if i % 2 or i < classes else ""
            file.write(f"d{i},{' '.join(words)},{label}\n")


def run(*arguments):
    subprocess.run([COMMAND, *arguments, "-q"], check=True)


def faults(browser, axe, url):
    for width in (390, 1280):
        for scheme in ("light", "dark"):
            browser.open(url, width, scheme)
            browser.evaluate(OPEN)
            browser.evaluate(axe)
            for one in browser.evaluate(RUN):
                where = [node["html"][:200] for node in one["nodes"][:3]]
                yield f"{url} {width} {scheme}: {one['impact']} {one['id']} {where}"
            if browser.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
                yield f"{url} {width} {scheme}: the page is wider than the screen"


def main():
    file = Path(os.environ.get("SEMILIN_AXE", "axe.min.js"))
    if not shutil.which("chromium") or not file.exists():
        print("SKIPPED: needs chromium and axe.min.js, whose path SEMILIN_AXE has")
        return 0
    found, seen = [], 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        browser, axe = Browser(f"{folder}/profile"), file.read_text(encoding="utf-8")
        for classes in (2, 20, 77):
            write_documents("d.csv", classes)
            run("train", "d.csv", "--method=da", "--probabilities", "-o", "m",
                "--test=d.csv", "--report=report.html")
            run("label", "d.csv", "--model=m", "-o", "label.html")
            for page in ("report.html", "label.html"):
                found += faults(browser, axe, f"file://{folder}/{page}")
                seen += 1
            server = subprocess.Popen(
                [COMMAND, "label", "d.csv", "--model=m", "--serve", "-q"],
                stdout=subprocess.PIPE, text=True,
            )
            if url := server.stdout.readline().strip():  # a build may have no server
                found += faults(browser, axe, url)
                seen += 1
                server.send_signal(signal.SIGINT)
            server.wait(20)
        browser.close()
        os.chdir("/")
    print(*found, f"{seen} pages, {len(found)} faults", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
