# SPDX-License-Identifier: MIT
"""Copy a results file of instructions with known changes: two changes that cost more, each of several
operations, and one that costs less.
usage: change_results.py RESULTS.json CHANGED.json
"""
import json
import sys

# Benchmarks that begin so, the stages, and the instructions that an operation takes more.
CHANGES = [("irq.self_ipi", ("delivery", "total"), 5), ("irq.lapic_timer", ("delivery", "total"), 5),
           ("fault.", ("handler", "total"), 3), ("entry.null_syscall", ("",), -2)]

with open(sys.argv[1], encoding="utf-8") as file:
    results = json.load(file)
for bench in results["benchmarks"]:
    for series in bench["series"]:
        for name, stages, more in CHANGES:
            if not bench["name"].startswith(name) or series["stage"] not in stages:
                continue
            for samples in series["samples"]:
                operations = series["cold_iterations" if samples["cold"] else "iterations"]
                samples["values"] = [value + more * operations for value in samples["values"]]
with open(sys.argv[2], "w", encoding="utf-8") as file:
    json.dump(results, file)
