# SPDX-License-Identifier: MIT
"""Machines as nodes, booted side by side. Their messages over a serial line or a network must give
complete networks with paths across nodes, and the tool must find the relation of their clocks.

Both machines count by the host's counter, each from its own start: a constant difference, except
for the injected skew. The difference is not known outside. The messages of all runs bound it from
both sides, and without an unknown drift. These bounds are narrower than the tool's, which knows
neither the missing drift nor the injected skew.

usage: python3 tests/flow/machines.py BUILD [long]; long tests a line that damages packets, all uses of a
serial line, and the card e1000e
"""
import csv
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time

BUILD = os.path.abspath(sys.argv[1])
BARELINE = os.path.join(BUILD, 'bareline')
DIR = os.path.join(BUILD, 'machines-long' if 'long' in sys.argv else 'machines')
BILLION = 1_000_000_000
LIMIT_SECONDS = 240
EVENT = re.compile(r'\s*(\d+)\s+(\d+)\s+(\d+):(\d+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\d+\.\d+)'
                   r'(?: (creates|ends) (\d+\.\d+))?')
PACKET = b'\xb1\x7e\x01'        # the beginning of a frame with a packet
FRAME_BYTES = 14 + 20 + 4


def bareline(*words):
    done = subprocess.run([BARELINE, *words], capture_output=True, text=True, timeout=LIMIT_SECONDS)
    return done.returncode, done.stdout + done.stderr


def records(directory, kind):
    """A log's records of one kind, as dictionaries."""
    found = []
    with open(os.path.join(directory, 'serial.log'), encoding='utf-8', errors='replace') as log:
        for line in log:
            if line.startswith(f'@{kind} '):
                fields = re.findall(r'(\w+)=("[^"]*"|\S+)', line)
                found.append({name: value.strip('"') for name, value in fields})
    return found


def table(name, *words):
    target = os.path.join(DIR, 'tables')
    status, output = bareline('flow', 'path', '--csv', target, *words)
    assert status == 0, output
    with open(os.path.join(target, f'{name}.csv'), newline='', encoding='utf-8') as file:
        return list(csv.DictReader(file))


# ---- The true clock ----

class Clock:
    """The skew injected into a node's clock, according to its log."""

    def __init__(self, directory):
        skew = {(int(record['node']), int(record['offset_ticks']), int(record['drift_ppb']))
                   for record in records(directory, 'flow_node')}
        assert len(skew) == 1, (directory, skew)
        self.node, self.offset, self.drift = skew.pop()

    def true(self, shown):
        """Exact within one tick."""
        return round((shown - self.offset) / (1 + self.drift / BILLION))


def messages(directories, clocks):
    """The true departure time of each sub-task from its node, and its true arrival time on another
    node."""
    left, met = {}, {}
    for directory, clock in zip(directories, clocks):
        status, text = bareline('flow', 'dump', directory)
        assert status in (0, 1), text
        for run, line in with_runs(text):
            event = EVENT.match(line)
            if event is None:
                continue
            time, node, kind = clock.true(int(event[2])), int(event[3]), event[6]
            assert node == clock.node, line
            for subtask in (event[8], event[10] if event[9] == 'ends' else None):
                if subtask is None or subtask == '0.0':
                    continue
                home = int(subtask.split('.')[0])
                if home != node:
                    met.setdefault((run, subtask, node), time)
            if kind == 'device_end' and int(event[8].split('.')[0]) == node:
                left.setdefault((run, event[8]), (time, node))
    return left, met


def with_runs(text):
    """Lines of a dump, each with its run."""
    run = None
    for line in text.splitlines():
        if line.startswith('run '):
            run = line
        yield run, line


def bounds(left, met, node):
    """Lower and upper bound of the difference between the first node's counter and this node's."""
    least, most = [], []
    for (run, subtask, where), time in met.items():
        if (run, subtask) not in left:
            continue
        sent, home = left[run, subtask]
        if where == node and home == 0:
            least.append(sent - time)
        elif where == 0 and home == node:
            most.append(time - sent)
    assert least and most, (node, len(least), len(most))
    return max(least) - 2, min(most) + 2


def check_clocks(directories):
    clocks = [Clock(directory) for directory in directories]
    left, met = messages(directories, clocks)
    rows = {int(row['node']): row for row in table('clocks', *directories)}
    assert sorted(rows) == list(range(len(directories))), rows
    for clock in clocks[1:]:
        low, high = bounds(left, met, clock.node)
        assert low <= high, f'node {clock.node}: received before sent: {low}, {high}'
        row = rows[clock.node]
        assert row['steps'] == '0', row
        assert int(row['received']) > 0 and int(row['sent']) > 0, row
        check_clock(row, clock, low, high, [int(event[2]) for event in events_of(directories[clock.node])])


def events_of(directory):
    _, text = bareline('flow', 'dump', directory)
    return [event for event in map(EVENT.match, text.splitlines()) if event]


