# SPDX-License-Identifier: MIT
"""Idle profiles: gaps, computed from the passes in the log by docs/idle.md, and what the tables of
`bareline idle` derive from gaps, messages and actions, in each unit."""
import collections
import math
import os
import re
import statistics

from charts import charts_of_file, check_columns
from flow import HERTZ
from reader import quantile
from tables import NUMERIC, TIMES
from wire_line import read_records, unpack

LIMIT_NS = 20e3     # of excess latency
LIMIT = "20us"
MIN_PASSES = 16
NS_PER_TICK = 1e9 / HERTZ
EXCESS_PER_TICK = NS_PER_TICK / 1e3     # in microseconds
HEADS = {
    "undisturbed pass": "pass", "gap threshold": "gaps_from", "with an interrupt": "bursts",
    "before start": "not_observed", "loop - work": "less_work", "loop - program": "less_program",
    "number of waits": "waits", "wait for actions": "for_actions", "CPU": "cpu", "I/O waited for": "io",
    "largest gap": "largest", "end of it": "ended_at", "taken by gaps": "taken", ("noise", "of"): "until",
    "longer than the target's limit": "over_limit", "in gaps": "interrupt_gaps", ("noise-activity", "in"): "elapsed",
    "gaps from": "from", "end of first": "first", "CRC": "text_crc", "screen's CRC": "pixels_crc",
    "glyphs drawn": "glyphs", "pixels written": "pixels", "host replay": "replay", ("screens", "text"): "length_bytes",
    "gap, action or": "cause", "longer than": "longer_than", "mean apart": "mean_apart", "sigma apart": "sigma_apart",
}
# Tables for programs and for charts only.
NOT_TEXT = ("gap-cumulative", "action-cumulative", "profile", "passes", "stretches", "messages", "actions",
            "think-wait", "trials", "event")
# Facts of the log, counts that no other number of the table determines, and the ticks of records.
FACTS = {
    "runs": ("cpu", "turns", "tick_hz", "begin_tsc", "end_tsc", "capacity", "bursts", "passes", "passes_read"),
    "trials": ("vector",), "validation": ("n",),
    "messages": ("message", "code"), "actions": ("step", "code", "messages"), "stretches": ("cpu_busy", "queued", "io",
                                                                                           "device"),
    "screens": ("keys", "draws", "text_bytes", "length_bytes", "glyphs", "pixels", "misspelled"),
    "message-logs": ("begin_tsc", "end_tsc", "waits", "requests_most"),
    "noise": ("cpu", "final", "begin_tsc"), "noise-activity": ("count",),
    "passes": ("reading0", "reading1", "reading2"),
    "noise-causes": ("passes", "gaps", "over_limit", "smis", "smi_gaps", "interrupts", "interrupt_gaps"),
}
# Pairs of a column and its ticks, if the name of the ticks is another.
PAIRS = {("actions", "start"): "begin_ticks", ("messages", "start"): "queued_ticks", ("loops", "pass"):
         "undisturbed_ticks", ("noise", "largest"): "largest_ticks", ("noise", "ended_at"): "largest_at",
         ("gap-above", "longer_than"): "threshold_ticks", ("action-above", "longer_than"): "threshold_ticks",
         ("gap-above", "mean_apart"): "mean_ticks", ("gap-above", "sigma_apart"): "sigma_ticks",
         ("action-above", "mean_apart"): "mean_ticks", ("action-above", "sigma_apart"): "sigma_ticks",
         ("noise-gaps", "first"): "first_ticks", ("noise-gaps", "from"): "from_ticks"}


class Checked:
    """The numbers of tables that were compared, so that those without a rule are found."""

    def __init__(self, account, tables):
        self.account, self.tables, self.done = account, tables, set()

    def rows(self, name):
        return (self.tables.tables.get(name) or {"rows": ()})["rows"]

    def unit(self, table, column):
        return next(item.get("unit") for item in self.tables.tables[table]["columns"] if item["name"] == column)

    def ticks(self, table, row, column, ticks, tolerance=0.0):
        """A time in the column's unit, from ticks."""
        unit = self.unit(table, column)
        true = None if ticks is None else ticks * NS_PER_TICK / TIMES[unit] if unit in TIMES else ticks
        self.number(table, row, column, true, tolerance)

    def number(self, table, row, column, true, tolerance=0.0):
        self.done.add((table, column))
        self.account.number("idle --json", f"{table} {column}", row[column], true,
                            f"{table}, {row.get('of', '')}", tolerance)


