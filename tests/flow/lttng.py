#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Convert the text of a tracefs trace to LTTng's format: the same events and times, in the Common Trace
Format 1.8 with the names and fields of lttng-modules. So one trace tests programs for LTTng's traces and
all readers of the importer. A line "CPU:1 [LOST 31 EVENTS]" becomes discarded events.

usage: lttng.py [OPTION]... TRACE DIRECTORY
"""
import argparse
import pathlib
import re
import struct

LINE = re.compile(r'^ *(?P<comm>.+)-(?P<pid>\d+) +\[(?P<cpu>\d+)\] (?P<flags>\S+) +(?P<time>\d+\.\d+): '
                  r'(?P<name>\w+): (?P<fields>.*)$')
STATES = {'R': 0, 'S': 1, 'D': 2, 'T': 4, 't': 8, 'X': 16, 'Z': 32, 'I': 1026, 'P': 64}
PRIORITY_OFFSET = 100           # lttng-modules writes priorities as in user space
INTERRUPTS = 'hHsZ'             # the third flag: inside an interrupt of that kind

# Fields as packed: 'comm' is text, all others are 32-bit numbers.
EVENTS = {
    'sched_switch': ['prev_comm', 'prev_tid', 'prev_prio', 'prev_state',
                     'next_comm', 'next_tid', 'next_prio'],
    'sched_waking': ['comm', 'tid', 'prio', 'target_cpu'],
    'sched_wakeup': ['comm', 'tid', 'prio', 'target_cpu'],
    'sched_wakeup_new': ['comm', 'tid', 'prio', 'target_cpu'],
    'sched_process_fork': ['parent_comm', 'parent_tid', 'parent_pid', 'child_comm', 'child_tid', 'child_pid'],
    'sched_process_exit': ['comm', 'tid', 'prio'],
    'lttng_logger': ['msg'],
    'timer_hrtimer_expire_entry': ['hrtimer'],
    'timer_hrtimer_expire_exit': ['hrtimer'],
}
TEXTS = ('comm', 'prev_comm', 'next_comm', 'parent_comm', 'child_comm', 'msg')

HEAD = '''/* CTF 1.8 */
typealias integer { size = 32; align = 8; signed = true; } := int32_t;
typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
trace { major = 1; minor = 8; byte_order = le;
	packet.header := struct { uint32_t magic; uint32_t stream_id; }; };
env { hostname = "story"; domain = "kernel"; sysname = "Linux"; kernel_release = "6.1.0";
	tracer_name = "lttng-modules"; tracer_major = 2; tracer_minor = 13; tracer_patchlevel = 9; };
clock { name = "monotonic"; freq = 1000000000; offset = 0; };
typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := stamp_t;
stream { id = 0;
	event.header := struct { uint32_t id; stamp_t timestamp; };
	packet.context := struct { stamp_t timestamp_begin; stamp_t timestamp_end; uint64_t content_size;
		uint64_t packet_size; uint64_t events_discarded; uint32_t cpu_id; };
	event.context := struct { int32_t _tid; string _procname; }; };
'''
LOST = re.compile(r'CPU:(?P<cpu>\d+) \[LOST (?P<number>\d+) EVENTS\]')


def metadata(release='6.1.0', host='story', thread='tid'):
    text = HEAD.replace('"6.1.0"', f'"{release}"').replace('"story"', f'"{host}"')
    text = text.replace('_tid; string _procname', f'_{thread}; string _procname')
    for number, (name, fields) in enumerate(EVENTS.items()):
        members = ' '.join(f'{"string" if field in TEXTS else "int32_t"} _{field};' for field in fields)
        text += f'event {{ name = "{name}"; id = {number}; stream_id = 0; fields := struct {{ {members} }}; }};\n'
    return text


def ftrace_fields(text):
    """The pairs of a line; a comm may contain blanks."""
    pairs = re.split(r'(?:^| )(\w+)=', text.replace(' ==> ', ' '))
    return dict(zip(pairs[1::2], pairs[2::2]))


def lttng_fields(line):
    if line['name'] == 'tracing_mark_write':
        return 'lttng_logger', {'msg': line['fields']}
    fields = ftrace_fields(line['fields'])
    if line['name'] == 'sched_process_fork':
        fields['parent_comm'] = fields['comm']
        fields['parent_pid'] = fields['parent_tid'] = fields['pid']
        fields['child_tid'] = fields['child_pid']
        fields['child_pid'] = fields['pid']     # the story creates threads only
    for name in ('prev', 'next'):
        fields[f'{name}_tid'] = fields.get(f'{name}_pid')
    fields['tid'] = fields.get('pid')
    if 'prev_state' in fields:
        state = fields['prev_state']
        fields['prev_state'] = int(state) if state.isdigit() else STATES[state[0]]
    for name in ('prio', 'prev_prio', 'next_prio'):
        fields[name] = int(fields.get(name) or 0) - PRIORITY_OFFSET
    return line['name'], fields


def event(name, line, time, fields, thread):
    """With the contexts added by `lttng add-context -k -t tid -t procname`."""
    packed = struct.pack('<IQi', list(EVENTS).index(name), time, thread)
    packed += line['comm'].encode() + b'\0'
    for field in EVENTS[name]:
        value = fields[field]
        packed += value.encode() + b'\0' if field in TEXTS else struct.pack('<i', int(value))
    return packed


def parse_time(text):
    seconds, fraction = text.split('.')
    return int(seconds) * 10**9 + int(fraction.ljust(9, '0'))


class Stream:
    """The packets of one CPU: times of its first and last event, their bytes, and the number of events
    discarded so far."""
    def __init__(self):
        self.packets, self.discarded, self.is_after_loss = [], 0, False

    def add(self, time, packed):
        # Events may be lost until the end of a packet, so one after a loss is short.
        if not self.packets or (self.packets[-1][2] and self.is_after_loss):
            self.packets.append([time, time, b'', self.discarded])
            self.is_after_loss = False
        packet = self.packets[-1]
        packet[0] = packet[0] if packet[2] else time
        packet[1] = time
        packet[2] += packed

    def lose(self, number):
        self.discarded += number
        self.is_after_loss = True
        self.packets.append([0, 0, b'', self.discarded])


def packed_line(line, time, context):
    """A wake-up in an interrupt is between the interrupt's begin and end. In each container, the first
    thread's number is 1."""
    name, fields = lttng_fields(line)
    thread = 1 if context == 'vtid' else int(line['pid'])
    packed = event(name, line, time, fields, thread)
    if name.startswith('sched_wak') and line['flags'][2] in INTERRUPTS:
        packed = (event('timer_hrtimer_expire_entry', line, time, {'hrtimer': 0}, thread) + packed +
                  event('timer_hrtimer_expire_exit', line, time, {'hrtimer': 0}, thread))
    return packed


