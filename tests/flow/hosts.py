#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bareline flow import` on the traces of several hosts: their data, clocks and path must be the known
ones.

usage: hosts.py BUILD [guests VMLINUZ]

Hosts are simulated, with clocks of known offset and drift. A client sends requests, some in two
segments, works meanwhile or sleeps, and waits for the answers of a server, which asks a third host.
Times on the critical path are then known. With `guests`, two guests of QEMU run tests/flow/host.c, and
`bareline flow record` traces them. Code of this program then computes the paths. It shares only the
correction of the clocks with the command, and checks that no data arrives before it was sent.
"""
import collections
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'independent'))
from critical_path import events_of, field, switch_of, woken_of  # noqa: E402

BUILD = os.path.abspath(sys.argv[1])
DIR = os.path.join(BUILD, 'hosts-test')
MS = 1_000_000
RESOLUTION_NS = 1000     # of the text of tracefs


def flow(*words, status=0):
    done = subprocess.run([os.path.join(BUILD, 'bareline'), 'flow', *words], check=False,
                          capture_output=True, text=True)
    if done.returncode != status:
        sys.exit(f'flow {" ".join(words)}: status {done.returncode}: {done.stderr}')
    return done


def tables(log, *words):
    done = flow('path', '--json', *words, log)
    return {table['name']: table['rows'] for table in json.loads(done.stdout)['tables']}


def expect(what, is_true, *details):
    if not is_true:
        sys.exit(f'expected: {what} {details}')


# ---- Simulated hosts ----

class Host:
    """One CPU. Times are true; lines have those of the host's clock."""

    def __init__(self, number, offset, ppm):
        self.number, self.offset, self.ppm = number, offset, ppm
        self.lines, self.current = [], ('swapper/0', 0)

    def clock(self, time):
        return time + self.offset + round(time * self.ppm / 1e6)

    def add(self, time, name, rest='', context='..'):
        comm, pid = self.current
        comm = '<idle>' if pid == 0 else comm
        now = self.clock(time)
        self.lines.append((now, f'{comm:>16}-{pid:<7} [000] d.{context[0]}2. {now // 10**9:5}.'
                           f'{now % 10**9:09}: {name}: {rest}'))

    def switch(self, time, state, thread):
        (before, pid), (after, next_pid) = self.current, thread
        self.add(time, 'sched_switch', f'prev_comm={before} prev_pid={pid} prev_prio=120 prev_state={state} ==> '
                 f'next_comm={after} next_pid={next_pid} next_prio=120')
        self.current = thread

    def sleep(self, time):
        self.switch(time, 'S', ('swapper/0', 0))

    def wake(self, time, thread, context='s'):
        self.add(time, 'sched_waking', f'comm={thread[0]} pid={thread[1]} prio=120 target_cpu=000', context)


class Socket:
    """An end of a connection within a host."""

    def __init__(self, host):
        self.number, self.add = host.number, host.add


