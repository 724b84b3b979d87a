# SPDX-License-Identifier: MIT
"""A reader of a serial port that pauses once.

usage: reader.py SOCKET LOG SECONDS

Copies QEMU's output from the socket to the log, and reads nothing for SECONDS after the plan
record. The socket's buffer is small, so the machine has to wait.

"""
import socket
import sys
import time

BYTES_AT_ONCE = 256
CONNECT_TRIES = 600


def connect(path):
    link = socket.socket(socket.AF_UNIX)
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    for _ in range(CONNECT_TRIES):
        try:
            link.connect(path)
            return link
        except OSError:
            time.sleep(0.1)
    sys.exit(f"{path}: no listener")


def main(path, log, seconds):
    link = connect(path)
    seen, has_paused = b"", False
    with open(log, "wb", buffering=0) as file:
        while block := link.recv(BYTES_AT_ONCE):
            file.write(block)
            seen = (seen + block)[-2 * BYTES_AT_ONCE:]
            if not has_paused and b"@plan " in seen:
                has_paused = True
                time.sleep(float(seconds))


main(*sys.argv[1:])
