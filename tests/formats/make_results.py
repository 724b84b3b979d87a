# SPDX-License-Identifier: MIT
# Write results files like those of repeated boots: samples around a level for each boot, equal in
# every call.
# usage: make_results.py DIRECTORY RUNS SEED FACTOR [KEY=VALUE]...; FACTOR shifts made.one only; start=M
# every=N gives the runs times, in minutes
import json
import os
import random
import sys

directory, runs, seed, factor = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
other = dict(word.split("=", 1) for word in sys.argv[5:])
rng = random.Random(seed)
manifest = {
    "format": 1, "build": "0123456789ab", "compiler": "gcc 12.2.0", "host": "bare-metal",
    "boot": "multiboot2", "time_base": "real", "tsc_hz": 2000000000, "suite": "quick", "kernel": "",
}
cpu = {"vendor": "GenuineIntel", "brand": "Made-up CPU", "family": 6, "model": 158,
       "stepping": 10, "microcode": "0xf0", "count": 2, "online": 2}
manifest.update((key, value) for key, value in other.items() if key in manifest)
cpu.update((key, value) for key, value in other.items() if key in cpu)
name = other.get("name", "made.one")
for run in range(runs):
    benchmarks = []
    for i, (bench, shift) in enumerate([(name, factor), ("made.two", 1), ("made.three", 1)]):
        level = 1000 * shift * rng.lognormvariate(0, 0.01)
        values = [round(level + rng.expovariate(0.1)) for _ in range(25)]
        if other.get("twice") == bench:
            bench = name
        benchmarks.append({
            "id": i + 1, "name": bench, "summary": other.get("summary", "one operation"),
            "unit": other.get("unit", "tsc_ticks"), "differs": "", "elapsed_us": 1000,
            "series": [{"id": i + 1, "point": {}, "stage": "", "iterations": 1,
                        "cold_iterations": 1, "timed": 0, "disturbed": [],
                        "samples": [{"cpu": 0, "cold": 0, "first": 0, "values": values}]}]})
    path = os.path.join(directory, "run-%03d" % run)
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, "results.json"), "w") as file:
        json.dump({"schema": "bareline-results-1", "manifest": manifest, "cpu": cpu,
                   "end": {"status": other.get("end", "complete"), "records": 1, "run": 3},
                   "benchmarks": benchmarks}, file)
    if "start" in other:
        minute = int(other["start"]) + int(other["every"]) * run
        with open(os.path.join(path, "manifest.json"), "w") as file:
            json.dump({"started": "2026-11-01T10:%02d:00Z" % minute}, file)