class Connection:
    """A TCP connection. Sequence numbers begin near the wrap. Those of IPv6 differ by their addresses only."""

    def __init__(self, rng, ends, ports, is_ipv6):
        self.rng, self.ends, self.ports, self.is_ipv6 = rng, ends, ports, is_ipv6
        self.next = {host: 2**32 - 300 if is_ipv6 else rng.choice((2**32 - 300, rng.getrandbits(32)))
                     for host in ends}

    def words(self, host):
        """The first words of struct sock_common."""
        peer = next(end for end in self.ends if end is not host)
        remote, local = 0x0100000a + (peer.number << 24), 0x0100000a + (host.number << 24)
        port, own = self.ports[self.ends.index(peer)], self.ports[self.ends.index(host)]
        six = ''
        if self.is_ipv6:
            local, remote, halves = 0x0600007f, 0x0600007f, []
            for end in peer, host:
                halves += [0x80fe, (end.number + 1) << 56]
            six = ' remote6={:#x} remote6_low={:#x} local6={:#x} local6_low={:#x}'.format(*halves)
        return f'addresses={local << 32 | remote:#x} ports={own << 16 | (port >> 8 | port << 8) & 0xffff:#x}{six}'

    def transmit(self, host, time, size, context='.', again=False):
        """The sequence numbers of the segment."""
        first = self.next[host]
        self.next[host] = (first + size) % 2**32
        for _ in range(1 + again):
            host.add(time, 'tcp_transmit', f'(__tcp_transmit_skb+0x0/0xb50) {self.words(host)} sequence={first} '
                     f'end={self.next[host]}', context)
            time += 1000
        return first, self.next[host]

    def receive(self, host, time, segment, wakes=None):
        host.add(time, 'tcp_receive', f'(tcp_rcv_established+0x0/0x660) {self.words(host)} sequence={segment[0]} '
                 f'end={segment[1]}', 's')
        if wakes:
            host.wake(time + 2000, wakes)
        host.add(time + 3000, 'tcp_received', '(tcp_v4_do_rcv+0x12a/0x1e0 <- tcp_rcv_established)', 's')

    def read(self, host, time):
        host.add(time, 'tcp_read', f'(tcp_rcv_space_adjust+0x0/0x150) {self.words(host)}')


class Story:
    """Requests of a client; what they take is stored by thread. A server answers the first half
    itself. Of the others it asks a store on host 2."""
    CLIENT, SERVER, STORE = ('client', 100), ('server', 100), ('store', 7)

    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.hosts = [Host(0, 5 * 10**9, 0), Host(1, 10**9 + rng.randrange(10**9), rng.uniform(-90, 90)),
                      Host(2, 9 * 10**9 + rng.randrange(10**9), rng.uniform(-90, 90))]
        client, server, store = self.hosts
        is_ipv6 = seed == 2
        self.line = Connection(rng, (client, server), (40000, 80), is_ipv6)
        self.inner = Connection(rng, (server, store), (40000, 80 if is_ipv6 else 5432), is_ipv6)
        self.local = Connection(rng, (Socket(server), Socket(server)), (50000, 6379), is_ipv6)
        self.times, self.delays = collections.Counter(), []
        self.requests = []      # these, and the response time
        self.time = 10 * MS
        self.crossed = 0

    def delay(self):
        return self.rng.randrange(20_000, 200_000)

    def spend(self, who, duration):
        self.times[who] += duration
        self.time += duration

    def send(self, line, sender, receiver, thread, size):
        """Send one segment to a thread that sleeps, and its acknowledgement. The thread then runs. Returns when
        the segment was sent."""
        segment = line.transmit(sender, self.time, size, again=self.rng.random() < 0.1)
        sent = self.time
        self.crossed += 1
        self.time += self.delay()
        line.receive(receiver, self.time, segment, thread)
        self.time += 2000                       # to the wake-up
        self.delays.append(self.time - sent)
        line.transmit(receiver, self.time + 500, 0, 's')        # an acknowledgement
        receiver.switch(self.time + 4000, 'S', thread)
        self.spend('ready', 4000)
        line.read(receiver, self.time + 1000)
        return sent

    def serve(self, number):
        """The server's work, from its begin to where it sends."""
        _, server, store = self.hosts
        # Data that stays on the host crosses nothing.
        self.local.receive(self.local.ends[1], self.time + 20_000,
                           self.local.transmit(self.local.ends[0], self.time + 10_000, 100))
        self.spend('server', self.rng.randrange(5, 20) * MS)
        if number % 2 == 0:
            return
        server.sleep(self.send(self.inner, server, store, self.STORE, 300) + 5000)
        self.spend('store', self.rng.randrange(5, 20) * MS)
        store.sleep(self.send(self.inner, store, server, self.SERVER, 2000) + 5000)
        self.spend('server', 3 * MS)

    def request(self, number):
        client, server, _ = self.hosts
        if client.current != self.CLIENT:
            client.switch(self.time, 'S', self.CLIENT)
        client.add(self.time, 'tracing_mark_write', f'request {number}')
        begin = self.time
        self.times, self.delays = collections.Counter(), []
        self.spend('client', self.rng.randrange(1, 5) * MS)
        kind = number % 3
        if kind == 2:       # the answer comes while the client works
            self.early()
        else:
            client.sleep(self.send(self.line, client, server, self.SERVER, 200) + 5000)
            self.serve(number)
            if kind == 1:   # the rest of the answer is sent by the acknowledgement's interrupt
                sent = self.time
                part = self.line.transmit(server, sent, 1000)
                server.sleep(sent + 4000)
                rest = self.line.transmit(server, sent + 30_000, 1000, 's')
                self.time += 30_000 + self.delay()
                self.line.receive(client, self.time, part)
                self.time += 5000
                self.line.receive(client, self.time, rest, self.CLIENT)
                self.crossed += 2
                self.time += 2000
                self.delays.append(self.time - sent)
                client.switch(self.time + 4000, 'S', self.CLIENT)
                self.spend('ready', 4000)
                self.line.read(client, self.time + 1000)
            else:
                server.sleep(self.send(self.line, server, client, self.CLIENT, 1500) + 5000)
            self.spend('client', 2 * MS)
        client.add(self.time, 'tracing_mark_write', 'answered')
        self.requests.append((self.times, self.delays, self.time - begin))
        client.sleep(self.time + 1000)
        self.time += 10 * MS

    def early(self):
        client, server, _ = self.hosts
        begin = self.time
        segment = self.line.transmit(client, self.time, 200)
        self.crossed += 2
        self.time += self.delay()
        self.line.receive(server, self.time, segment, self.SERVER)
        server.switch(self.time + 4000, 'S', self.SERVER)
        self.time += 4 * MS
        segment = self.line.transmit(server, self.time, 1500)
        server.sleep(self.time + 3000)
        self.time += self.delay()
        self.line.receive(client, self.time, segment)
        self.time = begin
        self.spend('client', 30 * MS)
        self.line.read(client, self.time - 2 * MS)

    def write(self, directory):
        paths = []
        for host in self.hosts:
            path = os.path.join(directory, f'host{host.number}.txt')
            with open(path, 'w') as file:
                for _, line in sorted(host.lines, key=lambda line: line[0]):
                    file.write(line + '\n')
            paths.append(path)
        return paths


