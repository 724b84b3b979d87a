# SPDX-License-Identifier: MIT
"""Clock ticks of idle loops in instruction time: each comes whole periods after the first, so that the
latency of one does not delay the next.

usage: tests/idle/ticks.py LOG"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from wire_line import read_records, unpack  # noqa: E402

INTERRUPT = 1
LATE_MAX = 200          # instructions: that of one tick, and the rounding of the timer's rate
TICKS_MIN = 10          # of a loop

loops, ticks, hz = {}, {}, 0
for kind, fields in read_records(sys.argv[1]):
    if kind == "manifest":
        hz = int(fields["tsc_hz"])
    elif kind == "idle":
        loops[fields["id"]] = int(fields["tick_hz"])
    elif kind == "idle_events" and loops[fields["idle"]] > 0:
        ticks.setdefault(fields["idle"], []).extend(
            time for time, event in zip(unpack(fields["at"]), unpack(fields["kind"])) if event == INTERRUPT)
checked, worst = 0, 0
for number, times in ticks.items():
    period = hz // loops[number]
    late = [time - times[0] - i * period for i, time in enumerate(times)]
    worst = max(worst, *map(abs, late))
    checked += len(times) >= TICKS_MIN
    if max(map(abs, late)) > LATE_MAX:
        sys.exit(f"expected: ticks of {loops[number]} Hz every {period} instructions; they are late by {late}")
if checked == 0:
    sys.exit("expected: a loop with ticks")
print(f"{sum(map(len, ticks.values()))} ticks, at most {worst} instructions off")
