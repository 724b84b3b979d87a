#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A full stick. Its file system must be undamaged after a run. Once it has space, the next run's
results must be readable, and those of the run before, if they are still in memory.

usage: tests/stick/full.py BUILD [TEST]
"""
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import time

import content
from machine import Monitor, Stick, wait_for_end, wait_until

WORDS = "bench=null.*,irq.self_ipi samples=5 "
ENDINGS = (33, 35)              # isa-debug-exit's
FILLING = "::/filling"
FEW_BYTES = 2048                # one cluster of the partition: less than a log, enough for a directory
ENTRY_BYTES = 32
LONGER_THAN_OTHERWISE_S = 40    # longer than a key is waited for if the machine stays on
DIRECTORY = b"\x10"           # the attribute


class Failure(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Failure(what)


# ---- Preparation of a stick ----

def mtools(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def fill(stick, left=0):
    """A file that leaves a number of bytes free."""
    stick.take()
    listing = mtools("mdir", "-i", stick.partition, "::")
    free = int(re.search(r"([\d ]+) bytes free", listing)[1].replace(" ", ""))
    filling = stick.directory / "filling"
    with open(filling, "wb") as file:
        file.truncate(free - left)
    mtools("mcopy", "-i", stick.partition, filling, FILLING)
    stick.put()


def make_room(stick):
    stick.take()
    mtools("mdel", "-i", stick.partition, FILLING)
    stick.put()


def break_directory(stick):
    """The directory entry that firmware leaves if a loader creates \\bareline on a full stick: an
    entry without a cluster. Frees its cluster in the table, two bytes per cluster. Microsoft, "FAT:
    General Overview of On-Disk Format"."""
    stick.take()
    mtools("mmd", "-i", stick.partition, "::/bareline")
    data = bytearray(stick.partition.read_bytes())
    sector, _, reserved, tables, entries, _, _, size = struct.unpack_from("<HBHBHHBH", data, 11)
    root = (reserved + tables * size) * sector
    places = [at for at in range(root, root + entries * ENTRY_BYTES, ENTRY_BYTES)
              if data[at:at + 12] == b"BARELINE   " + DIRECTORY]
    cluster, = struct.unpack_from("<H", data, places[0] + 26)
    struct.pack_into("<H", data, places[0] + 26, 0)
    for table in range(tables):
        struct.pack_into("<H", data, (reserved + table * size) * sector + 2 * cluster, 0)
    stick.partition.write_bytes(data)
    stick.put()


# ---- Checks ----

def boot(stick, message=b"", *names):
    """Run to the end. Returns the files on the stick, limited to these directories if any is named."""
    status = wait_for_end(stick.start(WORDS + "exit=isa-debug"))
    require(status in ENDINGS, f"the machine ended with {status}")
    require(stick.count_printed(message), f"missing message: {message.decode()}")
    return stick.runs(*names)


def require_undamaged(judged):
    require(judged.returncode == 0, "the file system is damaged:\n" + judged.stdout)


def require_complete(logs, count):
    require(len(logs) == count, f"logs on the stick: expected {count}, found {len(logs)}: {list(logs)}")
    for path, log in logs.items():
        wrong = content.wrong_end(log)
        require(not wrong, f"{path}: {wrong}")


def require_nothing_new(stick, before, message=b"Results not written:\r\n the stick is full: "):
    judged, files = boot(stick, message)
    require_undamaged(judged)
    require(files == before, f"unexpected new files: {files.keys() - before.keys()}")
    require(not stick.count_printed(b"Results: "), "the machine reports written results")
    require(re.search(rb"The stick has \d KiB free; results may need \d+\.", stick.serial.read_bytes()),
            "no warning about the full stick before the run")
    require(stick.count_printed(b"the stick is full: ") == 1, "expected the reason once")


def require_results(stick, count):
    judged, files = boot(stick, b"Results: ")
    require_undamaged(judged)
    require_complete(content.logs(files), count)
    place = re.findall(rb"Results: \\(\S+) on the stick", stick.serial.read_bytes())[-1].decode()
    require(pathlib.Path(place.replace("\\", "/")) / "log.txt" in files,
            f"no file at the reported place of the results: {place}")


