# SPDX-License-Identifier: MIT
"""The views of tables: JSON, NDJSON, CSV, text and pages. What text and pages print must be the value
of JSON within its last digit, in the same unit; CSV and NDJSON have all digits."""
import csv
import html
import itertools
import json
import os
import re

NUMERIC = ("number", "count", "bytes", "quantity", "share", "change", "probability")
SIZES = {"": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}
TIMES = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}
NUMBER = r"[-+−]?(?:\d[\d\u202f]*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?"
# The heads of text and pages whose words are not the column's name.
HEADS = {"TSC ticks": "ticks"}


UNIT_NAMES = {"µs": "us"}


def is_unit(name):
    return name in TIMES or name in ("instructions", "TSC ticks", "ticks", "counts", "GB/s", "bytes", "%")


def printed(text):
    """The value of a printed number, and half of its last digit."""
    plain = text.replace("\u202f", "").replace("−", "-")
    mantissa, _, exponent = plain.partition("e")
    digit = 10.0 ** ((int(exponent) if exponent else 0) - len(mantissa.partition(".")[2]))
    return float(plain), 0.5000001 * digit


def number_of(cell):
    """A JSON cell's number: of a quantity its value."""
    return cell["value"] if isinstance(cell, dict) else cell


class Tables:
    """The tables of a command's --json, by name."""

    def __init__(self, text):
        self.tables = {table["name"]: table for table in json.loads(text)["tables"]}

    def __iter__(self):
        return iter(self.tables.values())


def show_cell(account, view, table, column, cell, text, where, unit_factor=1.0):
    """One printed cell against its JSON value."""
    kind, value = column["kind"], number_of(cell)
    where = f"{table['name']}, {where}"
    quantity = f"{kind} {column['name']}"
    if text == "" or value is None:
        account.same(view, quantity, (text or None) and value, value and text, where)
        return
    found = re.fullmatch(rf"({NUMBER})\s*(\S.*)?", text)
    if kind == "probability" and text.startswith("<"):
        account.same(view, quantity, value < printed(text[1:])[0], True, where)
    elif kind == "change" and "<" in text:
        account.same(view, quantity, 0 < abs(value) < 1e-4 and (value > 0) == (text[0] == "+"), True, where)
    elif found is None:
        account.fail(view, f"{quantity} of {where} is not a number: {text!r}")
    else:
        number, half = printed(found[1])
        suffix = found[2] or ""
        factor = 0.01 if kind in ("share", "change") else unit_factor
        if kind in ("share", "change"):
            account.same(view, f"{quantity} unit", suffix, "%", where)
        elif kind == "bytes":
            factor = SIZES.get(suffix.replace("bytes", "").strip())
            if factor is None:
                account.fail(view, f"{where} has the unknown unit {suffix!r}")
                return
        elif suffix and suffix != column.get("unit"):
            if suffix not in TIMES or column.get("unit", "ns") not in TIMES:
                account.fail(view, f"{where} has the unit {suffix!r}, not {column.get('unit')!r}")
            factor = TIMES.get(suffix, 1) / TIMES.get(column.get("unit", "ns"), 1)
        account.number(view, quantity, number * factor, value, where, half * factor)


def show_interval(account, view, table, column, cell, text, where):
    """The printed interval of a quantity: LOW - HIGH, LOW to HIGH, ± N %, -N to +N %, exact, or a reason."""
    where = f"{table['name']}, {where}"
    name = f"interval {column['name']}"
    if cell is None:
        account.same(view, name, text, "", where)
    elif cell["exact"]:
        account.same(view, name, text, "exact", where)
    elif cell["low"] is None:
        account.same(view, name, text in ("", "n too small", "± ?"), True, where)
    else:
        value = abs(cell["value"]) or 1
        text = text.removesuffix(", wide")
        found = re.fullmatch(rf"({NUMBER}) (?:-|to) ({NUMBER})", text)
        if found:
            for bound, written in (("low", found[1]), ("high", found[2])):
                account.number(view, f"{name} {bound}", printed(written)[0], cell[bound], where, printed(written)[1])
            return
        above, below = (cell["high"] - cell["value"]) / value, (cell["value"] - cell["low"]) / value
        found = re.fullmatch(rf"± ({NUMBER}) %", text)
        both = re.fullmatch(rf"-({NUMBER}) to \+({NUMBER}) %", text)
        if found:
            account.number(view, name, printed(found[1])[0], 100 * max(above, below), where, printed(found[1])[1])
        elif both:
            account.number(view, name, printed(both[1])[0], 100 * below, where, printed(both[1])[1])
            account.number(view, name, printed(both[2])[0], 100 * above, where, printed(both[2])[1])
        else:
            account.fail(view, f"{name} of {where} is not an interval: {text!r}")


# ---- CSV and NDJSON ----

