#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How often `compare` is right about os.*: alarms on equal sides (A/A), and shifts of 1, 2 and 5 % of one
operation that it finds (A/B), counted and timed. Prints the rates that docs/statistics.md states.

Counted: kernels that differ in the length of their names only, which moves memory, booted with three
layouts each; every pair of them is a comparison of equal sides. Timed: boots of the image, of which random
halves are compared, ten boots a side. A shift multiplies the samples of one operation on the new side.
Alarms above the promised 5 of 100, plus three standard deviations, are an error.

usage: trial.py BUILD [KERNELS [BOOTS]]; runs that exist in BUILD/trial are used again"""
import collections
import importlib.util
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys

BUILD = os.path.abspath(sys.argv[1])
KERNELS, BOOTS = ([int(word) for word in sys.argv[2:]] + [8, 40][len(sys.argv) - 2:])[:2]
HERE = os.path.dirname(os.path.abspath(__file__))
TRIAL = f"{BUILD}/trial"
SIDE, PAIRS, PROMISED = 10, 200, 0.05
SHIFTED = (("os.pipe", {"ring": 3, "between": "processes"}), ("os.futex", {"between": "threads"}),
           ("os.process_create", {"size_bytes": 4096}), ("os.thread_create", {"stack": "pooled"}))
SHIFTED_TIMED = ("os.thread_create", "os.thread_run", "os.switch_thread", "os.process_create")
SHIFTS = (1, 2, 5)
CHANGED = ("regressed", "improved", "changed")


def run(output, *words):
    if not os.path.exists(output):
        subprocess.run([f"{BUILD}/bareline", "run", "--quiet", "--bench", "null.timing", "--bench", "os.*",
                        "-o", output, *words], check=True, stdout=subprocess.DEVNULL)


def changes(base, new):
    """The operations that changed: names with their verdicts."""
    done = subprocess.run([f"{BUILD}/bareline", "compare", "--json", "-", "--base", *base, "--new", *new],
                          check=False, capture_output=True, text=True)
    return {(row["benchmark"], row["point"]): row["verdict"]
            for table in json.loads(done.stdout)["tables"] for row in table["rows"]
            if row.get("verdict") in CHANGED}


def shifted(runs, benchmark, point, percent):
    """Copies of runs in which an operation costs more."""
    copies = []
    for number, path in enumerate(runs):
        copy = f"{TRIAL}/shifted/{number}"
        shutil.rmtree(copy, ignore_errors=True)
        os.makedirs(copy)
        with open(f"{path}/results.json", encoding="utf-8") as file:
            results = json.load(file)
        for bench in results["benchmarks"]:
            for series in bench["series"]:
                if bench["name"] == benchmark and point in (None, series["point"]):
                    for chunk in series["samples"]:
                        chunk["values"] = [round(value * (1 + percent / 100)) for value in chunk["values"]]
        with open(f"{copy}/results.json", "w", encoding="utf-8") as file:
            json.dump(results, file)
        shutil.copy(f"{path}/manifest.json", copy)
        copies.append(copy)
    return copies


def judge(what, alarms, trials, names):
    bound = PROMISED * trials + 3 * math.sqrt(trials * PROMISED * (1 - PROMISED))
    print(f"{what}: {alarms} of {trials} comparisons of equal sides raise an alarm")
    for name, count in names.most_common(5):
        print(f"  {count}: {' '.join(name)}")
    return alarms <= bound


def counted():
    spec = importlib.util.spec_from_file_location("own_kernel", f"{HERE}/../linux/own_kernel.py")
    own = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(own)
    image = own.unpacked(f"{BUILD}/linux/vmlinuz")
    release = re.search(rb"Linux version (\S+) ", image).group(1)
    sides = []
    for number in range(1, KERNELS + 1):
        kernel, output = f"{TRIAL}/kernel", f"{TRIAL}/counted/{number}"
        named, count = re.subn(re.escape(release) + rb"\0{%d}" % (2 * number + 1),
                               release + b"-" * (2 * number) + b"\0", image)
        assert count > 0, "the kernel's name has no room"
        with open(kernel, "wb") as file:
            file.write(named)
        run(output, "--linux", "--deterministic", "--layouts", "3", "--kernel", kernel)
        sides.append([f"{output}/layout-{layout}" for layout in (1, 2, 3)])
    pairs = [(base, new) for i, base in enumerate(sides) for new in sides[i + 1:]]
    random.shuffle(pairs)
    names, alarms = collections.Counter(), 0
    for base, new in pairs[:PAIRS]:
        found = changes(base, new)
        alarms += bool(found)
        names.update(found.keys())
    good = judge("counted", alarms, len(pairs[:PAIRS]), names)
    for benchmark, point in SHIFTED:
        text = " ".join(f"{name}={value}" for name, value in point.items())
        for percent in SHIFTS:
            trials = pairs[:20]
            found = sum(changes(base, shifted(new, benchmark, point, percent)).get((benchmark, text))
                        == "regressed" for base, new in trials)
            print(f"counted: {found} of {len(trials)} shifts by {percent} % of {benchmark} {text} are found")
    return good


def timed():
    runs = []
    for number in range(BOOTS):
        runs.append(f"{TRIAL}/timed/{number}")
        run(runs[-1], "--accel", "tcg")
    names, alarms = collections.Counter(), 0
    halves = [random.sample(runs, 2 * SIDE) for _ in range(PAIRS)]
    for half in halves:
        found = changes(half[:SIDE], half[SIDE:])
        alarms += bool(found)
        names.update(found.keys())
    good = judge("timed", alarms, PAIRS, names)
    for benchmark in SHIFTED_TIMED:
        for percent in SHIFTS:
            trials = halves[:20]
            found = sum(any(name == benchmark and verdict == "regressed" for (name, _), verdict in
                            changes(half[:SIDE], shifted(half[SIDE:], benchmark, None, percent)).items())
                        for half in trials)
            print(f"timed: {found} of {len(trials)} shifts by {percent} % of {benchmark} are found")
    return good


random.seed(1)
os.makedirs(TRIAL, exist_ok=True)
results = [counted(), timed()]
print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
sys.exit(not all(results))
