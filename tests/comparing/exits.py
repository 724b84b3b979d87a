#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The instructions of each exit to KVM, by `bareline explain 'exit.*' --layer kvm`: each metric must equal
the sum of its functions, and the table of docs/hypervisors.md must have these counts. The counts of KVM move
with the guest's memory, by less than MOVES_PERCENT.

usage: tests/comparing/exits.py BUILD
"""
import json
import re
import subprocess
import sys

MOVES_PERCENT = 2
BUILD = sys.argv[1]
DIRECTORY = f"{BUILD}/exits"
PROCESS = "hypervisor's process"

failures = []


def check(what, good, detail=""):
    if not good:
        print(f"failed: {what} {detail}")
        failures.append(what)


def explained(name, *options):
    """Instructions of one operation, in all and by layer, by point and stage."""
    done = subprocess.run([f"{BUILD}/bareline", "explain", "exit.*", "--sums", "-o", f"{DIRECTORY}/{name}",
                           "--force", *options], check=False, capture_output=True, text=True)
    check(f"{name}: all sums are equal", done.returncode == 0, done.stdout + done.stderr)
    with open(f"{DIRECTORY}/{name}/explain.json", encoding="utf-8") as file:
        tables = json.load(file)["tables"]
    found = {}
    for table in tables:
        for row in table["rows"]:
            if table["name"] == "explain.sums":
                check(f"{name} {row['point']}: equal", row["verdict"] == "equal", row)
            elif table["name"].startswith("explain.layers"):
                layers = found.setdefault(row["figure"].partition(".")[2], {})
                layers[row["layer"]] = row["instructions"]
    return found


def rows_of(page):
    """Points of each row of the table, and its cells."""
    with open(page, encoding="utf-8") as file:
        table = re.search(r"\n\| `exit\.….*?\n\n", file.read(), re.S).group()
    for line in table.strip().split("\n")[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        points = re.findall("`(.*?)`", cells[0])
        yield [point if "=" in point else f"instruction={point}" for point in points], cells[1:]


def numbers_of(cell, count):
    """One for each point; a single one is that of all points."""
    found = [int(number.replace(" ", "")) for number in re.findall(r"\d[\d ]*", cell)]
    return found * count if len(found) == 1 else found


def check_number(what, number, measured):
    check(what, abs(number - measured) <= max(number * MOVES_PERCENT / 100, 0.5), f"{number}, measured {measured}")


def main():
    metal, kvm = explained("metal"), explained("kvm", "--layer", "kvm")
    count = 0
    for points, (on_metal, in_kvm, of_process, _) in rows_of("docs/hypervisors.md"):
        for i, point in enumerate(points):
            point = point if point.startswith("unbacked") else f"instruction {point}"
            count += 1
            layers = kvm[point]
            check_number(f"{point} in KVM", numbers_of(in_kvm, len(points))[i], sum(layers.values()))
            if of_process:
                check_number(f"{point} in QEMU's process", numbers_of(of_process, len(points))[i],
                             layers.get(PROCESS, 0))
            else:
                check(f"{point} does not exit", set(layers) == {"metal"}, layers)
            check(f"{point} is on bare metal", (point in metal) == (on_metal != "–"))
            if point in metal:
                check_number(f"{point} on bare metal", numbers_of(on_metal, len(points))[i],
                             sum(metal[point].values()))
    check("all rows of the table", count >= 15, count)
    print(f"{len(failures)} failed")
    sys.exit(len(failures) > 0)


main()