def passes_of(path):
    """By idle record: its fields, and (begin, elapsed, interrupts) of its passes."""
    runs, found = {}, collections.defaultdict(list)
    clock = collections.Counter()
    for kind, fields in read_records(path):
        if kind == "idle":
            runs[fields["id"]] = fields
        elif kind == "idle_passes":
            for before, elapsed, interrupts in zip(*(unpack(fields[name]) for name in ("before", "elapsed",
                                                                                      "interrupts"))):
                begin = clock[fields["idle"]] + before
                found[fields["idle"]].append((begin, elapsed, interrupts, before))
                clock[fields["idle"]] = begin + elapsed
    return [(fields, found[number]) for number, fields in runs.items()]


def gaps_of(fields, passes):
    """The undisturbed pass, the threshold, and (begin, length, elapsed) of the gaps."""
    quiet = sorted(elapsed for _, elapsed, interrupts, _ in passes if interrupts == 0)
    enough = len(quiet) >= MIN_PASSES
    pass_ticks = statistics.median(quiet) if enough else int(fields["pass_ticks"])
    quiet_pass = math.floor(pass_ticks + 0.5)
    spread = 3 * (quantile(quiet, 0.75) - quantile(quiet, 0.25)) if enough else 0
    threshold = max(spread, 100 / NS_PER_TICK)
    return quiet_pass, threshold, [(begin, elapsed - quiet_pass, elapsed) for begin, elapsed, _, _ in passes
                                   if elapsed - quiet_pass > threshold]


def check_gaps(checked, path):
    account = checked.account
    runs = passes_of(path)
    tables = {name: collections.defaultdict(list) for name in ("gaps", "passes", "loops", "runs", "profile")}
    for name, by_run in tables.items():
        for row in checked.rows(name):
            by_run[row["number"]].append(row)
    for number, (fields, passes) in enumerate(runs):
        for row, (begin, elapsed, interrupts, before) in zip(tables["passes"][number], passes):
            for name, true in (("begin_ticks", begin), ("ticks", elapsed), ("end_ticks", begin + elapsed),
                               ("interrupts", interrupts)):
                checked.number("passes", row, name, true)
        account.same("idle --json", "passes", len(tables["passes"][number]), len(passes), f"run {number}")
        if fields["kind"] != "poll":
            continue
        pass_ticks, threshold, gaps = gaps_of(fields, passes)
        for row in tables["loops"][number]:
            checked.number("loops", row, "undisturbed_ticks", pass_ticks)
            checked.number("loops", row, "gaps_from_ticks", threshold, 1)
            checked.ticks("loops", row, "recording", int(fields["record_ticks"]))
            checked.ticks("loops", row, "gaps_from", threshold, 0.001)
        account.same("idle --json", "gaps", len(tables["gaps"][number]), len(gaps), f"run {number}")
        for row, (begin, length, elapsed) in zip(tables["gaps"][number], gaps):
            checked.number("gaps", row, "length_ticks", length, 1)
            account.same("idle --json", "start in its pass", begin <= row["start_ticks"] <= begin + elapsed, True, row)
            checked.number("gaps", row, "interrupts", next(item[2] for item in passes if item[0] == begin))
            checked.number("gaps", row, "of_pass", 100 * row["length_ticks"] / elapsed)
        by_begin = {round(begin * NS_PER_TICK / 1e3, 3): (begin, length, elapsed) for begin, length, elapsed in gaps}
        for row in tables["profile"][number]:
            if row["cause"] == "no gap":
                checked.number("profile", row, "utilisation", 0)
                continue
            begin, length, elapsed = by_begin.get(round(row["begin"], 3), (None, 0, 1))
            if begin is None:
                account.fail("idle --json", f"profile has a gap that is none: {row}")
                continue
            checked.ticks("profile", row, "begin", begin)
            checked.ticks("profile", row, "end", begin + elapsed)
            checked.number("profile", row, "utilisation", 100 * length / elapsed, 1e-4)
        for row in tables["passes"][number]:
            true = next((length / elapsed for begin, length, elapsed in gaps if begin == row["begin_ticks"]), 0)
            checked.number("passes", row, "utilisation", true, 1e-6)
        for row in tables["runs"][number]:
            for name in ("quantum_ticks", "pass_ticks", "record_ticks", "threshold_ticks", "interrupts", "events"):
                checked.number("runs", row, name, int(fields[name]))
            observed = sum(elapsed + before for _, elapsed, _, before in passes)
            busy = sum(row["length_ticks"] for row in tables["gaps"][number])
            checked.number("runs", row, "gaps", len(gaps))
            checked.number("runs", row, "observed_ticks", observed, passes[0][3] + 1 if passes else 0)
            checked.number("runs", row, "busy_ticks", busy, len(gaps) + 1)
            span = int(fields["end_tsc"]) - int(fields["begin_tsc"])
            if row["not_observed"] is None:
                account.same("idle --json", "not observed", span - observed < int(fields["quantum_ticks"]), True, row)
            else:
                checked.ticks("runs", row, "not_observed", span - row["observed_ticks"])
            checked.number("runs", row, "busy", 100 * row["busy_ticks"] / row["observed_ticks"],
                           100 * row["busy_ticks"] * abs(1 / span - 1 / row["observed_ticks"]) + 1e-6)


