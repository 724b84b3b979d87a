#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Convert the text of a tracefs trace to a file of trace-cmd, version 6: the same events and times,
with the formats of Linux 6.1. So one trace tests all readers of the importer. A line
"CPU:1 [LOST 31 EVENTS]" becomes lost events. trace-cmd.dat(5).

With --buffers, markers are in the main buffer, all other events in one of instance "kernel", and
sched_switch also in one of instance "copy".

usage: trace_dat.py [--clock NAME] [--buffers] TRACE FILE
"""
import argparse
import pathlib
import struct

from lttng import INTERRUPTS, LINE, STATES, ftrace_fields

PAGE = 4096
PAGE_HEAD = 16
DATA_MAX = PAGE - PAGE_HEAD - 8         # the number of lost events follows the data
MISSED, MISSED_STORED = 1 << 31, 1 << 30
DELTA_BITS = 27
COMM = 16
LOST = 'CPU:'
OPTION_BUFFER, OPTION_TRACECLOCK = 3, 4

HEADER_PAGE = '''\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;
'''
HEADER_EVENT = '''# compressed entry header
\ttype_len    :    5 bits
\ttime_delta  :   27 bits
\tarray       :   32 bits

\tpadding     : type == 29
\ttime_extend : type == 30
\ttime_stamp : type == 31
\tdata max type_len  == 28
'''
COMMON = [('unsigned short', 'common_type', 2), ('unsigned char', 'common_flags', 1),
          ('unsigned char', 'common_preempt_count', 1), ('int', 'common_pid', 4)]
FLAGS = ', '.join(f'{{ {bit:#06x}, "{letter}" }}' for bit, letter in
                  ((1, 'S'), (2, 'D'), (4, 'T'), (8, 't'), (16, 'X'), (32, 'Z'), (64, 'P'), (128, 'I')))
WOKEN = [('char', 'comm', COMM), ('pid_t', 'pid', 4), ('int', 'prio', 4), ('int', 'target_cpu', 4)]
ENDED = [('char', 'comm', COMM), ('pid_t', 'pid', 4), ('int', 'prio', 4)]
EVENTS = {                      # name: system, fields; 'buf' has no size
    'print': ('ftrace', [('unsigned long', 'ip', 8), ('char', 'buf', 0)]),
    'sched_switch': ('sched', [('char', 'prev_comm', COMM), ('pid_t', 'prev_pid', 4), ('int', 'prev_prio', 4),
                               ('long', 'prev_state', 8), ('char', 'next_comm', COMM),
                               ('pid_t', 'next_pid', 4), ('int', 'next_prio', 4)]),
    'sched_waking': ('sched', WOKEN), 'sched_wakeup': ('sched', WOKEN), 'sched_wakeup_new': ('sched', WOKEN),
    'sched_process_fork': ('sched', [('char', 'parent_comm', COMM), ('pid_t', 'parent_pid', 4),
                                     ('char', 'child_comm', COMM), ('pid_t', 'child_pid', 4)]),
    'sched_process_exit': ('sched', ENDED), 'sched_process_free': ('sched', ENDED),
}
NUMBERS = {name: number for number, name in enumerate(EVENTS, start=100)}


def event_format(name):
    text, offset = f'name: {name}\nID: {NUMBERS[name]}\nformat:\n', 0
    for kind, field, size in COMMON + EVENTS[name][1]:
        array = '' if kind != 'char' else '[]' if size == 0 else f'[{size}]'
        text += (f'\tfield:{kind} {field}{array};\toffset:{offset};\tsize:{size};\t'
                 f'signed:{int(not kind.startswith("unsigned"))};\n')
        offset += size
        if field == 'common_pid':
            text += '\n'
    shown = (f'"prev_state=%s", __print_flags(REC->prev_state & 0xff, "|", {FLAGS})'
             if name == 'sched_switch' else '"%s", REC->buf' if name == 'print' else '"pid"')
    return f'{text}\nprint fmt: {shown}\n'.encode()


def block(data):
    return struct.pack('<Q', len(data)) + data


def option(number, data):
    return struct.pack('<HI', number, len(data)) + data


def head(threads, cpus, clock, buffers):
    """Up to the table of the main buffer's CPUs. buffers: the places of others."""
    ftrace = [name for name, (system, _) in EVENTS.items() if system == 'ftrace']
    sched = [name for name, (system, _) in EVENTS.items() if system == 'sched']
    data = b'\x17\x08\x44tracing6\0' + struct.pack('<BBI', 0, 8, PAGE)
    data += b'header_page\0' + block(HEADER_PAGE.encode()) + b'header_event\0' + block(HEADER_EVENT.encode())
    data += struct.pack('<I', len(ftrace)) + b''.join(block(event_format(name)) for name in ftrace)
    data += struct.pack('<I', 1) + b'sched\0' + struct.pack('<I', len(sched))
    data += b''.join(block(event_format(name)) for name in sched)
    data += struct.pack('<II', 0, 0)                    # symbols, formats of printk
    data += block(b''.join(f'{pid} {comm}\n'.encode() for pid, comm in threads.items()))
    options = option(OPTION_TRACECLOCK, f'[{clock}]\0'.encode())
    for name, place in buffers.items():
        options += option(OPTION_BUFFER, struct.pack('<Q', place) + name.encode() + b'\0')
    options += struct.pack('<H', 0)
    return data + struct.pack('<I', cpus) + b'options  \0' + options + b'flyrecord\0'