def check_clock(row, clock, low, high, times):
    """The tool's estimate is within its stated error, and so is its drift over all events."""
    added, error = float(row['offset']), float(row['error'])
    middle = min(times) + (max(times) - min(times)) // 2
    back = clock.true(middle) - middle
    assert added - error <= back + high + 2 and added + error >= back + low - 2, (row, back, low, high)
    span = max(times) - min(times)
    off = abs(float(row['drift']) * 1e-6 + clock.drift / BILLION) * span
    assert off <= 2 * error + (high - low) + 2, (row, clock.drift, off)


# ---- Paths ----

def check_paths(directories, crossings):
    """Check the last interaction of each run. crossings: the number of node changes on a run's
    path."""
    paths = table('paths', *directories)
    for bench, expected in crossings.items():
        last = [row for row in paths if row['run'].startswith(bench)][-1]
        steps = table('path', '--interaction', last['interaction'], *directories)
        crossed = sum(row['arc_error'] != '' for row in steps)
        assert crossed == expected if isinstance(expected, int) else crossed >= min(expected), \
            (bench, crossed, expected)
        nodes = {row['thread'].split(':')[0] for row in steps if ':' in row['thread']}
        assert len(nodes) > 1, (bench, nodes)


def check_lines(directories, link):
    """Check that each node reports frames from the first node."""
    for number, directory in enumerate(directories):
        lines = records(directory, 'flow_line')
        others = {int(line['other']) for line in lines}
        assert others >= (set(range(1, len(directories))) if number == 0 else {0}), (directory, lines)
        for line in lines:
            assert line['link'] == link and int(line['received']) > 0 and line['damaged_bytes'] == '0', line


def check_serving(directories):
    """Check that a serving node has no results, with a reason. The first node has no such record."""
    for number, directory in enumerate(directories):
        skips = [record for record in records(directory, 'skip') if record['bench'].startswith('flow.')]
        assert bool(skips) == (number > 0), (directory, skips)
        assert all(skip['missing'] == 'response' for skip in skips), skips
        benches = {record['id'] for record in records(directory, 'bench')
                   if record['name'].startswith('flow.')}
        figures = [record for record in records(directory, 'series') if record['bench'] in benches]
        assert benches and bool(figures) == (number == 0), (directory, benches, figures)


# ---- Runs ----

def test_nodes(name, nodes, link, crossings, skew, *words):
    target = os.path.join(DIR, name)
    benches = [word for bench in crossings for word in ('--bench', bench)]
    status, output = bareline('flow', 'nodes', str(nodes), '--link', link, *words, *benches, '-o', target, '--',
                            '--accel', 'tcg', '--memory', '256M', '--timeout', '120',
                            '--append', f'samples=3 {skew}')
    assert status == 0, output
    directories = [os.path.join(target, f'node{node}') for node in range(nodes)]
    check_serving(directories)
    check_lines(directories, link)
    check_paths(directories, crossings)
    check_clocks(directories)


def test_missing_link(link, why):
    """A machine without a link reports the missing link, and that nothing was measured."""
    target = os.path.join(DIR, f'missing-{link}')
    status, output = bareline('run', '-q', '--accel', 'tcg', '--bench', 'flow.remote', '-o', target,
                            '--append', f'flow.link={link}')
    assert status == 2 and 'nothing was measured' in output, output
    skips = [record for record in records(target, 'skip') if record['bench'] == 'flow.remote']
    assert len(skips) == 2 and all(skip['missing'] == 'link' and why in skip['detail'] for skip in skips), skips


def test_refused():
    status, output = bareline('flow', 'nodes', '2', '--', '--deterministic')
    assert status == 2 and 'no common instruction count' in output, (status, output)
    status, output = bareline('flow', 'nodes', '9')
    assert status == 2 and 'give 2 to 4' in output, (status, output)
    for link in (), ('--link', 'serial'):
        status, output = bareline('flow', 'nodes', '--card', 'e1000', *link)
        assert status == 2 and '--link ethernet' in output, (status, output)


def test_of_one():
    """Machines as nodes skip the benchmarks of a single machine, with a reason. Without other
    workloads, `check` finds no interactions."""
    target = os.path.join(DIR, 'of-one')
    status, output = bareline('flow', 'nodes', '2', '--bench', 'flow.echo', '--bench', 'cpu.loop', '-o', target, '--',
                            '--accel', 'tcg', '--append', 'samples=2')
    assert status == 1 and 'and the other logs: no interactions' in output, (status, output)
    for node in range(2):
        skips = [record for record in records(os.path.join(target, f'node{node}'), 'skip')
                 if record['missing'] == 'nodes']
        assert len(skips) == 3 and all(skip['bench'] == 'flow.echo' for skip in skips), skips


def processes_of(path):
    """The processes with a path among their arguments."""
    found = []
    for name in os.listdir('/proc'):
        try:
            with open(f'/proc/{name}/cmdline', 'rb') as arguments:
                if path.encode() in arguments.read():
                    found.append(name)
        except OSError:
            pass
    return found


def wait_until(condition):
    deadline = time.monotonic() + LIMIT_SECONDS
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert condition()


