# SPDX-License-Identifier: MIT
"""Read KTAP according to Linux's Documentation/dev-tools/ktap.rst. Every line must have a known
form, and tests are numbered from 1 as planned. Then compare with the expected counts.

usage: ktap.py FILE ok=N failed=N skipped=N [WORD-OF-A-FAILED-TEST]...
"""
import re
import sys

LINE = re.compile(r"(?P<result>ok|not ok) (?P<number>\d+) (?P<name>[^#]+?)(?: # SKIP (?P<why>.+))?")
# For a comparison, and for a baseline.
WHY = "# (regressed,|missing|changed,|new,|different condition,|failed)"
with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().split("\n")
assert lines.pop() == "", "expected a newline at the end"
assert lines[0] == "KTAP version 1", lines[0]
planned = int(re.fullmatch(r"1\.\.(\d+)", lines[1]).group(1))
found = {"ok": 0, "failed": 0, "skipped": 0}
failures, before = [], ""
for line in lines[2:]:
    match = LINE.fullmatch(line)
    if match is None:
        assert line.startswith("# "), f"not a line of KTAP: {line}"
    else:
        assert int(match["number"]) == sum(found.values()) + 1, line
        kind = ("skipped" if match["why"] else "ok" if match["result"] == "ok" else "failed")
        found[kind] += 1
        if kind == "failed":
            assert re.match(WHY, before), before
            failures.append(match["name"])
    before = line
assert sum(found.values()) == planned, (found, planned)
for word in sys.argv[2:]:
    key, _, value = word.partition("=")
    if key in found:
        assert found[key] == int(value), (word, found)
    else:
        assert any(word in name for name in failures), (word, failures)
