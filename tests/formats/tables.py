# SPDX-License-Identifier: MIT
# Check that a table in a JSON file has exactly one row with these values.
# usage: tables.py FILE TABLE COLUMN=VALUE...; a VALUE may be a range of numbers, LOW..HIGH
import json
import sys


def matches(cell, wanted):
    if ".." in wanted:
        low, high = wanted.split("..")
        return float(low) <= cell <= float(high)
    return str(cell) == wanted


with open(sys.argv[1]) as file:
    tables = {table["name"]: table for table in json.load(file)["tables"]}
wanted = dict(word.split("=", 1) for word in sys.argv[3:])
rows = tables[sys.argv[2]]["rows"]
found = [row for row in rows if all(matches(row[key], wanted[key]) for key in wanted)]
if len(found) != 1:
    sys.exit("%d rows of %s have %s:\n%s" % (len(found), sys.argv[2], wanted, rows))