def read_streams(trace, context):
    streams = {}
    for text in trace.splitlines():
        line, lost = LINE.match(text), LOST.match(text)
        if lost:
            streams.setdefault(int(lost['cpu']), Stream()).lose(int(lost['number']))
        if line:
            time = parse_time(line['time'])
            streams.setdefault(int(line['cpu']), Stream()).add(time, packed_line(line, time, context))
    return streams


def write_packet(file, cpu, first, last, content, discarded=0):
    """first and last are the times of its events."""
    bits = 8 * (8 + 5 * 8 + 4 + len(content))
    file.write(struct.pack('<IIQQQQQI', 0xC1FC1FC1, 0, first, last, bits, bits, discarded, cpu) + content)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--release', default='6.1.0', help="the kernel's")
    parser.add_argument('--host', default='story')
    parser.add_argument('--thread', default='tid', help='name of the context with the thread')
    parser.add_argument('trace', type=pathlib.Path)
    parser.add_argument('directory', type=pathlib.Path)
    options = parser.parse_args()
    directory = options.directory / 'kernel'
    directory.mkdir(parents=True)
    (directory / 'metadata').write_text(
        metadata(options.release, options.host, options.thread))
    for cpu, stream in read_streams(options.trace.read_text(), options.thread).items():
        with open(directory / f'channel0_{cpu}', 'wb') as file:
            for packet in stream.packets:
                write_packet(file, cpu, *packet)


if __name__ == '__main__':
    main()
