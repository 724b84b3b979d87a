# SPDX-License-Identifier: MIT
"""Interactions, read from the events of a log without the tool: response times, critical paths and the gain
of each arc, compared with `bareline flow path` and with each format of `bareline flow export`."""
import base64
import collections
import json
import os
import re
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from wire_line import RECORD, record, read_records  # noqa: E402

KINDS = ("action create send unblock enqueue receive poll wait resume exit ready start stop request device_start "
         "device_end begin_use end_use receive_join unblocked thread_join finish discard lost response split").split()
FORKS = ("create", "send", "unblock", "split")
JOINS = ("receive_join", "unblocked", "thread_join")
BLOCKED = 1
HERTZ = 2_700_000_000
EVENT = struct.Struct("<QIIHHBBBB")
HEADS = {"begins at": "begins_at", "sub-tasks": "subtasks",
         "on path": "on_path", "gain if 0": "gain", "objects in use": "in_use", "leaves at event": "leaves_at", "returns at event": "returns_at",
         "vertices apart": "apart", "shared time": "shared"}

Event = collections.namedtuple("Event", "time subtask other object thread node cpu kind flags")


def with_clock(path, to):
    """Copy a log whose clock counts instructions, with a TSC of another frequency, so that ticks are not
    nanoseconds."""
    with open(path, encoding="latin-1") as file, open(to, "wb") as copy:
        for line in file:
            if line.startswith("@manifest") and RECORD.search(line.rstrip("\n")):
                body = line[1:].rpartition(" *")[0]
                body = re.sub(r"\btsc_hz=\d+", f"tsc_hz={HERTZ}", re.sub(r"\btime_base=\w+", "time_base=real", body))
                copy.write(record(body))
            else:
                copy.write(line.encode("latin-1"))


class Interaction:
    """The network of one task: its events in order of time, and the arcs into each."""

    def __init__(self, run, events):
        self.run, self.events = run, events
        self.first, self.last = events[0], events[-1]
        self.response = self.last[1].time - self.first[1].time
        self.arcs, last, blocked = [], {}, self.waits(events)
        for place, (_, event) in enumerate(events):
            into = []
            ended = [event.other] if KINDS[event.kind] in JOINS else []
            for subtask in [event.subtask, *ended]:
                if subtask in last:
                    into.append((last[subtask], any(begin < place <= end for begin, end in blocked[subtask])))
            self.arcs.append(into)
            last[event.subtask] = place
            if KINDS[event.kind] in FORKS:
                last[event.other] = place

    @staticmethod
    def waits(events):
        """By sub-task, the stretches of places whose arcs are B-arcs: from an event with the flag to the next
        join. A wait that a resume ends, or that a thread of no task ends, has no effect."""
        found, open_at = collections.defaultdict(list), {}
        for place, (_, event) in enumerate(events):
            joined = [event.subtask, event.other] if KINDS[event.kind] in JOINS else []
            for subtask in joined:
                if subtask in open_at:
                    found[subtask].append((open_at.pop(subtask), place))
            if KINDS[event.kind] in ("resume", "receive"):
                open_at.pop(event.subtask, None)
            if event.flags & BLOCKED:
                open_at[event.subtask] = place
        return found

    def time(self, place):
        return self.events[place][1].time

    def longest(self, short=None):
        """The length of the longest path, if the arc `short`, from a place to a place, had no length."""
        length = [0] * len(self.events)
        for place, into in enumerate(self.arcs):
            for before, waits in into:
                arc = 0 if waits or (before, place) == short else self.time(place) - self.time(before)
                length[place] = max(length[place], length[before] + arc)
        return length[-1]


def read(path):
    """The interactions of a log, in order of time, with the numbers of their events in the run."""
    runs, names = collections.defaultdict(list), {}
    for kind, fields in read_records(path):
        if kind == "flow_run":
            names[fields["id"]] = fields["name"].strip('"')
        elif kind == "flow_trace":
            data = base64.b64decode(fields["data"])
            runs[fields["run"]] += [Event(*EVENT.unpack_from(data, at)) for at in range(0, len(data), EVENT.size)]
    found, before = [], 0
    for run, events in runs.items():
        events = list(enumerate(events, before + 1))
        before += len(events)
        owner, tasks = {}, []
        for number, event in sorted(events, key=lambda item: item[1].time):
            if KINDS[event.kind] == "action":
                owner[event.subtask] = len(tasks)
                tasks.append([])
            task = owner.get(event.subtask)
            if task is None:
                continue
            tasks[task].append((number, event))
            if KINDS[event.kind] in FORKS:
                owner[event.other] = task
        found += [Interaction(names[run], task) for task in tasks]
    return sorted(found, key=lambda interaction: interaction.first[1].time), names


# ---- flow path ----