def check_events(checked, kind, source, length):
    """Tables of the lengths of events: gap-* of gaps, action-* of actions."""
    events = collections.defaultdict(list)
    for row in checked.rows(source):
        begin = row["start_ticks" if source == "gaps" else "begin_ticks"]
        events[row["number"]].append((begin, length(row), row[{"gaps": "cause", "actions": "action"}[source]]))
    causes = f"{kind}-causes" if kind == "gap" else f"{kind}-kinds"
    for row in checked.rows(causes):
        of = events[row["number"]]
        label = row["cause" if kind == "gap" else "action"]
        ticks = sorted(ticks for _, ticks, cause in of if label in (cause, "all"))
        if not ticks:
            checked.account.fail("idle --json", f"{causes}: {label} has no event")
            continue
        checked.number(causes, row, "n", len(ticks))
        for name, true in (("min", ticks[0]), ("median", statistics.median(ticks)), ("mean", statistics.fmean(ticks)),
                           ("sigma", statistics.stdev(ticks) if len(ticks) > 1 else 0), ("max", ticks[-1]),
                           ("total", sum(ticks))):
            checked.ticks(causes, row, name, true)
        checked.number(causes, row, "share", sum(ticks) / sum(ticks for _, ticks, _ in of))
        checked.number(causes, row, "latency_limit_ticks", round(LIMIT_NS / NS_PER_TICK), 1)
        excess = sum(max(0, value - row["latency_limit_ticks"]) for value in ticks)
        checked.number(causes, row, "excess_latency", excess * EXCESS_PER_TICK)
    seen = collections.defaultdict(float)
    for row in checked.rows(f"{kind}-lengths"):
        unit = TIMES.get(checked.unit(f"{kind}-lengths", "from"), 1)
        low, high = (row[name] * unit / NS_PER_TICK for name in ("from", "to"))
        of = [ticks for _, ticks, _ in events[row["number"]]]
        within = [ticks for ticks in of if low <= ticks < high]
        seen[row["number"]] += sum(within)
        checked.number(f"{kind}-lengths", row, "n", len(within))
        checked.ticks(f"{kind}-lengths", row, "total", sum(within))
        checked.number(f"{kind}-lengths", row, "share", sum(within) / sum(of))
        checked.number(f"{kind}-lengths", row, "up_to", seen[row["number"]] / sum(of))
        account_edges(checked, f"{kind}-lengths", row)
    for row in checked.rows(f"{kind}-above"):
        times = sorted(begin for begin, ticks, _ in events[row["number"]] if ticks > row["threshold_ticks"])
        apart = [after - before for before, after in zip(times, times[1:])]
        checked.number(f"{kind}-above", row, "n", len(times))
        checked.number(f"{kind}-above", row, "mean_ticks", statistics.fmean(apart) if apart else None)
        checked.number(f"{kind}-above", row, "sigma_ticks", statistics.stdev(apart) if len(apart) > 1 else
                       row["sigma_ticks"])
    sums, ordered = collections.Counter(), {number: sorted(ticks for _, ticks, _ in of)
                                            for number, of in events.items()}
    for row in checked.rows(f"{kind}-cumulative"):
        ticks = ordered[row["number"]].pop(0)
        sums[row["number"]] += ticks
        checked.ticks(f"{kind}-cumulative", row, "length", ticks)
        checked.ticks(f"{kind}-cumulative", row, "sum", sums[row["number"]])


def account_edges(checked, table, row):
    """The bounds of a class are 1, 2, 5, 10 ... units."""
    for name in ("from", "to"):
        checked.done.add((table, name))
        digits = f"{row[name]:e}".split("e")[0]
        checked.account.same("idle --json", f"{table} {name}", float(digits) in (1, 2, 5), True, row)