def test_interrupted():
    """A terminated command leaves no machine behind."""
    target = os.path.join(DIR, 'interrupted')
    command = subprocess.Popen(
        [BARELINE, 'flow', 'nodes', '2', '--bench', 'flow.remote', '-o', target, '--', '--accel', 'tcg',
         '--append', 'samples=1000'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    logs = [os.path.join(target, f'node{node}', 'serial.log') for node in range(2)]
    wait_until(lambda: all(os.path.exists(log) for log in logs))
    assert len(processes_of(target)) >= 3, processes_of(target)
    command.terminate()
    assert command.wait(timeout=LIMIT_SECONDS) == 1
    assert not processes_of(target), processes_of(target)


def test_killed():
    """Machines end with their command, even if it is killed."""
    target = os.path.join(DIR, 'killed')
    command = subprocess.Popen(
        [BARELINE, 'flow', 'nodes', '2', '--bench', 'flow.remote', '-o', target, '--', '--accel', 'tcg',
         '--append', 'samples=1000'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: len(processes_of(target)) >= 3)
    command.kill()
    command.wait()
    wait_until(lambda: not processes_of(target))
    test_of_one()


# ---- A bad line ----

class BadLine:
    """A proxy between two machines. Damages the first packet in each direction."""

    def __init__(self, directory):
        self.paths = [os.path.join(directory, f'line{end}') for end in range(2)]
        self.ends, self.damaged = [], 0
        listening = []
        for path in self.paths:
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(path)
            listener.listen()
            listening.append(listener)
        threading.Thread(target=self.accept, args=(listening,), daemon=True).start()

    def accept(self, listening):
        self.ends = [listener.accept()[0] for listener in listening]
        for here, there in ((0, 1), (1, 0)):
            threading.Thread(target=self.pass_on, args=(self.ends[here], self.ends[there]),
                             daemon=True).start()

    @staticmethod
    def next_bytes(source):
        try:
            return source.recv(4096)
        except ConnectionResetError:    # the machine has ended
            return b''

    @staticmethod
    def send(target, data):
        try:
            target.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def pass_on(self, source, target):
        """Holds back a frame's bytes until the frame is complete."""
        held, is_done = b'', False
        while data := self.next_bytes(source):
            held += data
            at = -1 if is_done else held.find(PACKET)
            if at >= 0 and len(held) >= at + FRAME_BYTES:
                damaged = bytearray(held)
                damaged[at + 16] ^= 0x40
                held, is_done = bytes(damaged), True
                self.damaged += 1
            elif at >= 0:
                self.send(target, held[:at])
                held = held[at:]
                continue
            keep = 2 if not is_done and held[-1:] in (b'\xb1', b'\x7e') else 0
            self.send(target, held[:len(held) - keep])
            held = held[len(held) - keep:]


def test_bad_line():
    """A damaged packet is reported missing within the time limit. Its point fails by name, and the
    next point passes."""
    target = os.path.join(DIR, 'bad')
    os.makedirs(target)
    line = BadLine(target)
    directories = [os.path.join(target, f'node{node}') for node in range(2)]
    machines = [subprocess.Popen(
        [BARELINE, 'run', '-q', '--accel', 'tcg', '--bench', 'flow.remote', '-o', directory,
         '--append', f'samples=2 flow.link=serial flow.node={node}', '--',
         '-chardev', f'socket,id=line,path={line.paths[node]}', '-serial', 'chardev:line'],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for node, directory in enumerate(directories)]
    statuses = [machine.wait(timeout=LIMIT_SECONDS) for machine in machines]
    assert statuses == [1, 0], statuses
    assert line.damaged >= 1, line.damaged
    faults = records(directories[0], 'fault')
    assert len(faults) == 1 and 'packets of an act' in faults[0]['detail'], faults
    assert not records(directories[1], 'fault')
    assert [record['point'] for record in faults] == ['recorder=off nodes=2 cpus=2 disk=simulated'], faults
    check_paths(directories, {'flow.remote': 2})


def main():
    shutil.rmtree(DIR, ignore_errors=True)
    os.makedirs(DIR)
    every = {'flow.remote': 2, 'flow.telnet': (2,), 'flow.nfs': 10, 'flow.stream': (2,)}
    if 'long' in sys.argv:
        test_nodes('serial-all', 2, 'serial', every, 'flow.offset=30ms flow.drift=100')
        test_bad_line()
        test_nodes('e1000e', 2, 'ethernet', {'flow.remote': 2}, 'flow.offset=-30ms flow.drift=100', '--card', 'e1000e')
        return
    test_refused()
    test_killed()
    test_interrupted()
    test_missing_link('serial', 'no serial port')
    test_missing_link('ethernet', 'no supported network card')
    test_nodes('serial', 2, 'serial', {'flow.remote': 2}, 'flow.offset=30ms flow.drift=100')
    test_nodes('ethernet', 2, 'ethernet', every, 'flow.offset=-30ms flow.drift=-100')
    test_nodes('three', 3, 'ethernet', {'flow.remote': 2, 'flow.forward': 4},
               'flow.offset=30ms flow.drift=-100')


if __name__ == '__main__':
    main()