def check_ndjson(account, view, text, tables):
    lines = [json.loads(line) for line in text.splitlines()]
    rows = [{"table": table["name"], **row} for table in tables for row in table["rows"]]
    account.same(view, "rows", len(lines), len(rows), "all tables")
    for line, row in zip(lines, rows):
        for name, value in row.items():
            account.same(view, "cell", line.get(name), value, f"{row['table']}, {name}")


def csv_value(cell):
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else " ".join("nan" if value is None else f"{value:.12g}" for value in cell) \
        if isinstance(cell, list) else cell


def check_csv_table(account, view, text, table):
    rows = list(csv.DictReader(text.splitlines()))
    account.same(view, "rows", len(rows), len(table["rows"]), table["name"])
    for written, row in zip(rows, table["rows"]):
        for column in table["columns"]:
            name, cell = column["name"], row[column["name"]]
            where = f"{table['name']}, {name}"
            bounds = [(name, number_of(cell))]
            if column["kind"] == "quantity":
                bounds += [(f"{name}_{bound}", cell and cell[bound]) for bound in ("low", "high")]
            for title, true in bounds:
                if column["kind"] in NUMERIC:
                    account.number(view, f"{column['kind']} {name}", written[title] or None, true, where)
                else:
                    account.same(view, "text", written[title].removeprefix("'"), str(csv_value(true)).removeprefix("'"),
                                 where)


def check_csv(account, view, directory, tables):
    left = set(os.listdir(directory))
    for table in tables:
        if table["rows"]:
            with open(f"{directory}/{table['name']}.csv", encoding="utf-8", newline="") as file:
                check_csv_table(account, view, file.read(), table)
            left.discard(f"{table['name']}.csv")
    account.same(view, "files", left, set(), "tables without a reader")


# ---- Rows of printed cells ----

def column_of(table, head, heads, before=0):
    """The column of a printed head, by its name, its words or `heads`, and the unit in the head. before: how
    many equal heads come before."""
    title, _, unit = head.rpartition(", ")
    if title == "" or not (is_unit(unit) or unit.startswith("core")):
        title, unit = head, None
    title = heads.get((table["name"], title), heads.get(title, title))
    if isinstance(title, list):
        title = title[before]
    for suffix in (f"_{UNIT_NAMES.get(unit, unit)}", ""):
        for column in table["columns"]:
            names = (column["name"], column["name"].replace("_", " "), column["name"].removesuffix("_bytes"))
            if title + suffix in names:
                return column, unit
    return None, unit


def check_printed(account, view, table, heads_printed, rows, heads, is_whole=True):
    """Rows of printed cells, in the order of JSON. Rows that a view leaves out are skipped if not is_whole;
    rows without cells of numbers are remarks."""
    columns, last = [], None
    for place, head in enumerate(heads_printed):
        if re.match(r"95 % CI", head):
            columns.append(("interval", last))
            continue
        column, unit = column_of(table, head, heads, heads_printed[:place].count(head))
        if column is None and head != "":
            account.fail(view, f"{table['name']} has the unknown head {head!r}")
        if column is not None and unit is not None:
            expected = column.get("unit") or next((row.get("unit") for row in table["rows"]), None)
            account.same(view, "unit in a head", unit, expected or "ticks", f"{table['name']}, {head}")
        columns.append(("cell" if column is not None else "rest", column))
        last = column if column is not None and column["kind"] == "quantity" else last
    source = iter(table["rows"])
    for place, cells in enumerate(rows):
        where = f"row {place + 1}"
        for row in source:
            if is_whole or fits(columns, row, cells):
                break
        else:
            account.fail(view, f"{table['name']}, {where} has no row of JSON: {cells}")
            return
        for (what, column), text in zip(columns, cells):
            if column is None:
                if text in TIMES or text in ("GB/s", "instructions", "TSC ticks", "counts"):
                    account.same(view, "unit", text, row.get("unit"), f"{table['name']}, {where}")
            elif what == "interval":
                show_interval(account, view, table, column, row[column["name"]], text, where)
            elif column["kind"] in NUMERIC:
                if text == "" and "key" in column.get("role", "key") and is_repeated(table, row, column):
                    continue
                show_cell(account, view, table, column, row[column["name"]], text, where)
            elif column["name"] == "unit":
                account.same(view, "unit", text, row["unit"], f"{table['name']}, {where}")
    if is_whole:
        account.same(view, "rows left out", len(list(source)), 0, table["name"])


def is_repeated(table, row, column):
    """Text prints a key once for several rows."""
    place = table["rows"].index(row)
    return place > 0 and table["rows"][place - 1][column["name"]] == row[column["name"]] and \
        column["kind"] in ("count", "bytes")


