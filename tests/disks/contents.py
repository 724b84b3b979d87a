# SPDX-License-Identifier: MIT
"""What is in the files that are disks. The sectors of a pattern disk hold their own numbers
(lib/disk_pattern.h)."""

import random

import disk_images

SECTOR = disk_images.SECTOR
NAMES = ("pattern", "half", "wrong", "random", "zeros", "short", "odd", "empty")
READABLE = {"pattern", "half", "random", "zeros"}        # with room for every read there is
LYING = {"wrong", "odd"}                # the last of odd is filled up with zeros


def pattern():
    return b"".join(disk_images.sector(number) for number in range(disk_images.SECTORS))


def make_all():
    """By name, the bytes."""
    whole = pattern()
    return {
        "pattern": whole,
        "half": whole[:len(whole) // 2],                # the seal speaks of sectors that are gone
        "wrong": whole[:3 * SECTOR] + whole[4 * SECTOR:5 * SECTOR] + whole[4 * SECTOR:],
        "random": random.Random(1).randbytes(1 << 20),
        "zeros": bytes(1 << 20),
        "short": bytes(7 * SECTOR),
        "odd": whole[:100 * SECTOR + 100],
        "empty": b"",
    }
