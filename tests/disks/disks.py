#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boot random machines with malformed disks and PCI spaces, and check each with the rules of
judge.py. A boot depends only on the seed and its number: --only repeats it. BUILD/disks/NUMBER has
the files of a boot that violated a rule."""

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

UNJUDGED_SHARE = 0.1                    # of all boots; more would mean a wrong description of the space
# A QEMU crash is a race, seen in one of twenty boots of a susceptible machine.
TRIES = 4
UNJUDGED = ("refused by QEMU", "QEMU crashed")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("build", help="the build directory")
    parser.add_argument("--seed", help="random seed (the time)")
    parser.add_argument("--boots", type=int, default=200, help="how many")
    parser.add_argument("--first", type=int, default=0, help="number of the first boot")
    parser.add_argument("--only", type=int, help="run only this boot, and keep its files")
    return parser.parse_args()


def ending(seen):
    """A short description."""
    if is_refused(seen):
        return "refused by QEMU"
    if has_crashed(seen):
        return "QEMU crashed"
    if records(seen, "fault"):
        return "faults"
    return "figures" if records(seen, "series") else "skips"


def boot_uncrashed(plan, made, build, directory):
    """The result of the first boot without a QEMU crash; of the last if all crash."""
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
    """Boot it. Returns its ending and the violated rules."""
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
    # Also if the caller ignores these signals: QEMU must end at once too.
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
          + f"; {len(failed)} violated a rule {failed or ''}")
    unjudged = sum(endings[what] for what in UNJUDGED)
    return 1 if failed or unjudged > max(1, UNJUDGED_SHARE * len(indices)) else 0


if __name__ == "__main__":
    sys.exit(main())