def path_times(log, number):
    """Time of the path by (host, thread), and of `network`."""
    found, before = collections.Counter(), None
    for row in tables(log, '--interaction', str(number + 1))['path']:
        host, name = row['thread'].split(':', 1)
        if before is not None and host != before:
            found['network'] += row['arc']
        else:
            found[int(host), int(name.rsplit('-', 1)[1])] += row['arc']
        before = host
    return found


def last_of(log, number):
    """The thread that ends the interaction, and the response time."""
    rows = tables(log, '--interaction', str(number + 1))
    host, name = rows['path'][-1]['thread'].split(':', 1)
    return (int(host), int(name.rsplit('-', 1)[1])), rows['paths'][0]['response']


def spans_of(log):
    """The first and last time of host 1's events in a log, by its clock."""
    times = [int(found) for found in re.findall(r'(?m)^ *\d+ +(\d+) +1:', flow('dump', log).stdout)]
    return min(times), max(times)


def check_path(log, number, story):
    """Work is known except for the drift of clocks, and a delay to the error of the two clocks."""
    known, delays, response = story.requests[number]
    rows = tables(log, '--interaction', str(number + 1))
    errors = {row['node']: row['error'] or 0 for row in rows['clocks']}
    found, crossed, before = collections.Counter(), [], None
    for row in rows['path']:
        name = re.sub(r'^\d:|-\d+$', '', row['thread'])
        if before and row['thread'][0] != before[0]:
            crossed.append((row['arc'], errors[int(row['thread'][0])] + errors[int(before[0])]))
        else:
            found['ready' if 'run_queue' in (row['in_use'] or '') else name] += row['arc']
        before = row['thread']
    expect('the response time', abs(rows['paths'][0]['response'] - response) <= 10, number, rows['paths'], response)
    expect('threads of the path', set(found) == set(known), number, found, known)
    for name, time in known.items():
        expect(f'time of {name}', abs(found[name] - time) <= time * 2e-3 + 100, number, found, known)
    expect('messages between hosts', len(crossed) == len(delays), number, crossed, delays)
    for (arc, error), delay in zip(crossed, delays):
        expect('a delay within the error of the clocks', abs(arc - delay) <= error + 10, arc, error, delay)


