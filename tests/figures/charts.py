# SPDX-License-Identifier: MIT
"""Charts, as SVG of `bareline plot` and `bareline idle`, and in pages: the numbers of axes, marks and labels.
The labels of an axis define its scale, and each mark must be at its value by that scale."""
import html
import math
import re

from tables import NUMBER, SIZES, TIMES, number_of, printed

PREFIXES = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}
ATTRIBUTE = re.compile(r'([\w:-]+)=(?:"([^"]*)"|([^\s>]+))')
ELEMENT = re.compile(r"<(rect|circle|path|line|text|g|svg)\b([^>]*?)/?>|</(g|svg)>|<title>([^<]*)</title>|([^<]+)")
TITLE = re.compile(rf"(?:(.*): )?({NUMBER})(?: ([^\d(,][^(,]*?))?(?: \(({NUMBER}) to ({NUMBER})\))?(?:, n = (\d+))?$")


def attributes(text):
    return {name: quoted or bare for name, quoted, bare in ATTRIBUTE.findall(text)}


def label_value(label):
    """The number of an axis label such as 1 KiB, 500k, 10 µs, 1,000."""
    found = re.fullmatch(rf"({NUMBER}) ?([KMGT]iB|[kMG]|ns|µs|ms|s)?", label)
    if found is None:
        return None
    suffix = found[2] or ""
    return printed(found[1])[0] * (SIZES.get(suffix) or PREFIXES.get(suffix) or TIMES.get(suffix) or 1)


class Axis:
    """A scale through the labels of an axis: linear or logarithmic, whichever they fit."""

    def __init__(self, ticks, title, tolerance, kind=None):
        self.title, self.ticks, self.tolerance = title, ticks, tolerance
        found = re.search(r"(?:^|, )in ([^,;]+)(?:$|;)| in (%)$", title)
        self.unit = (found[1] or found[2]) if found else ""
        self.kind = None
        for name, turn in (("linear", float), ("log", lambda value: math.log(value) if value > 0 else math.nan)):
            if len(ticks) >= 2 and kind in (None, name):
                points = [(place, turn(value)) for place, value in ticks]
                (low, first), (high, last) = points[0], points[-1]
                if last == first or high == low:
                    continue
                slope = (last - first) / (high - low)
                if all(abs(first + slope * (place - low) - value) <= abs(slope) * tolerance * 2
                       for place, value in points):
                    self.kind, self.low, self.first, self.slope, self.turn = name, low, first, slope, turn
                    break

    def place(self, value):
        """Where a value must be, or None if the axis has no labels that define it."""
        if self.kind is None or (self.kind == "log" and value <= 0):
            return None
        return self.low + (self.turn(value) - self.first) / self.slope

    def value(self, place):
        turned = self.first + self.slope * (place - self.low)
        return math.exp(turned) if self.kind == "log" else turned

    def factor(self, unit):
        """What a value in unit is multiplied with to be in the axis's unit; None if they are no times."""
        if unit in TIMES and self.unit in TIMES:
            return TIMES[unit] / TIMES[self.unit]
        return 1


