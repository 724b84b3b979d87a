# SPDX-License-Identifier: MIT
"""Check `compare --markdown` as a comment on a pull request, for exact runs with known changes.

usage: review.py BARELINE DIRECTORY
"""
import json
import os
import subprocess
import sys

bareline, directory = sys.argv[1:]
STAGES = {"total": 30, "delivery": 7, "eoi": 9}


def write(name, figures):
    """figures: {(benchmark, stage): instructions}, constant in all samples."""
    benchmarks = {}
    for (bench, stage), value in figures.items():
        series = benchmarks.setdefault(bench, [])
        series.append({"id": 100 * len(benchmarks) + len(series), "point": {}, "stage": stage,
                       "iterations": 1, "cold_iterations": 1, "timed": 0, "disturbed": [],
                       "samples": [{"cpu": 0, "cold": 0, "first": 0, "values": [value] * 5}]})
    cpu = {"vendor": "GenuineIntel", "brand": "Made-up CPU", "family": 6, "model": 158,
           "stepping": 10, "microcode": "0xf0", "count": 1, "online": 1}
    manifest = {"format": 1, "build": "0123456789ab", "compiler": "gcc 12.2.0",
                "host": "bare-metal", "boot": "multiboot2", "time_base": "instructions",
                "tsc_hz": 1000000000, "suite": "quick"}
    path = os.path.join(directory, name)
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, "results.json"), "w", encoding="utf-8") as file:
        json.dump({"schema": "bareline-results-1", "manifest": manifest, "cpu": cpu,
                   "end": {"status": "complete", "records": 1, "run": len(benchmarks)},
                   "benchmarks": [{"id": i + 1, "name": bench, "summary": "one operation",
                                   "unit": "tsc_ticks", "differs": "", "elapsed_us": 1000,
                                   "series": series}
                                  for i, (bench, series) in enumerate(benchmarks.items())]}, file)
    return path


def review(base, new):
    done = subprocess.run([bareline, "compare", "--markdown", "-", base, new], check=False,
                          capture_output=True, text=True)
    return done.returncode, done.stdout


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def rows(text):
    return [cells(line) for line in text.splitlines()
            if line.startswith("| ") and "---" not in line and "| base |" not in line]


base = {("made.irq", stage): value for stage, value in STAGES.items()}
base |= {("made.large", ""): 100000, ("made.small", ""): 10, ("made.same", ""): 5}
new = dict(base)
new[("made.irq", "total")] = 35
new[("made.irq", "delivery")] = 12
new[("made.large", "")] = 100001
new[("made.small", "")] = 8
status, text = review(write("review-base", base), write("review-new", new))
assert status == 1, (status, text)
shown, _, folded = text.partition("<details>")
changed = [
    ["made.irq", "30", "35", "+5", "+16.7 %", "**regressed**", "delivery +5"],
    ["made.large", "100000", "100001", "+1", "+&lt;0.01 %", "**regressed**", ""],
    ["made.small", "10", "8", "-2", "-20.0 %", "improved", ""]]
assert rows(shown) == changed, shown
assert shown.startswith("**Bareline, new against base: made.irq: +16.7 % (30 → 35 instructions); "
                        "of 4 operations 2 regressed, 1 improved, 1 unchanged**\n"), shown
assert "| ---: | ---: | ---: | ---: |" in shown, shown
assert "✓ Exact: instructions have no noise" in shown and "✓ Same machine" in shown, shown
assert folded == "" and len(text.splitlines()) <= 30, text

status, text = review(write("review-base", base), write("review-same", base))
assert status == 0 and rows(text) == [] and "of 4 operations 0 regressed, 0 improved, 4 unchanged**" in text, text

# Operations whose counts before and after are equal share a row. An equal difference proves nothing.
same = {("made.a", ""): 50, ("made.b", ""): 50, ("other.c", ""): 10, ("other.d", ""): 100}
status, text = review(write("review-apart", same),
                      write("review-together", {name: value + 2 for name, value in same.items()}))
shown, _, folded = text.partition("<details>")
assert [row[0] for row in rows(shown)] == ["other.c", "made.a, 1 more", "other.d"], shown
assert "- changed alike: made.b as made.a\n" in folded and text.count("<details>") == 1, folded

# A comment has at most 30 lines.
many = {(f"made.number_{i}", ""): 1000 for i in range(1500)}
more = {name: 1001 + i for i, name in enumerate(many)}
status, text = review(write("review-many", many), write("review-more", more))
assert status == 1 and len(text.splitlines()) <= 30 and len(rows(text)) == 10, (status, text)
assert "the first 10 of 1500" in text and rows(text)[0][0] == "made.number\\_1499", text
