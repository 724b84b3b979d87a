# SPDX-License-Identifier: MIT
"""Write the table of several kernels in docs/overhead.md from the output of `bareline overhead
--kernel FILE --kernel FILE ... -o JSON`: between the line that begins with the marker and <!-- end
-->.

usage: kernels_table.py JSON [DOCUMENT]; without a document the table is printed.
"""
import json
import re
import sys

# The rows, by benchmark, point and stage.
ROWS = (
    ("null system call", "entry.null_syscall", "path=syscall", None),
    ("the same by a gate (`int 0x80`)", "entry.null_syscall", "path=int_gate", None),
    ("a page that may not be read, 4 KiB: to the signal's handler",
     "fault.not_present", "ring=3 action=trap page_bytes=4096", "entry"),
    ("and back", "fault.not_present", "ring=3 action=trap page_bytes=4096", "return"),
    ("a page of 4 KiB at its first touch", "fault.demand_zero", "ring=3 page_bytes=4096", None),
    ("a thread woken by a futex", "os.wake", "by=futex cpu=same", "one_way"),
    ("a thread woken by a datagram", "os.wake", "by=datagram cpu=same", "one_way"),
    ("a word there and one back between threads", "os.pipe", "ring=3 between=threads", None),
)
MARKER = "<!-- not measured again: `make kernels-table` writes it"


def has_all(point, wanted):
    return set(wanted.split()) <= set(point.split())


def found(tables, benchmark, point, stage):
    rows = [row for table in tables for row in table["rows"]
            if row.get("benchmark") == benchmark and "kernel_1" in row
            and has_all(row.get("point", ""), point) and (stage is None or row.get("stage") == stage)]
    if len(rows) != 1:
        sys.exit(f"{benchmark} {point} {stage or ''}: expected one row, found {len(rows)}")
    return rows[0]


def number(quantity):
    """An operation's result, with the digits of a run's page; ~: not constant."""
    if quantity is None:
        return ""
    value = quantity["value"]
    digits = 0 if value >= 1000 or value == int(value) else 1 if value >= 100 else 2
    return f"{value:.{digits}f}" + ("" if quantity.get("exact") else " ~")


def change(value):
    return "" if value is None else f"{round(value, 2):+g}" if value else "0"


def line(cells):
    return "| " + " | ".join(cells) + " |"


def table_of(tables, heads):
    kernels = len(heads)
    names = ["instructions", "metal"]
    for i, head in enumerate(heads):
        names += [head] + ["change"] * (i > 0)
    lines = [line(names), "|" + "---|" * len(names)]
    for text, *name in ROWS:
        row = found(tables, *name)
        cells = [text, number(row["metal"])]
        for i in range(1, kernels + 1):
            cells.append(number(row[f"kernel_{i}"]))
            if i > 1:
                cells.append(change(row[f"change_{i}"]))
        lines.append(line(cells))
    return "\n".join(lines) + "\n"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        tables = json.load(file)["tables"]
    about = next(table for table in tables if table["name"] == "about")
    heads = [re.sub(r"(\+deb\d+)?-cloud-amd64.*", "", row["text"]) for row in about["rows"]
             if row["what"] == "kernel"]
    text = table_of(tables, heads)
    if len(sys.argv) < 3:
        print(text, end="")
        return
    with open(sys.argv[2], encoding="utf-8") as file:
        page = file.read()
    begin = page.index("\n", page.index(MARKER)) + 1
    end = page.index("\n\n", begin) + 1
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(page[:begin] + text + page[end:])


main()
