#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Derive the critical paths of random interaction networks from the events in a log, by
lib/event/flow.h and section 4.2 of the document that it names, and compare them with
`bareline flow path`: each vertex of the path, its time, its arc, and the gain if the arc took no time.

The path of the tool goes back from the last sink. Here, distances from the source come first: a
vertex is as far away as its longest way, with B-arcs of weight 0. At a join the path comes from the
side that is not a B-arc. If neither side waited, it comes from the later one, and of two equal sides
from the sub-task that continues.

usage: network.py BARELINE LOG"""
import base64
import collections
import json
import struct
import subprocess
import sys

from records import records

KINDS = ('action create send unblock enqueue receive poll wait resume exit ready start stop request '
         'device_start device_end begin_use end_use receive_join unblocked thread_join finish discard '
         'lost response split').split()
FORKS = {'create', 'send', 'unblock', 'split'}
JOINS = {'receive_join', 'unblocked', 'thread_join'}
SINKS = {'finish', 'discard'}
END_OF_WAIT = {'resume', 'receive'}
BLOCKED = 1
EVENT = struct.Struct('<QIIHHBBBB')

Event = collections.namedtuple('Event', 'time subtask other object thread node cpu kind flags')
Arc = collections.namedtuple('Arc', 'start ticks is_blocked')


def events_of(path):
    events = []
    for kind, fields in records(path):
        if kind == 'flow_trace':
            data = base64.b64decode(fields['data'])
            for values in EVENT.iter_unpack(data):
                event = Event(*values)
                events.append(event._replace(kind=KINDS[event.kind]))
    return events


class Network:
    """The vertices of one interaction. arcs[v] are the arcs into vertex v: of the sub-task itself,
    and into a join also of the sub-task that ends. Vertices are in an order of time and cause."""
    def __init__(self, by_subtask, action):
        self.events, self.arcs = [], []
        self.last, self.waits = {}, {}          # by sub-task: last vertex; where a wait began
        self.by_subtask, self.next = by_subtask, collections.Counter()
        self.add(action.subtask)
        self.response = self.events[-1].time - action.time

    def add(self, subtask):
        """All events of a sub-task, each after those that it depends on."""
        todo = [subtask]
        while todo:
            subtask = todo[-1]
            events, place = self.by_subtask[subtask], self.next[subtask]
            if place == len(events):
                todo.pop()
                continue
            event = events[place]
            if event.kind in JOINS and self.next[event.other] < len(self.by_subtask[event.other]):
                todo.append(event.other)
                continue
            self.next[subtask] += 1
            self.take(event)
            if event.kind in FORKS:
                todo.append(event.other)

    def take(self, event):
        number, subtask = len(self.events), event.subtask
        self.events.append(event)
        self.arcs.append([])
        if subtask in self.last:
            self.link(number, subtask, event.kind in JOINS)
        if event.kind in JOINS:
            self.link(number, event.other, True)
            self.waits[subtask] = None
        if event.kind in END_OF_WAIT:
            self.waits[subtask] = None
        if event.flags & BLOCKED and self.waits.get(subtask) is None:
            self.waits[subtask] = number
        self.last[subtask] = number
        if event.kind in FORKS:
            self.last[event.other] = number

    def link(self, number, subtask, ends_wait):
        """The arc from a sub-task's last vertex. A join shows that the arcs before it were a wait."""
        start, wait = self.last[subtask], self.waits.get(subtask)
        is_blocked = ends_wait and wait is not None
        self.arcs[number].append(Arc(start, self.events[number].time - self.events[start].time,
                                     is_blocked))
        while is_blocked and start != wait:
            arc = self.arcs[start][0]
            self.arcs[start][0] = arc._replace(is_blocked=True)
            start = arc.start

    def distances(self, without=None):
        """From the source, optionally if one arc took no time."""
        far = [0] * len(self.events)
        for number, arcs in enumerate(self.arcs):
            for arc in arcs:
                ticks = 0 if arc.is_blocked or (number, arc) == without else arc.ticks
                far[number] = max(far[number], far[arc.start] + ticks)
        return far

    def path(self):
        """(vertex, arc into it) from the source to the last sink."""
        ends = [number for number, event in enumerate(self.events)
                if event.kind in SINKS]
        at, path = max(ends, key=lambda number: self.events[number].time), []
        while self.arcs[at]:
            open_arcs = [arc for arc in self.arcs[at] if not arc.is_blocked]
            if not open_arcs:
                sys.exit(f'vertex {at}: expected a side that did not wait')
            arc = max(open_arcs, key=lambda arc: self.events[arc.start].time)
            path.append((at, arc))
            at = arc.start
        return [(at, None)] + path[::-1]


def networks_of(path):
    by_subtask = collections.defaultdict(list)
    events = events_of(path)
    for event in sorted(events, key=lambda event: event.time):
        by_subtask[event.subtask].append(event)
    return [Network(by_subtask, event) for event in sorted(events, key=lambda event: event.time)
            if event.kind == 'action']


def derived_rows(network):
    path = network.path()
    begin, end = network.events[0].time, network.events[path[-1][0]].time
    response = network.distances()[path[-1][0]]
    if response != end - begin:
        sys.exit(f'expected a longest way of {end - begin} ticks, found {response}')
    for number, arc in path:
        event = network.events[number]
        gain = response - network.distances((number, arc))[path[-1][0]] if arc else 0
        yield (event.time - begin, arc.ticks if arc else 0, gain, f't{event.thread}' if event.thread
               else '-', event.kind)


def main():
    bareline, log = sys.argv[1:3]
    vertices = joins = ties = equal = 0
    networks = networks_of(log)
    for number, network in enumerate(networks, 1):
        output = subprocess.run([bareline, 'flow', 'path', '--interaction', str(number), '--json', log],
                                stdout=subprocess.PIPE, check=True).stdout
        tables = {table['name']: table['rows'] for table in json.loads(output)['tables']}
        shown = [(row['after'], row['arc'], row['gain'], row['thread'], row['kind'])
                 for row in tables['path']]
        derived = list(derived_rows(network))
        for place, (left, right) in enumerate(zip(derived, shown)):
            if left != right:
                sys.exit(f'interaction {number}, vertex {place} of the path: derived {left}, '
                         f'bareline flow path shows {right}')
        if len(derived) != len(shown):
            sys.exit(f'interaction {number}: derived {len(derived)} vertices, shown {len(shown)}')
        vertices += len(derived)
        for arcs in network.arcs:
            joins += len(arcs) == 2
            is_tie = len(arcs) == 2 and not any(arc.is_blocked for arc in arcs)
            ties += is_tie
            equal += is_tie and len({network.events[arc.start].time for arc in arcs}) == 1
    print(f'{len(networks)} paths with {vertices} vertices agree; of {joins} joins, {ties} have no '
          f'wait and {equal} two equal sides')
    if not ties or not equal:
        sys.exit('expected joins of which neither side waits')


main()
