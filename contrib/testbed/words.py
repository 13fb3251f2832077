"""The small words of the bed's command lines: times, numbers, positions, options."""

import time


class BedError(Exception):
    """A command that can't be done; its text is the answer."""


def milliseconds(text):
    try:
        if text.endswith("ms"):
            return float(text[:-2])
        if text.endswith("s"):
            return float(text[:-1]) * 1000
    except ValueError:
        pass
    raise BedError(f"{text} is no time; write 200ms or 1.5s")


def number(text):
    for suffix, factor in (("ms", 1), ("mm/s", 1), ("mm", 1), ("deg", 1), ("s", 1000)):
        if text.endswith(suffix):
            text, scale = text.removesuffix(suffix), factor
            break
    else:
        scale = 1
    try:
        return float(text) * scale
    except ValueError:
        raise BedError(f"{text} is no number") from None


def point(text):
    x, comma, y = text.partition(",")
    if not comma:
        raise BedError(f"{text} is no position; write X,Y in mm")
    return number(x), number(y)


def split_options(words):
    """Separates `key=value` words from the others."""
    options = dict(word.split("=", 1) for word in words if "=" in word)
    return [word for word in words if "=" not in word], options


def split_limit(words):
    """Separates a closing `within=2s` from the text before it, which may hold any words."""
    at = len(words) - 1 if words and words[-1].startswith("within=") else len(words)
    return words[:at], words[at:]


def time_limit(words):
    """The end of a wait given as `within=2s` and nothing else."""
    words, options = split_options(words)
    if words:
        raise BedError(f"{words[0]} means nothing here")
    limit = milliseconds(options.pop("within", "5s")) / 1000
    if options:
        raise BedError(f"unknown option {next(iter(options))}")
    return time.monotonic() + limit
