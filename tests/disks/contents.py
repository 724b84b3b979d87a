# SPDX-License-Identifier: MIT
"""The contents of disk files. Sectors of a pattern disk contain their own numbers
(lib/disk_pattern.h)."""

import random

import disk_images

SECTOR = disk_images.SECTOR
NAMES = ("pattern", "half", "wrong", "random", "zeros", "short", "odd", "empty")
READABLE = {"pattern", "half", "random", "zeros"}        # with space for every read
LYING = {"wrong", "odd"}                # the last sector of an odd size is filled with zeros


def pattern():
    return b"".join(disk_images.sector(number) for number in range(disk_images.SECTORS))


def make_all():
    """Contents by name."""
    whole = pattern()
    return {
        "pattern": whole,
        "half": whole[:len(whole) // 2],                # the header counts sectors that are missing
        "wrong": whole[:3 * SECTOR] + whole[4 * SECTOR:5 * SECTOR] + whole[4 * SECTOR:],
        "random": random.Random(1).randbytes(1 << 20),
        "zeros": bytes(1 << 20),
        "short": bytes(7 * SECTOR),
        "odd": whole[:100 * SECTOR + 100],
        "empty": b"",
    }