class Chart:
    """The axes, marks and labels of one drawing."""

    def __init__(self, markup):
        self.marks, self.texts, self.paths, self.intervals, ticks, titles = [], [], [], [], [], []
        head = attributes(markup[:markup.index(">")])
        is_page = "viewBox" not in head and "role" in head
        self.width = 1000.0 if is_page else float(head.get("width", "0").rstrip("%") or 0)
        self.height = float(head["height"])
        self.tolerance = 0.12 if is_page else 0.015
        self.data = {axis: (head.get(f"data-{axis}") or "").split(" ") for axis in "xy"}
        stack, text, mark, dashes, shade = [], None, None, None, None
        for element in ELEMENT.finditer(markup[markup.index(">") + 1:]):
            tag, raw, closed, title, words = element.groups()
            if closed:
                if stack:
                    stack.pop()
            elif title is not None and mark is not None:
                mark["title"] = html.unescape(title)
            elif words is not None and text is not None and words.strip():
                text["text"], last = html.unescape(words.strip()), text
                text = None
                if "ticks" in stack:
                    ticks.append(last)
                elif last["text"] and re.fullmatch(r"start|end", last["anchor"]) and "curve" not in stack:
                    titles.append(last)
                if "ticks" not in stack:
                    self.texts.append(last)
            elif tag in ("g", "svg"):
                if not element[0].endswith("/>"):
                    stack.append(attributes(raw).get("class", "").split(" ")[0])
                    dashes = attributes(raw).get("stroke-dasharray", dashes)
                    shade = attributes(raw).get("fill", shade)
            elif tag:
                found = attributes(raw)
                numbers = {name: self.length(value) for name, value in found.items()
                           if name in ("x", "y", "cx", "cy", "width", "height", "x1", "x2", "y1", "y2")}
                if tag == "text":
                    text = {**numbers, "anchor": found.get("text-anchor", ""), "text": ""}
                elif tag in ("rect", "circle"):
                    mark = {**numbers, "tag": tag, "title": None, "shade": shade, "curve": "curve" in stack}
                    self.marks.append(mark)
                elif tag == "path" and "d" in found and "grid" not in stack:
                    (self.intervals if "interval" in stack else self.paths).append(
                        (found["d"], "curve" in stack, dashes))
        self.marks = [mark for mark in self.marks if mark["curve"]]
        upright = [(tick["y"] - 4, label_value(tick["text"])) for tick in ticks if tick["anchor"] == "end"]
        across = [(tick["x"], label_value(tick["text"])) for tick in ticks if tick["anchor"] != "end"]
        y_title = next((title["text"] for title in titles if title["anchor"] == "start" and title["y"] < 0), "")
        x_title = next((title["text"] for title in titles if title["anchor"] == "end" and
                        title["y"] > self.height), "")
        kinds = {"linear": "linear", "log": "log", "size": "log"}
        self.x = Axis([tick for tick in across if tick[1] is not None], x_title, self.tolerance,
                      kinds.get(self.data["x"][0]))
        self.y = Axis([tick for tick in upright if tick[1] is not None], y_title, self.tolerance,
                      kinds.get(self.data["y"][0]))
        self.has_words = any(value is None for _, value in upright + across)

    def length(self, text):
        return float(text[:-1]) * self.width / 100 if text.endswith("%") else float(text)


def charts_of_file(text):
    """The drawings of an SVG file: nested, with a place of their own."""
    for found in re.finditer(r'(?m)^<svg x=[^>]*>', text):
        end = text.index("\n</svg>", found.end()) if "\n</svg>" in text[found.end():] else len(text)
        yield Chart(text[found.start():end])


def near(account, view, quantity, place, true, where, tolerance):
    account.counts[view, quantity] += 1
    if true is None or abs(place - true) > tolerance:
        account.fail(view, f"{quantity} of {where} is drawn at {place:.2f}; computed: "
                           f"{'no scale' if true is None else f'{true:.2f}'}")


def row_of(rows, value, half, low, high, count, names):
    """The rows whose quantity prints as these numbers."""
    for row in rows:
        for name in names:
            cell = row.get(name)
            if number_of(cell) is None or abs(number_of(cell) - value) > half:
                continue
            if low is not None and isinstance(cell, dict) and cell["low"] is not None and (
                    abs(cell["low"] - printed(low)[0]) > printed(low)[1] or
                    abs(cell["high"] - printed(high)[0]) > printed(high)[1]):
                continue
            if count is not None and row.get("n") not in (None, int(count)):
                continue
            yield row, name


def words_fit(row, words):
    """Whether the words of a mark agree with the keys of a row."""
    have = {str(value).lower().replace("_", " ") for value in row.values() if isinstance(value, (str, int))}
    have |= {size_words(value) for value in row.values() if isinstance(value, int)}
    score = 0
    for word in re.split(r", ", words or ""):
        options = {word, word.rpartition(" ")[2], " ".join(word.split(" ")[-2:])}
        score += any(option.lower().replace("_", " ") in have for option in options)
    return score


def size_words(value):
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if value >= size and value % size == 0:
            return f"{value // size} {unit}".lower()
    return str(value)


VALUES = ("median", "rate", "measured", "value", "ratio", "error")