def check_paths(account, tables, interactions):
    view, micro = "flow path --json", 1e6 / HERTZ
    rows = tables.tables["paths"]["rows"]
    account.same(view, "interactions", len(rows), len(interactions), "rows")
    for row, true in zip(rows, interactions):
        where = f"interaction {row['interaction']}"
        for name, value in (("begins_at", true.first[1].time), ("response", true.response),
                            ("events", len(true.events)), ("subtasks", len({event.subtask for _, event in true.events})),
                            ("run", true.run)):
            account.same(view, name, row[name], value, where)
        account.number(view, "response_us", row["response_us"], true.response * micro, where)


def check_path(account, tables, true, number):
    """One critical path: connected, without B-arcs, as long as the response; each arc and its gain."""
    view, where, micro = "flow path --json, one", f"interaction {number}", 1e6 / HERTZ
    rows = tables.tables["path"]["rows"]
    places = {number: place for place, (number, _) in enumerate(true.events)}
    before = None
    for row in rows:
        place = places.get(row["event"])
        if place is None:
            account.fail(view, f"{where} has the unknown event {row['event']}")
            return
        event = true.events[place][1]
        account.same(view, "kind", row["kind"], KINDS[event.kind], where)
        account.same(view, "after", row["after"], event.time - true.first[1].time, f"{where}, event {row['event']}")
        arc = 0 if before is None else event.time - true.time(before)
        account.same(view, "arc", row["arc"], arc, f"{where}, event {row['event']}")
        account.number(view, "arc_us", row["arc_us"], arc * micro, where)
        account.number(view, "share", row["share"], arc / true.response, where)
        if before is not None:
            account.same(view, "arc on the network", (before, False) in true.arcs[place], True,
                         f"{where}, event {row['event']}")
            gain = true.response - true.longest((before, place))
            account.same(view, "gain", row["gain"], gain, f"{where}, event {row['event']}")
        before = place
    account.same(view, "last event", before, len(true.events) - 1, where)
    account.same(view, "on_path", tables.tables["paths"]["rows"][0]["on_path"], len(rows), where)
    account.same(view, "sum of arcs", sum(row["arc"] for row in rows), true.response, where)


# ---- flow export ----

def nearly(account, view, quantity, written, true, where, within):
    account.counts[view, quantity] += 1
    if abs(written - true) > within:
        account.fail(view, f"{quantity} of {where} is {written}; computed: {true}")


def check_chrome(account, data, interactions):
    """Slices from an event to the next one of their sub-task, in microseconds."""
    view, micro = "flow export chrome", 1e6 / HERTZ
    sums, bases = collections.Counter(), set()
    for slice_ in json.loads(data)["traceEvents"]:
        if slice_["ph"] not in ("X", "i") or "interaction" not in slice_.get("args", {}):
            continue
        args = slice_["args"]
        true = interactions[args["interaction"] - 1]
        place = next((place for place, (number, _) in enumerate(true.events) if number == args["event"]), None)
        where = f"interaction {args['interaction']}, event {args['event']}"
        if place is None:
            account.fail(view, f"unknown event: {where}")
            continue
        event = true.events[place][1]
        bases.add(round(event.time * micro - slice_["ts"], 2))
        account.counts[view, "ts"] += 1
        account.same(view, "kind", args.get("after", KINDS[event.kind]), KINDS[event.kind], where)
        if slice_["ph"] == "X":
            ends = [true.time(later) for later, into in enumerate(true.arcs) if place in [arc[0] for arc in into]]
            account.counts[view, "dur"] += 1
            if not any(abs((end - event.time) * micro - slice_["dur"]) <= 0.0011 for end in ends):
                account.fail(view, f"dur of {where} is {slice_['dur']}; computed: "
                                   f"{[(end - event.time) * micro for end in ends]}")
            if slice_["cat"] == "critical":
                sums[args["interaction"]] += slice_["dur"]
    account.same(view, "time base", len(bases) and max(bases) - min(bases) <= 0.02, True, f"all slices: {bases}")
    for number, true in enumerate(interactions, 1):
        # A message between its sending and its receipt is no slice.
        apart = messages(true)
        nearly(account, view, "critical path", sums[number], (true.response - apart[0]) * micro, number,
               apart[1] * micro + 0.001 * len(true.events))


def messages(true):
    """The least and the spread of the time that the critical path may be in messages, which have no thread."""
    times = [true.time(place) - true.time(before) for place, into in enumerate(true.arcs) for before, waits in into
             if not waits and true.events[before][1].subtask != true.events[place][1].subtask]
    times += [true.time(place) - true.time(before) for place, into in enumerate(true.arcs) for before, waits in into
              if true.events[place][1].thread == 0 or true.events[before][1].thread == 0]
    return 0, sum(times)


