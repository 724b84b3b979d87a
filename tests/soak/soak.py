#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boots machines drawn at random from all that QEMU can be, for a time, and says of each how it ended:
with records, with a reason, or with neither, which is a finding. A boot is made of the seed and its
number alone, so --only repeats one.

The last lines are the account: seed, boots, coverage, endings, findings. The exit status is 0 when
there was no finding. What a boot left is in BUILD/soak/NUMBER, of those that had one, or with --keep.
"""

import argparse
import os
import shutil
import signal
import sys
import time

import files
import watch
from judge import finding, judge
from plan import make_plan
from tally import Tally


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("build", help="the build directory")
    parser.add_argument("--tool", help="the command that reads the logs (BUILD/bareline)")
    parser.add_argument("--seed", help="what the machines are drawn from (the time)")
    parser.add_argument("--seconds", type=float, help="begin no boot after so long")
    parser.add_argument("--boots", type=int, help="how many at most")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--only", type=int, help="this one alone")
    parser.add_argument("--small", action="store_true", help="the small space, of the check")
    parser.add_argument("--keep", action="store_true", help="keep what each boot left")
    return parser.parse_args()


def keep_text(directory, name, text):
    with open(f"{directory}/{name}", "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def keep(directory, plan, seen):
    """What a person who looks at it wants."""
    for name, value in (("screen.txt", seen.screen), ("registers", seen.registers),
                        ("monitor", "\n".join(map(str, seen.monitor))), ("plan", f"{plan}\n{seen}")):
        keep_text(directory, name, value + "\n")


def run_one(plan, options):
    """Boot and judge it. Its ending."""
    directory = os.path.abspath(f"{options.build}/soak/{plan.index}")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    files.write_files(plan, options.build, directory)
    seen = watch.boot(plan, options.build, directory)
    with open(f"{directory}/serial.log", "wb") as log:
        log.write(seen.log)
    try:
        ending = judge(plan, seen, options.tool, directory)
    except (KeyError, TypeError) as error:
        ending = finding("the judge fails", repr(error))
    keep(directory, plan, seen)
    print(f"{plan.index:5} {'FINDING ' if ending.is_finding else ''}{ending.what}"
          f"{': ' if ending.detail else ''}{ending.detail[:100]} ({seen.seconds:.1f} s;"
          f" {plan.machine} {plan.cpu} {plan.firmware} {' '.join(seen.events_done)})", flush=True)
    if not ending.is_finding and not options.keep:
        shutil.rmtree(directory)
    return ending


def indices(options, start):
    """The numbers of the boots, while there is time."""
    if options.only is not None:
        yield options.only
        return
    index = options.first
    while (options.boots is None or index < options.first + options.boots) and (
            options.seconds is None or time.monotonic() - start < options.seconds):
        yield index
        index += 1


def stop(_number, _frame):
    raise KeyboardInterrupt


def main():
    # Also where whoever started this ignores them: QEMU has to go too.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    options = arguments()
    options.build = os.path.abspath(options.build)
    options.tool = options.tool or f"{options.build}/bareline"
    options.keep = options.keep or options.only is not None
    seed = options.seed or str(int(time.time()))
    start = time.monotonic()
    print(f"seed {seed}", flush=True)
    tally = Tally()
    try:
        for index in indices(options, start):
            plan = make_plan(seed, index, options.small)
            tally.add(plan, run_one(plan, options))
    except KeyboardInterrupt:
        print("stopped")
    for line in tally.lines(seed, time.monotonic() - start):
        print(line)
    return 1 if tally.findings or not tally.endings else 0


if __name__ == "__main__":
    sys.exit(main())
