# SPDX-License-Identifier: MIT
"""Print the median of each warm metric of an export, with the standard library only.

usage: medians.py SAMPLES.csv

Makes SAMPLES.csv: bareline export --format samples -o SAMPLES.csv RESULT...
"""
import csv
import statistics
import sys

values = {}
with open(sys.argv[1], newline="", encoding="utf-8") as file:
    for row in csv.DictReader(file):
        if row["cache"] == "warm":
            metric = row["run"], row["bench"], row["point"], row["stage"], row["unit"]
            values.setdefault(metric, []).append(float(row["value"]))
for metric, samples in values.items():
    print(*metric, statistics.median(samples))
