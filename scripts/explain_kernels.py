# SPDX-License-Identifier: MIT
"""Write the table of three kernels by function in docs/explain.md, from the output of
scripts/explain-kernels.sh: between the line that begins with the marker and <!-- end -->.

usage: explain_kernels.py DIRECTORY DOCUMENT VERSION...
"""
import json
import sys

MARKER = "<!-- not measured again: `make explain-kernels` writes it"
END = "<!-- end -->"
# Maximum number of functions with a row, in the order of their change; the others share a row.
FUNCTIONS_MAX = 14
SAME = 1e-6


def functions_of(directory, version):
    """Instructions of one operation by function, and their sum, which is the result."""
    with open(f"{directory}/call-{version}/explain.json", encoding="utf-8") as file:
        tables = {table["name"]: table["rows"] for table in json.load(file)["tables"]}
    figure, = tables["explain.sums"]
    functions = {}
    for row in tables["explain.functions"]:
        key = row["function"]
        functions[key] = functions.get(key, 0) + row["instructions"]
    if figure["verdict"] != "equal" or abs(sum(functions.values()) - figure["measured"]) > SAME:
        sys.exit(f"{version}: the sum differs from the result")
    return functions, figure["measured"]


def number(value):
    """Formatted as in tools/table/number.c, and so as in other documents."""
    if value == int(value) or value >= 10000:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 100 else f"{round(value, 2):g}"


def line(name, values):
    cells = [name, number(values[0]) if values[0] else "–"]
    for before, now in zip(values, values[1:]):
        change = round(now - before, 2)
        cells += [number(now) if now else "–", f"{change:+g}" if change else ""]
    return "| " + " | ".join(cells) + " |"


def changed_most(values):
    return max(abs(now - before) for before, now in zip(values, values[1:]))


def table_of(directory, versions):
    sides = [functions_of(directory, version) for version in versions]
    names = sorted({key for functions, _ in sides for key in functions})
    rows = {key: [functions.get(key, 0) for functions, _ in sides] for key in names}
    changed = sorted((key for key in names if changed_most(rows[key]) > SAME),
                     key=lambda key: (-changed_most(rows[key]), key))
    shown = changed[:FUNCTIONS_MAX]
    heads = ["function", versions[0]]
    for version in versions[1:]:
        heads += [version, "change"]
    lines = ["| " + " | ".join(head.removesuffix("+deb12") for head in heads) + " |",
             "|---|" + "---:|" * (len(heads) - 1)]
    lines += [line(f"`{key}`", rows[key]) for key in shown]
    for title, keys in ((f"{len(changed) - len(shown)} more that changed", changed[len(shown):]),
                        (f"{len(names) - len(changed)} unchanged",
                         [key for key in names if key not in changed])):
        if keys:
            lines.append(line(title, [sum(values) for values in zip(*(rows[key] for key in keys))]))
    lines.append(line("**sum**", [figure for _, figure in sides]))
    return "\n".join(lines)


def main():
    directory, document, *versions = sys.argv[1:]
    text = table_of(directory, versions)
    with open(document, encoding="utf-8") as file:
        page = file.read()
    begin = page.index("\n", page.index(MARKER)) + 1
    end = page.index(END, begin)
    with open(document, "w", encoding="utf-8") as file:
        file.write(page[:begin] + text + "\n" + page[end:])


main()
