# SPDX-License-Identifier: MIT
"""`bareline flow` on logs of several nodes: remote calls with known times, recorded by nodes whose
clocks have an injected offset and drift. The correction of a clock must equal the injected error
within the stated bound. Paths must have their true length.

usage: python3 tests/flow/flow_nodes.py BUILD
"""
import base64
import csv
import os
import random
import struct
import subprocess
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import wire_line  # noqa: E402

BUILD = os.path.abspath(sys.argv[1])
DIR = os.path.join(BUILD, 'flow-nodes')
HZ = 3_000_000_000
CALLS = 40
START = 10**10
BETWEEN_CALLS = 30_000_000
LEAST_DELAY = 15_000
MOST_DELAY = 24_000
SERVICE = 5_000
EVENT = struct.Struct('<QIIHHBBBB')
EVENTS_IN_RECORD = 20
# Numbers of kinds, from lib/event/flow.h.
ACTION, SEND, RECEIVE, WAIT, RECEIVE_JOIN, FINISH = 0, 2, 5, 7, 18, 21


class Clock:
    """A node's clock as a function of true time in ticks of HZ: offset, drift, and optionally a
    step. Its ticks may have another length. states and time_base are those in its log."""

    def __init__(self, offset=0, ppm=0, step_at=None, step=0, hertz=HZ, states=None, time_base='emulated'):
        self.offset, self.ppm, self.step_at, self.step = offset, ppm, step_at, step
        self.hertz, self.states, self.time_base = hertz, states or hertz, time_base

    def added(self, time):
        stepped = self.step if self.step_at is not None and time >= self.step_at else 0
        return self.offset + round((time - START) * self.ppm / 1e6) + stepped

    def read(self, time):
        return (time + self.added(time)) * self.hertz // HZ


class Node:
    def __init__(self, number, clock):
        self.number, self.clock, self.tasks, self.events = number, clock, 0, []

    def task(self):
        self.tasks += 1
        return self.number << 24 | self.tasks

    def add(self, time, kind, task, other=0):
        self.events.append(EVENT.pack(self.clock.read(time), task, other, 0, 1, self.number, 0, kind,
                                      1 if kind == WAIT else 0))

    def records(self):
        yield ('manifest format=1 build=x compiler="" host=bare-metal boot=multiboot1 loader=qemu '
               f'time_base={self.clock.time_base} hypervisor="" timing="" tsc_hz={self.clock.states} capabilities="" command_line="" '
               'suite=quick kernel="" mitigations=""')
        yield 'flow_run id=1 name=calls cpus=1 ring_events=1000'
        yield f'flow_thread run=1 node={self.number} thread=1 name=worker'
        for first in range(0, len(self.events), EVENTS_IN_RECORD):
            part = self.events[first:first + EVENTS_IN_RECORD]
            data = base64.b64encode(b''.join(part)).decode()
            yield f'flow_trace run=1 node={self.number} cpu=0 first={first} n={len(part)} data={data}'
        yield f'flow_ring run=1 node={self.number} cpu=0 events={len(self.events)} lost=0'

    def write(self, name):
        path = os.path.join(DIR, f'{name}-{self.number}.log')
        records = list(self.records())
        records.append(f'end status=complete records={len(records)} run=0 skipped=0 faulted=0 elapsed_us=1')
        with open(path, 'wb') as out:
            for seq, record in enumerate(records):
                kind, rest = record.split(' ', 1)
                out.write(wire_line.record(f'{kind} seq={seq} {rest}'))
        return path


def call(client, server, start, rng, reply=True, own_work=20):
    """A remote call, and the client's own work until the response. Returns the response time."""
    task, message = client.task(), client.task()
    client.add(start, ACTION, task)
    client.add(start + 10, SEND, task, message)
    time = start + 10 + rng.randrange(LEAST_DELAY, MOST_DELAY)
    server.add(time, RECEIVE, message)
    answer = server.task() if reply else 0
    if reply:
        server.add(time + SERVICE, SEND, message, answer)
    server.add(time + SERVICE + 5, FINISH, message)
    client.add(start + 10 + own_work, WAIT, task)
    end = start + 10 + own_work
    if reply:
        end = max(end + 10, time + SERVICE + rng.randrange(LEAST_DELAY, MOST_DELAY))
        client.add(end, RECEIVE_JOIN, task, answer)
    client.add(end + 100, FINISH, task)
    return end + 100 - start


def calls(name, clocks, **how):
    """Calls from the first node to each other node, round robin. Returns log paths and true
    response times."""
    nodes = [Node(number, clock) for number, clock in enumerate(clocks, 1)]
    rng = random.Random(1)
    times = [call(nodes[0], nodes[1 + i % (len(nodes) - 1)], START + i * BETWEEN_CALLS, rng, **how)
             for i in range(CALLS)]
    return [node.write(name) for node in nodes], times


