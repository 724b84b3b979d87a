# SPDX-License-Identifier: MIT
"""The table of docs/explain-sums.md: of each benchmark how many figures are the sum of their functions, and
why the others are not. It is made of what `bareline explain '*' --sums` has left on the metal and under
Linux, and stands between the line that begins with the marker and <!-- end -->.

usage: explain_sums.py write DOCUMENT METAL.json LINUX.json
       explain_sums.py check DOCUMENT metal|linux JSON
The second form says where a column of the document is not what was left."""
import json
import sys

MARKER = "<!-- not measured anew: `make explain-sums` writes it"
END = "<!-- end -->"
NOTHING = "–"


def rows_of(path):
    with open(path, encoding="utf-8") as file:
        tables = json.load(file)["tables"]
    return next(table["rows"] for table in tables if table["name"] == "explain.sums")


def cell_of(rows):
    """"4 of 6", or how many without a sum."""
    if not rows:
        return NOTHING
    summed = sum(row["verdict"] == "equal" for row in rows)
    return str(summed) if summed == len(rows) else f"{summed} of {len(rows)}"


def cells_of(path):
    """By benchmark, in their order: the cell, and its stages that have no sum by reason."""
    benches = {}
    for row in rows_of(path):
        if row["verdict"] not in ("equal", "no sum"):
            sys.exit(f"{path}: {row['benchmark']} {row['point']}: {row['reason']}")
        benches.setdefault(row["benchmark"], []).append(row)
    reasons = {}
    for name, rows in benches.items():
        for row in rows:
            if row["verdict"] == "no sum":
                stages = reasons.setdefault(name, {}).setdefault(row["reason"], [])
                if row["stage"] and row["stage"] not in stages:
                    stages.append(row["stage"])
    return {name: cell_of(rows) for name, rows in benches.items()}, reasons


def reason_text(reasons, whole):
    """"`late`, `total`: why"; stages are not named if that is why for all."""
    parts = []
    for reason, stages in reasons.items():
        names = ", ".join(f"`{stage}`" for stage in stages)
        parts.append(reason if whole and len(reasons) == 1 or not names else f"{names}: {reason}")
    return "; ".join(parts)


def table_of(metal_path, linux_path):
    metal, metal_reasons = cells_of(metal_path)
    linux, linux_reasons = cells_of(linux_path)
    names = list(metal) + [name for name in linux if name not in metal]
    lines = ["| benchmark | metal | Linux | why not all |", "|---|---|---|---|"]
    for name in names:
        cells = [metal.get(name, NOTHING), linux.get(name, NOTHING)]
        reasons = {}
        for side in (metal_reasons, linux_reasons):
            for reason, stages in side.get(name, {}).items():
                known = reasons.setdefault(reason, [])
                known += [stage for stage in stages if stage not in known]
        whole = all(cell == NOTHING or cell.startswith("0 ") for cell in cells)
        lines.append(f"| `{name}` | {cells[0]} | {cells[1]} | {reason_text(reasons, whole)} |")
    lines.append("")
    for where, path in (("On the metal", metal_path), ("Under Linux", linux_path)):
        rows = rows_of(path)
        summed = sum(row["verdict"] == "equal" for row in rows)
        lines.append(f"{where} {summed} of {len(rows)} figures are the sum of their functions.")
    return "\n".join(lines) + "\n"


def split(page):
    begin = page.index("\n", page.index(MARKER)) + 1
    return page[:begin], page[begin:page.index(END, begin)], page[page.index(END, begin):]


def write(document, metal, linux):
    with open(document, encoding="utf-8") as file:
        before, _, after = split(file.read())
    with open(document, "w", encoding="utf-8") as file:
        file.write(before + table_of(metal, linux) + after)


def check(document, side, path):
    column = {"metal": 1, "linux": 2}[side]
    with open(document, encoding="utf-8") as file:
        table = split(file.read())[1]
    shown = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[0].startswith("`"):
            shown[cells[0].strip("`")] = cells[column]
    cells, _ = cells_of(path)
    wrong = [f"{name}: {document} has {shown.get(name, 'no line')}, it is {cell}"
             for name, cell in cells.items() if shown.get(name) != cell]
    wrong += [f"{name}: {document} has {cell}, and it was not run"
              for name, cell in shown.items() if cell != NOTHING and name not in cells]
    if wrong:
        sys.exit("\n".join(wrong + ["`make explain-sums` writes the table"]))


def main():
    {"write": write, "check": check}[sys.argv[1]](*sys.argv[2:])


main()