def check_pairs(checked):
    """Each time with the column of its ticks."""
    for table in checked.tables:
        units = {column["name"]: column.get("unit") for column in table["columns"]}
        for column, unit in units.items():
            of_ticks = PAIRS.get((table["name"], column), f"{column}_ticks")
            if unit in TIMES and of_ticks in units:
                for row in table["rows"]:
                    if row[column] is None and (row[of_ticks] == 0 or row.get("n") == 0 or row.get("gaps") == 0 or
                                                row.get("verdict") not in (None, "FAILED")):
                        continue
                    near = 0.51 if next(item["kind"] for item in table["columns"] if item["name"] == column) == "count" \
                        else 0
                    checked.ticks(table["name"], row, column, row[of_ticks], near)
                    checked.done.add((table["name"], of_ticks))


def check_messages(checked, path):
    for row in checked.rows("messages"):
        checked.ticks("messages", row, "length", row["done_ticks"] - row["queued_ticks"])
        checked.done |= {("messages", "taken_ticks"), ("messages", "done_ticks")}
    for row in checked.rows("actions"):
        checked.ticks("actions", row, "length", row["end_ticks"] - row["begin_ticks"])
        checked.done.add(("actions", "end_ticks"))
    records = [fields for kind, fields in read_records(path) if kind == "message_log"]
    for log, fields in zip(checked.rows("message-logs"), records):
        for name in ("events", "lost", "think_ticks", "wait_ticks", "dropped", "stray_bytes", "unexpected"):
            checked.number("message-logs", log, name, int(fields[name]))
        states = [row for row in checked.rows("states") if row["number"] == log["number"]]
        for name in ("think_ticks", "wait_ticks"):
            checked.number("message-logs", log, f"our_{name}", log[name])
            checked.account.same("idle --json", f"states {name}", sum(row[name] for row in states), log[name],
                                 log["of"])
        waited = sum(row["waited_ticks"] or 0 for row in checked.rows("actions") if row["number"] == log["number"])
        checked.ticks("message-logs", log, "for_actions", waited)
        checked.number("message-logs", log, "events_read", log["events"] - log["lost"] - log["events_missing"])
        checked.account.same("idle --json", "think and wait", log["think_ticks"] + log["wait_ticks"],
                             log["end_tsc"] - log["begin_tsc"], log["of"])
        spans = [row for row in checked.rows("think-wait") if row["number"] == log["number"]]
        lengths = collections.Counter()
        for row in spans:
            lengths[row["what"]] += row["end"] - row["begin"]
            checked.done |= {("think-wait", "begin"), ("think-wait", "end")}
        if spans:
            checked.account.number("idle --json", "think-wait sum", lengths["user waits"],
                                   log["wait_ticks"] * NS_PER_TICK / 1e3, log["of"], 0.01)
    for row in checked.rows("stretches"):
        checked.done |= {("stretches", "begin_ticks"), ("stretches", "end_ticks")}
    times = collections.defaultdict(int)
    for row in checked.rows("stretches"):
        times[row["number"], row["state"]] += row["end_ticks"] - row["begin_ticks"]
    for log in checked.rows("message-logs"):
        if (log["number"], "wait") in times:
            for state in ("think", "wait"):
                checked.account.same("idle --json", f"stretches {state}", times[log["number"], state],
                                     log[f"{state}_ticks"], log["of"])


def check_noise(checked, path):
    records = [fields for kind, fields in read_records(path) if kind == "noise"]
    for row, fields in zip(checked.rows("noise"), records):
        for name in ("quantum_ticks", "pass_ticks", "threshold_ticks", "limit_ticks", "until_ticks", "watched_ticks",
                     "passes", "gaps", "gap_ticks", "over_limit", "largest_ticks", "largest_at", "smis", "smi_gaps",
                     "interrupts", "interrupt_gaps"):
            checked.number("noise", row, name, int(fields[name]))
        checked.number("noise", row, "taken", 100 * int(fields["gap_ticks"]) / int(fields["watched_ticks"]))
        checked.number("noise", row, "available", 1 - int(fields["gap_ticks"]) / int(fields["watched_ticks"]))
        checked.number("noise", row, "judged_limit_ticks", int(fields["limit_ticks"]))
        bins = [item for item in checked.rows("noise-gaps") if item["number"] == row["number"]]
        checked.account.same("idle --json", "noise-gaps n", sum(item["n"] for item in bins), int(fields["gaps"]),
                             row["of"])
        for item in bins:
            checked.number("noise-gaps", item, "n", item["n"])
            checked.ticks("noise-gaps", item, "to", 2 * item["from_ticks"])
    clock = [fields for kind, fields in read_records(path) if kind == "os_activity"]
    for row, fields in zip(checked.rows("noise-activity"), clock):
        checked.account.same("idle --json", "noise-activity count", row["count"], int(fields["count"]), row["what"])
        ticks = int(fields.get("elapsed_ticks") or fields.get("ticks") or 0)
        checked.ticks("noise-activity", row, "elapsed", ticks)


