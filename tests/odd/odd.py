#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boot the odd machines of the table `machines`, and check each with the rules of judge.py.
BUILD/odd/NAME has the files of a boot.

usage: tests/odd/odd.py BUILD short|all|NAME..."""

import os
import shutil
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "soak")]

import table  # noqa: E402
from boot import boot  # noqa: E402
from judge import broken, parse  # noqa: E402


def run_one(machine, build):
    """Whether all holds."""
    begun = time.monotonic()
    directory = f"{build}/odd/{machine.name}"
    seen = boot(machine, build, directory)
    seen.account = parse(build, f"{directory}/serial.log")
    wrong = broken(machine, seen)
    print(f"{'FAILED ' if wrong else 'ok     '} {machine.name} ({time.monotonic() - begun:.0f} s)",
          flush=True)
    for rule in wrong:
        print(f"        {rule[:600]}", flush=True)
    if not wrong:
        shutil.rmtree(directory)
    return not wrong


def chosen(names):
    machines = table.read_all()
    unknown = set(names) - {machine.name for machine in machines} - {"short", "all"}
    if unknown or not names:
        sys.exit(f"unknown machines: {' '.join(sorted(unknown))}" if unknown else __doc__)
    return [machine for machine in machines
            if machine.name in names or machine.set in names or "all" in names]


def stop(_number, _frame):
    sys.exit("stopped")


def main():
    # Also if the caller ignores these signals: QEMU must end at once too.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    build, *names = sys.argv[1:] or ["build"]
    results = [run_one(machine, os.path.abspath(build)) for machine in chosen(names)]
    print(f"{results.count(True)} of {len(results)} machines passed")
    return 0 if all(results) and results else 1


if __name__ == "__main__":
    sys.exit(main())
