#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Derive the gaps of idle loops and the latencies of the trials of idle.validation from the passes and
events in a log, by docs/idle.md ("Passes and gaps"), and compare them with `bareline idle`.

usage: idle.py BARELINE LOG"""
import collections
import itertools
import json
import math
import statistics
import subprocess
import sys

from records import records, values_of

RAISED, ENTERED, RESUME, DONE, LEAVE = 2, 3, 5, 6, 7
UNDISTURBED_LEAST = 16
LEAST_GAP_NS = 100
RESTS = ('hlt', 'mwait')

Pass = collections.namedtuple('Pass', 'begin end interrupts')


class Loop:
    """An idle loop's passes and events, in ticks from its begin."""
    def __init__(self, fields, manifest):
        self.fields, self.passes, self.events = fields, [], []
        self.is_counted = manifest['time_base'] == 'instructions'
        self.tick_ns = 1e9 / int(manifest['tsc_hz'])

    def add_passes(self, fields):
        at = int(fields['at'])
        columns = [values_of(fields[name]) for name in ('before', 'elapsed', 'interrupts')]
        for before, elapsed, interrupts in zip(*columns, strict=True):
            self.passes.append(Pass(at + before, at + before + elapsed, interrupts))
            at += before + elapsed

    def add_events(self, fields):
        columns = [values_of(fields[name]) for name in ('at', 'kind', 'value')]
        self.events += zip(*columns, strict=True)

    def undisturbed(self):
        return [one.end - one.begin for one in self.passes if not one.interrupts]

    def quartile(self, number):
        """A quartile of the undisturbed passes, interpolated between two of them."""
        return statistics.quantiles(self.undisturbed(), n=4, method='inclusive')[number - 1]

    def base(self):
        """The length of an undisturbed pass."""
        if len(self.undisturbed()) < UNDISTURBED_LEAST:
            return int(self.fields['pass_ticks'])
        return math.floor(self.quartile(2) + 0.5)

    def threshold(self):
        """The excess of a pass that contains a gap."""
        if self.is_counted:
            return int(self.fields['record_ticks'])
        return int(max(3 * (self.quartile(3) - self.quartile(1)), LEAST_GAP_NS / self.tick_ns))

    def gaps(self):
        """Lengths of the gaps."""
        return [one.end - one.begin - self.base() for one in self.passes
                if one.end - one.begin > self.base() + self.threshold()]

    def trials(self):
        """(entered, loop, handler, application, late) of each handler that records its times."""
        due = entered = None
        times = {}
        for at, kind, _ in self.events:
            if kind == RAISED:
                due = at
            elif kind == ENTERED:
                entered, late, times, due = at, max(0, at - due), {}, None
            elif kind in (RESUME, DONE):
                times[kind] = at
            elif kind == LEAVE and entered is not None and len(times) == 2:
                inside = [one for one in self.passes if one.end > entered and one.begin < at]
                excess = sum(one.end - one.begin - self.base() for one in inside)
                yield entered, excess, at - entered, times[DONE] - times[RESUME], late
                entered = None


def loops_of(path):
    loops, manifest = {}, {}
    for kind, fields in records(path):
        if kind == 'manifest':
            manifest = fields
        elif kind == 'idle':
            loops[fields['id']] = Loop(fields, manifest)
        elif kind == 'idle_passes':
            loops[fields['idle']].add_passes(fields)
        elif kind == 'idle_events':
            loops[fields['idle']].add_events(fields)
    return list(loops.values())


def must_be(what, derived, shown):
    for left, right in itertools.zip_longest(derived, shown):
        if left != right:
            sys.exit(f'{what}: derived {left}, bareline idle shows {right}')


def main():
    bareline, path = sys.argv[1:3]
    output = subprocess.run([bareline, 'idle', '--json', path], stdout=subprocess.PIPE,
                            check=False).stdout
    tables = {table['name']: table['rows'] for table in json.loads(output)['tables']}
    counts = collections.Counter()
    loops = [loop for loop in loops_of(path) if loop.fields['kind'] not in RESTS]
    for loop in loops:
        of = next(row for row in tables['runs'] if row['begin_tsc'] == int(loop.fields['begin_tsc']))
        rows = {name: [row for row in tables[name] if row['number'] == of['number']]
                for name in ('loops', 'gaps', 'trials')}
        [limits] = rows['loops']
        must_be('undisturbed pass', [loop.base()], [limits['undisturbed_ticks']])
        must_be('least gap', [loop.threshold()], [limits['gaps_from_ticks']])
        must_be('gap', loop.gaps(),
                [row['length_ticks'] for row in rows['gaps']])
        must_be('trial', loop.trials(),
                [(row['entered_ticks'], row['idle_loop_ticks'], row['handler_ticks'],
                  row['application_ticks'], row['late_ticks']) for row in rows['trials']])
        counts.update({'gaps': len(rows['gaps']), 'trials': len(rows['trials'])})
    print(f'{len(loops)} loops, {counts["gaps"]} gaps and {counts["trials"]} trials agree')
    if not counts['gaps']:
        sys.exit('expected gaps')


main()