def simulate(seed, requests):
    story = Story(seed)
    for number in range(requests):
        story.request(number)
    paths = story.write(DIR)
    log = os.path.join(DIR, 'hosts.log')
    account = flow('import', '--begin', 'marker=request', '--end', 'answered', '--clock', 'mono', '-o', log,
                   *paths).stderr
    expect('all interactions', f'{requests} kept, 0 rejected' in account, account)
    expect('all data', re.search(rf'between hosts +{story.crossed} segments', account), story.crossed, account)
    flow('check', log)
    return story, log


# ---- Guests ----

QEMU = ['qemu-system-x86_64', '-machine', 'q35', '-accel', 'tcg', '-cpu', 'max', '-m', '512M', '-smp', '1',
        '-nodefaults', '-display', 'none', '-monitor', 'none', '-no-reboot']
LINE = 'console=ttyS0 quiet panic=-1 mitigations=off cryptomgr.notests no_timer_check'
LIMIT_SECONDS = 600          # reached only after an error


def member(name, mode, content=b'', device=(0, 0)):
    """A file of an archive in the kernel's newc format."""
    fields = [0, mode, 0, 0, 1, 0, len(content), 0, 0, *device, len(name) + 1, 0]
    head = b'070701' + b''.join(b'%08x' % field for field in fields) + name.encode() + b'\0'
    return head + bytes(-len(head) % 4) + content + bytes(-len(content) % 4)


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def boot(kernel, word):
    """The traces of two guests on a cable. The second one's clock begins later."""
    network = os.path.join(os.path.dirname(kernel), 'network')
    archive = os.path.join(DIR, 'guest.cpio')
    files = [('init', f'{BUILD}/flow-host'), ('bareline', f'{BUILD}/bareline-static')]
    files += [(f'network/{name}', f'{network}/{name}') for name in sorted(os.listdir(network))]
    with open(archive, 'wb') as file:
        file.write(member('dev', 0o040755) + member('dev/console', 0o020600, device=(5, 1)) +
                   member('network', 0o040755) +
                   b''.join(member(name, 0o100755, read(path)) for name, path in files) + member('TRAILER!!!', 0))
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    guests, paths = [], []
    try:
        for host in (1, 0):
            end = ends[host].fileno()
            guests.append(subprocess.Popen(
                [*QEMU, '-kernel', kernel, '-initrd', archive, '-append', f'{LINE} {word} host={host}',
                 '-netdev', f'dgram,id=cable,local.type=fd,local.str={end}',
                 '-device', f'virtio-net-pci,netdev=cable,mac=02:00:00:00:00:0{host}',
                 '-serial', f'file:{DIR}/console{host}.txt'], stdin=subprocess.DEVNULL, pass_fds=(end,)))
            if host == 1:
                time.sleep(1)
        for guest in guests:
            guest.wait(timeout=LIMIT_SECONDS)
    finally:
        for guest in guests:
            guest.kill()
            guest.wait()
    for host in (0, 1):
        text = read(f'{DIR}/console{host}.txt').decode(errors='replace').replace('\r', '')
        expect('no probe is left', 'probes left: 0' in text, text[-500:])
        paths.append(f'{DIR}/guest{host}.txt')
        with open(paths[-1], 'w') as file:
            file.write(text.partition('TRACE BEGINS\n')[2].partition('TRACE ENDS\n')[0])
    return paths


