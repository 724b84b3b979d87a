# SPDX-License-Identifier: MIT
# Compute every median from the exported samples, and compare it with the table. The samples must be
# complete and in order.
# usage: samples.py SAMPLES-CSV NDJSON
import csv
import json
import statistics
import sys

NAME = ("run", "bench", "point", "stage", "cache")

values, last = {}, {}
with open(sys.argv[1], newline="") as file:
    for row in csv.DictReader(file, strict=True):
        name = tuple(row[part] for part in NAME) + (row["unit"],)
        values.setdefault(name, []).append(float(row["value"]))
        assert int(row["index"]) == last.get(name, -1) + 1, row
        last[name] = int(row["index"])
        assert row["cpu"].isdigit() and int(row["sample"]) >= 0 and float(row["iterations"]) >= 1
        for word in row["point"].split():
            axis, _, value = word.partition("=")
            assert row["axis_" + axis] == value, row
figures = 0
with open(sys.argv[2]) as file:
    for line in file:
        row = json.loads(line)
        samples = values.pop(tuple(row[part] for part in NAME) + (row["unit"],))
        assert len(samples) == row["n"], row
        median = statistics.median(samples)
        assert abs(median - row["median"]) <= 1e-9 * abs(row["median"]), (row, median)
        figures += 1
assert figures > 10 and not values, (figures, list(values)[:3])
