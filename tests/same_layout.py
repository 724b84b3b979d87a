#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a process or thread costs under Linux must not depend on what was measured before it: the same
figures, counted in instructions, with as little as possible before them and with whole families.
What the kernel itself has in its caches may differ, so they may be two per cent apart.

usage: tests/same_layout.py BUILD"""
import json
import shutil
import subprocess
import sys

LIMIT = 0.02
TASKS = ("os.process_*", "os.thread_*")
BEFORE = ("selftest.*", "cpu.*", "entry.*")


def measure(build, name, benches):
    directory = f"{build}/same-layout/{name}"
    shutil.rmtree(directory, ignore_errors=True)
    command = [f"{build}/bareline", "run", "--quiet", "--deterministic", "--linux", "-o", directory]
    for bench in benches:
        command += ["--bench", bench]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(f"{directory}/results.json", encoding="utf-8") as file:
        results = json.load(file)
    return {(bench["name"], str(series["point"])): series["warm"]["ticks"]["p25"]
            for bench in results["benchmarks"] for series in bench["series"]}


def main():
    build = sys.argv[1]
    few = measure(build, "few", TASKS)
    many = measure(build, "many", BEFORE + TASKS)
    names = [name for name in few if name[0].startswith("os.")]
    apart = 0
    for name in names:
        ratio = many[name] / few[name]
        wrong = abs(ratio - 1) > LIMIT
        apart += wrong
        print(f"{' '.join(name)}: {few[name]:.0f} alone, {many[name]:.0f} after others, "
              f"{ratio:.4f}{' is too much' if wrong else ''}")
    print(f"{len(names) - apart} passed, {apart} failed")
    sys.exit(apart > 0 or len(names) < 10)


if __name__ == "__main__":
    main()
