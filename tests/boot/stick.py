#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Copy the EFI system partition of an image, with sectors of 512 or 4096 bytes, to a file, or a file
back into the image.

usage: stick.py take IMAGE FILE
       stick.py put IMAGE FILE
"""
import struct
import sys

SECTORS = (512, 4096)
EFI_SYSTEM = bytes.fromhex("28732ac11ff8d211ba4b00a0c93ec93b")


def find(image):
    """First byte and size of the partition. UEFI Specification, "GUID Partition Table"."""
    for sector in SECTORS:
        image.seek(sector)
        header = image.read(512)
        if header.startswith(b"EFI PART"):
            break
    first, count, size = struct.unpack_from("<Q2I", header, 72)
    for index in range(count):
        image.seek(first * sector + index * size)
        entry = image.read(size)
        begin, last = struct.unpack_from("<2Q", entry, 32)
        if entry[:16] == EFI_SYSTEM or entry[56:64] == "Appe".encode("utf-16-le"):
            return begin * sector, (last - begin + 1) * sector
    sys.exit("stick: the image has no EFI system partition")


def main(action, path, other):
    with open(path, "r+b" if action == "put" else "rb") as image:
        begin, size = find(image)
        image.seek(begin)
        if action == "take":
            with open(other, "wb") as to:
                to.write(image.read(size))
        else:
            with open(other, "rb") as source:
                image.write(source.read(size))


main(*sys.argv[1:])
