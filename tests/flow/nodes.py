#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two logs of one run on several nodes, the clocks true in one and planted wrong in the other: all
messages arrive, the planted log shows what was planted to the tick, and what its analysis makes of
it is as far from the truth as it says at most.

usage: nodes.py BARELINE TRUE PLANTED DIRECTORY
"""
import csv
import os
import re
import subprocess
import sys

BILLION = 1000000000
EVENT = re.compile(r"\s*(\d+)\s+(\d+)\s+(\d+):(\d+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\d+\.\d+)"
                   r"(?: (creates|ends) (\d+\.\d+))?")


def check(holds, said):
    if not holds:
        sys.exit(said)


class Event:
    def __init__(self, match):
        self.number, self.time, self.node = int(match[1]), int(match[2]), int(match[3])
        self.what = match.groups()[2:]
        self.object, self.kind, self.subtask, self.creates = match[7], match[6], match[8], None
        self.ends = match[10] if match[9] == "ends" else None
        if match[9] == "creates":
            self.creates = match[10]


def dump(bareline, *arguments):
    text = subprocess.run([bareline, "flow", "dump", *arguments], check=True,
                          capture_output=True, text=True).stdout
    matches = (EVENT.match(line) for line in text.splitlines())
    return {int(match[1]): Event(match) for match in matches if match}


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def planted_nodes(directory):
    """Offset and drift by node, of the flow_node records."""
    nodes = {}
    with open(os.path.join(directory, "serial.log"), encoding="utf-8") as log:
        for line in log:
            if line.startswith("@flow_node "):
                fields = dict(re.findall(r"(\w+)=(\S+)", line))
                nodes[int(fields["node"])] = (int(fields["offset_ticks"]),
                                              int(fields["drift_ppb"]))
    return nodes


def truncated(amount, share):
    quotient = abs(amount * share) // BILLION
    return quotient if amount * share >= 0 else -quotient


def shown(time, clock):
    offset, drift = clock
    return time + offset + truncated(time, drift)


def node_of(subtask):
    return int(subtask.split(".")[0])


def check_messages(events):
    """Every message to another node was sent on its own and received on the other. How many."""
    sends = {event.creates: event for event in events.values() if event.kind == "send"}
    crossed = {}
    for event in sorted(events.values(), key=lambda event: event.time):
        for subtask in (event.subtask, event.ends):
            if subtask is not None and node_of(subtask) != event.node and subtask != "0.0":
                crossed.setdefault(subtask, event)
    for subtask, received in crossed.items():
        # A join goes on on its own node; what it ends came.
        if received.ends is not None and received.ends != subtask:
            continue
        check(subtask in sends, f"{subtask} came to node {received.node} and was not sent")
        check(sends[subtask].node == node_of(subtask), f"{subtask} was sent on another node")
        check(sends[subtask].time < received.time, f"{subtask} came before it was sent")
        check(received.kind in ("receive", "receive_join", "enqueue", "request"),
              f"{subtask} came to node {received.node} by '{received.kind}'")
    remote = {subtask for subtask, event in sends.items() if ":to_" in event.object}
    check(remote == set(crossed), f"sent to other nodes and not received there, or the reverse: "
          f"{sorted(remote ^ set(crossed))}")
    return len(remote)


def be_as_late(true, planted):
    """The first node's clock is true in both; other words of a command line take another while."""
    check(set(true) == set(planted), "other events where clocks are planted")
    late = {planted[number].time - event.time for number, event in true.items() if event.node == 0}
    check(len(late) == 1, "the first node's times are not the same but for when it began")
    for event in true.values():
        event.time += min(late)


def check_planted(true, planted, nodes):
    for number, event in true.items():
        twin = planted[number]
        check(event.what == twin.what, f"event {number} is another one where clocks are planted")
        check(twin.time == shown(event.time, nodes[event.node]),
              f"event {number} is at {twin.time}, not at what was planted")


def check_clocks(true, analysed, nodes, directory):
    errors = {0: 0.0}
    for row in rows(os.path.join(directory, "clocks.csv"))[1:]:
        node, error = int(row["node"]), float(row["error"])
        times = [event.time for event in true.values() if event.node == node]
        first, last = min(times), max(times)
        middle = (first + last) // 2
        errors[node] = error
        check(row["steps"] == "0", f"node {node} made a step")
        check(abs(float(row["offset"]) + shown(middle, nodes[node]) - middle) <= error,
              f"node {node}: {row['offset']} ticks added in the middle, off by more than {error}")
        check(abs(float(row["drift"]) * 1e-6 + nodes[node][1] / BILLION) * (last - first) <=
              2 * error + 1, f"node {node}: a drift of {row['drift']} ppm added")
    check(set(errors) == set(nodes), "not all nodes have a clock")
    for number, event in true.items():
        check(abs(analysed[number].time - event.time) <= errors[event.node] + 1,
              f"event {number} is off by more than its node's clock may be")
    return errors


def tables(bareline, log, directory, *arguments):
    subprocess.run([bareline, "flow", "path", "--csv", directory, *arguments, log], check=True,
                   capture_output=True)
    return directory


def check_responses(true, planted):
    for row, twin in zip(rows(os.path.join(true, "paths.csv")),
                         rows(os.path.join(planted, "paths.csv")), strict=True):
        check(row["response"] == twin["response"], f"interaction {row['interaction']} takes "
              f"{row['response']} ticks, and {twin['response']} by planted clocks")


def check_path(true, planted, errors):
    most = 2 * max(errors.values()) + 2
    steps = rows(os.path.join(true, "path.csv"))
    for row, twin in zip(steps, rows(os.path.join(planted, "path.csv")), strict=True):
        same = ("event", "thread", "kind", "object", "in_use")
        check(all(row[key] == twin[key] for key in same), f"another path at event {row['event']}")
        check(abs(int(row["after"]) - int(twin["after"])) <= most,
              f"event {row['event']} is off by more than {most} ticks on the path")
    nodes = {row["thread"].split(":")[0] for row in steps if ":" in row["thread"]}
    check(len(nodes) > 1, "the path is on one node alone")


def main():
    bareline, true, planted, directory = sys.argv[1:]
    events, nodes = dump(bareline, true), planted_nodes(planted)
    check(len(nodes) > 1 and len({event.node for event in events.values()}) == len(nodes),
          "not all nodes have events")
    check(all(clock == (0, 0) for clock in planted_nodes(true).values()), "planted in both")
    check(all(nodes[node] != (0, 0) for node in nodes if node > 0), "nothing is planted")
    messages = check_messages(events)
    check(messages > 0, "no messages between nodes")
    shows = dump(bareline, planted)
    be_as_late(events, shows)
    check_planted(events, shows, nodes)
    logs = (("true", true), ("planted", planted))
    everything = [tables(bareline, log, os.path.join(directory, f"{name}-paths"))
                  for name, log in logs]
    number = rows(os.path.join(everything[0], "paths.csv"))[-1]["interaction"]
    last = [tables(bareline, log, os.path.join(directory, f"{name}-path"), "--interaction", number)
            for name, log in logs]
    errors = check_clocks(events, dump(bareline, "--run", "*", planted), nodes, everything[1])
    check_responses(*everything)
    check_path(*last, errors)


main()