# ---- Tests ----

def test_empty(build):
    """A stick without runs and without space, or with too little."""
    for left in 0, FEW_BYTES:
        stick = Stick(build, "full-empty")
        fill(stick, left)
        judged, before = stick.runs()
        require_undamaged(judged)
        require_nothing_new(stick, before)
        make_room(stick)
        require_results(stick, 1)


def test_run(build):
    """A full stick with a run."""
    stick = Stick(build, "full-run")
    require_results(stick, 1)
    fill(stick)
    judged, before = stick.runs()
    require_undamaged(judged)
    require_nothing_new(stick, before)
    make_room(stick)
    require_results(stick, 2)


def test_memory(build):
    """Two complete runs without space, the first retried: the next start with space writes both."""
    stick = Stick(build, "full-memory")
    fill(stick)
    monitor = Monitor(stick.directory / "monitor")
    qemu = stick.start(WORDS + "exit=halt", more=monitor.options())
    try:
        wait_until(lambda: stick.count_printed(b"Results not written"), qemu, "no room")
        monitor.execute("system_reset")
        wait_until(lambda: stick.count_printed(b"Results not written") > 2, qemu, "no space in the second try")
        monitor.execute("stop")
        make_room(stick)
        monitor.execute("system_reset", "cont")
        wait_until(lambda: stick.count_printed(b"Bareline: found the log of ") > 1, qemu, "the logs in memory")
        wait_until(lambda: stick.count_printed(b"\nResults: "), qemu, "the results")
        monitor.execute("quit")
    finally:
        wait_for_end(qemu)
    judged, files = stick.runs()
    require_undamaged(judged)
    logs = content.logs(files)
    require_complete(logs, 3)
    for path, log in logs.items():
        require(log.count(b"\n@end ") == 1 and b" status=complete " in log, f"{path} is incomplete")
        require(b"not written" not in log, f"{path} says that it was not written")
        require(not log.splitlines()[-1].startswith(b"Aborted run"), f"{path} says that the run was aborted")


def test_off(build):
    """If the run ends with power-off, the timeout for a key is much longer."""
    stick = Stick(build, "full-off")
    fill(stick)
    monitor = Monitor(stick.directory / "monitor")
    qemu = stick.start(WORDS + "exit=acpi-off", more=monitor.options())
    try:
        wait_until(lambda: stick.count_printed(b"Press a key within 600 s to retry; then power-off discards them"),
                   qemu, "no room")
        time.sleep(LONGER_THAN_OTHERWISE_S)
        require(qemu.poll() is None, "the machine switched itself off")
        monitor.execute("sendkey ret")
        wait_until(lambda: stick.count_printed(b"the stick is full: ") > 1, qemu, "another try")
        require(qemu.poll() is None, "the machine switched itself off")
    finally:
        qemu.kill()
    judged, files = stick.runs()
    require_undamaged(judged)
    require(not content.logs(files), "a log on a full stick")


def test_broken(build):
    """A damaged directory entry is reported and left alone; the results are written next to it."""
    stick = Stick(build, "full-broken")
    break_directory(stick)
    judged, _ = stick.runs("EFI")
    require("point to root directory" in judged.stdout, "expected a damaged entry:\n" + judged.stdout)
    before = judged.stdout.splitlines()[:-1]        # the last line counts files
    for count in 1, 2:
        judged, files = boot(stick, b"Results: \\bareline-2\\", "bareline-2")
        require(stick.count_printed(rb"\bareline: not a usable directory"), "missing report of the damaged entry")
        require(judged.stdout.splitlines()[:-1] == before, "other damage:\n" + judged.stdout)
        require_complete(content.logs(files), count)
    home = stick.directory / "home"
    shutil.rmtree(home, ignore_errors=True)
    mtools(build / "bareline", "collect", stick.directory / "tree", "-o", home)
    require(len(list(home.glob("*/report.html"))) == 2, "expected both runs in the collected ones")


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
