#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write a large trace in LTTng's format: on each of several CPUs a client asks a server, over and
over. Each request is an interaction of 8 events: two markers, two wake-ups, four switches.

usage: many_events.py EVENTS DIRECTORY
"""
import pathlib
import struct
import sys

from lttng import EVENTS, metadata, write_packet

CPUS = 4
STEP_NS = 1000
NUMBERS = {name: number for number, name in enumerate(EVENTS)}


def comm(thread):
    return 'swapper/0' if thread == 0 else 'client' if thread % 2 else 'server'


def packed(name, thread, fields):
    """An event up to its time, and after it."""
    return (struct.pack('<I', NUMBERS[name]),
            struct.pack('<i', thread) + comm(thread).encode() + b'\0' + fields)


def switch(before, state, after):
    fields = b''
    for thread, rest in ((before, struct.pack('<ii', 20, state)), (after, struct.pack('<i', 20))):
        fields += comm(thread).encode() + b'\0' + struct.pack('<i', thread) + rest
    return packed('sched_switch', before, fields)


def wake(by, whom):
    return packed('sched_waking', by, comm(whom).encode() + b'\0' + struct.pack('<iii', whom, 20, 0))


def request(cpu):
    client, server = 1001 + 10 * cpu, 1002 + 10 * cpu
    return [switch(0, 0, client),
            packed('lttng_logger', client, b'begin\0'),
            wake(client, server),
            switch(client, 1, server),
            wake(server, client),
            switch(server, 1, client),
            packed('lttng_logger', client, b'end\0'),
            switch(client, 1, 0)]


def main():
    count, directory = int(sys.argv[1]), pathlib.Path(sys.argv[2]) / 'kernel'
    directory.mkdir(parents=True)
    (directory / 'metadata').write_text(metadata())
    for cpu in range(CPUS):
        events = request(cpu)
        time, content = 10**9 + cpu, []
        first = time
        for i in range(count // CPUS):
            before, after = events[i % len(events)]
            content.append(before + time.to_bytes(8, 'little') + after)
            time += STEP_NS
        with open(directory / f'channel0_{cpu}', 'wb') as file:
            write_packet(file, cpu, first, time - STEP_NS, b''.join(content))


main()
