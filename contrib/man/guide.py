"""A page of the guide as a part of a man page: Markdown, as far as these pages use it, in scdoc's signs.

The first heading is omitted, for the man page has its own; the others are sections. A table becomes a list of terms, since lines of
a terminal are too short for its columns.
"""

import re


def scdoc(markdown):
    lines = markdown.split("\n")
    text = ["# DESCRIPTION", ""]
    while lines:
        line = lines.pop(0)
        if line.startswith("```"):
            text += block(line, lines)
        elif line.startswith("# "):
            pass
        elif line.startswith("## "):
            text.append("# " + plain(line[3:]).upper())
        elif line.startswith("#"):
            text.append("## " + plain(line.lstrip("# ")))
        elif line.startswith("|"):
            rows = [line]
            while lines and lines[0].startswith("|"):
                rows.append(lines.pop(0))
            text += terms([cells(row) for row in rows])
        elif line.startswith("- "):
            text.append("- " + inline(line[2:]))
        elif line.startswith("  ") and line.strip():
            text.append("  " + inline(line.strip()))
        else:
            text.append(inline(line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(text)).strip() + "\n"


def block(fence, lines):
    text = [f"; {fence[3:]}", "```"]
    while lines and not lines[0].startswith("```"):
        text.append(lines.pop(0).replace("\\", "\\\\"))
    lines.pop(0)
    return [*text, "```"]


def cells(row):
    return [cell.strip() for cell in row.strip("|").split("|")]


def terms(rows):
    heads, text = rows[0], []
    for row in rows[2:]:
        told = [(head, cell) for head, cell in zip(heads[1:], row[1:]) if cell]
        body = [inline(cell) if len(heads) == 2 else f"_{plain(head)}_: {inline(cell)}" for head, cell in told]
        text += [inline(row[0]), "\t" + "++\n".join(body), ""]
    return text


def plain(text):
    """Without any sign of Markdown, and with none of scdoc."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return escaped(re.sub(r"[`*]", "", text))


def inline(text):
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    # Code and what is bold or in italics, each with its signs.
    parts = re.split(r"(`[^`]*`|\*\*[^*]+\*\*|\*[^*]+\*)", text)
    return "".join(emphasized(part) if index % 2 else escaped(part) for index, part in enumerate(parts))


def emphasized(part):
    """Code and bold words in bold, italics underlined."""
    if part.startswith("`"):
        return f"*{escaped(part[1:-1])}*"
    if part.startswith("**"):
        return f"*{escaped(part[2:-2].strip('`'))}*"
    return f"_{escaped(part[1:-1])}_"


def escaped(text):
    """Text in which no character counts as a sign of scdoc."""
    return re.sub(r"[\\*_]|^(?=[-.#|;\[\]] ?)", lambda sign: "\\" + sign.group(), text)
