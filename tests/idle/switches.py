#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The idle loop and `bareline-linux watch` against the scheduler's own trace, the event sched_switch of tracefs.

The loop is checked in the counted guest, whose process is root: events of known work, and a session of keys.
Whenever the kernel takes the CPU from the loop's thread, the loop has a gap around that time. The gap is
longer only by interrupts, the way to the thread and the trace's own cost, at most BESIDES a clock tick.
`watch` is checked on this host, if root may mount tracefs here: it sees the same sleeps, and a key ends just
before the program sleeps. Its times come later than the trace's, by what the kernel does between; medians
leave out the times in which a host's other programs came between.

usage: tests/idle/switches.py BUILD
"""
import base64
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import wire_line

INNER = "inner"
TRACING = pathlib.Path("/sys/kernel/tracing")
MOUNT = f"test -d {TRACING}/events || mount -t tracefs tracefs {TRACING}"
BOOT_SECONDS = 900
TICK = 4_000_000            # of Debian's kernel, 250 a second
BESIDES = 25_000            # instructions; a traced tick with RCU's thread takes 15 000
LONG = 900_000              # a key, or known work
SHARE = 1.02                # of a long gap: BESIDES of LONG, and less of longer ones
NEAR_US = 100               # between two stamps of one switch
LATE = 1.1                  # of a latency of 4 M ticks: the way from poll() to sleep
KINDS = {"enqueue": 2, "wait": 4, "busy": 9, "idle": 10}
SWITCH = re.compile(r"\[\d+\] \S+ +(\d+): sched_switch: prev_comm=(.*) prev_pid=(\d+) \S+ prev_state=(\S+) "
                    r"==> next_comm=(.*) next_pid=(\d+)")
SESSION = """pace 120ms
label "typing"
text "word. "
key ret
label "page"
key pgdn
"""
KEYS = """pace 60ms
text "xxxxxxxx"
"""
failures = []


def check(what, good, detail=""):
    if not good:
        print(f"failed: {what}\n{detail}")
        failures.append(what)


# ---- The loop, in a guest ----

def idle_loops(path):
    """The idle records of a log, with absolute passes and the text of their trace."""
    loops = {}
    for kind, fields in wire_line.read_records(path):
        if kind == "idle":
            loops[fields["id"]] = {**fields, "passes": [], "trace": b""}
        elif kind == "idle_passes":
            at = int(fields["at"])
            for before, elapsed in zip(wire_line.unpack(fields["before"]), wire_line.unpack(fields["elapsed"])):
                loops[fields["idle"]]["passes"].append((at + before, at + before + elapsed))
                at += before + elapsed
        elif kind == "os_trace":
            loops[fields["id"]]["trace"] += base64.b64decode(fields["text"])
        elif kind == "os_trace_end":
            loops[fields["id"]].update(tid=fields["tid"], lost=fields["lost"])
    return loops.values()


def absences(loop):
    """When the thread of the loop had not the CPU although it could run, from its begin."""
    begin, out, spans = int(loop["begin_tsc"]), None, []
    for time, _, prev, state, _, following in SWITCH.findall(loop["trace"].decode()):
        if prev == loop["tid"]:
            out = int(time) - begin if state.startswith("R") else None
        if following == loop["tid"] and out is not None:
            spans.append((out, int(time) - begin))
            out = None
    return [span for span in spans if span[0] >= 0 and span[1] <= loop["passes"][-1][1]]


def check_loop(loop):
    name = loop["point"].strip('"')
    pairs, left = [], absences(loop)
    check(f"{name}: the kernel traced all of it", loop["lost"] == "0", loop["lost"])
    for begin, end in loop["passes"]:
        inside = [span for span in left if begin <= span[0] and span[1] <= end]
        left = [span for span in left if span not in inside]
        gap, away = end - begin - int(loop["pass_ticks"]), sum(end - begin for begin, end in inside)
        pairs.append((gap, away))
        # The first pass of each call of the loop contains no recording.
        check(f"{name}: a gap contains the time of other threads, and not much more",
              away - int(loop["record_ticks"]) <= gap <= away + BESIDES * (1 + (end - begin) // TICK), f"{begin} to {end}: {gap}, {away}")
    # The loop of a session sleeps while no key is due.
    check(f"{name}: other threads run within passes, or while the loop sleeps", not [
        span for span in left for begin, end in loop["passes"] if span[0] < end and begin < span[1]], left)
    return [(gap, away) for gap, away in pairs if gap >= LONG]


def check_loops(build, place):
    (place / "session.txt").write_text(SESSION, encoding="ascii")
    result = subprocess.run(
        [f"{build}/bareline", "run", "--linux", "--deterministic", "--keyboard", "--kernel", f"{build}/linux/vmlinuz",
         "--bench", "idle.validation", "--bench", "app.word", "--input", f"{place}/session.txt", "--input-source",
         "controller", "--input-pace", "paced", "--trace-gaps", "-o", f"{place}/guest"],
        check=False, capture_output=True, text=True, timeout=BOOT_SECONDS)
    check("the guest runs", result.returncode == 0, result.stderr)
    loops = list(idle_loops(f"{place}/guest/serial.log"))
    check("there are loops of known work and of a session", len(loops) == 5, loops)
    pairs = [pair for loop in loops for pair in check_loop(loop)]
    gaps, away = (sum(values) for values in zip(*pairs))
    check("long events: known work, and the keys that make a word", len(pairs) >= 3 + 5, pairs)
    check("long gaps are as long as the other threads run", away <= gaps <= SHARE * away, f"{gaps} {away}")
    print(f"{len(pairs)} long events: {gaps} instructions by the idle loop, {away} by sched_switch")


# ---- watch, on this host ----

def why_not_here():
    if os.geteuid() != 0:
        return "tracefs needs root"
    result = subprocess.run(["unshare", "-m", "sh", "-c", f"{{ {MOUNT}; }} && cat "
                             f"{TRACING}/events/sched/sched_switch/id {TRACING}/trace_clock"],
                            check=False, capture_output=True, text=True)
    if result.returncode != 0:
        return f"no tracefs: {result.stderr.strip()}"
    return None if "x86-tsc" in result.stdout else "the kernel's trace has no clock x86-tsc"


def trace_watch(build, place):
    """With tracefs mounted for this process only: the run's trace is in the place."""
    instance = TRACING / "instances" / f"bareline-test-{os.getpid()}"
    instance.mkdir()
    try:
        for file, value in (("trace_clock", "x86-tsc"), ("buffer_size_kb", "16384"),
                            ("events/sched/sched_switch/filter", 'prev_comm == "watched" || next_comm == "watched"'),
                            ("events/sched/sched_switch/enable", "1")):
            (instance / file).write_text(value, encoding="ascii")
        for form in ("simple", "worker"):
            (instance / "trace").write_text("", encoding="ascii")
            result = subprocess.run(
                [f"{build}/bareline-linux", "watch", "--keys", f"{place}/keys.txt", "-o", f"{place}/{form}.log", "--force",
                 "--", f"{place}/watched", form, f"{place}/{form}.ticks"],
                check=False, capture_output=True, text=True)
            shutil.copy(instance / "trace", place / f"{form}.trace")
            (place / f"{form}.err").write_text(result.stderr, encoding="utf-8")
            if result.returncode != 0:
                sys.exit(result.stderr)
    finally:
        (instance / "tracing_on").write_text("0", encoding="ascii")
        instance.rmdir()


