# SPDX-License-Identifier: MIT
"""What is in the files that are disks. A sealed one has sectors that say which they are
(lib/disk_seal.h)."""

import random

import disk_images

SECTOR = disk_images.SECTOR
NAMES = ("sealed", "half", "wrong", "random", "zeros", "short", "odd", "empty")
READABLE = {"sealed", "half", "random", "zeros"}        # with room for every read there is
LYING = {"wrong", "odd"}                # the last of odd is filled up with zeros


def sealed():
    return b"".join(disk_images.sector(number) for number in range(disk_images.SECTORS))


def make_all():
    """By name, the bytes."""
    whole = sealed()
    return {
        "sealed": whole,
        "half": whole[:len(whole) // 2],                # the seal speaks of sectors that are gone
        "wrong": whole[:3 * SECTOR] + whole[4 * SECTOR:5 * SECTOR] + whole[4 * SECTOR:],
        "random": random.Random(1).randbytes(1 << 20),
        "zeros": bytes(1 << 20),
        "short": bytes(7 * SECTOR),
        "odd": whole[:100 * SECTOR + 100],
        "empty": b"",
    }
