"""Exit status 0 when this machine lets a program trace its children."""

import ctypes
import os
import sys

PTRACE_TRACEME = 0

child = os.fork()
if child == 0:
    os._exit(0 if ctypes.CDLL(None).ptrace(PTRACE_TRACEME, 0, None, None) == 0 else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
