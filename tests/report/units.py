# SPDX-License-Identifier: MIT
"""Check that each chart of a page has one unit per axis, equal in its points and its axes. Prints
the errors; status 1 on any.
usage: units.py PAGE PICTURES-MIN
"""
import html
import re
import sys

TIMES = {"ns", "µs", "ms", "s"}
COUNTS = {"thousands", "millions"}      # of instructions
FIGURE = re.compile(r'<figure id="([^"]+)".*?</figure>', re.S)
PICTURE = re.compile(r'<svg role=img height.*?</svg></div>', re.S)
# "delivery: 517 ns (516 to 519), n = 101": the last number before a bracket, "n" or the end
VALUE = re.compile(r": [-+]?[0-9.e+]+(?: ([^(,]+?))?(?: \(|, n = |$)")
UNIT_OF_AXIS = re.compile(r"(?:, |^)in ([^,]+)$| in (%)$")


def unit_of(title):
    found = VALUE.search(html.unescape(title))
    return (found[1] or "") if found else None


def is_said(unit, axes):
    return any(axis == unit or (axis in TIMES and unit in TIMES) or
               (axis in COUNTS and unit == "thousand instructions") for axis in axes)


def complaints(figure):
    picture = PICTURE.search(figure)
    if picture is None:
        return
    titles = re.findall("<title>([^<]*)</title>", picture[0])
    units = {unit_of(title) for title in titles}
    texts = [html.unescape(re.sub("<[^>]*>", "", text)).strip()
             for text in re.findall("<text[^>]*>(.*?)</text>", picture[0], re.S)]
    axes = {found[1] or found[2] for found in map(UNIT_OF_AXIS.search, texts) if found}
    if "number" in texts:
        axes.add("counts")
    if len(units) > 1:
        yield f"points in {sorted(map(str, units))}"
    for unit in units:
        # A map's key has the unit and the shades.
        if unit and not is_said(unit, axes) and f" {unit}</li>" not in html.unescape(figure):
            yield f"points in {unit}, axes in {sorted(axes)}"
    if "Drawn: figures in" in figure:
        yield "figures of another unit are left out"
    for text in texts:
        if re.search(r"[ _](us|hz|ms|ns|bytes|ticks|percent)$", text) and ", in " not in text:
            if not re.search(r"\d", text) and text in texts[-2:]:
                yield f"an axis has the name {text}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        figures = FIGURE.finditer(file.read())
    pictures = wrong = 0
    for figure in figures:
        pictures += PICTURE.search(figure[0]) is not None
        for complaint in complaints(figure[0]):
            print(f"{figure[1]}: {complaint}")
            wrong += 1
    if pictures < int(sys.argv[2]):
        print(f"too few charts: {pictures}")
        wrong += 1
    return 1 if wrong else 0


sys.exit(main())
