#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boot one stick repeatedly, by UEFI on USB (xHCI), and check its contents.

usage: tests/stick/rows.py BUILD boots N
       tests/stick/rows.py BUILD kills N SEED

boots: N boots of machines with one CPU and with four, alternating. Each boot must end by itself
after its whole plan. Then the stick must have N complete runs with restored firmware state.

kills: N times, the power of the machine is cut (QEMU is killed) at a random time from SEED, half of
them while results are written. Each time, the file system must be undamaged, earlier files must
still be complete, and every log with its final name must be complete.

"""
import pathlib
import random
import signal
import sys
import time

import content
from machine import Stick, wait_for_end, wait_until

# Temporary files: a file being written, and the test for free space. The next start removes both.
IN_BETWEEN = ("partial.tmp", "bareline.tmp")
WORDS = "bench=null.*,smp.*,irq.self_ipi samples=5 "
CPUS = (1, 4)
ENDINGS = (33, 35)      # isa-debug-exit's; the second where a busy host had a benchmark cut short


def check_whole(path, log):
    wrong = content.wrong_end(log)
    if wrong:
        sys.exit(f"\n{path}: {wrong}")


def boot_to_end(stick, cpus):
    return wait_for_end(stick.start(WORDS + "exit=isa-debug", cpus))


def boots(build, count):
    stick = Stick(build, "boots")
    for number in range(count):
        status = boot_to_end(stick, CPUS[number % 2])
        if status not in ENDINGS:
            sys.exit(f"\nboot {number + 1} with {CPUS[number % 2]} CPUs ended with {status}")
        print(f"\rboot {number + 1}", end="", flush=True)
    judged, files = stick.runs()
    logs = content.logs(files)
    if judged.returncode != 0 or len(logs) != count:
        sys.exit(f"\nruns on the stick: expected {count}, found {len(logs)}\n{judged.stdout}")
    for number, path in enumerate(sorted(logs)):
        check_whole(path, logs[path])
        cpus = CPUS[number % 2]
        if f" of each of {cpus} CPUs;".encode() not in logs[path]:
            sys.exit(f"\n{path}: expected {cpus} returned CPUs")
        if b"\n@end " not in logs[path] or b" status=complete " not in logs[path]:
            sys.exit(f"\n{path}: expected a complete run")
    print(f"\r{count} boots with {CPUS[0]} and {CPUS[1]} CPUs, alternating; {len(logs)} complete runs on "
          "the stick; the file system is undamaged")


def end_of_run(stick):
    qemu = stick.start(WORDS + "exit=halt")
    wait_until(lambda: stick.count_printed(b"\nEnd: ") > 0, qemu, "the end of the run")
    return qemu, time.monotonic()


def pull(qemu):
    qemu.send_signal(signal.SIGKILL)
    qemu.wait()


def time_of_writing(stick):
    """The time to write a complete run on this host; afterwards the stick has that run."""
    qemu, ended = end_of_run(stick)
    wait_until(lambda: stick.count_printed(b"Results: ") > 0, qemu, "the results")
    pull(qemu)
    return time.monotonic() - ended


def pull_power(stick, part, number, writing_s):
    if number % 2 == 0:
        qemu, _ = end_of_run(stick)
        time.sleep(part * writing_s * 1.2)
    else:
        qemu = stick.start(WORDS + "exit=halt")
        wait_until(lambda: stick.count_printed(b"@") > part * 100, qemu, "records")
    pull(qemu)


def kills(build, count, seed):
    stick, random_source = Stick(build, "kills"), random.Random(seed)
    writing_s = time_of_writing(stick)
    _, whole = stick.runs()
    for number in range(count):
        pull_power(stick, random_source.random(), number, writing_s)
        judged, files = stick.runs()
        damage = content.unsound(judged)
        if damage:
            sys.exit(f"kill {number}: the file system is damaged: {damage}")
        for path, data in whole.items():
            if files.get(path) != data:
                sys.exit(f"kill {number}: {path} is no longer complete")
        for path, log in content.logs(files).items():
            check_whole(path, log)
        whole = {path: data for path, data in files.items() if path.name not in IN_BETWEEN}
        print(f"\rkill {number + 1}: {sum(p.name == 'log.txt' for p in whole)} runs", end="",
              flush=True)
    print(f"\n{count} kills (seed {seed}): no complete file was lost")


def main():
    build, what, count = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    if what == "boots":
        boots(build, count)
    else:
        kills(build, count, int(sys.argv[4]))


main()