def check_trials(checked):
    for row in checked.rows("trials"):
        for name in ("entered_ticks", "idle_loop_ticks", "handler_ticks", "application_ticks", "late_ticks"):
            checked.done.add(("trials", name))
    for row in checked.rows("validation"):
        trials = [trial for trial in checked.rows("trials") if trial["number"] == row["number"]]
        for name, column in (("idle_loop", "idle_loop_ticks"), ("handler", "handler_ticks"),
                             ("program", "application_ticks"), ("late", "late_ticks")):
            values = [trial[column] for trial in trials if trial[column] is not None]
            checked.ticks("validation", row, name, statistics.median(values) if values else None)
        if row["work"] is not None:
            checked.number("validation", row, "less_work", row["idle_loop"] - row["work"], 1e-6)
            checked.done.add(("validation", "work"))
        checked.number("validation", row, "less_program", row["idle_loop"] - row["program"], 1e-6)
    micro = NS_PER_TICK / 1e3
    spans = {row["number"]: {(round(item["begin_ticks"] * micro, 3), round(item["end_ticks"] * micro, 3))
                             for item in checked.rows("passes") if item["number"] == row["number"]}
             for row in checked.rows("runs")}
    lengths = {round(trial[name] * micro, 3) for trial in checked.rows("trials")
               for name in ("handler_ticks", "application_ticks") if trial[name] is not None}
    for row in checked.rows("event"):
        checked.done |= {("event", "begin"), ("event", "end")}
        if row["seen_by"].endswith(("idle loop", "elongated pass")):
            good = (round(row["begin"], 3), round(row["end"], 3)) in spans[row["number"]]
        else:
            good = any(abs(row["end"] - row["begin"] - length) < 0.002 for length in lengths)
        checked.account.same("idle --json", "event", good, True, row)


def check(account, tables, path):
    checked = Checked(account, tables)
    check_gaps(checked, path)
    check_events(checked, "gap", "gaps", lambda row: row["length_ticks"])
    check_events(checked, "action", "actions", lambda row: row["end_ticks"] - row["begin_ticks"])
    check_messages(checked, path)
    check_trials(checked)
    check_noise(checked, path)
    check_pairs(checked)
    for table in tables:
        for column in table["columns"]:
            name = column["name"]
            if column["kind"] in NUMERIC and name not in ("number", *FACTS.get(table["name"], ())) and \
                    (table["name"], name) not in checked.done and any(row[name] for row in table["rows"]):
                account.fail("idle --json", f"{table['name']} {name} has no rule")


# ---- Charts ----

SHAPES = {
    "gap-lengths": ("bars", {"x": "from", "end": "to", "y": "n"}),
    "action-lengths": ("bars", {"x": "from", "end": "to", "y": "n"}),
    "noise-gaps": ("bars", {"x": "from", "end": "to", "y": "n"}),
    "passes": ("bars", {"x": "begin_ticks", "end": "end_ticks", "y": "ticks"}),
    "profile": ("bars", {"x": "begin", "end": "end", "y": "utilisation"}),
    "gaps": ("needles", {"x": "start", "y": "length"}), "actions": ("needles", {"x": "start", "y": "length"}),
    "gap-cumulative": ("steps", {"x": "length", "y": "sum"}),
    "action-cumulative": ("steps", {"x": "length", "y": "sum"}),
    "think-wait": ("bars", {"x": "begin", "end": "end"}), "event": ("bars", {"x": "begin", "end": "end"}),
}


def check_charts(account, tables, directory):
    """The files of --plot: TABLE-NUMBER-NAME.svg."""
    for name in sorted(os.listdir(directory)):
        found = re.match(r"([a-z-]+?)-(\d+)-", name)
        if found is None or found[1] not in SHAPES:
            account.fail("idle --plot", f"a chart without a rule: {name}")
            continue
        table = tables.tables[found[1]]
        rows = [row for row in table["rows"] if row["number"] == int(found[2])]
        shape, columns = SHAPES[found[1]]
        with open(f"{directory}/{name}", encoding="utf-8") as file:
            drawn = list(charts_of_file(file.read()))
        account.same("idle --plot", "drawings", len(drawn), 1, name)
        for chart in drawn:
            check_columns(account, "idle --plot", table, chart, shape, rows, {**columns, "ns_per_tick": NS_PER_TICK})