def check_otlp(account, data, interactions):
    """A span per sub-task: times in nanoseconds since 1970, here since the clock's zero."""
    view, nano, traces = "flow export otlp", 1e9 / HERTZ, collections.defaultdict(list)
    for resource in json.loads(data)["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                traces[span["traceId"]].append(span)
    account.same(view, "interactions", len(traces), len(interactions), "traces")
    ordered = sorted(traces.values(), key=lambda spans: min(int(span["startTimeUnixNano"]) for span in spans))
    base = int(min(ordered[0], key=lambda span: int(span["startTimeUnixNano"]))["startTimeUnixNano"]) - \
        interactions[0].first[1].time * nano if ordered else 0
    for spans, true in zip(ordered, interactions):
        where = f"the interaction at {true.first[1].time}"
        begin = min(int(span["startTimeUnixNano"]) for span in spans)
        end = max(int(span["endTimeUnixNano"]) for span in spans)
        nearly(account, view, "response", end - begin, true.response * nano, where, 2)
        critical = [int(attribute(span, "critical_ns")) for span in spans]
        nearly(account, view, "critical path", sum(critical), true.response * nano, where, len(spans) + 1)
        places = dict(true.events)
        for span in spans:
            for event in span["events"]:
                number = int(attribute(event, "event"))
                if number not in places:
                    account.fail(view, f"unknown event {number} of {where}")
                    continue
                account.same(view, "kind", event["name"], KINDS[places[number].kind], where)
                nearly(account, view, "time", int(event["timeUnixNano"]) - base, places[number].time * nano, where, 2)
            times = sorted(int(event["timeUnixNano"]) for event in span["events"])
            account.same(view, "end of a span", times[-1:] <= [int(span["endTimeUnixNano"])], True, where)


def attribute(of, key):
    return next(iter(next(item["value"] for item in of["attributes"] if item["key"] == key).values()))


CTF_PACKET = struct.Struct("<I16sI")
CTF_CONTEXT = struct.Struct("<QQQQQQ")
CTF_EVENT = struct.Struct("<QBIIHHBH")


def check_ctf(account, directory, interactions):
    """Streams of events, whose clock is the TSC."""
    view = "flow export ctf"
    with open(f"{directory}/metadata", encoding="utf-8") as file:
        metadata = file.read()
    account.same(view, "freq", int(re.search(r"freq = (\d+);", metadata)[1]), HERTZ, "the clock")
    offset = re.search(r"offset_s = (\d+);", metadata)
    account.same(view, "offset", offset is None or int(offset[1]) == 0, True, "the clock")
    names = {int(number): name for name, number in
             re.findall(r'event \{\s*name = "(\w+)";\s*id = (\d+);', metadata)}
    made = collections.Counter()
    for name in sorted(os.listdir(directory)):
        if name == "metadata":
            continue
        with open(f"{directory}/{name}", "rb") as file:
            data = file.read()
        at = 0
        while at < len(data):
            begin, end, content, packet, _, _ = CTF_CONTEXT.unpack_from(data, at + CTF_PACKET.size)
            place = at + CTF_PACKET.size + CTF_CONTEXT.size
            times = []
            while place < at + content // 8:
                time, kind, subtask, other, *_ = CTF_EVENT.unpack_from(data, place)
                place += CTF_EVENT.size
                times.append(time)
                made[time, names[kind], subtask, other] += 1
            account.same(view, "packet", (begin, end), (min(times), max(times)) if times else (begin, end), name)
            at += packet // 8
    true = collections.Counter((event.time, KINDS[event.kind], event.subtask, event.other)
                               for interaction in interactions for _, event in interaction.events)
    for key, count in true.items():
        account.same(view, "event", made[key], count, key)
    account.same(view, "events", sum(made.values()), sum(true.values()), "all")


FORMATS = {"chrome": check_chrome, "otlp": check_otlp, "ctf": check_ctf}


# ---- flow states, load, tree ----

def check_sums(account, states, load, tree, interactions):
    total = sum(true.response for true in interactions)
    for table in ("states", "objects", "combinations"):
        for row in states.tables[table]["rows"]:
            account.number("flow states", f"share {table}", row["share"], row["time"] / total, row["state"])
    account.same("flow states", "time", states.tables["states"]["rows"][0]["time"], total, "response time")
    combined = sum(row["time"] for row in states.tables["combinations"]["rows"])
    account.same("flow states", "sum", combined, total, "combinations")
    account.same("flow tree", "sum", sum(int(line.rpartition(" ")[2]) for line in tree.splitlines()), total, "tree")
    runs = collections.defaultdict(list)
    for true in interactions:
        runs[true.run].append(true)
    for row in load.tables["load"]["rows"]:
        if row["kind"] != "all":
            continue
        of = runs[row["run"]]
        window = max(true.last[1].time for true in of) - min(true.first[1].time for true in of)
        responses = sum(true.response for true in of)
        for name, value in (("interactions", len(of)), ("window", window), ("responses", responses),
                            ("area", responses)):
            account.same("flow load", name, row[name], value, row["run"])
        for name, value in (("throughput", len(of) * HERTZ / window), ("response", responses / len(of)),
                            ("in_system", responses / window)):
            account.number("flow load", name, row[name], value, row["run"])