def flow(*words):
    done = subprocess.run([os.path.join(BUILD, 'bareline'), 'flow', *words], capture_output=True,
                          text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def table(part, logs, name):
    target = os.path.join(DIR, 'tables')
    status, out, err = flow(part, '--csv', target, *logs)
    assert status == 0, (status, out, err)
    with open(os.path.join(target, f'{name}.csv'), newline='', encoding='utf-8') as file:
        return list(csv.DictReader(file)), out


def check_clock(row, clock):
    """In the middle of the recording, the correction must cancel the injected error."""
    middle = START + CALLS * BETWEEN_CALLS // 2
    off, bound = abs(float(row['offset']) + clock.added(middle)), float(row['error'])
    assert off <= bound <= MOST_DELAY, (row, off)
    assert int(row['steps']) == 0, row


def test_injected_skew(name, clocks):
    """Offsets and drifts are found, networks are complete, responses are exact."""
    logs, times = calls(name, clocks)
    rows, _ = table('path', logs, 'clocks')
    for row, clock in zip(rows[1:], clocks[1:]):
        check_clock(row, clock)
    paths, _ = table('path', logs, 'paths')
    found = [int(row['response']) for row in paths]
    assert found == times, (found, times)
    checks, _ = table('check', logs, 'check')
    wrong = [row for row in checks if row['wrong'] != '0']
    assert not wrong, wrong


def test_arcs():
    """An arc between nodes states its error bound, and its length is true within that bound."""
    logs, _ = calls('arcs', [Clock(), Clock(90_000_000, 100)])
    rows, out = table('path', logs[:2] + ['--interaction', '7'], 'path')
    crossing = [row for row in rows if row['arc_error']]
    assert [row['kind'] for row in crossing] == ['receive', 'receive_join'], rows
    for row in crossing:
        error = float(row['arc_error'])
        assert LEAST_DELAY - error <= int(row['arc']) <= MOST_DELAY + error, row
    assert out.count('Between two nodes: error up to ') == 2, out


def test_open_order():
    """A join is marked if the clock error could change its order."""
    logs, _ = calls('order', [Clock(), Clock(90_000_000)], own_work=MOST_DELAY + SERVICE)
    _, out = table('path', logs + ['--interaction', '7'], 'path')
    assert "The order of arrival is within the nodes' clock error." in out, out


def test_one_way():
    logs, _ = calls('one-way', [Clock(), Clock(90_000_000)], reply=False)
    rows, out = table('path', logs, 'clocks')
    assert rows[1]['error'] == '' and rows[1]['set_by'] == 'node 1', rows
    assert 'Messages in one direction only: its clock is bounded on one side.' in out, out


def test_apart():
    """A node without messages keeps its times, with a message."""
    logs, _ = calls('apart', [Clock(), Clock(90_000_000)])
    alone = Node(3, Clock(1_000))
    alone.add(START, ACTION, alone.task())
    alone.add(START + 50, FINISH, alone.tasks | 3 << 24)
    rows, out = table('path', logs + [alone.write('apart')], 'clocks')
    assert rows[2]['set_by'] == 'nothing', rows
    assert 'No messages received: its recorded times are used.' in out, out


def test_step():
    clock = Clock(90_000_000, 0, START + CALLS // 2 * BETWEEN_CALLS, 3_000_000_000)
    logs, _ = calls('step', [Clock(), clock])
    rows, out = table('path', logs, 'clocks')
    assert rows[1]['steps'] == '1', rows
    assert 'Its clock stepped.' in out, out


def test_refused():
    logs, _ = calls('refused', [Clock(), Clock()])
    status, _, err = flow('path', logs[0], logs[1], logs[1])
    assert status == 2, (status, err)
    assert 'second log of node 2' in err, err
    status, _, err = flow('path', logs[0], logs[1] + '.missing')
    assert status == 2 and 'missing' in err, (status, err)
    counts, _ = calls('counts', [Clock(), Clock(time_base='instructions')])
    for words in (('path', *counts), ('check', *counts[::-1]), ('compare', *counts)):
        status, out, err = flow(*words)
        assert status == 2 and not out and 'counts instructions' in err, (words, status, err)


def test_empty():
    logs = [Node(number, Clock()).write('empty') for number in (1, 2)]
    status, out, err = flow('check', *logs)
    assert status == 2 and 'and the other logs: no interactions' in err, (status, out, err)


def test_one_alone():
    """One node's log alone has incomplete networks, and causes no crash."""
    logs, _ = calls('alone', [Clock(), Clock(90_000_000)])
    for log in logs:
        status, _, err = flow('check', log)
        assert status == 1, (status, err)


def main():
    os.makedirs(DIR, exist_ok=True)
    test_injected_skew('late', [Clock(), Clock(90_000_000, 100)])
    test_injected_skew('early', [Clock(), Clock(-90_000_000, -100)])
    test_injected_skew('three', [Clock(), Clock(90_000_000, 100), Clock(-45_000_000, 40)])
    test_injected_skew('slower', [Clock(), Clock(90_000_000, 100, hertz=2_100_000_000)])
    test_injected_skew('faster', [Clock(), Clock(-90_000_000, -100, hertz=4_700_000_123)])
    for hertz in (1, 2**64 - 1):
        test_injected_skew('impossible', [Clock(), Clock(90_000_000, 100, states=hertz)])
    test_arcs()
    test_open_order()
    test_one_way()
    test_apart()
    test_step()
    test_refused()
    test_empty()
    test_one_alone()


if __name__ == '__main__':
    main()
