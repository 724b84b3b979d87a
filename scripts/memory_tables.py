# SPDX-License-Identifier: MIT
"""Write the tables of docs/memory-model.md anew, from what tests/memory_model.sh and tests/memory/cachegrind.sh
left: each between a line <!-- memory-tables: NAME --> and <!-- end -->.

usage: memory_tables.py FULL-DIRECTORY QUICK-DIRECTORY CACHEGRIND-OUTPUT [DOCUMENT]; without a document the
tables are printed."""
import json
import re
import sys

SIZES = (16 << 10, 28 << 10, 32 << 10, 40 << 10, 512 << 10, 896 << 10, 1 << 20, 1280 << 10, 4 << 20,
         7 << 20, 8 << 20, 10 << 20, 64 << 20)
LEVELS = ("l1d", "l2", "llc")


def tables_of(directory):
    with open(directory + "/explain.json", encoding="utf-8") as file:
        return {table["name"]: table["rows"] for table in json.load(file)["tables"]}


def size_text(size):
    return f"{size >> 20} MiB" if size % (1 << 20) == 0 else f"{size >> 10} KiB"


def number(value):
    return f"{value:.4f}".rstrip("0").rstrip(".")


def lines_of(heads, rows):
    return ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)] + \
        ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]


def function_row(tables, figure, function):
    return next(row for row in tables["explain.memory_functions"]
                if row["figure"] == figure and row["function"] == function)


def chase(full, _quick, _said):
    rows = []
    for size in SIZES:
        row = function_row(full, f"mem.latency order=random page_bytes=4096 size_bytes={size}",
                           "chase_run")
        rows.append([size_text(size)] + [number(row[level + "_misses"]) for level in LEVELS])
    return lines_of(("buffer", "L1d, 32 KiB", "L2, 1 MiB", "LLC, 8 MiB"), rows)


def capacities(full, _quick, _said):
    return lines_of(("curve", "pages of", "store", "modelled", "found", ""),
                    [(f"`{row['benchmark']}`", size_text(row["page_bytes"]), row["store"],
                      f"{row['modelled']} {row['unit']}", row["found"], row["verdict"])
                     for row in full["explain.memory_capacities"]])


def bandwidth(_full, quick, _said):
    rows = []
    for figure in dict.fromkeys(row["figure"] for row in quick["explain.memory_functions"]):
        found = re.match(r"mem.bandwidth.(\w+) cpus=1 width=(64|byte) size_bytes=262144$", figure)
        if not found:
            continue
        operation, width = found.groups()
        loop = "bandwidth_" + operation.replace("fill", "write")
        row = function_row(quick, figure, loop if width == "byte" else loop + "_" + width)
        rows.append((f"`{operation}`", number(row["read_bytes"]), number(row["written_bytes"]),
                     number(row["l1d_misses"])))
    return lines_of(("`mem.bandwidth.`", "bytes read", "bytes written", "L1d misses"), rows)


def prefetchers(_full, _quick, _said):
    rows = []
    for kind in ("none", "next", "stride"):
        tables = tables_of(sys.argv[2] + "/../" + kind)
        rows.append([f"`prefetch={kind}`"] + [
            number(function_row(tables, f"mem.prefetch prefetchers=on order={order}",
                                "chase_run")["l1d_misses"]) for order in ("sequential", "random")])
    return lines_of(("prefetcher", "line after line", "at random"), rows)


def cachegrind(_full, _quick, said):
    rows, geometry = [], ""
    for line in said:
        found = re.match(r"(\S+): cachegrind (.*)", line)
        if found:
            geometry = found[1]
            rows.append([f"`{geometry}`", "cachegrind"] + found[2].split()[1::2])
        found = re.match(r"(as-cachegrind|as-ours) (.*)", line)
        if found:
            who = {"as-cachegrind": "our caches, put together as cachegrind has them",
                   "as-ours": "our model"}[found[1]]
            rows.append(["", who] + found[2].split()[1::2])
    return lines_of(("geometry", "", "I1", "D1", "LL, instructions", "LL, data"), rows)


TABLES = {"chase": chase, "capacities": capacities, "bandwidth": bandwidth,
          "prefetchers": prefetchers, "cachegrind": cachegrind}


def main():
    full, quick = tables_of(sys.argv[1]), tables_of(sys.argv[2])
    with open(sys.argv[3], encoding="utf-8") as file:
        said = file.read().splitlines()
    texts = {name: "\n".join(make(full, quick, said)) for name, make in TABLES.items()}
    if len(sys.argv) < 5:
        print("\n\n".join(texts.values()))
        return
    with open(sys.argv[4], encoding="utf-8") as file:
        page = file.read()
    for name, text in texts.items():
        page, count = re.subn(rf"(<!-- memory-tables: {name} -->\n).*?(?=<!-- end -->)",
                              lambda match, text=text: f"{match[1]}\n{text}\n\n", page, flags=re.S)
        if count != 1:
            sys.exit(f"{sys.argv[4]}: {count} places for the table {name}, not one")
    with open(sys.argv[4], "w", encoding="utf-8") as file:
        file.write(page)


main()
