#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boots machines with malformed disks and PCI spaces, drawn from a seed, and holds each to the rules of
judge.py. A boot is made of the seed and its number alone: --only repeats one. What it left is kept in
BUILD/disks/NUMBER when it broke a rule."""

import argparse
import os
import shutil
import signal
import sys
import time
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "soak")]

import contents  # noqa: E402
from boot import boot, write_files  # noqa: E402
from judge import broken, has_crashed, is_refused, records  # noqa: E402
from space import make_plan  # noqa: E402

UNJUDGED_SHARE = 0.1                    # of all boots; with more the space is not what it seems
# A crash of QEMU is a race in it, seen in one boot of twenty of a machine that can have it.
TRIES = 4
UNJUDGED = ("refused by QEMU", "QEMU crashed")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("build", help="the build directory")
    parser.add_argument("--seed", help="what the machines are drawn from (the time)")
    parser.add_argument("--boots", type=int, default=200, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--only", type=int, help="this one alone, and keep what it left")
    return parser.parse_args()


def ending(seen):
    """In a few words."""
    if is_refused(seen):
        return "refused by QEMU"
    if has_crashed(seen):
        return "QEMU crashed"
    if records(seen, "fault"):
        return "faults"
    return "figures" if records(seen, "series") else "skips"


def boot_uncrashed(plan, made, build, directory):
    """What was seen of the first boot that QEMU lived through, of the last if it did through none."""
    for attempt in range(TRIES):
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
        write_files(plan, made, directory)
        seen = boot(plan, build, directory)
        if not has_crashed(seen):
            break
        print(f"{plan.index:4} QEMU crashed, try {attempt + 1} of {TRIES}: "
              f"{seen.stderr.strip()[-200:]}", flush=True)
    return seen


def run_one(plan, made, options):
    """Boot it. Its ending and the rules broken."""
    directory = os.path.abspath(f"{options.build}/disks/{plan.index}")
    seen = boot_uncrashed(plan, made, os.path.abspath(options.build), directory)
    wrong = [] if ending(seen) in UNJUDGED else broken(plan, seen)
    print(f"{plan.index:4} {ending(seen)} ({seen.seconds:.1f} s) {plan.event}", flush=True)
    for rule in wrong:
        print(f"     BROKEN {rule[:600]}", flush=True)
    if is_refused(seen):
        print(f"     {seen.stderr.strip()[-200:]}", flush=True)
    with open(f"{directory}/plan", "w", encoding="utf-8") as file:
        file.write(f"{plan}\n")
    if not wrong and options.only is None:
        shutil.rmtree(directory)
    return ending(seen), wrong


def stop(_number, _frame):
    sys.exit("stopped")


def main():
    # Also where whoever started this ignores them: QEMU has to go too, at once.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    options = arguments()
    seed = options.seed or str(int(time.time()))
    indices = (range(options.first, options.first + options.boots) if options.only is None
               else [options.only])
    made, endings, failed = contents.make_all(), Counter(), []
    print(f"seed {seed}", flush=True)
    for index in indices:
        what, wrong = run_one(make_plan(seed, index), made, options)
        endings[what] += 1
        failed += [index] if wrong else []
    print(f"seed {seed}: {len(indices)} boots: "
          + ", ".join(f"{count} {what}" for what, count in sorted(endings.items()))
          + f"; {len(failed)} broke a rule {failed or ''}")
    unjudged = sum(endings[what] for what in UNJUDGED)
    return 1 if failed or unjudged > max(1, UNJUDGED_SHARE * len(indices)) else 0


if __name__ == "__main__":
    sys.exit(main())
