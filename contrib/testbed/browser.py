#!/usr/bin/python3
"""Opens a page in a headless browser, does what a person would, and tells what came of it as JSON.

usage: contrib/testbed/browser.py PAGE [--size WIDTHxHEIGHT] [--dark] <STEPS

STEPS is a list in JSON, read from standard input:
  {"evaluate": "an expression"}      its value is the step's result
  {"key": "ArrowRight"}              is pressed and let go
  {"drag": [x1, y1, x2, y2]}         the mouse, pressed from there to there
  {"click": [x, y]}
  {"wait": "an expression"}          until it holds
  {"screenshot": "FILE.png"}         the result is how many colours there are, and which is the most frequent
The answer is {"results": [...], "console": [...], "requests": [...]}: what the console said, and what was fetched.
"""
import argparse
import base64
import collections
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

# Of a browser that has hung itself.
PATIENCE = 60


class Browser:
    """A browser that listens on a pipe, and one page of it."""

    def __init__(self, size, dark, folder):
        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        if program is None:
            sys.exit("browser.py: there is no chromium; contrib/setup installs it")
        ours, theirs = os.pipe(), os.pipe()
        self.process = subprocess.Popen(
            # It reads its descriptor 3 and writes to 4.
            ["/bin/sh", "-c", f'exec "$@" 3<&{ours[0]} 4>&{theirs[1]}', "sh", program, "--headless", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"],
            pass_fds=(ours[0], theirs[1]), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(ours[0])
        os.close(theirs[1])
        self.writer, self.reader = ours[1], theirs[0]
        self.unread = b""
        self.number = 0
        self.session = None
        self.console, self.requests, self.events = [], [], set()
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        width, height = size
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def ask(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.unread:
            piece = os.read(self.reader, 1 << 16)
            if not piece:
                raise RuntimeError("the browser is gone")
            self.unread += piece
        line, _, self.unread = self.unread.partition(b"\0")
        message = json.loads(line)
        self.note(message.get("method"), message.get("params"))
        return message

    def note(self, method, event):
        if method == "Runtime.consoleAPICalled":
            self.console.append(event["type"] + ": " + " ".join(str(one.get("value")) for one in event["args"]))
        elif method == "Runtime.exceptionThrown":
            details = event["exceptionDetails"]
            self.console.append("exception: " + details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded":
            self.console.append(event["entry"]["level"] + ": " + event["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(event["request"]["url"])
        elif method:
            self.events.add(method)

    def open(self, url):
        self.events.clear()
        self.ask("Page.navigate", url=url)
        while "Page.loadEventFired" not in self.events:
            self.receive()

    def evaluate(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['exception'].get('description')}")
        return answer["result"].get("value")

    def wait(self, expression):
        end = time.monotonic() + PATIENCE
        while not self.evaluate(expression):
            if time.monotonic() > end:
                raise RuntimeError(f"never: {expression}")
            time.sleep(0.02)

    def key(self, key):
        text = {"text": key} if len(key) == 1 else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    def drag(self, x1, y1, x2, y2):
        mouse = dict(button="left", clickCount=1)
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x1, y=y1)
        self.ask("Input.dispatchMouseEvent", type="mousePressed", x=x1, y=y1, **mouse)
        if (x1, y1) != (x2, y2):
            self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x2, y=y2, buttons=1, button="left")
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", x=x2, y=y2, **mouse)

    def screenshot(self, path):
        pathlib.Path(path).write_bytes(self.capture())
        # A small one tells the colours as well, and is counted in no time.
        size = self.ask("Page.getLayoutMetrics")["cssVisualViewport"]
        small = self.capture(clip=dict(x=0, y=0, width=size["clientWidth"], height=size["clientHeight"], scale=0.3))
        colours = collections.Counter(pixels(small))
        return {"colours": len(colours), "most": list(colours.most_common(1)[0][0])}

    def capture(self, **options):
        return base64.b64decode(self.ask("Page.captureScreenshot", captureBeyondViewport=True, **options)["data"])

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def pixels(png):
    """The colours of all pixels of a PNG with 8 bits for each of three or four channels, as the browser writes them."""
    place, data = 8, b""
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place:place + 8])
        body = png[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            data += body
        place += length + 12
    if depth != 8 or colour not in (2, 6):
        raise RuntimeError("no such PNG")
    step = 3 if colour == 2 else 4
    raw, stride = zlib.decompress(data), width * step
    above = bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        line = bytearray(raw[start + 1:start + 1 + stride])
        unfilter(raw[start], line, above, step)
        for x in range(0, stride, step):
            yield tuple(line[x:x + 3])
        above = line


def unfilter(kind, line, above, step):
    """What PNG's filters 0 to 4 did to a line is undone."""
    for x in range(len(line)) if kind else ():
        left = line[x - step] if x >= step else 0
        up = above[x]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            corner = above[x - step] if x >= step else 0
            base = left + up - corner
            guess = min((abs(base - left), 0, left), (abs(base - up), 1, up), (abs(base - corner), 2, corner))[2]
        line[x] = (line[x] + guess) & 255


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("page")
    parser.add_argument("--size", default="1200x900")
    parser.add_argument("--dark", action="store_true")
    options = parser.parse_args()
    signal.alarm(PATIENCE * 2)
    page, _, mark = options.page.partition("#")
    url = pathlib.Path(page).resolve().as_uri() + (f"#{mark}" if mark else "")
    steps = json.load(sys.stdin)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(tuple(map(int, options.size.split("x"))), options.dark, folder)
        try:
            browser.open(url)
            results = []
            for step in steps:
                (what, how), = step.items()
                if what in ("drag", "click"):
                    results.append(browser.drag(*(how * 2 if what == "click" else how)))
                else:
                    results.append(getattr(browser, what)(how))
            print(json.dumps({"results": results, "console": browser.console, "requests": browser.requests}))
        finally:
            browser.close()


if __name__ == "__main__":
    main()