class Thread:
    """begin, state and cause of each segment; a wait's cause is what ended it: a time and a thread."""

    def __init__(self, name):
        self.name, self.segments = name, []

    def change(self, time, state, cause=None):
        if self.segments and self.segments[-1][1] == state:
            return
        self.segments.append((time, state, cause))


def words_of(text):
    """Remote and local address and port of a segment's text."""
    addresses, ports = int(field(text, 'addresses'), 16), int(field(text, 'ports'), 16)
    remote, port = addresses & 0xffffffff, (ports & 0xff) << 8 | ports >> 8 & 0xff
    if int(field(text, 'remote6') or '0', 16) != 0:
        six = [(field(text, f'{end}6'), field(text, f'{end}6_low')) for end in ('remote', 'local')]
        return (six[0], port), (six[1], ports >> 16)
    return (remote, port), (addresses >> 32, ports >> 16)


class Hosts:
    """Threads of both hosts, in the time of the first."""

    def __init__(self, paths, correct):
        self.threads, self.sent, self.marks, self.crossed = {}, {}, [], []
        self.unread, self.reads = {}, collections.defaultdict(list)
        events = []
        for host, path in enumerate(paths):
            events += [(correct(host, event.time), host, event) for event in events_of(path)]
        self.arriving, self.current = {}, {}
        for time, host, event in sorted(events, key=lambda item: item[0]):
            handler = getattr(self, 'on_' + event.name, None)
            if handler:
                handler(time, host, event)

    def thread(self, host, tid, name='?'):
        return self.threads.setdefault((host, tid), Thread((host, tid, name)))

    def on_sched_switch(self, time, host, event):
        before, state, after, _, _ = switch_of(event.text)
        if before:
            self.thread(host, before).change(time, 'ready' if state.startswith('R') else 'wait')
        if after:
            self.thread(host, after).change(time, 'run')
        self.arriving.pop((host, event.cpu), None)

    def on_sched_waking(self, time, host, event):
        woken = self.thread(host, woken_of(event.text))
        if woken.segments and woken.segments[-1][1] == 'wait':
            cause, stream = self.arriving.get((host, event.cpu), (None, None))
            self.unread.pop(stream, None)
            woken.change(time, 'ready', cause)

    def on_tracing_mark_write(self, time, host, event):
        self.marks.append((time, (host, event.tid), event.text.strip()))

    def on_tcp_transmit(self, time, host, event):
        remote, local = words_of(event.text)
        first, end = int(field(event.text, 'sequence')), int(field(event.text, 'end'))
        if first != end:
            sends = self.sent.setdefault((local, remote), [])
            sends.append((first, end, time, None if event.interrupt else (host, event.tid)))

    def on_tcp_receive(self, time, host, event):
        remote, local = words_of(event.text)
        first, end = int(field(event.text, 'sequence')), int(field(event.text, 'end'))
        for begin, then, at, sender in self.sent.get((remote, local), ()):
            if first != end and (end - begin - 1) % 2**32 < (then - begin) % 2**32:
                self.crossed.append((at, time))
                self.arriving.pop((host, event.cpu), None)
                if sender:
                    stream = (host, remote, local)
                    self.arriving[host, event.cpu] = (at, sender), stream
                    self.unread.setdefault(stream, (at, sender))
                return
        self.arriving.pop((host, event.cpu), None)

    def on_tcp_received(self, _, host, event):
        self.arriving.pop((host, event.cpu), None)

    def on_tcp_read(self, time, host, event):
        message = self.unread.pop((host, *words_of(event.text)), None)
        if message:
            self.reads[host, event.tid].append((time, *message))

    def path(self, thread, root, begin, end):
        """Time by thread or `network`, from the end back. On a busy host, data may come before its reader waits."""
        found, time = collections.Counter(), end
        while time > begin:
            of = self.threads[thread].segments
            number = max(i for i, segment in enumerate(of) if segment[0] < time)
            start, state, _ = of[number]
            ended = of[number + 1] if number + 1 < len(of) else None
            if state == 'wait' and ended and ended[0] == time and ended[2]:
                found['network'] += time - ended[2][0]
                time, thread = ended[2]
                continue
            early = [message for message in self.reads[thread] if max(start, begin) < message[0] < time]
            if early and thread != root:
                read, sent, sender = early[-1]
                found[thread] += time - read
                found['network'] += read - sent
                time, thread = sent, sender
                continue
            found[thread] += time - max(start, begin)
            time = max(start, begin)
        return found


