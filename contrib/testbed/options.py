"""The options of a script, and behind `--` a program with its arguments."""

import argparse
import sys


class OptionParser(argparse.ArgumentParser):
    """Reads the options of a script whose manual is its __doc__; `--help` prints the manual."""

    def __init__(self, manual):
        super().__init__(usage=manual.replace("%", "%%"), add_help=False)
        self.manual = manual
        self.add_argument("-h", "--help", action="store_true")

    def read(self):
        """The options, and the program with its arguments: nothing if there is no `--`."""
        arguments, program = sys.argv[1:], []
        if "--" in arguments:
            at = arguments.index("--")
            arguments, program = arguments[:at], arguments[at + 1 :]
        options = self.parse_args(arguments)
        if options.help:
            print(self.manual)
            sys.exit(0)
        return options, program
