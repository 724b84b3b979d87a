# SPDX-License-Identifier: MIT
# Columns of a CSV file by their names, separated by tabs, without the names.
# usage: python3 tests/columns.py NAME... <FILE
import csv
import sys

for row in csv.DictReader(sys.stdin):
    print("\t".join(row[name] for name in sys.argv[1:]))