def check_marks(account, view, table, chart, cold_too=False):
    """Circles and bars of a table of metrics."""
    rows = [row for row in table["rows"] if cold_too or row.get("samples", "warm") == "warm"]
    shared = next((column.get("unit") for column in table["columns"] if column["name"] in VALUES), None)
    has_spread = any(mark["tag"] == "circle" for mark in chart.marks) and \
        any(mark["tag"] == "rect" for mark in chart.marks)
    for mark in chart.marks:
        found = TITLE.fullmatch(mark["title"] or "")
        where = f"{table['name']}, {mark['title']}"
        if found is None:
            account.fail(view, f"a mark without a number: {where}")
            continue
        words, number, unit, low, high, count = found.groups()
        value, half = printed(number)
        matches = list(row_of(rows, value, half, low, high, count, VALUES))
        account.counts[view, "title"] += 1 + 2 * (low is not None) + (count is not None)
        if not matches:
            account.fail(view, f"no row of {where}")
            continue
        row, name = max(matches, key=lambda match: words_fit(match[0], words))
        account.same(view, "unit of a mark", unit or "", (row.get("unit") or shared or "")
                     .replace("counts", ""), where)
        true = number_of(row[name])
        check_place(account, view, chart, mark, row, true, unit, where, has_spread)


def check_place(account, view, chart, mark, row, true, unit, where, has_spread):
    """A mark at its value. Bars begin where the bar before ends."""
    loose = chart.tolerance
    if mark["tag"] == "circle" and chart.y.kind:
        near(account, view, "circle", mark["cy"], chart.y.place(true * chart.y.factor(unit)), where, loose)
        if row.get("size_bytes") is not None and chart.x.kind and chart.x.title == "working set":
            near(account, view, "working set", mark["cx"], chart.x.place(row["size_bytes"]), where, loose)
        elif chart.x.title in row:
            near(account, view, chart.x.title, mark["cx"], chart.x.place(row[chart.x.title]), where, loose)
        elif row.get("predicted") is not None:
            near(account, view, "predicted", mark["cx"],
                 chart.x.place(row["predicted"] * chart.x.factor(unit)), where, loose)
    elif chart.x.title == "first CPU":
        places = [text["y"] - 4 for text in chart.texts if text["anchor"] == "end" and text["x"] < 0 and
                  text["text"] == str(row["second_cpu"])]
        if not places:      # a page has the labels elsewhere: the CPUs from 1 on, from below
            greatest = len({other["y"] for other in chart.marks})
            places = [chart.height * (1 - (row["second_cpu"] - 0.5) / greatest)]
        across = chart.x.place(row["first_cpu"]) if chart.x.kind else dict(
            (value, place) for place, value in chart.x.ticks).get(row["first_cpu"])
        near(account, view, "first CPU", mark["x"] + mark["width"] / 2, across, where, 40 * loose)
        near(account, view, "second CPU", mark["y"] + mark["height"] / 2, places[0], where, 2 * loose)
    elif mark["tag"] == "circle":
        near(account, view, "circle", mark["cx"], chart.x.place(true * chart.x.factor(unit)), where, loose)
    elif chart.x.kind and has_spread:
        low, high = ("p25", "p75") if "p25" in row else ("ratio_low", "ratio_high")
        for place, quantity in ((mark["x"], low), (mark["x"] + mark["width"], high)):
            near(account, view, f"bar {quantity}", place, chart.x.place(row[quantity] * chart.x.factor(unit)), where,
                 2 * loose)
    elif chart.x.unit == "%" and unit != "%":
        account.counts[view, "part of a total"] += 1
        parts = [other for other in chart.marks if other["tag"] == "rect" and other["y"] == mark["y"]]
        total = sum(printed(TITLE.fullmatch(other["title"])[2])[0] for other in parts)
        place = chart.x.place(100 * true / total) - chart.x.place(0) if total else 0
        near(account, view, "bar of a part", mark["width"], place, where, 0.002 * chart.width)
    elif chart.x.kind:
        origin = chart.x.place(0)
        if origin is None:
            near(account, view, "end of a bar", mark["x"] + mark["width"],
                 chart.x.place(true * chart.x.factor(unit)), where, 2 * loose)
            return
        place = chart.x.place(true * chart.x.factor(unit)) - origin
        near(account, view, "bar", mark["width"], place, where, 2 * loose)
        ends = [other["x"] + other["width"] for other in chart.marks if other["tag"] == "rect" and
                abs(other["y"] - mark["y"]) < 0.01]
        if not any(abs(mark["x"] - end) <= 2 * loose for end in [origin, *ends]):
            account.fail(view, f"a bar that begins nowhere: {where}")
    else:
        account.fail(view, f"a mark without an axis: {where}")


