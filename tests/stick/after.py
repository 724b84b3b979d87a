#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Linux after bare metal that leaves no results: its power is cut, or the stick has space for bare
metal only. The stick, the next start and `bareline collect` must report it.

usage: tests/stick/after.py BUILD [TEST]
"""
import pathlib
import subprocess
import sys

import content
from full import Failure, fill, require, require_undamaged
from machine import Stick, wait_for_end, wait_until

WORDS = "bench=null.*,entry.*,fault.* samples=5 exit=isa-debug menu=0 "
CLUSTER = 2048
SPARE_CLUSTERS = 8              # for directories, and for a slightly longer log


def collect(build, stick, files):
    """The report of `collect` for the run."""
    run = next(iter(content.logs(files))).parent
    return subprocess.run([build / "bareline", "collect", stick.directory / "tree" / run, "-o",
                           stick.directory / "home"], capture_output=True, text=True, check=True).stderr


def begin_linux(stick):
    qemu = stick.start(WORDS + "then=linux", memory="1G")
    wait_until(lambda: stick.count_printed(b"Next: the same benchmarks under Linux"), qemu, "Linux")
    return qemu


def test_power(build):
    """Cut the power while Linux measures."""
    stick = Stick(build, "after-power", "stick.img")
    qemu = begin_linux(stick)
    wait_until(lambda: stick.count_printed(b"null.timing: median ") > 1, qemu, "Linux's first result")
    qemu.kill()
    qemu.wait()
    _, files = stick.runs("bareline")
    names = {path.name for path in files}
    require("linux-started.txt" in names and "linux.txt" not in names, f"on the stick are {names}")
    require("records of Linux are missing" in collect(build, stick, files), "expected a report of collect")
    for times in 1, 0:
        wait_for_end(stick.start(WORDS, memory="1G"))
        require(stick.count_printed(b"Linux did not finish; its records are missing") == times,
                "expected one report at the next start")


def test_room(build):
    """Space for bare metal only: Linux's results are on the screen."""
    stick = Stick(build, "after-room", "stick.img")
    wait_for_end(stick.start(WORDS, memory="1G"))
    _, files = stick.runs("bareline")
    sizes = [len(data) // CLUSTER + 1 for data in files.values()]
    fill(stick, (sum(sizes) + SPARE_CLUSTERS) * CLUSTER)
    qemu = begin_linux(stick)
    require(wait_for_end(qemu) == 0, "Linux does not switch the machine off")
    for message in (b"KiB free; Linux's results may need ", b"the stick is full: Linux's records need ",
                    b"The overhead of Linux, shown here only:"):
        require(stick.count_printed(message), f"missing message: {message.decode()}")
    judged, files = stick.runs("bareline")
    require_undamaged(judged)
    require(len(content.logs(files)) == 2, "expected both logs of bare metal")
    require(not any(path.name in ("linux.txt", "partial.tmp") for path in files), "unexpected files of Linux")


def main():
    """Run every test, and count failures."""
    tests = {name: test for name, test in globals().items() if name.startswith("test_") and
             (len(sys.argv) < 3 or sys.argv[2] in name)}
    failed = 0
    for name, test in tests.items():
        try:
            test(pathlib.Path(sys.argv[1]))
            print(f"ok      {name}", flush=True)
        except Failure as failure:
            print(f"FAILED  {name}: {failure}", flush=True)
            failed += 1
    print(f"{len(tests) - failed} passed, {failed} failed")
    return failed != 0 or not tests


if __name__ == "__main__":
    sys.exit(main())