def busy_of_trace(path):
    """When a thread of the program is awake: (begin, end), and each thread's sleeps."""
    awake, begin, spans = set(), None, []
    for time, before, prev, state, after, following in SWITCH.findall(path.read_text(encoding="utf-8")):
        if before == "watched" and not state.startswith("R"):
            awake.discard(prev)
            if not awake and begin is not None:
                spans.append((begin, int(time)))
                begin = None
        if after == "watched":
            begin = int(time) if not awake and begin is None else begin
            awake.add(following)
    return spans


def events_of_log(path):
    """The log's events as (time, kind), and the clock's rate."""
    records = wire_line.read_records(path)
    begin = next(int(fields["begin_tsc"]) for kind, fields in records if kind == "message_log")
    hz = next(int(fields["tsc_hz"]) for kind, fields in records if kind == "manifest")
    events = [(begin + time, code) for kind, fields in records if kind == "message_events"
              for time, code in zip(wire_line.unpack(fields["times"]), wire_line.unpack(fields["kinds"]))]
    return sorted(events), hz


def check_watch(place, form):
    events, hz = events_of_log(place / f"{form}.log")
    spans = busy_of_trace(place / f"{form}.trace")
    busy = [time for time, kind in events if kind == KINDS["busy"]]
    begin = busy[0] - hz * NEAR_US // 1_000_000
    sleeps = [time for time, kind in events if kind == KINDS["idle"] and time > busy[0]]
    traced = [span for span in spans if begin <= span[0] and span[1] <= events[-1][0]]
    check(f"{form}: the program wakes and sleeps as often", len(traced) == len(sleeps) <= len(busy),
          f"{len(traced)} {len(sleeps)} {len(busy)}")
    offsets = [abs(ours - theirs) for span, pair in zip(traced, zip(busy, sleeps)) for ours, theirs in zip(pair, span)]
    shares = [(sleep - wake) / (span[1] - span[0]) for span, wake, sleep in zip(traced, busy, sleeps)
              if span[1] - span[0] > hz // 1000]
    near_us = statistics.median(offsets) * 1e6 / hz
    check(f"{form}: a switch has the same time", near_us < NEAR_US, f"{near_us} us")
    check(f"{form}: work takes as long", 1 / LATE < statistics.median(shares) < LATE, shares)
    sent = [time for time, kind in events if kind == KINDS["enqueue"]]
    handled = [min(time for time, kind in events if kind == KINDS["wait"] and time > key) for key in sent]
    slept = [min((span[1] for span in traced), key=lambda end, ended=ended: abs(end - ended)) for ended in handled]
    late = statistics.median((end - key) / (ended - key) for key, ended, end in zip(sent, handled, slept))
    check(f"{form}: a key ends when all threads of the program sleep", 1 / LATE < late < LATE, late)
    if form == "simple":
        check("simple: it asks for the next key before it sleeps", late > 1, late)
    print(f"watch, {form}: {len(traced)} times awake; a switch is {near_us:.1f} us off, work {statistics.median(shares):.4f}, "
          f"a latency {late:.4f} of the trace's")


def check_watches(build, place):
    reason = why_not_here()
    if reason is not None:
        print(f"watch: skipped, because {reason}")
        return
    (place / "keys.txt").write_text(KEYS, encoding="ascii")
    subprocess.run(["gcc", "-O1", "-D_GNU_SOURCE", "-I", ".", "-o", f"{place}/watched", "tests/linux/watched.c",
                    "-pthread"], check=True)
    result = subprocess.run(["unshare", "-m", "sh", "-c", f'{{ {MOUNT}; }} && exec "$@"', "sh",
                             sys.executable, "-B", __file__, str(build), INNER], check=False, capture_output=True, text=True)
    check("watch runs", result.returncode == 0, result.stdout + result.stderr)
    if result.returncode != 0:
        return
    if "no context switches" in (place / "simple.err").read_text(encoding="utf-8"):
        print("watch: skipped, because this host permits no perf events")
        return
    for form in ("simple", "worker"):
        check_watch(place, form)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    place = build / "switches-test"
    if sys.argv[2:] == [INNER]:
        trace_watch(build, place)
        return 0
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    check_watches(build, place)
    check_loops(build, place)
    return 1 if failures else 0


sys.exit(main())
