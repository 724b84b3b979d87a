# SPDX-License-Identifier: MIT
"""Write the tables of docs/memory-model.md from the output of `tests/memory/memory_model.sh BUILD full`,
each between a line <!-- memory-tables: NAME --> and <!-- end -->.

usage: memory_tables.py DIRECTORY [DOCUMENT]; without a document the tables are printed.
"""
import json
import re
import sys

SIZES = (16 << 10, 32 << 10, 40 << 10, 1 << 20, 1280 << 10, 8 << 20, 10 << 20)
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


def chase(full):
    rows = []
    for size in SIZES:
        row = function_row(full, f"mem.latency order=random page_bytes=4096 size_bytes={size}",
                           "chase_run")
        rows.append([size_text(size)] + [number(row[level + "_misses"]) for level in LEVELS])
    return lines_of(("buffer", "L1d, 32 KiB", "L2, 1 MiB", "LLC, 8 MiB"), rows)


def capacities(full):
    return lines_of(("curve", "pages of", "store", "modelled", "found", ""),
                    [(f"`{row['benchmark']}`", size_text(row["page_bytes"]), row["store"],
                      f"{row['modelled']} {row['unit']}", row["found"], row["verdict"])
                     for row in full["explain.memory_capacities"]])


TABLES = {"chase": chase, "capacities": capacities}


def main():
    full = tables_of(sys.argv[1])
    texts = {name: "\n".join(make(full)) for name, make in TABLES.items()}
    if len(sys.argv) < 3:
        print("\n\n".join(texts.values()))
        return
    with open(sys.argv[2], encoding="utf-8") as file:
        page = file.read()
    for name, text in texts.items():
        page, count = re.subn(rf"(<!-- memory-tables: {name} -->\n).*?(?=<!-- end -->)",
                              lambda match, text=text: f"{match[1]}\n{text}\n\n", page, flags=re.S)
        if count != 1:
            sys.exit(f"{sys.argv[2]}: expected one place for the table {name}, found {count}")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(page)


main()
