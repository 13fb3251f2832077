"""Writes the source of a man page with all texts of the program about itself: `; insert PART` becomes that part, and
`; insert guide NAME` that page of the guide.

usage: fill.py PAGE.scd PROGRAM
"""

import json
import pathlib
import re
import subprocess
import sys

import guide

GUIDE = pathlib.Path(__file__).resolve().parents[1] / "guide"
# Every command has these options; the page describes them once.
EVERYWHERE = ("--help", "--version")


def ask(program, *arguments):
    answer = subprocess.run([program, *arguments], capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(f"{program} {' '.join(arguments)}: {answer.stderr.strip()}")
    return answer.stdout


def escaped(text):
    """Text in which no character counts as a sign of scdoc, nor as the beginning of a list, a table or a heading."""
    return re.sub(r"[\\*_]|^(?=[-.#|;\[\]] ?)", lambda sign: "\\" + sign.group(), text, flags=re.M)


def prose(text):
    """Text with the words between backticks in bold."""
    parts = text.split("`")
    return "".join(escaped(part) if index % 2 == 0 else f"*{escaped(part)}*" for index, part in enumerate(parts))


def discussion(text):
    """Prose whose indented lines are commands to type."""
    parts = re.split(r"((?:^  .*\n?)+)", text, flags=re.M)
    return "".join(
        prose(part) if index % 2 == 0 else "\n```\n" + re.sub(r"^  ", "", part, flags=re.M).rstrip() + "\n```\n"
        for index, part in enumerate(parts)
    )


def spelled(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def value(argument):
    return f"_{escaped(argument['valueName'])}_"


def usage(argument):
    """An argument in the form of a command's summary line."""
    if argument["kind"] == "positional":
        word = value(argument)
    else:
        word = f"*{spelled(argument['preferredName'])}*"
        if argument["kind"] == "option":
            word += " " + value(argument)
    if argument.get("isRepeating"):
        word += "..."
    return f"\\[{word}]" if argument["isOptional"] else word


def item(argument):
    """An argument and what it is for."""
    if argument["kind"] == "positional":
        term = value(argument)
    else:
        term = ", ".join(f"*{spelled(name)}*" for name in argument["names"])
        if argument["kind"] == "option":
            term += " " + value(argument)
    sentences = [prose(argument.get("abstract", "")), prose(argument.get("discussion", ""))]
    if argument.get("allValues"):
        sentences.append("One of " + ", ".join(f"*{escaped(name)}*" for name in argument["allValues"]) + ".")
    if argument.get("defaultValue"):
        sentences.append(f"The default is *{escaped(argument['defaultValue'])}*.")
    return f"{term}\n\t{' '.join(sentence for sentence in sentences if sentence)}\n"


def shown(things):
    return [thing for thing in things if thing.get("shouldDisplay", True)]


def is_own(argument):
    name = argument.get("preferredName")
    return name is None or spelled(name) not in EVERYWHERE


def command(description, path):
    """A command's subsection, and those of its own subcommands."""
    path = f"{path} {description['commandName']}".strip()
    arguments = [argument for argument in shown(description.get("arguments", [])) if is_own(argument)]
    parts = shown(description.get("subcommands", []))
    text = ""
    if arguments or not parts:
        line = " ".join([f"*gesture-bridge {path}*"] + [usage(argument) for argument in arguments])
        text = f"## {path}\n\n{line}\n\n{prose(description.get('abstract', ''))}\n\n"
        if description.get("discussion"):
            text += discussion(description["discussion"]) + "\n\n"
        text += "".join(item(argument) + "\n" for argument in arguments)
    return text + "".join(command(part, path) for part in parts)


def commands(program):
    root = json.loads(ask(program, "--experimental-dump-help"))["command"]
    return "".join(command(part, "") for part in shown(root["subcommands"]) if part["commandName"] != "help")


def options(program, name=None):
    """Those of a command, or of a program without commands."""
    found = json.loads(ask(program, "--experimental-dump-help"))["command"]
    if name:
        found = next(part for part in found["subcommands"] if part["commandName"] == name)
    return "".join(item(argument) + "\n" for argument in shown(found["arguments"]))


def main(page, program):
    with open(page, encoding="utf-8") as file:
        text = file.read().replace("@version@", ask(program, "--version").strip())
    for line in text.splitlines():
        name = line.removeprefix("; insert ")
        if name == line:
            print(line)
        elif name == "commands":
            print(commands(program).rstrip())
        elif name.split()[0] == "options":
            print(options(program, *name.split()[1:]).rstrip())
        elif name.startswith("guide "):
            print(guide.scdoc((GUIDE / f"{name.removeprefix('guide ')}.md").read_text(encoding="utf-8")))
        else:
            print(ask(program, "manual", name).rstrip())


main(sys.argv[1], sys.argv[2])
