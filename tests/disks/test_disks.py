#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Test the disk test: one number always gives the same machine, every choice is drawn, and each
rule of the judge is violated by its bad log and by no good log.

usage: tests/disks/test_disks.py
"""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "soak")]

import space  # noqa: E402
from boot import Seen  # noqa: E402
from judge import RULES, broken, has_crashed, is_refused  # noqa: E402

POINT = 'point="device=virtio0 completion=poll"'
DISK = "@disk seq=2 name=virtio0 driver=virtio sectors=2048 sector_bytes=512\n"
SERIES = f"@series seq=3 bench=1 {POINT} stage=total\n"
USE = "@disk_use seq=4 name=virtio0 reads=9 bytes=99 failed={}\n"
END = "@end seq=5 status=complete records=5\n"
GOOD = "@manifest seq=0 format=1\n" + DISK + SERIES + USE.format(0) + END
SKIP = '@skip seq=6 bench=disk.read point="device={}" missing=disk detail="{}"\n'
FAULT = '@fault seq=7 bench=disk.read point="device={}" kind={} detail="{}"\n'
FAILS = FAULT.format("virtio0", "error", "virtio0: cannot read the first sector")


def seen(log=GOOD, status=33):
    return Seen(log, status)


def plan(**changes):
    made = space.Plan(0, sound={"virtio": 1, "nvme": 0})
    for name, value in changes.items():
        setattr(made, name, value)
    return made


# By rule: a log that violates it, and a machine for which the log would be valid (None: never).
BAD = {
    "it ends by itself, in time": (seen(status=None), None),
    "its records end with completion": (seen(GOOD.replace(END, "")), None),
    "nothing panics": (seen(GOOD + '@panic seq=9 reason="page fault"\n'), None),
    "a fault is an error, or the time limit of a benchmark with a slowed disk":
        (seen(GOOD + FAULT.format("virtio0", "timeout", "")), plan(may_fail=True)),
    "a fault names the device":
        (seen(GOOD + FAULT.format("", "error", "it could not be read")), None),
    "a skip names the device, or reports that no disk exists":
        (seen(GOOD + SKIP.format("", "capacity is 0")), None),
    "disks without injected errors are read":
        (seen(GOOD.replace(DISK, "")), plan(event="device_del")),
    "no fault without an injected failure": (seen(GOOD + FAILS), plan(may_fail=True)),
    "no wrong data without an injected change":
        (seen(GOOD + FAULT.format("virtio0", "error", "sector 3 of virtio0 has wrong data")),
         plan(may_lie=True)),
    "failed reads are reported": (seen(GOOD.replace(USE.format(0), USE.format(2))), None),
    "an opened disk has results or a reason": (seen(GOOD.replace(SERIES, "")), None),
}


class Drawing(unittest.TestCase):
    def test_seed_and_number_determine_the_machine(self):
        for index in range(100):
            self.assertEqual(space.make_plan("a", index), space.make_plan("a", index))
        self.assertNotEqual(space.make_plan("a", 1).drawn, space.make_plan("b", 1).drawn)

    def test_every_value_is_drawn(self):
        drawn = {pair for index in range(2000) for pair in space.make_plan("all", index).drawn}
        for name, table in (("machine", space.MACHINES), ("bench", space.BENCHES),
                            ("bytes", space.BYTES), ("contents", space.FILES),
                            ("latency", space.LATENCY_NS), ("error", space.ERRORS),
                            ("error's sector", space.ERROR_SECTORS), ("event", space.EVENTS),
                            ("virtio", space.VIRTIO), ("nvme", space.NVME), ("card", space.CARDS),
                            ("namespaces", space.NAMESPACES), ("ports", space.PORTS),
                            ("bridge", space.BRIDGES)):
            for value in table:
                self.assertIn((name, str(value)), drawn)


class Judging(unittest.TestCase):
    def test_good_log_violates_no_rule(self):
        self.assertEqual(broken(plan(), seen()), [])
        skips = SKIP.format("", "none of 6 PCI functions is a disk") + SKIP.format("nvme0", "") + \
            SKIP.format("", "no scratch disk").replace("missing=disk", "missing=scratch")
        self.assertEqual(broken(plan(), seen(GOOD + skips)), [])

    def test_every_rule_has_a_bad_log(self):
        self.assertEqual([sentence for sentence, _ in RULES], list(BAD))
        for sentence, rule in RULES:
            log, excuse = BAD[sentence]
            self.assertTrue(rule(plan(), log), sentence)
            if excuse:
                self.assertFalse(rule(excuse, log), sentence)

    def test_refusal_by_qemu_is_not_an_ending(self):
        self.assertTrue(is_refused(Seen("", 1)))
        self.assertFalse(is_refused(seen(status=1)))
        self.assertFalse(is_refused(Seen("", 35)))

    def test_crash_of_qemu_is_not_an_ending(self):
        self.assertTrue(has_crashed(Seen("", -11)))
        for status in (0, 1, 33, 35, None):
            self.assertFalse(has_crashed(Seen("", status)))


if __name__ == "__main__":
    unittest.main()
