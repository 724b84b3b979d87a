#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare two logs of one run on several nodes, with true clocks and with an injected clock skew.
All messages must arrive, the skewed log must show exactly the injected skew, and the error of its
analysis must be within the stated bound.

usage: nodes.py BARELINE TRUE SKEWED DIRECTORY

"""
import csv
import os
import re
import subprocess
import sys

BILLION = 1000000000
EVENT = re.compile(r"\s*(\d+)\s+(\d+)\s+(\d+):(\d+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\d+\.\d+)"
                   r"(?: (creates|ends) (\d+\.\d+))?")


def check(holds, message):
    if not holds:
        sys.exit(message)


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


def skewed_nodes(directory):
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
    """Check that every message between nodes is sent on one node and received on the other. Returns
    their number."""
    sends = {event.creates: event for event in events.values() if event.kind == "send"}
    crossed = {}
    for event in sorted(events.values(), key=lambda event: event.time):
        for subtask in (event.subtask, event.ends):
            if subtask is not None and node_of(subtask) != event.node and subtask != "0.0":
                crossed.setdefault(subtask, event)
    for subtask, received in crossed.items():
        # A join continues on its own node; the ended sub-task arrived.
        if received.ends is not None and received.ends != subtask:
            continue
        check(subtask in sends, f"{subtask} arrived at node {received.node} without being sent")
        check(sends[subtask].node == node_of(subtask), f"{subtask} was sent on another node")
        check(sends[subtask].time < received.time, f"{subtask} arrived before it was sent")
        check(received.kind in ("receive", "receive_join", "enqueue", "request"),
              f"{subtask} arrived at node {received.node} by '{received.kind}'")
    remote = {subtask for subtask, event in sends.items() if ":to_" in event.object}
    check(remote == set(crossed), f"messages between nodes without a send or a receive: "
          f"{sorted(remote ^ set(crossed))}")
    return len(remote)


def check_start_offset(true, skewed):
    """The first node's clock is true in both. Another command line takes another time to read."""
    check(set(true) == set(skewed), "the injected skew changed the events")
    late = {skewed[number].time - event.time for number, event in true.items() if event.node == 0}
    check(len(late) == 1, "the first node's times differ by more than the start")
    for event in true.values():
        event.time += min(late)


def check_skew(true, skewed, nodes):
    for number, event in true.items():
        twin = skewed[number]
        check(event.what == twin.what, f"event {number} differs with the injected skew")
        check(twin.time == shown(event.time, nodes[event.node]),
              f"event {number} is at {twin.time}, not at the injected time")


def check_clocks(true, analysed, nodes, directory):
    errors = {0: 0.0}
    for row in rows(os.path.join(directory, "clocks.csv"))[1:]:
        node, error = int(row["node"]), float(row["error"])
        times = [event.time for event in true.values() if event.node == node]
        first, last = min(times), max(times)
        middle = (first + last) // 2
        errors[node] = error
        check(row["steps"] == "0", f"node {node}: unexpected step")
        check(abs(float(row["offset"]) + shown(middle, nodes[node]) - middle) <= error,
              f"node {node}: correction of {row['offset']} ticks in the middle, off by more than {error}")
        check(abs(float(row["drift"]) * 1e-6 + nodes[node][1] / BILLION) * (last - first) <=
              2 * error + 1, f"node {node}: correction of {row['drift']} ppm drift")
    check(set(errors) == set(nodes), "expected a clock for every node")
    for number, event in true.items():
        check(abs(analysed[number].time - event.time) <= errors[event.node] + 1,
              f"event {number} is off by more than its node's bound")
    return errors


def tables(bareline, log, directory, *arguments):
    subprocess.run([bareline, "flow", "path", "--csv", directory, *arguments, log], check=True,
                   capture_output=True)
    return directory


def check_responses(true, skewed):
    for row, twin in zip(rows(os.path.join(true, "paths.csv")),
                         rows(os.path.join(skewed, "paths.csv")), strict=True):
        check(row["response"] == twin["response"], f"interaction {row['interaction']} takes "
              f"{row['response']} ticks, and {twin['response']} with skewed clocks")


def check_path(true, skewed, errors):
    most = 2 * max(errors.values()) + 2
    steps = rows(os.path.join(true, "path.csv"))
    for row, twin in zip(steps, rows(os.path.join(skewed, "path.csv")), strict=True):
        same = ("event", "thread", "kind", "object", "in_use")
        check(all(row[key] == twin[key] for key in same), f"the paths differ at event {row['event']}")
        check(abs(int(row["after"]) - int(twin["after"])) <= most,
              f"event {row['event']} on the path is off by more than {most} ticks")
    nodes = {row["thread"].split(":")[0] for row in steps if ":" in row["thread"]}
    check(len(nodes) > 1, "the path is on one node alone")


def main():
    bareline, true, skewed, directory = sys.argv[1:]
    events, nodes = dump(bareline, true), skewed_nodes(skewed)
    check(len(nodes) > 1 and len({event.node for event in events.values()}) == len(nodes),
          "expected events of every node")
    check(all(clock == (0, 0) for clock in skewed_nodes(true).values()), "both logs have a clock skew")
    check(all(nodes[node] != (0, 0) for node in nodes if node > 0), "neither log has a clock skew")
    messages = check_messages(events)
    check(messages > 0, "no messages between nodes")
    shows = dump(bareline, skewed)
    check_start_offset(events, shows)
    check_skew(events, shows, nodes)
    logs = (("true", true), ("skewed", skewed))
    everything = [tables(bareline, log, os.path.join(directory, f"{name}-paths"))
                  for name, log in logs]
    number = rows(os.path.join(everything[0], "paths.csv"))[-1]["interaction"]
    last = [tables(bareline, log, os.path.join(directory, f"{name}-path"), "--interaction", number)
            for name, log in logs]
    errors = check_clocks(events, dump(bareline, "--run", "*", skewed), nodes, everything[1])
    check_responses(*everything)
    check_path(*last, errors)


main()
