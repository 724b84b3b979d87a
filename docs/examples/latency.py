# SPDX-License-Identifier: MIT
"""Draw the memory curve of one or more runs, 85 mm wide, with 95 % confidence intervals.

usage: latency.py FIGURES.csv FIGURE.pdf

Makes FIGURES.csv: bareline export --format csv -o FIGURES.csv RESULT...
Needs matplotlib.
"""
import csv
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as pyplot

MM = 1 / 25.4


def read_curves(path):
    """Points (size, median, low, high) by run and page size, and the unit of the medians."""
    curves, units = {}, set()
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["bench"] != "mem.latency" or row["cache"] != "warm" or not row["median"]:
                continue
            if row.get("axis_order") not in (None, "", "random"):
                continue
            median = float(row["median"])
            # Fewer than six samples have no interval.
            low = float(row["median_low"] or median)
            high = float(row["median_high"] or median)
            name = f'{row["run"].rsplit("/", 1)[-1]}, pages of {int(row["axis_page_bytes"]) // 1024} KiB'
            curves.setdefault(name, []).append((int(row["axis_size_bytes"]), median, low, high))
            units.add(row["unit"])
    if len(units) != 1:
        sys.exit(f"{path}: expected mem.latency in one unit, found {sorted(units)}")
    return curves, units.pop()


def main():
    curves, unit = read_curves(sys.argv[1])
    pyplot.rcParams.update({"font.size": 8, "lines.linewidth": 1, "pdf.fonttype": 42})
    figure, axes = pyplot.subplots(figsize=(85 * MM, 60 * MM), layout="constrained")
    for name, points in curves.items():
        sizes, medians, lows, highs = zip(*sorted(points))
        errors = ([m - low for m, low in zip(medians, lows)],
                  [high - m for m, high in zip(medians, highs)])
        axes.errorbar(sizes, medians, yerr=errors, label=name, marker="o", markersize=2, capsize=1.5)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("working set (bytes)")
    axes.set_ylabel(f"one load ({unit})")
    axes.legend(fontsize=7)
    figure.savefig(sys.argv[2])
    print(f"{len(curves)} curves, {sum(map(len, curves.values()))} points")


if __name__ == "__main__":
    main()
