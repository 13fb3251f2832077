#!/usr/bin/python3
"""A real browser without a window, driven as a person would: keys, clicks, drags, and what is on the page afterwards.

Chromium by chromedriver and Firefox by itself, both by WebDriver BiDi (w3c.github.io/webdriver-bidi). Debian's packages are
`chromium chromium-driver firefox-esr python3-websocket`.

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
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

import websocket

# Of a browser that has hung itself, and of one that starts on a busy machine.
PATIENCE = 30
START = 90

# The keys of WebDriver that have no character.
KEYS = {
    "Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a",
    "Escape": "\ue00c", "Space": " ", "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010", "Home": "\ue011",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Delete": "\ue017",
    "Meta": "\ue03d", "F5": "\ue035",
}


class BrowserError(Exception):
    """The step that the browser could not do, or the condition that never held on the page."""


def connect(address):
    return websocket.create_connection(address, timeout=PATIENCE, suppress_origin=True)


class Browser:
    """A browser with one page. `console` has the page's messages, an entry a line; `requests` the addresses of all that was fetched."""

    def __init__(self, kind, size=(1280, 900), dark=False, calm=False):
        self.kind, self.size = kind, size
        self.console, self.requests = [], []
        self.number = 0
        self.folder = tempfile.mkdtemp(prefix=f"studio-{kind}-")
        try:
            self.socket = {"chromium": self.start_chromium, "firefox": self.start_firefox}[kind](dark, calm)
            self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
            # In the page that Firefox starts with, the focus is never seen: its window is not the active one.
            self.page = self.ask("browsingContext.create", type="tab")["context"]
            self.resize(*size)
        except BaseException:
            self.close()
            raise

    def start_chromium(self, dark, calm):
        driver = self.launch([self.program("chromedriver"), "--port=0"])
        port = self.heard(driver, r"started successfully on port (\d+)")
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-background-networking", "--hide-scrollbars", f"--user-data-dir={self.folder}/profile",
                     f"--blink-settings=preferredColorScheme={0 if dark else 1}"]
        if calm:
            arguments.append("--force-prefers-reduced-motion")
        wanted = {"webSocketUrl": True, "unhandledPromptBehavior": "ignore",
                  "goog:chromeOptions": {"args": arguments, "binary": self.program("chromium")}}
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/session", json.dumps({"capabilities": {"alwaysMatch": wanted}}).encode(),
            {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=START) as answer:
            value = json.load(answer)["value"]
        self.version = value["capabilities"]["browserVersion"]
        return connect(value["capabilities"]["webSocketUrl"])

    def start_firefox(self, dark, calm):
        profile = pathlib.Path(self.folder, "profile")
        profile.mkdir()
        settings = {
            "layout.css.prefers-color-scheme.content-override": 0 if dark else 1, "ui.prefersReducedMotion": int(calm),
            "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
            "toolkit.telemetry.enabled": False, "app.update.enabled": False, "remote.active-protocols": 1,
            "browser.aboutwelcome.enabled": False, "network.captive-portal-service.enabled": False,
        }
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items())
        (profile / "user.js").write_text("\n".join(lines) + "\n")
        firefox = self.launch([self.program("firefox-esr", "firefox"), "--headless", "--no-remote",
                               "--remote-debugging-port=0", "--profile", str(profile)])
        address = self.heard(firefox, r"WebDriver BiDi listening on (ws://\S+)")
        self.socket = connect(address + "/session")
        self.version = self.ask("session.new", capabilities={})["capabilities"]["browserVersion"]
        return self.socket

    def program(self, *names):
        found = next(filter(None, map(shutil.which, names)), None)
        if found is None:
            raise BrowserError(f"there is no {names[0]}; Debian's packages are chromium, chromium-driver, firefox-esr")
        return found

    def launch(self, command):
        self.output = pathlib.Path(self.folder, "output")
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
                env={**os.environ, "HOME": self.folder, "MOZ_HEADLESS": "1", "MOZ_CRASHREPORTER_DISABLE": "1"})
        return self.process

    def heard(self, process, pattern):
        """What a pattern finds in the output of a program, once it is there."""
        end = time.monotonic() + START
        while time.monotonic() < end:
            found = re.search(pattern, self.output.read_text(errors="replace"))
            if found:
                return found.group(1)
            if process.poll() is not None:
                break
            time.sleep(0.05)
        raise BrowserError(f"{self.kind} did not start: {self.output.read_text(errors='replace')[-800:]}")

    def ask(self, method, /, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if answer.get("type") == "error":
                    raise BrowserError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def receive(self):
        message = json.loads(self.socket.recv())
        if message.get("method") == "log.entryAdded":
            entry = message["params"]
            self.console.append(f"{entry['level']}: {entry.get('text')}")
        elif message.get("method") == "network.beforeRequestSent":
            self.requests.append(message["params"]["request"]["url"])
        return message

    # ---- A user's actions

    def open(self, address):
        """Opens the studio by its address with the token, or by a file that leads there, and waits for its page."""
        self.load(address)
        arrived = "document.readyState === 'complete' && location.protocol === 'http:' && location.search === ''"
        end = time.monotonic() + PATIENCE
        while True:
            # While one page takes the place of another, neither can be asked.
            with contextlib.suppress(BrowserError):
                if self.evaluate(arrived):
                    return
            if time.monotonic() > end:
                raise BrowserError(f"never: {arrived}")
            time.sleep(0.03)

    def load(self, address):
        self.ask("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def reload(self):
        self.ask("browsingContext.reload", context=self.page, wait="complete")

    def resize(self, width, height, ratio=1):
        self.size = (width, height)
        self.ask("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height},
                 devicePixelRatio=ratio)

    def key(self, *names):
        """Presses keys together, such as `key("Shift", "Tab")`, and lets them go."""
        values = [KEYS.get(name, name) for name in names]
        actions = [{"type": "keyDown", "value": value} for value in values]
        actions += [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.act({"type": "key", "id": "keyboard", "actions": actions})

    def write(self, text):
        """Types a text; the end of a line is Enter."""
        text = text.replace("\n", KEYS["Enter"])
        actions = [{"type": kind, "value": one} for one in text for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keyboard", "actions": actions})

    def click(self, selector):
        """Clicks the middle of the first element that a selector finds and that is shown."""
        self.drag(*[self.middle(selector)] * 2)

    def drag(self, start, end, steps=1):
        """Presses the mouse at one place and releases it at another one, in this number of moves."""
        moves = [{"type": "pointerMove", "x": round(start[0] + (end[0] - start[0]) * step / steps),
                  "y": round(start[1] + (end[1] - start[1]) * step / steps), "duration": 16 if step else 0}
                 for step in range(0 if start != end else steps, steps + 1)]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        self.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions})

    def act(self, source):
        self.ask("input.performActions", context=self.page, actions=[source])

    def choose(self, selector, value):
        """Chooses an option of a select, as the keyboard would, by its value or its text."""
        done = self.evaluate(f"""(() => {{
          const node = document.querySelector({json.dumps(selector)})
          const option = [...node.options].find(one => one.value === {json.dumps(value)} || one.text === {json.dumps(value)})
          if (!option) return [...node.options].map(one => one.text).join(', ')
          node.focus()
          node.value = option.value
          node.dispatchEvent(new Event('input', {{ bubbles: true }}))
          node.dispatchEvent(new Event('change', {{ bubbles: true }}))
          return true
        }})()""")
        if done is not True:
            raise BrowserError(f"{selector} has no {value!r}, but {done}")

    # ---- The visible page

    def evaluate(self, expression):
        """The value of an expression, by way of JSON; a promise is waited for, and an element is true."""
        answer = self.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression}), (_, one) => one instanceof Node || one))()",
            target={"context": self.page}, awaitPromise=True)
        if answer["type"] == "exception":
            raise BrowserError(f"{expression.strip()[:300]}: {answer['exceptionDetails']['text']}")
        text = answer["result"].get("value")
        return None if text is None else json.loads(text)

    def wait(self, expression, patience=PATIENCE):
        """Waits until an expression holds, and returns its value."""
        end = time.monotonic() + patience
        while True:
            value = self.evaluate(expression)
            if value:
                return value
            if time.monotonic() > end:
                raise BrowserError(f"never: {expression.strip()[:300]}")
            time.sleep(0.03)

    def middle(self, selector):
        # Once it stands still, as a user would wait for it.
        place = self.wait(f"""(async () => {{
          const node = [...document.querySelectorAll({json.dumps(selector)})].find(one => one.getClientRects().length)
          if (!node) return null
          node.scrollIntoView({{ block: 'center', behavior: 'instant' }})
          const middle = () => (box => [box.left + box.width / 2, box.top + box.height / 2])(node.getBoundingClientRect())
          const before = middle()
          for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
          const now = middle()
          return now.every((one, place) => Math.abs(one - before[place]) < 1) ? now : null
        }})()""")
        return tuple(place)

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.innerText ?? null")

    def screenshot(self, path, whole=False):
        data = self.ask("browsingContext.captureScreenshot", context=self.page,
                        origin="document" if whole else "viewport")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def colours(self, path):
        """The number of colours of a picture, and the most frequent one; the browser counts them."""
        data = base64.b64encode(pathlib.Path(path).read_bytes()).decode()
        return self.evaluate(f"""(async () => {{
          const bytes = Uint8Array.from(atob('{data}'), one => one.charCodeAt(0))
          const image = await createImageBitmap(new Blob([bytes])), {{ width, height }} = image
          const context = new OffscreenCanvas(width, height).getContext('2d'), counts = new Map()
          context.drawImage(image, 0, 0)
          const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
          for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) || 0) + 1)
          const most = [...counts].sort((a, b) => b[1] - a[1])[0][0]
          return {{ colours: counts.size, most: [most & 255, most >> 8 & 255, most >> 16 & 255] }}
        }})()""")

    def errors(self):
        """The errors on the console: a page of ours has none."""
        return [line for line in self.console if line.startswith("error")]

    def close(self):
        with contextlib.suppress(AttributeError, OSError):
            self.socket.close()
        with contextlib.suppress(AttributeError, ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def step(browser, what, how):
    if what == "drag":
        return browser.drag(how[:2], how[2:])
    if what == "click":
        return browser.drag(how, how)
    result = getattr(browser, what)(how)
    return browser.colours(how) if what == "screenshot" else result


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("page")
    parser.add_argument("--size", default="1200x900")
    parser.add_argument("--dark", action="store_true")
    options = parser.parse_args()
    page, _, mark = options.page.partition("#")
    steps = json.load(sys.stdin)
    with Browser("chromium", tuple(map(int, options.size.split("x"))), options.dark) as browser:
        browser.load(pathlib.Path(page).resolve().as_uri() + (f"#{mark}" if mark else ""))
        results = [step(browser, *one) for each in steps for one in each.items()]
        print(json.dumps({"results": results, "console": browser.console, "requests": browser.requests}))


if __name__ == "__main__":
    main()