def vertices(path):
    """The points of a path of M, L, H and V, each with whether it begins a part."""
    x = y = 0.0
    for command, text in re.findall(r"([MLHV])([^MLHV]*)", path):
        numbers = [float(number) for number in re.split(r"[ ,]+", text.strip()) if number]
        if command in "ML":
            x, y = numbers
        elif command == "H":
            x, = numbers
        else:
            y, = numbers
        yield command == "M", x, y


def check_lines(account, view, table, chart, levels):
    """Curves go through the circles, intervals through the bounds, dashed lines along fitted levels."""
    circles = {(round(mark["cx"], 1), round(mark["cy"], 1)) for mark in chart.marks if mark["tag"] == "circle"}
    for path, is_curve, dashes in chart.paths:
        if not is_curve:
            continue
        points = [(x, y) for _, x, y in vertices(path)]
        if dashes not in (None, "none") and levels and len(points) == 2 and points[0][1] == points[1][1]:
            values = [level for level in levels if chart.y.place(level["level_ns"]["value"]) is not None and abs(
                chart.y.place(level["level_ns"]["value"]) - points[0][1]) <= chart.tolerance]
            account.counts[view, "level"] += 1
            if not values:
                account.fail(view, f"a line of {table['name']} at {points[0]} has no level")
            else:
                if chart.x.kind:
                    near(account, view, "level from", points[0][0], chart.x.place(values[0]["begins_bytes"]),
                         table["name"], chart.tolerance)
                if values[0]["ends_bytes"] and chart.x.kind:
                    near(account, view, "level to", points[1][0], chart.x.place(values[0]["ends_bytes"]),
                         table["name"], chart.tolerance)
        elif dashes not in (None, "none") and chart.x.unit == chart.y.unit and len(points) == 2:
            for x, y in points:     # where both axes have the same value
                account.counts[view, "diagonal"] += 1
                if abs(chart.x.value(x) / chart.y.value(y) - 1) > 0.01:
                    account.fail(view, f"the diagonal of {table['name']} is at {x}, {y}")
        elif dashes not in (None, "none") and table["name"] == "clock.coarse.error" and len(points) == 2:
            first, last = ((chart.x.value(x), chart.y.value(y)) for x, y in points)
            account.counts[view, "1/√n"] += 1
            if abs(last[1] / first[1] * math.sqrt(last[0] / first[0]) - 1) > 0.01 or \
                    (round(points[0][0], 1), min(cy for _, cy in circles)) not in circles:
                account.fail(view, f"the line 1/√n of {table['name']} goes from {first} to {last}")
        elif circles:
            for x, y in points:
                account.counts[view, "curve"] += 1
                if not any(abs(x - cx) < 0.2 and abs(y - cy) < 0.2 for cx, cy in circles):
                    account.fail(view, f"a curve of {table['name']} goes through {x}, {y}, where no mark is")
        else:
            account.fail(view, f"a curve of {table['name']} without marks")
    for path, _, _ in ((item[0], None, None) for item in chart.intervals):
        points = list(vertices(path))
        for (_, x, low), (_, _, high) in zip(points[::2], points[1::2]):
            check_interval(account, view, table, chart, x, low, high)


# Columns of a curve's horizontal axis.
ACROSS = ("tasks", "size_bytes", "chases", "interval_us", "pages")


def check_interval(account, view, table, chart, x, low, high):
    account.counts[view, "interval"] += 2
    for row in table["rows"]:
        cell = row.get("median") or row.get("rate")
        across = next((row[name] for name in ACROSS if row.get(name) is not None), None)
        if isinstance(cell, dict) and cell["low"] is not None and across is not None:
            factor = chart.y.factor(row.get("unit") or next(
                (column["unit"] for column in table["columns"] if column["name"] == "median"), None))
            places = [chart.x.place(across) if chart.x.kind else x, chart.y.place(cell["low"] * factor),
                      chart.y.place(cell["high"] * factor)]
            if None not in places and all(abs(min(max(a, 0), limit) - b) <= 2 * chart.tolerance for a, b, limit in zip(
                    places, (x, low, high), (chart.width, chart.height, chart.height))):
                return
    account.fail(view, f"an interval of {table['name']} at {x}, {low} to {high} is that of no row")


