# SPDX-License-Identifier: MIT
"""Write the table of docs/memory-model.md from the output of `tests/memory/memory_model.sh BUILD full`,
between a line <!-- memory-tables: chase --> and <!-- end -->.

usage: memory_tables.py DIRECTORY [DOCUMENT]; without a document the table is printed.
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


def main():
    text = "\n".join(chase(tables_of(sys.argv[1])))
    if len(sys.argv) < 3:
        print(text)
        return
    with open(sys.argv[2], encoding="utf-8") as file:
        page = file.read()
    page, count = re.subn(r"(<!-- memory-tables: chase -->\n).*?(?=<!-- end -->)",
                          lambda match: f"{match[1]}\n{text}\n\n", page, flags=re.S)
    if count != 1:
        sys.exit(f"{sys.argv[2]}: expected one place for the table, found {count}")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(page)


main()
