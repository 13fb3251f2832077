#!/usr/bin/python3
"""Uses the studio in a real browser as a user would, and prints the results.

usage: try_page.py ADDRESS chromium|firefox [--hand COMMAND] [--gesture NAME] [--fingers N] [--way WAY] [--steps STEP,…]
                   [--size WxH] [--dark] [--calm] [--end COMMAND] [--shots FOLDER]

ADDRESS is what the studio has printed; it is good once. COMMAND makes a gesture with the hand: it gets how many fingers and which way
(`left`, `right`, `up`, `down`, `tap`), as in `COMMAND 3 left`, and ends when the fingers have lifted. NAME is a gesture of the rules that
these fingers make this way. `--end` is a command that ends the studio. STEPS are of: open, now, names, hand, gestures, kinds, text, new, keyboard,
everybody, narrow, motion, end. A line for each; the exit status is 0 when all is as it should be.
"""
import argparse
import contextlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time
import traceback

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parent.parent)]
import accessible  # noqa: E402
from browser import Browser, BrowserError  # noqa: E402

TABS = ("now", "attempts", "gestures", "new")
NAME = "studio-test-gesture"


class Journey:
    """A user of the studio: a browser, fingers, and the tested steps."""

    def __init__(self, browser, address, hand, gesture="next-workspace", fingers=3, way="left", end=None):
        self.browser, self.address, self.hand, self.end_studio = browser, address, hand, end
        self.gesture, self.fingers, self.way = gesture, fingers, way

    # ---- The parts of the steps

    def check(self, holds, words):
        if not holds:
            raise BrowserError(words)

    def tab(self, name):
        self.browser.click(f"#tab-{name}")
        self.browser.wait(f"!document.getElementById('{name}').hidden")

    def press(self, text, inside="main"):
        """Clicks the button that begins with a text."""
        self.browser.wait(f"""(() => {{
          document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
          const node = [...document.querySelectorAll({json.dumps(inside)} + ' button')]
            .find(one => one.textContent.trim().startsWith({json.dumps(text)}) && one.getClientRects().length && !one.disabled)
          node?.setAttribute('data-pressed', '')
          return Boolean(node)
        }})()""")
        self.browser.click("[data-pressed]")

    def make(self, times=1, way=None):
        for _ in range(times):
            self.hand(self.fingers, way or self.way)
            time.sleep(0.3)

    def draft_is(self, changed):
        self.browser.wait("document.querySelector('#changes:not([hidden]):not(.written)') "
                          + ("!== null" if changed else "=== null"))

    def undo_all(self):
        while self.browser.evaluate("(() => { const one = document.querySelector('#changes:not([hidden]) button'); "
                                    "return Boolean(one) && one.textContent === 'Undo' && !one.disabled })()"):
            self.press("Undo", "#changes")
            time.sleep(0.3)

    # The steps

    def open(self):
        self.browser.open(self.address)
        self.browser.wait("!document.getElementById('now').hidden", 20)
        self.check("token" not in self.browser.evaluate("location.href"), "the token stays in the address")
        self.check(self.browser.text("#state").startswith("●"), f"the page says {self.browser.text('#state')!r}")
        return f"{self.browser.text('#state')}; {self.browser.evaluate('performance.now()'):.0f} ms since it began"

    def now(self):
        browser = self.browser
        self.tab("now")
        before = browser.evaluate("document.querySelectorAll('#now .log li').length")
        browser.evaluate("""(() => {
          window.seen = { fingers: new Set(), rows: 0, gauges: 0 }
          new MutationObserver(() => {
            for (const one of document.querySelectorAll('#now figcaption > :last-child')) seen.fingers.add(one.textContent)
            seen.rows = Math.max(seen.rows, document.querySelectorAll('#now .row').length)
            seen.gauges = Math.max(seen.gauges, document.querySelectorAll('#now .gauge').length)
          }).observe(document.getElementById('now'), { subtree: true, childList: true, characterData: true })
          return 0
        })()""")
        self.make()
        browser.wait(f"document.querySelectorAll('#now .log li').length > {before}")
        seen = browser.evaluate("({ fingers: [...seen.fingers], rows: seen.rows, gauges: seen.gauges })")
        wanted = f"{self.fingers} finger{'' if self.fingers == 1 else 's'}"
        self.check(wanted in seen["fingers"], f"the page saw {seen['fingers']}, not {wanted}")
        self.check(seen["rows"] > 0, "no recognizer was shown at work")
        log = browser.text("#now .log")
        self.check(self.gesture in log, f"{self.gesture} is not in the log: {log!r}")
        painted = browser.evaluate("""[...document.querySelectorAll('#now canvas')].filter(one => {
          const data = one.getContext('2d').getImageData(0, 0, one.width, one.height).data
          return new Set(new Uint32Array(data.buffer)).size > 3 }).length""")
        self.check(painted > 0, "no surface is drawn")
        return f"{wanted}, {seen['rows']} recognizers, {seen['gauges']} gauges, log: {' '.join(log.split())[:90]}"

    def names(self):
        """A device whose name would be markup is shown by that name, and does nothing."""
        self.tab("now")
        shown = self.browser.wait("document.querySelector('#now').innerText.includes('<img src=x')")
        self.check(shown, "the device's name is not shown")
        self.check(self.browser.evaluate("document.images.length === 0 && document.title === 'Gesture studio'"), "the name became markup")
        return "shown as text"

    def choose_gesture(self):
        self.tab("attempts")
        self.browser.choose("#attempts-gesture", self.gesture)
        self.browser.wait("document.querySelectorAll('#attempts .threshold').length > 0")

    def moved(self, place):
        """The text of a slider."""
        return self.browser.evaluate(f"document.querySelectorAll('[role=slider]')[{place}].getAttribute('aria-valuetext')")

    def hand_did(self):
        browser = self.browser
        before = browser.evaluate("document.querySelectorAll('#attempts .tile').length")
        self.make(5)
        self.make(1, "right" if self.way != "right" else "left")
        browser.wait(f"document.querySelectorAll('#attempts .tile').length >= Math.min({before} + 6, 200)")
        self.choose_gesture()
        self.press("Remove all marks", "#attempts")
        # By mouse: the newest attempt was in another direction.
        browser.click("#attempts .tile")
        browser.wait("document.querySelector('#attempts .tile').innerText.includes('meant')")
        browser.click("#attempts .tile")
        browser.wait("document.querySelector('#attempts .tile').innerText.includes('not meant')")
        # By keys: the five before it should be the gesture.
        for _ in range(5):
            browser.key("ArrowRight")
            browser.key("y")
        browser.wait("document.querySelectorAll('#attempts .tile.wished').length === 6")
        takes = browser.wait("(t => t.includes('that are meant') && t)(document.querySelector('#attempts .takes').innerText)")
        # A threshold by keys, and back.
        browser.evaluate("document.querySelectorAll('[role=slider]')[0].focus()")
        start = self.moved(0)
        browser.key("ArrowRight")
        browser.wait(f"document.querySelectorAll('[role=slider]')[0].getAttribute('aria-valuetext') !== {json.dumps(start)}")
        for _ in range(3):
            browser.key("PageUp")
        by_keys = browser.wait("(t => t.includes('recognizes') && t)(document.querySelectorAll('[role=slider]')[0].getAttribute('aria-valuetext'))")
        self.press("Back to my rules", "#attempts")
        browser.wait("!document.querySelector('.threshold.moved')")
        fluid = self.drag_threshold()
        self.press("Thresholds from the attempts", "#attempts")
        browser.wait("document.querySelector('#attempts .tuned li')")
        proposed = browser.text("#attempts .tuned li")
        if not browser.evaluate("Boolean(document.querySelector('.threshold.moved'))"):
            browser.evaluate("document.querySelectorAll('[role=slider]')[0].focus()")
            browser.key("ArrowRight")
        self.press("Add to my rules", "#attempts")
        self.draft_is(True)
        self.undo_all()
        self.draft_is(False)
        return f"{takes} Slider: {by_keys}. Proposed: {proposed} {fluid}"

    hand_did.name = "hand"

    def drag_threshold(self):
        """Drags the first threshold over all of its axis: verdicts follow, and frames keep coming."""
        browser = self.browser
        browser.evaluate("""(() => {
          const frames = window.frames60 = []
          let last = performance.now()
          const step = now => { frames.push(now - last); last = now; if (frames.length < 600) requestAnimationFrame(step) }
          requestAnimationFrame(step)
          return 0
        })()""")
        browser.middle(".threshold .stage")
        box = browser.evaluate("(b => [b.left, b.top, b.width, b.height])(document.querySelector('.threshold .stage').getBoundingClientRect())")
        y = box[1] + box[3] / 2
        signs = []
        for start, end in ((0.02, 0.98), (0.98, 0.05)):
            browser.drag((box[0] + box[2] * start, y), (box[0] + box[2] * end, y), steps=60)
            time.sleep(0.3)
            signs.append(browser.evaluate("[...document.querySelectorAll('.tile .sign')].map(one => one.textContent).join('')"))
        self.check(signs[0] != signs[1], "no picture changed while the threshold was dragged")
        frames = sorted(browser.evaluate("frames60.slice(2)"))
        count = browser.evaluate("document.querySelectorAll('#attempts .tile').length")
        self.press("Back to my rules", "#attempts")
        median, late = frames[len(frames) // 2], sum(1 for one in frames if one > 100)
        self.check(median < 50, f"a frame takes {median:.0f} ms while a threshold is dragged")
        return f"Dragged among {count} pictures: a frame each {median:.0f} ms, the longest {frames[-1]:.0f} ms, {late} above 100 ms."

    def gestures(self):
        browser = self.browser
        self.tab("gestures")
        self.press("Forms", "#gestures")
        browser.wait("document.querySelector('#gestures .gesture')")
        self.press(self.gesture, "#gestures .gestures")
        browser.wait(f"document.querySelector('#gestures .head h3').textContent === {json.dumps(self.gesture)}")
        browser.evaluate("document.querySelectorAll('#gestures details').forEach(one => { one.open = true })")
        # The first quantity of its kind that has a number: made from the schema, so its name is not known here.
        name = browser.wait("document.querySelector('#gestures .with-unit input')?.id")
        field = f"#{name}".replace("%", "\\%")
        browser.click(field)
        low = browser.evaluate(f"Number(document.querySelector({json.dumps(field)}).min) + 1")
        browser.key("Control", "a")
        browser.write(f"{low:g}")
        browser.wait(f"document.activeElement.id === {json.dumps(name)}")
        self.draft_is(True)
        self.check(browser.evaluate(f"document.activeElement.id === {json.dumps(name)}"), "the field has lost the focus while it was typed in")
        browser.evaluate("document.querySelector('#changes .main').focus()")
        browser.key("Enter")
        browser.wait("document.querySelector('dialog[open] .ins')")
        shown = browser.text("dialog .ins code")
        found = accessible.audit(browser)["faults"]
        self.check(not found, f"the dialog: {found}")
        browser.key("Escape")
        browser.wait("!document.querySelector('dialog[open]')")
        self.undo_all()
        self.draft_is(False)
        # Another action by pressing keys.
        fields = browser.evaluate("[...document.querySelectorAll('#gestures fieldset.set > legend')].map(one => one.textContent)")
        self.press("What waits", "#gestures")
        relations = browser.wait("document.querySelector('#gestures .relations').innerText")
        return f"changed: {shown}; sections: {', '.join(fields)}; relations: {' '.join(relations.split())[:80]}"

    def kinds(self):
        """Each kind that the schema has gets a form, without a line for it in the page."""
        browser = self.browser
        self.tab("gestures")
        self.press("Forms", "#gestures")
        self.press(self.gesture, "#gestures .gestures")
        field = browser.wait("document.querySelector('#gestures .form select')?.id")
        selector = f'[id="{field}"]'
        kinds = browser.evaluate(f"[...document.querySelector({json.dumps(selector)}).options].map(one => one.text).slice(1)")
        self.check(len(kinds) > 10, f"the kinds are {kinds}")
        counts, missing = {}, []
        for kind in kinds:
            browser.choose(selector, kind)
            browser.wait(f"(s => s && s.selectedOptions[0].text === {json.dumps(kind)})(document.querySelector({json.dumps(selector)}))")
            time.sleep(0.15)
            browser.evaluate("document.querySelectorAll('#gestures details').forEach(one => { one.open = true })")
            counts[kind] = browser.evaluate("document.querySelectorAll('#gestures .form .field').length")
            missing += [f"{kind}: {one}" for one in accessible.audit(browser)["faults"]]
        self.undo_all()
        self.draft_is(False)
        self.check(not missing, str(missing[:6]))
        # `sequence` has but two settings.
        self.check(min(counts.values()) >= 2, f"fields: {counts}")
        return f"{len(kinds)} kinds with {min(counts.values())} to {max(counts.values())} fields"

    def text(self):
        browser = self.browser
        self.tab("gestures")
        self.press("The file", "#gestures")
        browser.click("#rules-text")
        browser.key("Control", "End")
        browser.write("\n[gesture.studio-wrong]\nkind = \"no-such-kind\"\n")
        words = browser.wait("(t => t.includes('error') && t)(document.querySelector('#rules-state').innerText)")
        fault = browser.text("#gestures .diagnostics .bad")
        self.check(browser.evaluate("document.activeElement.id === 'rules-text'"), "the editor has lost the focus")
        self.press("See the changes", "#changes")
        browser.wait("document.querySelector('dialog[open]')")
        self.check(browser.evaluate("document.querySelector('dialog .main').disabled"), "rules with an error could be written")
        self.press("Discard", "dialog")
        self.press("Yes, discard", "dialog")
        browser.wait("!document.querySelector('dialog[open]')")
        self.draft_is(False)
        self.check("no-such-kind" not in browser.evaluate("document.querySelector('#rules-text').value"), "the editor still has what was discarded")
        self.press("Forms", "#gestures")
        return f"{words} {' '.join(fault.split())}"

    def new(self):
        browser = self.browser
        self.tab("new")
        self.press("Start", "#new")
        time.sleep(0.2)
        # In another direction than any gesture of the rules: two equal gestures would be an error.
        self.make(5, "up")
        browser.wait("document.querySelectorAll('#new .slots .in').length === 5")
        self.press("Leave out", "#new .slots")
        browser.wait("document.querySelectorAll('#new .slots .out').length === 1")
        self.press("Left out", "#new .slots")
        proposals = browser.wait("[...document.querySelectorAll('#new .proposal label')].map(one => one.innerText).join('; ')")
        browser.click("#new-name")
        browser.key("Control", "a")
        browser.write(NAME)
        # The effect, by pressing the keys.
        browser.choose("#new-effect", "Keys")
        browser.click("#new-effect--keys-keys")
        browser.key("Control", "Alt", "ArrowLeft")
        keys = browser.wait("document.getElementById('new-effect--keys').value")
        self.check(keys == "Ctrl+Alt+Left", f"the keys were taken as {keys!r}")
        # And by a command instead.
        browser.choose("#new-effect", "Command")
        browser.click("#new-effect--command")
        browser.write("true")
        browser.key("Tab")
        self.press("See the change", "#new")
        browser.wait("document.querySelector('#new .difference .ins')")
        shown = browser.text("#new .difference")
        self.check(NAME in shown and "run" in shown, f"the change is {shown!r}")
        self.press("Write", "#new")
        browser.wait("document.querySelector('#new-step-4').innerText.includes('The gesture is in your rules')")
        self.draft_is(False)
        self.press("Practise it", "#new")
        browser.wait("document.querySelector('#new .score')")
        self.make(3, "up")
        judged = browser.wait("(l => l.length >= 3 && l.map(one => one.innerText.replace(/\\s+/g, ' ')).join('; '))([...document.querySelectorAll('#new .judged li')])")
        score = browser.text("#new .score")
        self.press("Stop practising", "#new")
        # It is taken out again, so that the rules are as before.
        self.tab("gestures")
        self.press("Forms", "#gestures")
        self.press(NAME, "#gestures .gestures")
        self.press("Remove", "#gestures .head")
        self.draft_is(True)
        self.press("See the changes", "#changes")
        self.press("Write", "dialog")
        self.draft_is(False)
        return f"{proposals} | {' '.join(shown.split())[:100]} | {score}: {judged[:120]}"

    def keyboard(self):
        """The way round by keys alone: tabs, a switch, a form, the dialog."""
        browser = self.browser
        browser.evaluate("document.querySelector('#tabs [tabindex=\"0\"]').focus()")
        browser.key("Home")
        seen = []
        for _ in TABS:
            seen.append(browser.evaluate("document.activeElement.getAttribute('aria-controls')"))
            self.check(browser.evaluate("!document.getElementById(document.activeElement.getAttribute('aria-controls')).hidden"), "a tab has the focus and is not shown")
            browser.key("ArrowRight")
        self.check(seen == list(TABS), f"arrow keys go through {seen}")
        browser.key("End")
        browser.key("ArrowLeft")
        browser.key("Tab")
        self.check(browser.evaluate("document.getElementById('gestures').contains(document.activeElement)"), "Tab does not go from the tabs into the view")
        return "tabs: " + ", ".join(seen)

    def everybody(self):
        """The checks of WCAG, in every view."""
        found, looked = [], 0
        for name in TABS:
            self.tab(name)
            time.sleep(0.4)
            pages = ["Forms", "What waits", "The file"] if name == "gestures" else [None]
            for page in pages:
                if page:
                    self.press(page, "#gestures .switch")
                if page == "Forms":
                    self.browser.evaluate("document.querySelectorAll('#gestures details').forEach(one => { one.open = true })")
                    time.sleep(0.2)
                result = accessible.audit(self.browser)
                looked += result["texts"]
                found += [f"{name}{' ' + page if page else ''}: {one}" for one in result["faults"] + accessible.focus_faults(self.browser)]
        self.check(not found, "\n    ".join([f"{len(found)} faults"] + found[:30]))
        return f"{looked} texts, no fault"

    def narrow(self):
        """Nothing goes sideways at 360 px, nor at 4K."""
        size = self.browser.size
        try:
            for width in (360, 3840):
                self.browser.resize(width, 760 if width == 360 else 2000)
                time.sleep(0.3)
                for name in TABS:
                    self.tab(name)
                    for page in ["Forms", "What waits", "The file"] if name == "gestures" else [None]:
                        if page:
                            self.press(page, "#gestures .switch")
                        found = [one for one in accessible.audit(self.browser)["faults"]]
                        self.check(not found, f"{width} px, {name} {page or ''}: {found[:4]}")
        finally:
            self.browser.resize(*size)
        return "360 px and 3840 px"

    def motion(self):
        found = accessible.motion_faults(self.browser)
        self.check(not found, str(found))
        return "nothing moves by itself"

    def end(self):
        """A studio that ends shows that, and how to continue."""
        self.check(self.end_studio, "--end says how the studio is ended")
        self.end_studio()
        words = self.browser.wait("document.querySelector('#banner .notice.bad')?.innerText", 40)
        self.check("gesture-bridge studio" in words, f"it does not say how to go on: {words!r}")
        return " ".join(words.split())


STEPS = {"open": Journey.open, "now": Journey.now, "names": Journey.names, "hand": Journey.hand_did, "gestures": Journey.gestures, "kinds": Journey.kinds, "text": Journey.text,
         "new": Journey.new, "keyboard": Journey.keyboard, "everybody": Journey.everybody, "narrow": Journey.narrow,
         "motion": Journey.motion, "end": Journey.end}


def run(journey, steps, shots=None):
    """Takes the steps one after another; returns a list of those that failed, each with its fault."""
    wrong = []
    for name in steps:
        start = time.monotonic()
        try:
            words = STEPS[name](journey)
            print(f"ok   {name} ({time.monotonic() - start:.1f} s): {words}", flush=True)
        except (BrowserError, subprocess.SubprocessError, OSError) as error:
            wrong.append(name)
            print(f"FAIL {name}: {error}", flush=True)
            if os.environ.get("TRACE"):
                traceback.print_exc()
        if shots:
            with contextlib.suppress(BrowserError):
                journey.browser.screenshot(pathlib.Path(shots, f"{journey.browser.kind}-{name}.png"))
    if journey.browser.errors():
        wrong.append("console")
        print("FAIL console:", *journey.browser.errors(), sep="\n    ")
    return wrong


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("address")
    parser.add_argument("browser", choices=("chromium", "firefox"))
    for name, default in (("hand", None), ("gesture", "next-workspace"), ("way", "left"), ("size", "1280x900"), ("end", None), ("shots", None)):
        parser.add_argument(f"--{name}", default=default)
    parser.add_argument("--fingers", type=int, default=3)
    parser.add_argument("--steps", default="open,now,hand,gestures,kinds,text,new,keyboard,everybody,narrow")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--calm", action="store_true")
    options = parser.parse_args()

    def hand(fingers, way):
        if options.hand is None:
            raise BrowserError("--hand says how a gesture is made")
        subprocess.run([*shlex.split(options.hand), str(fingers), way], check=True, timeout=60, stdout=subprocess.DEVNULL)

    def end():
        subprocess.run(shlex.split(options.end), check=True, timeout=60, stdout=subprocess.DEVNULL)

    size = tuple(map(int, options.size.split("x")))
    with Browser(options.browser, size, options.dark, options.calm) as browser:
        print(f"{options.browser} {browser.version}{' dark' if options.dark else ''}{' calm' if options.calm else ''} {options.size}")
        journey = Journey(browser, options.address, hand, options.gesture, options.fingers, options.way, options.end and end)
        wrong = run(journey, options.steps.split(","), options.shots)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