LABEL = re.compile(rf"(?:(.*) )?({NUMBER})(?: (ns|µs|ms|s|GB/s|instructions|%))?$")


def check_labels(account, view, table, chart, levels):
    """Numbers written on bars and at levels."""
    for text in chart.texts:
        found = LABEL.fullmatch(text["text"])
        if found is None or found[3] is None:
            continue
        value, half = printed(found[2])
        factor = TIMES.get(found[3], 1)
        bars = [mark for mark in chart.marks if mark["tag"] == "rect" and mark["x"] - 1 <= text["x"] <=
                mark["x"] + mark["width"] + 1 and mark["y"] <= text["y"] <= mark["y"] + mark["height"] + 4]
        true = [number_of(row.get(name)) for row in table["rows"] for name in VALUES] if not bars else []
        for bar in bars:
            parsed = TITLE.fullmatch(bar["title"] or "")
            true.append(printed(parsed[2])[0] * TIMES.get(parsed[3], 1) / 1)
        if levels and not bars:
            true += [level["level_ns"]["value"] for level in levels]
        account.counts[view, "label"] += 1
        if not any(other is not None and abs(value * factor - other) <= (half + 0.006 * abs(value)) * factor
                   for other in true):
            account.fail(view, f"the label {text['text']!r} of {table['name']} is no value of it")


def check_ends(account, view, table, chart):
    """The ends of the axes, by which a page's script finds the values below the pointer."""
    for name, axis, places in (("x", chart.x, (0, chart.width)), ("y", chart.y, (chart.height, 0))):
        for written, place in zip(chart.data[name][1:], places):
            if axis.kind:
                near(account, view, "end of an axis", place, axis.place(float(written)), f"{table['name']}, {name}",
                     3 * chart.tolerance + 2e-5 * chart.width)


def check_chart(account, view, table, chart, levels=()):
    if not chart.marks and not any(is_curve for _, is_curve, _ in chart.paths):
        account.fail(view, f"a chart of {table['name']} without marks")
        return
    check_marks(account, view, table, chart)
    check_ends(account, view, table, chart)
    check_lines(account, view, table, chart, levels)
    check_labels(account, view, table, chart, levels)
    check_shades(account, view, table, chart)


def check_shades(account, view, table, chart):
    """The cells of a map are darker for a greater value."""
    cells = [(printed(TITLE.fullmatch(mark["title"])[2])[0], mark["shade"]) for mark in chart.marks
             if chart.x.title == "first CPU" and (mark["shade"] or "").startswith("#")]
    lights = [sum(bytes.fromhex(shade[1:])) for _, shade in sorted(cells)]
    account.counts[view, "shade"] += len(cells)
    if lights != sorted(lights, reverse=True):
        account.fail(view, f"the cells of {table['name']} are not darker for greater values: {sorted(cells)}")


# ---- Charts of columns, of idle loops and others ----

def check_columns(account, view, table, chart, shape, rows, columns):
    """A chart with a mark for each row: `bars` have a beginning, an end and a height; `needles` a place and a
    height; `steps` a place and a height that holds until the next place."""
    units = {column["name"]: column.get("unit") for column in table["columns"]}

    def place(axis, row, column):
        value, unit = row[column], units[column]
        if column.endswith("ticks"):
            value, unit = value * columns["ns_per_tick"], "ns"
        return axis.place(value * axis.factor(unit))

    heads = [part for part in ("x", "end", "y") if part in columns]
    if shape == "bars":
        drawn = [(mark["x"], mark["x"] + mark["width"], mark["y"]) for mark in chart.marks if mark["tag"] == "rect"]
    else:
        points = [(begins, x, y) for path, is_curve, _ in chart.paths if is_curve for begins, x, y in vertices(path)]
        drawn = [(x, y) for begins, x, y in points if shape == "steps" or not begins]
    for row in rows:
        if shape == "bars" and row.get("y" in columns and columns["y"]) == 0:
            continue
        true = [place(chart.y if part == "y" else chart.x, row, columns[part]) for part in heads]
        account.counts[view, f"{table['name']} marks"] += len(true)
        if None in true:
            account.fail(view, f"{table['name']} has no scale for {row}")
        elif not any(all(abs(a - b) <= 2.5 * chart.tolerance or (part == "y" and shape == "needles" and
                                                                 b > chart.height - 1 and a == chart.height - 1)
                         for part, a, b in zip(heads, point, true)) for point in drawn):
            account.fail(view, f"{table['name']} has no mark at {[round(value, 2) for value in true]}, for {row}")


