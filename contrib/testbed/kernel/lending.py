"""A program that asks the service for touch devices, and what it can do with them."""

import errno
import os
import socket
import struct
import time

from devices import ABS_MT_POSITION_X, EV_ABS

SOCKET = "/run/gesture-bridge/devices.sock"
LIMIT = 30  # seconds


def borrow(request, user):
    """Asks as a user: the connection, the word of the answer, and what came with it."""
    os.seteuid(user)
    try:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        connection.settimeout(LIMIT)
        connection.connect(SOCKET)
    finally:
        os.seteuid(0)
    try:
        connection.send(request)
    except BrokenPipeError:
        pass  # refused before it could ask
    try:
        word, passed, _, _ = socket.recv_fds(connection, 64, 4)
    except ConnectionResetError:
        word, passed = b"", []
    return connection, word.decode(), passed


def attempt(act):
    try:
        act()
        return "done"
    except OSError as error:
        return errno.errorcode[error.errno]


def opening(path, flags, user):
    """The result when a user opens a node."""
    os.seteuid(user)
    try:
        return attempt(lambda: os.close(os.open(path, flags)))
    finally:
        os.seteuid(0)


def touch(fd):
    os.write(fd, struct.pack("<qqHHi", 0, 0, EV_ABS, ABS_MT_POSITION_X, 1))


def opened(bed):
    """The devices that the daemon has open; while it closes one, what it has can't be listed."""
    while not (answer := bed.obey("opened")).startswith("ok"):
        time.sleep(0.02)
    return answer[3:]
