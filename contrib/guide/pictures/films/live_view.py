#!/usr/bin/python3
"""Films the live view of `gesture-bridge watch` while a recording plays, as an animated SVG.

usage: live_view.py PROGRAM RECORDING RULES PICTURE

The program runs in a terminal of tmux, whose screen is looked at ten times a second. Each stretch of a line that stays the same
for some time is one element of the picture, which is shown for that time. Without animation the last screen is shown.

Prints the text of the last screen, with a # for each digit.
"""

import html
import os
import re
import subprocess
import sys
import tempfile
import time

COLUMNS, ROWS = 96, 24
EVERY = 0.1  # s
# How long the end is shown before it all begins again.
END = 2.5  # s
CELL, LINE, SIZE = 7.8, 16, 13  # of a character in px: width, height, and the size of the font
BACKGROUND, TEXT = "#14181d", "#d8dee6"
STYLE = re.compile(r"\x1b\[([0-9;]*)m")


def main(program, recording, rules, picture):
    screens = film(program, os.path.abspath(recording), os.path.abspath(rules))
    with open(picture, "w", encoding="utf-8") as file:
        file.write(drawing(screens))
    print(*(re.sub(r"\d", "#", STYLE.sub("", line).rstrip()) for line in screens[-1]), sep="\n")


def film(program, recording, rules):
    """The pictures on the terminal: a list of screens, each a list of lines with their escape sequences."""
    with tempfile.TemporaryDirectory() as folder:
        # The view names the rules file: it is called as a user's own.
        with open(rules, encoding="utf-8") as source, open(f"{folder}/bindings.toml", "w", encoding="utf-8") as copy:
            copy.write(source.read())
        os.chmod(f"{folder}/bindings.toml", 0o600)
        command = f"cd {folder} && {os.path.abspath(program)} replay {recording} --config bindings.toml --debug"
        tmux = ["tmux", "-u", "-f", "/dev/null", "-S", f"{folder}/tmux"]
        surroundings = dict(os.environ, LC_ALL="C.UTF-8", TMUX="", TERM="xterm-256color")
        subprocess.run([*tmux, "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), command], env=surroundings, check=True)
        screens = []
        try:
            due = time.monotonic()
            while not screens or "the recording has ended" not in STYLE.sub("", "".join(screens[-1])):
                due += EVERY
                time.sleep(max(0, due - time.monotonic()))
                text = subprocess.run([*tmux, "capture-pane", "-p", "-e"], capture_output=True, text=True, check=True).stdout
                screens.append(text.rstrip("\n").split("\n"))
                if len(screens) > 60 / EVERY:
                    sys.exit("live_view.py: the recording has not ended after a minute")
        finally:
            subprocess.run([*tmux, "kill-server"], check=False)
    while screens and not "".join(screens[0]).strip():
        screens.pop(0)
    return screens


def pieces(line, style):
    """The runs of characters of one style in a line: (column, text, style); and the style at its end."""
    column, found = 0, []
    for index, part in enumerate(STYLE.split(line)):
        if index % 2:
            style = changed(style, part)
            continue
        # A blank that is not inverted shows nothing.
        for word in re.finditer(r"\S+(?: \S+)*" if not style[2] else r".+", part):
            found.append((column + word.start(), word.group(), style))
        column += len(part)
    return found, style


def changed(style, codes):
    """A style is (colour, bold, inverted)."""
    colour, bold, inverted = style
    words = [int(code or 0) for code in codes.split(";")]
    while words:
        word = words.pop(0)
        if word == 0:
            colour, bold, inverted = None, False, False
        elif word == 1:
            bold = True
        elif word == 7:
            inverted = True
        elif word in (38, 48) and len(words) >= 2 and words[0] == 5:
            if word == 38:
                colour = of_palette(words[1])
            del words[:2]
        elif word == 39:
            colour = None
    return colour, bold, inverted


def of_palette(number):
    """A colour of the 256 that terminals have; the first 16 are not used by the view."""
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    steps = (0, 95, 135, 175, 215, 255)
    number -= 16
    return "#" + "".join(f"{steps[part]:02x}" for part in (number // 36, number // 6 % 6, number % 6))


def drawing(screens):
    times = {}  # each piece with its row: the screens that show it
    for number, screen in enumerate(screens):
        style = (None, False, False)
        for row, line in enumerate(screen):
            found, style = pieces(line, style)
            for piece in found:
                times.setdefault((row, *piece), []).append(number)
    length = len(screens) * EVERY + END
    width, height = COLUMNS * CELL + 20, ROWS * LINE + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" font-family="DejaVu Sans Mono, monospace" '
        f'font-size="{SIZE}" xml:space="preserve">',
        "<title>The live view: three fingers swipe too slowly, then fast enough; four fingers change the volume</title>",
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>',
    ]
    for (row, column, text, style), numbers in sorted(times.items(), key=lambda entry: entry[0][:2]):
        parts.append(element(row, column, text, style, numbers, len(screens), length))
    return "\n".join(parts) + "\n</svg>\n"


def element(row, column, text, style, numbers, count, length):
    colour, bold, inverted = style
    x, y, wide = 10 + column * CELL, 10 + row * LINE, len(text) * CELL
    shown = animation(numbers, count, length)
    hidden = ' visibility="hidden"' if numbers[-1] != count - 1 else ""
    weight = ' font-weight="bold"' if bold else ""
    fill = BACKGROUND if inverted else colour or TEXT
    letters = (f'<text x="{x:.1f}" y="{y + 12:.0f}" textLength="{wide:.1f}" lengthAdjust="spacingAndGlyphs" fill="{fill}"'
               f'{weight}{hidden if not inverted else ""}>{html.escape(text)}{shown if not inverted else ""}</text>')
    if not inverted:
        return letters
    box = f'<rect x="{x:.1f}" y="{y:.0f}" width="{wide:.1f}" height="{LINE}" fill="{colour or TEXT}"/>'
    return f"<g{hidden}>{box}{letters}{shown}</g>"


def animation(numbers, count, length):
    """The times at which it is visible, as an endless animation; nothing if it is always visible."""
    if len(numbers) == count:
        return ""
    values, moments = [], []
    for number in range(count):
        value = "visible" if number in set(numbers) else "hidden"
        if not values or values[-1] != value:
            values.append(value)
            moments.append(f"{number * EVERY / length:.4f}".rstrip("0").rstrip(".") or "0")
    return (f'<animate attributeName="visibility" calcMode="discrete" dur="{length:.1f}s" repeatCount="indefinite" '
            f'values="{";".join(values)}" keyTimes="{";".join(moments)}"/>')


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