def check_sides(account, view, table, markup):
    """Operations of two sides: two circles a row, on an axis above them, and the ratio or the difference."""
    ticks = re.search(r"<svg class=ticks.*?</svg>", markup)[0]
    labels = [(float(place), 10 ** int(power) if power else label_value(text.strip())) for place, text, power in
              re.findall(r'<text x="([\d.]+)%"[^>]*>([^<]*)(?:<tspan[^>]*>(\d+)</tspan>)?</text>', ticks)]
    axis = Axis(labels, "", 0.006, "log")
    drawn = re.findall(r'(?s)<tr><th scope=row>(.*?) <span.*?<circle[^>]* cx="([\d.]+)%".*?<circle class=base cx="([\d.]+)%"'
                       r'.*?<td class="?n(?: aside)?"?>(?:<b>)?(×\xa0|\+?)([^<,]*)', markup)
    rows = {row["operation"].lower(): row for row in table["rows"]}
    account.same(view, "rows of two sides", len(drawn), len(rows), table["name"])
    for name, other, base, kind, printed_value in drawn:
        row = rows[html.unescape(name).lower()]
        near(account, view, "circle of the second side", float(other), axis.place(number_of(row["linux"])), name, 0.012)
        near(account, view, "circle of the first side", float(base), axis.place(number_of(row["metal"])), name, 0.012)
        value, unit = re.fullmatch(rf"({NUMBER})(?: (\S+))?", printed_value.strip()).groups()
        number, half = printed(value)
        scale = TIMES[unit] / TIMES["ns"] if unit in TIMES else 1
        true = number_of(row["ratio"] if kind == "×\xa0" else row["difference"])
        account.counts[view, "ratio or difference"] += 1
        if abs(number * scale - true) > max(half * scale, 0.0025 * abs(true)):
            account.fail(view, f"{name}: {printed_value}; computed: {true}")


def check_ratios(account, view, markup):
    """Descriptions of points: "null.timing: 0.846 times, 11 against 13 instructions" has the quotient of its
    two values."""
    found = re.findall(rf"<title>([^<]*): ({NUMBER}) times, ({NUMBER}) against ({NUMBER}) [^<]*</title>", markup)
    account.same(view, "points with a ratio", bool(found), True, "descriptions")
    for name, *numbers in found:
        (ratio, half), *values = [printed(number) for number in numbers]
        account.counts[view, "ratio of a point"] += 1
        (other, other_half), (base, base_half) = values
        low = (other - other_half) / (base + base_half) - half
        high = (other + other_half) / (base - base_half) + half
        if not low - 1e-9 <= ratio <= high + 1e-9:
            account.fail(view, f"{html.unescape(name)}: {ratio} times; computed: {other / base}")


def check_ladder(account, view, table, markup):
    """The key metrics of a page: a circle for each, by time, on an axis above them."""
    ticks = re.search(r"<svg class=ticks.*?</svg>", markup)[0]
    labels = [(float(place), label_value(text)) for place, text in
              re.findall(r'<text x="([\d.]+)%"[^>]*>([^<]*)</text>', ticks)]
    axis = Axis(labels, "", 0.006, "log")
    drawn = [float(place) for place in re.findall(r'<circle cx="([\d.]+)%"', markup)]
    rows = sorted(table["rows"], key=lambda row: row["axis"])
    account.same(view, "circles", len(drawn), len(rows), table["name"])
    for place, row in zip(drawn, rows):
        near(account, view, "circle of a key metric", place, axis.place(row["axis"]), row["what"], 0.012)