def fits(columns, row, cells):
    """Whether the texts of a printed row, and its keys, are those of the row."""
    for (what, column), text in zip(columns, cells):
        if what == "cell" and column["kind"] == "text" and \
                not (row[column["name"]] or "").lower().startswith(text.lower()):
            return False
        if what == "cell" and column["kind"] == "count" and text != "" and str(row[column["name"]]) != text:
            return False
        if what == "cell" and column["kind"] == "bytes":
            found = re.fullmatch(r"(\d+)(?: (\w+))?", text)
            if found and row[column["name"]] != int(found[1]) * SIZES.get((found[2] or "").replace("bytes", ""), 1):
                return False
    return True


# ---- Text ----

def spans(line):
    return [(found.start(), found.end(), found[0]) for found in re.finditer(r"\S+(?: \S+)*", line)]


def text_tables(text, tables):
    """The tables of a text: name, lines of heads and rows. A line with less room before it names a group."""
    lines = text.splitlines()
    for place, line in enumerate(lines):
        found = re.match(r"  ([\w.-]+): ", line)
        if found and found[1] in tables and place + 1 < len(lines) and lines[place + 1].startswith("    "):
            groups = {row.get(key) for row in tables[found[1]]["rows"] for key in ("of", "run")}
            body = itertools.takewhile(lambda line: line.startswith("    ") or line.strip() in groups,
                                       lines[place + 1:])
            yield found[1], [line for line in body if line.startswith("    ")]


def overlap(start, end, other):
    return min(end, other[1]) - max(start, other[0])


def cells_of(line, heads):
    """The cells of a row by the heads that overlap them most. The last cell has the rest, such as a unit."""
    cells = [""] * (len(heads) + 1)
    for start, end, word in spans(line):
        place = max(range(len(heads)), key=lambda i: overlap(start, end, heads[i]))
        if overlap(start, end, heads[place]) <= 0:
            place = len(heads)
        cells[place] = f"{cells[place]} {word}".strip()
    return cells


def check_text(account, view, text, tables, heads, skipped=()):
    """Tables of one line per row, at the greatest width."""
    seen = set()
    for name, body in text_tables(text, tables.tables):
        table = tables.tables[name]
        seen.add(name)
        if name in skipped:
            continue
        first = spans(body[0])
        numbers = [column for column in table["columns"] if column["kind"] in NUMERIC]
        rows = []
        for line in body[1:]:
            cells = cells_of(line, first)
            if len(rows) < len(table["rows"]) and any(
                    re.match(rf"{NUMBER}(?: |$)|<", cell) for cell, head in zip(cells, first)
                    if (column_of(table, head[2], heads)[0] or {}).get("kind") in NUMERIC):
                rows.append(cells)
        if numbers:
            check_printed(account, view, table, [*(head[2] for head in first), ""], rows, heads,
                          len(rows) == len(table["rows"]))
    for table in tables:
        if table["rows"] and table["name"] not in seen and table["name"] not in skipped and \
                any(column["kind"] in NUMERIC for column in table["columns"]):
            account.fail(view, f"no table {table['name']}")


# ---- Pages ----

FIGURE = re.compile(r'(?s)<(?:figure|table class=ladder) ?(?:class=\w+ )?id="([^"]+)".*?</(?:figure|table)>')
TABLE = re.compile(r"(?s)<table[^>]*><thead>(.*?)</thead><tbody>(.*?)</tbody></table>")


def plain(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup)).strip()


def page_tables(page):
    for figure in FIGURE.finditer(page):
        found = TABLE.search(figure[0])
        if found:
            heads = [plain(part.partition(">")[2]) for part in re.split(r"<th ?", found[1])[1:]]
            rows = [[plain(re.sub(r"(?s)<svg.*?</svg>|<span class=aside>.*?</span>", "", part.partition(">")[2]))
                     for part in re.split(r"<t[dh](?=[ >])", row)[1:]]
                    for row in found[2].split("<tr")[1:] if not row.startswith(" class=remark")]
            yield figure[1], heads, rows


def check_page(account, view, page, tables, heads, skipped=()):
    for name, printed_heads, rows in page_tables(page):
        if name not in tables.tables:
            account.fail(view, f"an unknown table {name}")
        elif any(column["name"] == "axis" for column in tables.tables[name]["columns"]):
            check_ladder(account, view, tables.tables[name], rows)
        elif name not in skipped:
            check_printed(account, view, tables.tables[name], printed_heads, rows, heads, False)


def check_ladder(account, view, table, rows):
    """The key metrics of a page, from the least to the greatest time."""
    ordered = sorted(table["rows"], key=lambda row: row["axis"])
    account.same(view, "rows", [row[0].lower() for row in rows], [row["what"].lower() for row in ordered], "figures")
    for row, true in zip(rows, ordered):
        where = f"figures, {true['what']}"
        column = {"name": "median", "kind": "quantity", "unit": true["unit"]}
        show_cell(account, view, table, column, true["median"], row[1], where)
        show_interval(account, view, table, column, true["median"], row[2], where)
