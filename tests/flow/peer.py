#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare imported interactions with LTTng's own analyses of the same trace: the times of wake-ups
and switches, and the CPU time of workers, each of which works for one interaction only.

usage: peer.py DUMP CTF-DIRECTORY; DUMP is the output of `bareline flow dump`. The exit status is 77
if LTTng's analyses are not installed.
"""
import collections
import json
import re
import shutil
import subprocess
import sys

EVENT = re.compile(r' *\d+ +(?P<time>\d+) +\S+ (?P<thread>\S+)-(?P<tid>\d+) +(?P<kind>\w+) ')
APART_NS = 10            # the importer separates events at one time by a nanosecond each
SEEN_NS = 5000           # a thread is ready when the kernel begins to wake it; LTTng uses the end
WORKERS = ('fast', 'slow', 'holder')


def lttng(analysis, directory):
    text = subprocess.run([f'lttng-{analysis}-mi', '--limit', '100', directory], check=True, timeout=120,
                          capture_output=True, text=True).stdout
    result, = json.loads(text[text.index('{'):])['results'][:1]
    return result


def imported(path):
    """By thread: name, times of wake-up and switch, and begin and end of its CPU time."""
    names, last = {}, {}
    wakes, runs = collections.defaultdict(list), collections.defaultdict(list)
    for line in open(path):
        event = EVENT.match(line)
        if not event:
            continue
        tid, time, kind = int(event['tid']), int(event['time']), event['kind']
        names[tid] = event['thread']
        if kind == 'ready' and last.get(tid) != 'stop':
            wakes[tid].append([time, None])
        elif kind == 'start':
            runs[tid].append([time, None])
            if wakes[tid] and wakes[tid][-1][1] is None:
                wakes[tid][-1][1] = time
        elif kind == 'stop':
            runs[tid][-1][1] = time
        last[tid] = kind
    return names, wakes, runs


def check_wakes(names, wakes, directory):
    """Every wake-up of our threads is in LTTng's analysis too; LTTng has no further ones of the
    workers."""
    theirs = {(row[5]['tid'], row[1]['value']): row[0]['value'] for row in lttng('schedlog', directory)['data']}
    count = 0
    for tid, switches in wakes.items():
        for woken, switched in switches:
            found = [theirs.pop((tid, switched - apart), None) for apart in range(APART_NS)]
            found = [time for time in found if time is not None]
            if len(found) != 1 or not -APART_NS <= found[0] - woken <= SEEN_NS:
                sys.exit(f'{names[tid]}-{tid}: woken at {woken}, on a CPU at {switched}; LTTng: {found}')
            count += 1
    left = [row for row in theirs if names.get(row[0]) in WORKERS]
    if left:
        sys.exit(f'wake-ups missing in the import: {left}')
    return count


def check_workers(runs, names, directory):
    result = lttng('cputop', directory)
    length = result['time-range']['end']['value'] - result['time-range']['begin']['value']
    count = 0
    for process, _, _, share in result['data']:
        tid = process['tid']
        if names.get(tid) not in WORKERS:
            continue
        theirs = share['value'] * length
        ours = sum(end - begin for begin, end in runs[tid])
        if abs(ours - theirs) > APART_NS * len(runs[tid]):
            sys.exit(f'{names[tid]}-{tid}: {ours} ns of CPU time; LTTng: {theirs:.0f}')
        count += 1
    return count


def main():
    dump, directory = sys.argv[1:]
    for analysis in ('schedlog', 'cputop'):
        if not shutil.which(f'lttng-{analysis}-mi'):
            print(f'lttng-{analysis}-mi is not installed')
            sys.exit(77)
    names, wakes, runs = imported(dump)
    woken = check_wakes(names, wakes, directory)
    workers = check_workers(runs, names, directory)
    print(f'{woken} wake-ups and the CPU time of {workers} workers equal those of LTTng')
    if woken < 15 or workers != 9:
        sys.exit('too few to compare')


main()
