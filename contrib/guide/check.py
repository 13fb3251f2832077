#!/usr/bin/python3
"""Checks the documents: their links lead somewhere, their rules are rules, their command lines do what is shown.

usage: check.py [PROGRAM]          PROGRAM is gesture-bridge; without one it is $GESTURE_BRIDGE_BIN or .build/debug/gesture-bridge
       check.py --links FOLDER     only the links, of all Markdown files in FOLDER

Links: a relative link or picture names a file of this tree, and what follows `#` is a heading of it. Two links lead to pages that each host of
repositories adds: ../../releases and ../../issues.

Rules: `gesture-bridge check` finds nothing wrong with a block of TOML. A note after the fence changes that: `must-fail`,
`must-warn`, `checked`, or `file=NAME`, a file that the other blocks of the page may include. With `must-fail` and `checked` the next block,
`text`, is the output of `check`.

The README has 900 words at most.

Commands: each line that begins with `$` in a block `console` runs, in a new home folder where the page's blocks `file=NAME` are files. What
it prints must be what is shown below it; a line `...` stands for any lines. Of a block `console device`, which needs a touch device, a
desktop or a right, only the words are checked: that there is such a subcommand with such options.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_WORDS = 900  # of the README
HOST_PAGES = {"../../releases", "../../issues"}  # of the repository, seen from a file in its top folder
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+(?:\([^()]*\))?)\)")
FENCE = re.compile(r"^( *)(```+)(.*)$")


class Block:
    def __init__(self, line, words):
        self.line, self.language, self.note, self.lines = line, words[0] if words else "", " ".join(words[1:]), []

    @property
    def text(self):
        return "".join(line + "\n" for line in self.lines)

    @property
    def name(self):
        """Of the file that it is."""
        return self.note.removeprefix("file=") if self.note.startswith("file=") else None


class Page:
    """A document's blocks of code, and the rest of its lines."""

    def __init__(self, path):
        self.path, self.blocks, self.prose = path, [], []
        block = None
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            fence = FENCE.match(line)
            if fence and block is None:
                block = Block(number, fence[3].split())
                self.blocks.append(block)
            elif fence and not fence[3].strip():
                block = None
            elif block is not None:
                block.lines.append(line)
            else:
                self.prose.append((number, line))

    def anchors(self):
        found = {}
        for _, line in self.prose:
            heading = re.match(r"#+ +(.*)", line)
            if heading:
                anchor = slug(heading[1])
                found[anchor] = found.get(anchor, -1) + 1
        return {anchor if number == 0 else f"{anchor}-{number}" for anchor, count in found.items() for number in range(count + 1)}


