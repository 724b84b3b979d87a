# SPDX-License-Identifier: MIT
# Check that CSV and newline-delimited JSON have the same table.
# usage: csv_rows.py CSV NDJSON
import csv
import json
import sys


def same(cell, value):
    if value is None:
        return cell == ""
    if isinstance(value, bool):
        return cell == str(int(value))
    if isinstance(value, (int, float)):
        return abs(float(cell) - value) <= 1e-9 * abs(value)
    return cell == value or cell == "'" + value


with open(sys.argv[1], newline="") as file:
    cells = list(csv.DictReader(file, strict=True))
with open(sys.argv[2]) as file:
    rows = [json.loads(line) for line in file]
assert len(cells) == len(rows) > 0
for line, row in zip(cells, rows):
    assert list(line) == list(row)
    for name in row:
        assert same(line[name], row[name]), (name, line[name], row[name])
        assert line[name] == "" or line[name][0] not in "=+@" , line[name]
