#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The import of a million events in the Common Trace Format takes less CPU time than babeltrace2 takes to
print them. Runs of both alternate, and the shortest of several runs counts, so a busy host does
not matter. The margin is twofold.

usage: import_speed.py BUILD
"""
import pathlib
import resource
import shutil
import subprocess
import sys

EVENTS = 10**6
INTERACTIONS = EVENTS // 8
RUNS = 5


def cpu_seconds(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    messages = subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True).stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, messages


def main():
    build = pathlib.Path(sys.argv[1])
    directory = build / 'import-speed'
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    trace = directory / 'trace'
    subprocess.run([sys.executable, '-B', pathlib.Path(__file__).parent / 'many_events.py', str(EVENTS),
                    trace], check=True)
    imports, dumps = [], []
    for _ in range(RUNS):
        seconds, messages = cpu_seconds(build / 'bareline', 'flow', 'import', '--begin', 'marker=begin',
                                        '--end', 'end', '-o', directory / 'log', trace)
        assert f'{INTERACTIONS}  interactions' in messages, messages
        imports.append(seconds)
        dumps.append(cpu_seconds('babeltrace2', trace)[0])
    shutil.rmtree(directory)
    print(f'{EVENTS} events, CPU seconds: flow import {min(imports):.2f}, babeltrace2 {min(dumps):.2f}')
    sys.exit(min(imports) >= min(dumps))


main()
