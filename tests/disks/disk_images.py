# SPDX-License-Identifier: MIT
"""Disks for tests/disks/disk.sh, made without code of the project: one whose sectors contain their
numbers (lib/disk_pattern.h), one with a wrong sector 3, an empty one of 33 sectors, and sealed ones
(lib/disk_seal.h): with token 0x5eed, with another token, of another size, damaged, and without a seal.

usage: disk_images.py DIRECTORY
"""
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from wire_line import crc32c  # noqa: E402

SECTOR = 512
SECTORS = 2048
MARK = 0x4C41455344534B31
MASK = (1 << 64) - 1


def split_mix(state):
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        yield z ^ z >> 31


def sector(number):
    numbers = split_mix(number)
    words = [MARK, number, SECTORS] + [next(numbers) for _ in range(SECTOR // 8 - 3)]
    data = struct.pack(f"<{len(words)}Q", *words)[:-4]
    return data + struct.pack("<I", crc32c(data))


def seal(token, sectors):
    mark = b"Bareline scratch disk: contents may be overwritten.\n\0"
    data = (mark.ljust(64, b"\0") + struct.pack("<QQ", token, sectors)).ljust(SECTOR - 4, b"\0")
    return data + struct.pack("<I", crc32c(data))


def write_sealed(directory):
    whole = seal(0x5EED, SECTORS)
    firsts = {"ours": whole, "of-another": seal(0x5EEE, SECTORS), "moved": seal(0x5EED, SECTORS * 2),
              "damaged": whole[:100] + b"x" + whole[101:], "unsealed": bytes(SECTOR)}
    for name, first in firsts.items():
        with open(f"{directory}/{name}.img", "wb") as image:
            image.write(first + bytes((SECTORS - 1) * SECTOR))


def main():
    directory = sys.argv[1]
    sectors = [sector(number) for number in range(SECTORS)]
    for name, of_three in (("right", sectors[3]), ("wrong", sectors[4])):
        sectors[3] = of_three
        with open(f"{directory}/{name}.img", "wb") as image:
            image.write(b"".join(sectors))
    with open(f"{directory}/short.img", "wb") as image:
        image.write(bytes(33 * SECTOR))
    write_sealed(directory)


if __name__ == "__main__":
    main()
