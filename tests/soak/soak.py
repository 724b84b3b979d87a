#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boot random QEMU machines for a time, and report each ending: records, a known reason, or a
finding. A boot depends only on the seed and its number, so --only repeats it.

The last lines are the summary: seed, boots, coverage, endings, findings. The exit status is 0
without findings. BUILD/soak/NUMBER has the files of a boot with a finding, or of every boot with
--keep.

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
    parser.add_argument("--seed", help="random seed (the time)")
    parser.add_argument("--seconds", type=float, help="start no boot after this time")
    parser.add_argument("--boots", type=int, help="maximum number of boots")
    parser.add_argument("--first", type=int, default=0, help="number of the first boot")
    parser.add_argument("--only", type=int, help="run only this boot")
    parser.add_argument("--small", action="store_true", help="draw from the small space of the check")
    parser.add_argument("--keep", action="store_true", help="keep the files of every boot")
    return parser.parse_args()


def keep_text(directory, name, text):
    with open(f"{directory}/{name}", "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def keep(directory, plan, seen):
    """Write a finding's details for a reader."""
    for name, value in (("screen.txt", seen.screen), ("registers", seen.registers),
                        ("monitor", "\n".join(map(str, seen.monitor))), ("plan", f"{plan}\n{seen}")):
        keep_text(directory, name, value + "\n")


def run_one(plan, options):
    """Boot a machine and classify its ending."""
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
    """The numbers of the boots, until the time is over."""
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
    # Also if the caller ignores these signals: QEMU must end too.
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