def check_guests(paths):
    log = os.path.join(DIR, 'guests.log')
    account = flow('import', '--begin', 'marker=request', '--end', 'answered', '-o', log, *paths).stderr
    expect('three interactions', '3 kept, 0 rejected' in account, account)
    flow('check', log)
    clocks = tables(log)['clocks']
    errors = {row['node']: row['error'] or 0 for row in clocks}
    # The correction is a line; times of the log's own events give its middle.
    lines = {0: (0, 0, 0)}
    first, last = spans_of(log)
    lines[1] = ((first + last) / 2, clocks[1]['offset'], clocks[1]['drift'] / 1e6)

    def correct(host, time):
        middle, offset, drift = lines[host]
        return time + offset + (time - middle) * drift

    hosts = Hosts(paths, correct)
    begins = [mark for mark in hosts.marks if mark[2] == 'request']
    ends = [mark for mark in hosts.marks if mark[2] == 'answered']
    expect('marks of three requests', len(begins) == len(ends) == 3, hosts.marks)
    within = [(sent, received) for sent, received in hosts.crossed if begins[0][0] < sent < ends[-1][0]]
    expect('data between the hosts', len(within) >= 6, hosts.crossed)
    for sent, received in within:
        expect('data is received after it was sent', received - sent >= -RESOLUTION_NS, sent, received)
    crosses = 0
    for number, (begin, end) in enumerate(zip(begins, ends)):
        # On a busy host, the server may still leave its write when the client has its answer.
        last, response = last_of(log, number)
        expect('the last to end is the client, or later the server',
               abs(response - (end[0] - begin[0])) <= RESOLUTION_NS if last == begin[1] else
               last[0] == 1 and response > end[0] - begin[0], number, last, response, begin, end)
        own = hosts.path(last, begin[1], begin[0], begin[0] + response)
        theirs = path_times(log, number)
        for name in set(own) | set(theirs):
            expect('the path of this program', abs(own[name] - theirs[name]) <= 20 * RESOLUTION_NS + errors[1] / 10,
                   number, name, own, theirs)
        # If the client is delayed, its own work may be the path. Else the server works for 20 ms.
        if 'network' in theirs:
            crosses += 1
            server = sum(time for name, time in theirs.items() if name != 'network' and name[0] == 1)
            expect('20 ms of the server', server >= 20 * MS, theirs)
    print(f'guests: clocks {clocks[1]["offset"]:.0f} ns apart, known to {errors[1]:.0f} ns; '
          f'{crosses} of 3 paths cross')


def main():
    shutil.rmtree(DIR, ignore_errors=True)
    os.makedirs(DIR)
    for seed in range(3):
        story, log = simulate(seed, 12)
        for number in range(12):
            check_path(log, number, story)
    # Only one of the hosts: nothing crosses.
    done = flow('import', '--begin', 'marker=request', '--end', 'answered', '-o', f'{DIR}/none.log',
                f'{DIR}/host0.txt', f'{DIR}/host2.txt')
    expect('hosts without messages are named', 'no data of one host reached another' in done.stderr, done.stderr)
    if 'guests' in sys.argv:
        for word in 'network=ipv4', 'network=ipv6':
            check_guests(boot(os.path.abspath(sys.argv[3]), word))
    print('all passed')


main()