def slug(heading):
    """The name that web pages of Markdown give to a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return "".join(sign for sign in text.replace(" ", "-") if sign.isalnum() or sign in "-_")


def documents(root):
    if root == ROOT:
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False)
        if listed.returncode == 0:
            return [root / name for name in sorted(listed.stdout.splitlines()) if (root / name).exists()]
    return sorted(path for path in root.rglob("*.md") if ".build" not in path.parts)


def dead_links(pages):
    by_path = {page.path.resolve(): page for page in pages}
    for page in pages:
        for number, line in page.prose:
            for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z]+:", target) or target in HOST_PAGES:
                    continue
                file, _, anchor = target.partition("#")
                path = (page.path.parent / file).resolve() if file else page.path.resolve()
                if not path.exists():
                    yield f"{page.path}:{number}: there is no {target}"
                elif anchor and (path not in by_path or anchor not in by_path[path].anchors()):
                    yield f"{page.path}:{number}: {file or 'this page'} has no heading #{anchor}"


def wrong_rules(page, program):
    for block, after in zip(page.blocks, [*page.blocks[1:], None]):
        if block.language != "toml":
            continue
        with tempfile.TemporaryDirectory() as folder:
            put_files(page, folder)
            if block.name and block.name.startswith("templates/"):
                stroke = pathlib.Path(block.name).stem
                text = f'[gesture.any]\nkind = "stroke"\ntemplates = "{stroke}"\nrun = "true"\n'
            else:
                text = block.text + ("" if "[gesture." in block.text else '[gesture.any]\nkind = "tap"\nrun = "true"\n')
            put(folder, "bindings.toml", text)
            run = subprocess.run([program, "check", "bindings.toml"], cwd=folder, capture_output=True, text=True, check=False)
        said = run.stdout + run.stderr
        is_right = {
            "must-fail": run.returncode == 1 and after and after.language == "text" and after.text == run.stdout,
            "must-warn": run.returncode == 0 and ": warning: " in said,
            "checked": run.returncode == 0 and after and after.language == "text" and after.text == run.stdout,
        }.get(block.note, run.returncode == 0 and ", no problems\n" in said)
        if not is_right:
            yield f"{page.path}:{block.line}: these rules are not what the page says:\n{said.rstrip()}"


def put(folder, name, text):
    path = pathlib.Path(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)


def put_files(page, folder):
    for block in page.blocks:
        if block.name:
            put(folder, block.name, block.text)


def commands(block):
    """Each command line of a console with the lines that are shown below it."""
    found = []
    for line in block.lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def wrong_commands(page, program):
    consoles = [block for block in page.blocks if block.language == "console"]
    if not consoles:
        return
    with tempfile.TemporaryDirectory() as home:
        put_files(page, home)
        surroundings = {
            "HOME": home, "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": home, "TERM": "dumb", "USER": os.environ.get("USER", "root"),
            "PATH": f"{os.path.dirname(program)}:/usr/local/bin:/usr/bin:/bin",
        }
        os.chmod(home, 0o700)
        for block in consoles:
            for command, shown in commands(block):
                yield from (f"{page.path}:{block.line}: {trouble}" for trouble in unknown_words(command, program))
                if block.note == "device":
                    continue
                run = subprocess.run(["bash", "-c", command], cwd=home, env=surroundings, text=True, timeout=60, check=False,
                                     stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                if not fits(shown, run.stdout.splitlines()):
                    yield f"{page.path}:{block.line}: `{command}` prints\n{run.stdout.rstrip()}"


def fits(shown, printed):
    """Whether lines are those that are shown, where `...` stands for any."""
    while shown and not shown[-1].strip():
        shown = shown[:-1]
    pattern = "".join("(?:.*\n)*" if line.strip() == "..." else re.escape(line.rstrip()) + "\n" for line in shown)
    return not shown or re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in printed)) is not None


def unknown_words(command, program):
    """Subcommands and options of gesture-bridge that there are not."""
    for part in re.split(r"\|\|?|&&|;|\$\(", command):
        try:
            words = shlex.split(part, comments=True)
        except ValueError:
            continue
        while words and (words[0] == "sudo" or "=" in words[0]):
            words.pop(0)
        if not words or words[0] != "gesture-bridge":
            continue
        path = [word for word in words[1:3] if re.fullmatch(r"[a-z-]+", word) and not word.startswith("-")]
        text = help_of(path[:1], program)
        if path and text is None:
            yield f"`{command}`: there is no gesture-bridge {path[0]}"
            continue
        if len(path) == 2 and path[0] == "ctl":
            text = help_of(path, program)
        for option in (word.split("=")[0] for word in words[1:] if word.startswith("--")):
            if not re.search(re.escape(option) + r"\b", text or ""):
                yield f"`{command}`: there is no option {option}"


def help_of(path, program, known={}):
    if tuple(path) not in known:
        run = subprocess.run([program, "help", *(path or ["run"])], capture_output=True, text=True, check=False)
        text = run.stdout if run.returncode == 0 else None
        if not path and text:
            text += subprocess.run([program, "--help"], capture_output=True, text=True, check=False).stdout
        known[tuple(path)] = text
    return known[tuple(path)]


def main(arguments):
    if arguments[:1] == ["--links"] and len(arguments) == 2:
        problems = list(dead_links([Page(path) for path in documents(pathlib.Path(arguments[1]).resolve())]))
    elif arguments and arguments[0].startswith("-") or len(arguments) > 1:
        sys.exit(__doc__)
    else:
        program = os.path.abspath((arguments + [os.environ.get("GESTURE_BRIDGE_BIN", str(ROOT / ".build/debug/gesture-bridge"))])[0])
        pages = [Page(path) for path in documents(ROOT)]
        problems = list(dead_links(pages))
        words = len((ROOT / "README.md").read_text(encoding="utf-8").split())
        if words > MOST_WORDS:
            problems.append(f"README.md has {words} words, {MOST_WORDS} at most")
        guide = [page for page in pages if page.path.parent in (ROOT, ROOT / "contrib/guide")]
        for page in guide:
            problems += wrong_rules(page, program)
            problems += wrong_commands(page, program)
        blocks = [block for page in guide for block in page.blocks]
        counts = [sum(len(commands(block)) for block in blocks if block.language == "console"),
                  sum(block.language == "toml" for block in blocks)]
        print(f"{len(pages)} documents, {counts[0]} command lines, {counts[1]} blocks of rules: {len(problems) or 'no'} problems")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
