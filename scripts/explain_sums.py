# SPDX-License-Identifier: MIT
"""The number of metrics per benchmark that equal the sum of their functions, on bare metal and
under Linux: the list tests/explain/sums, from the output of `bareline explain '*' --sums` on both.

usage: explain_sums.py write LIST METAL.json LINUX.json
       explain_sums.py check LIST metal|linux JSON
The second form prints the differences from a column of the list.
"""
import json
import sys

HEAD = """# Metrics of the quick suite that equal the sum of their functions, as tests/explain/explain.sh and
# tests/explain/explain_linux.sh count them; "-" if the benchmark does not run there. `make explain-sums` writes
# this file. tools/explain/unattributed.c says why the others have no sum.
#
# benchmark, bare metal, Linux
"""
NOTHING = "-"


def counts_of(path):
    """"4/8" by benchmark: metrics that equal their sum, and all."""
    with open(path, encoding="utf-8") as file:
        tables = json.load(file)["tables"]
    benches = {}
    for row in next(table["rows"] for table in tables if table["name"] == "explain.sums"):
        if row["verdict"] not in ("equal", "no sum"):
            sys.exit(f"{path}: {row['benchmark']} {row['point']}: {row['reason']}")
        benches.setdefault(row["benchmark"], []).append(row["verdict"] == "equal")
    return {name: f"{sum(equal)}/{len(equal)}" for name, equal in benches.items()}


def write(path, metal_path, linux_path):
    metal, linux = counts_of(metal_path), counts_of(linux_path)
    names = list(metal) + [name for name in linux if name not in metal]
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD)
        for name in names:
            file.write(f"{name:24} {metal.get(name, NOTHING):>7} {linux.get(name, NOTHING):>7}\n")


def check(path, side, json_path):
    column = {"metal": 1, "linux": 2}[side]
    with open(path, encoding="utf-8") as file:
        rows = [line.split() for line in file if not line.startswith("#")]
    listed = {row[0]: row[column] for row in rows}
    counts = counts_of(json_path)
    wrong = [f"{name}: {path} has {listed.get(name, 'no line')}, the run {counts.get(name, NOTHING)}"
             for name in {**listed, **counts}
             if listed.get(name, NOTHING) != counts.get(name, NOTHING)]
    if wrong:
        sys.exit("\n".join(wrong + ["to update the list, run `make explain-sums`"]))


def main():
    {"write": write, "check": check}[sys.argv[1]](*sys.argv[2:])


main()
