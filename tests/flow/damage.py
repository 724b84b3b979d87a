#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Copies of a file or directory, each with damage in one file: bytes and bits changed, removed or
repeated, or the file cut. The damage depends only on the seed and the copy's number.

usage: damage.py SOURCE COPIES COUNT SEED; writes COPIES/0, COPIES/1, ...
"""
import pathlib
import random
import shutil
import sys

DAMAGES_MAX = 6
BYTES_MAX = 20


def damage_once(data, rng):
    place, length = rng.randrange(len(data)), rng.randrange(1, BYTES_MAX)
    kind = rng.randrange(5)
    if kind == 0:
        data[place] = rng.randrange(256)
    elif kind == 1:
        data[place] ^= 1 << rng.randrange(8)
    elif kind == 2 and len(data) > length:
        del data[place:place + length]
    elif kind == 3:
        data[place:place] = data[rng.randrange(len(data)):][:length]
    elif rng.randrange(4) == 0:
        del data[place + 1:]


def main():
    source, copies, count = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
    copies.mkdir()
    for number in range(count):
        rng = random.Random(f'{sys.argv[4]}-{number}')
        copy = copies / str(number)
        if source.is_dir():
            shutil.copytree(source, copy)
        else:
            shutil.copy(source, copy)
        file = rng.choice(sorted(path for path in copy.rglob('*') if path.is_file())) if source.is_dir() else copy
        data = bytearray(file.read_bytes())
        for _ in range(rng.randrange(1, DAMAGES_MAX)):
            damage_once(data, rng)
        file.write_bytes(data)


main()