def packed(line):
    """A record; a marker's text ends with a newline, as in tracefs."""
    name, fields = line['name'], ftrace_fields(line['fields'])
    flags = 0x08 if line['flags'][2] in INTERRUPTS else 0
    if name == 'tracing_mark_write':
        data = struct.pack('<HBBiQ', NUMBERS['print'], flags, 0, int(line['pid']), 0)
        return data + line['fields'].encode() + b'\n\0'
    if name not in EVENTS:
        return None
    fields['parent_comm'], fields['parent_pid'] = fields.get('comm'), fields.get('pid')
    if 'prev_state' in fields:
        state = fields['prev_state']
        fields['prev_state'] = int(state) if state.isdigit() else 0x80 if state == 'I' else STATES[state[0]]
    data = struct.pack('<HBBi', NUMBERS[name], flags, 0, int(line['pid']))
    for kind, field, size in EVENTS[name][1]:
        value = fields.get(field, '0')
        data += (value.encode().ljust(COMM, b'\0') if kind == 'char' else
                 int(value).to_bytes(size, 'little', signed=True))
    return data


class Buffer:
    """The pages of one CPU."""
    def __init__(self):
        self.pages, self.data, self.begin, self.time, self.missed = [], b'', 0, 0, None

    def flush(self):
        if not self.data and self.missed is None:
            return
        commit = len(self.data)
        rest = b''
        if self.missed is not None:
            commit |= MISSED | MISSED_STORED
            rest = struct.pack('<Q', self.missed)
        page = struct.pack('<QQ', self.begin, commit) + self.data + rest
        self.pages.append(page.ljust(PAGE, b'\0'))
        self.data, self.missed = b'', None

    def add(self, time, record):
        record = record.ljust((len(record) + 3) // 4 * 4, b'\0')
        words = len(record) // 4
        if len(self.data) + len(record) + 16 > DATA_MAX:
            self.flush()
        if not self.data:
            self.begin = self.time = time
        delta = time - self.time
        if delta >> DELTA_BITS:
            self.data += struct.pack('<II', 30 | (delta & ((1 << DELTA_BITS) - 1)) << 5, delta >> DELTA_BITS)
            delta = 0
        if words <= 28:
            self.data += struct.pack('<I', words | delta << 5) + record
        else:
            self.data += struct.pack('<II', delta << 5, len(record) + 4) + record
        self.time = time

    def lose(self, number):
        self.flush()
        self.missed = number


def buffers_of(name, has_instances):
    """The buffers that have an event."""
    if not has_instances or name == 'tracing_mark_write':
        return ['']
    return ['kernel', 'copy'] if name == 'sched_switch' else ['kernel']


def read_trace(path, has_instances):
    """The pages of each CPU by buffer ('' is the main one), and the threads."""
    buffers, threads = {name: {} for name in (('', 'kernel', 'copy') if has_instances else ('',))}, {}
    for text in path.read_text().splitlines():
        if text.startswith(LOST):
            cpu, lost = text[len(LOST):].split(' [LOST ')
            buffers[''].setdefault(int(cpu), Buffer()).lose(int(lost.split()[0]))
        line = LINE.match(text)
        record = packed(line) if line else None
        if record is None:
            continue
        seconds, fraction = line['time'].split('.')
        time = int(seconds) * 10**9 + int(fraction.ljust(9, '0'))
        threads.setdefault(int(line['pid']), line['comm'])
        for name in buffers_of(line['name'], has_instances):
            buffers[name].setdefault(int(line['cpu']), Buffer()).add(time, record)
    for cpus in buffers.values():
        for buffer in cpus.values():
            buffer.flush()
    return buffers, threads


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--clock', default='local')
    parser.add_argument('--buffers', action='store_true')
    parser.add_argument('trace', type=pathlib.Path)
    parser.add_argument('file', type=pathlib.Path)
    options = parser.parse_args()
    buffers, threads = read_trace(options.trace, options.buffers)
    count = max(cpu for cpus in buffers.values() for cpu in cpus) + 1
    # The head, a page with the table of each further buffer, and the data.
    places = {name: 0 for name in buffers if name}
    start = (len(head(threads, count, options.clock, places)) + 16 * count + PAGE - 1) // PAGE * PAGE
    places = {name: start + PAGE * number for number, name in enumerate(places)}
    start += PAGE * len(places)
    tables, data = {}, b''
    for name, cpus in buffers.items():
        tables[name] = b'flyrecord\0' if name else b''
        for cpu in range(count):
            pages = b''.join(cpus[cpu].pages) if cpu in cpus else b''
            tables[name] += struct.pack('<QQ', start + len(data), len(pages))
            data += pages
    file = head(threads, count, options.clock, places) + tables['']
    for name, place in places.items():
        file = file.ljust(place, b'\0') + tables[name] + block(f'[{options.clock}]'.encode())
    options.file.write_bytes(file.ljust(start, b'\0') + data)


if __name__ == '__main__':
    main()
