#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare every warm sample of two results.json, by benchmark, point and stage. At least one sample
is required.

usage: tests/boot/handoff.py BASE NEW
"""
import json
import sys


def samples(path):
    with open(path, encoding="utf-8") as file:
        run = json.load(file)
    if run["manifest"]["time_base"] != "instructions":
        sys.exit(f"{path}: expected instruction time")
    return {(bench["name"], json.dumps(series["point"], sort_keys=True), series["stage"]): series["samples"]
            for bench in run["benchmarks"] for series in bench["series"]}


def main(base_path, new_path):
    base, new = samples(base_path), samples(new_path)
    wrong = [" ".join(key) for key in sorted(base.keys() | new.keys())
             if base.get(key) != new.get(key)]
    if wrong or len(base) < 20:
        sys.exit(f"{len(wrong)} of {len(base)} series differ: {wrong[:8]}")
    print(f"{len(base)} series are equal")


main(*sys.argv[1:])
