# SPDX-License-Identifier: MIT
"""Check that no duration in a drawn network overlaps a vertex or a vertex's name, and that a page
with its own style covers all elements of the drawing.
usage: tests/flow/drawing.py PAGE FILE...
"""
import re
import sys

DURATION = re.compile(r'<text class="duration" x="([\d.]+)" y="([\d.]+)">([^<]*)<')
WHAT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)">(\d+ [^<]*)<')
CHARACTER_PIXELS, ROW_PIXELS = 5.0, 9.0         # narrower than drawn, so every finding is a clear overlap


def covers(duration, what):
    """Whether two texts overlap; the first ends at its x, the second begins there."""
    end, y, text = float(duration[0]), float(duration[1]), duration[2]
    begin, other_y, other = float(what[0]), float(what[1]), what[2]
    return abs(y - other_y) < ROW_PIXELS and end > begin and \
        end - CHARACTER_PIXELS * len(text) < begin + CHARACTER_PIXELS * len(other)


def classes_of(style, before):
    return set(re.findall(before + r"\.([a-z]+)", style))


def compare_styles(page, drawing):
    """Whether their colours differ: a page may be dark."""
    styles = [re.search("<style>(.*?)</style>", text, re.S).group(1) for text in (page, drawing)]
    missing = classes_of(styles[1], "") - classes_of(styles[0], r"\.flow ")
    if missing:
        sys.exit("a page without a style for " + ", ".join(sorted(missing)))


def main():
    durations = 0
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        compare_styles(page, text)
        for duration in DURATION.findall(text):
            durations += 1
            for what in WHAT.findall(text):
                if covers(duration, what):
                    sys.exit(f"{path}: {duration[2]} overlaps {what[2]}")
    if durations == 0:
        sys.exit("expected arcs with a duration")


main()
