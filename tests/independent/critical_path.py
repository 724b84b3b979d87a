#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Derive the critical path of an interaction from the text of a trace, with code of its own, and
compare it with that of `bareline flow path`. Two rules:

* backwards: from the interaction's end back in time. A wait that a thread of the same task ended leads
  to that thread, at the time of the wake-up; the begin of a thread leads to its creator. So the path
  leaves a thread where the work that ended its wait began. This is the rule of `bareline flow`.
* bounded: the rule of Giraldeau and Dagenais, "Wait Analysis of Distributed Systems Using Kernel
  Tracing" (2016), as in Trace Compass: from begin to end, the time of each wait, and no other, is given
  to the thread that ended it, of whatever task; its own waits are resolved in the same way.

At every time the two are in the same thread and state, or there is one of these reasons:

* parallel: two threads of the task. One of them later waits for the other. The time before that wait
  belongs to both; bounded takes the former thread, backwards the latter.
* outsider: a thread that does not work for the task. It ended a wait, so bounded goes there, and
  backwards keeps the wait.

usage: critical_path.py [--max-shown N] TRACE PATH
TRACE is the text of ftrace, trace-cmd report, perf script, or babeltrace2 --clock-seconds; PATH the output of
`bareline flow path --json` for one interaction. The exit status is 1 if the first rule gives another
path, or a difference between the rules has another reason.
"""
import argparse
import bisect
import collections
import json
import re
import sys

RESOLUTION_NS = 1000     # of the text; the importer separates events at one time by a nanosecond each

FTRACE = re.compile(r'\s*(?P<comm>.{1,16}?)-(?P<tid>\d+)\s+(?:\([ \d-]*\)\s+)?\[(?P<cpu>\d+)\]\s+'
                    r'(?:(?P<flags>[^\s\d]\S*)\s+)?(?P<time>\d+(?:\.\d+)?):\s+(?P<name>\w+):\s*(?P<rest>.*)')
CTF = re.compile(r'\[(?P<time>\d+\.\d+)\] \(\S+\) (?:\S+ )?(?P<name>[\w:]+): '
                 r'(?P<context>(?=.*?(?:cpu_id|perf_cpu) = (?P<cpu>\d+))(?:.*\}, )?)(?P<rest>\{.*\})')
PERF = re.compile(r'\s*(?P<comm>.{1,16}?)\s+(?:\d+/)?(?P<tid>\d+)\s+\[(?P<cpu>\d+)\]\s+(?P<time>\d+\.\d+):\s+'
                  r'(?:\d+\s+)?\w+:(?P<name>\w+):\s*(?P<rest>.*)')
SHORT_SWITCH = re.compile(r'(.*):(\d+) \[\d+\] (\S+) ==> (.*):(\d+) \[\d+\]')
SHORT_WAKE = re.compile(r'(.*):(\d+) \[\d+\]')
ENTER = ('irq_handler_entry', 'softirq_entry', 'irq_softirq_entry', 'hrtimer_expire_entry',
         'timer_hrtimer_expire_entry')
LEAVE = tuple(name.replace('entry', 'exit') for name in ENTER)
HOUSEKEEPING = ('ksoftirqd/', 'rcu', 'migration/', 'kcompactd', 'kswapd', 'khugepaged', 'watchdog')
KERNEL_WORKERS = HOUSEKEEPING + ('kworker/', 'irq/', 'jbd2/', 'kblockd')

Event = collections.namedtuple('Event', 'time cpu tid name interrupt text')


# ---- The text ----

def field(rest, *names):
    for name in names:
        found = re.search(r'\b%s ?= ?(?:\( ?"[^"]*" : container = )?("[^"]*"|[^\s,)}]+)' % name, rest)
        if found:
            return found[1].strip('"')
    return None


def nanoseconds(text):
    """A number without a fraction is a count of the trace's clock, as in the path."""
    if '.' not in text:
        return int(text)
    seconds, fraction = text.split('.')
    return int(seconds) * 10 ** 9 + int(fraction.ljust(9, '0')[:9])


def events_of(path):
    for line in open(path, errors='replace'):
        found = FTRACE.match(line) or CTF.match(line) or PERF.match(line)
        if not found:
            continue
        parts = found.groupdict()
        rest, flags = parts['rest'], parts.get('flags')
        tid = parts.get('tid') or field(rest, 'perf_tid') or field(parts.get('context', ''), 'tid')
        interrupt = flags[2] in 'hHsSzZ' if flags and len(flags) > 2 else None
        yield Event(nanoseconds(parts['time']), int(parts['cpu']), int(tid) if tid else None,
                    parts['name'].split(':')[-1], interrupt, rest)


def switch_of(rest):
    """Previous thread, its state, next thread, and both names."""
    found = SHORT_SWITCH.search(rest)
    if found:
        return int(found[2]), found[3], int(found[5]), found[1], found[4]
    state = field(rest, 'prev_state')
    return (int(field(rest, 'prev_tid', 'prev_pid')), state, int(field(rest, 'next_tid', 'next_pid')),
            field(rest, 'prev_comm'), field(rest, 'next_comm'))


def woken_of(rest):
    found = SHORT_WAKE.match(rest)
    return int(found[2]) if found else int(field(rest, 'tid', 'pid'))


def is_runnable(state):
    return state.startswith('R') or state == '0' or (state.isdigit() and int(state) & 0x3ff == 0
                                                      and int(state) & 3 == 0 and int(state) >= 256)


# ---- Timelines ----

class Segment:
    """A time in one state: run, ready or wait. waker: who ended a wait; None: an interrupt, or
    unknown."""
    def __init__(self, begin, state, sleep=''):
        self.begin, self.end, self.state, self.sleep = begin, None, state, sleep
        self.waker, self.is_message = None, False


class Thread:
    def __init__(self, tid, name, parent=None, born=0):
        self.tid, self.name, self.parent, self.born = tid, name, parent, born
        self.segments = []
        self.begins = []
        self.has_joined = self.is_exiting = self.is_early = False
        self.is_member = False
        self.joins = []         # times and values of is_member


    def now(self):
        return self.segments[-1] if self.segments else None

    def change(self, time, state, sleep=''):
        if self.segments:
            self.segments[-1].end = time
        self.segments.append(Segment(time, state, sleep))
        self.begins.append(time)

    def set_member(self, time, is_member):
        if self.is_member != is_member:
            self.is_member = is_member
            self.joins.append((time, is_member))

    def was_member(self, time):
        return next((value for at, value in reversed(self.joins) if at <= time), False)

    def at(self, time):
        """The segment that ends at a time or contains it."""
        i = bisect.bisect_left(self.begins, time) - 1
        if i < 0 or self.segments[i].state == 'end':
            return None
        return self.segments[i]


class Trace:
    """Timelines of all threads. A thread is a member of the task while it works for the
    interaction."""
    def __init__(self, path, root, begin, end):
        self.root_tid, self.begin, self.end = root, begin, end
        self.threads = {}
        self.all = []
        self.current, self.depth, self.sender = {}, collections.Counter(), {}
        self.packets = {}
        events = list(events_of(path))
        self.has_waking = any(event.name == 'sched_waking' for event in events)
        for event in sorted(events, key=lambda event: event.time):
            self.handle(event)
        for thread in self.all:
            if thread.segments:
                thread.segments[-1].end = thread.segments[-1].end or 2 ** 63

    def thread(self, tid, name=None):
        if tid not in self.threads:
            self.add(Thread(tid, name or '?'))
        if name:
            self.threads[tid].name = name
        return self.threads[tid]

    def add(self, thread):
        self.threads[thread.tid] = thread
        self.all.append(thread)

    def handle(self, event):
        if event.tid is not None:
            self.run_unless(event)
        if event.tid == self.root_tid and self.begin < event.time < self.end:
            self.current[event.cpu].set_member(self.begin, True)
        handler = getattr(self, 'on_' + event.name, None)
        if event.name in ENTER or event.name in LEAVE:
            self.depth[event.cpu] = max(0, self.depth[event.cpu] + (1 if event.name in ENTER else -1))
            self.sender.pop(event.cpu, None)
        elif handler:
            handler(event)
        current = self.current.get(event.cpu)
        if current and current.tid == self.root_tid and event.time >= self.begin - RESOLUTION_NS:
            current.set_member(event.time, current.is_member or event.time < self.end)

    def run_unless(self, event):
        """The event names the CPU's thread, whose switch may be missing."""
        self.current[event.cpu] = self.thread(event.tid) if event.tid else None
        current = self.current[event.cpu]
        if current and current.now() is None and current.tid == self.root_tid:
            current.change(min(event.time, self.begin), 'run')  # it was not switched to, so it ran
        elif current and (current.now() is None or current.now().state != 'run'):
            current.change(event.time, 'run')

    def is_interrupt(self, event):
        if not self.current.get(event.cpu):
            return True
        return self.depth[event.cpu] > 0 if event.interrupt is None else event.interrupt

    def on_sched_switch(self, event):
        before, state, after, before_name, after_name = switch_of(event.text)
        if before:
            self.switch_out(event, self.thread(before, before_name), state)
        self.current[event.cpu] = self.thread(after, after_name) if after else None
        if after:
            self.threads[after].change(event.time, 'run')

    def switch_out(self, event, thread, state):
        early, thread.is_early = thread.is_early, False
        if is_runnable(state) or early:
            thread.change(event.time, 'ready')
        elif thread.is_exiting and state[0] not in 'SD' and state not in ('1', '2'):
            thread.change(event.time, 'end')
            thread.set_member(event.time, False)
        else:
            thread.change(event.time, 'wait', 'D' if state[0] == 'D' or state == '2' else 'S')

    def on_sched_waking(self, event):
        self.wake(event)

    def on_sched_wakeup(self, event):
        if not self.has_waking:
            self.wake(event)
            return
        target = self.threads.get(woken_of(event.text))
        if target and target.now() and target.now().state == 'run':
            target.is_early = False

    def wake(self, event):
        target = self.thread(woken_of(event.text)) if woken_of(event.text) else None
        if target is None or (target.now() and target.now().state == 'ready'):
            return
        if target.now() is None:
            target.change(0, 'wait', 'S')       # it slept when the trace began
        waker = self.sender.get(event.cpu) if self.is_interrupt(event) else self.current[event.cpu]
        if waker is target:
            waker = None
        wait = target.now() if target.now() and target.now().state == 'wait' else None
        if waker and not waker.is_member and target.has_joined and wait and wait.sleep != 'D' and \
                not waker.name.startswith(KERNEL_WORKERS):
            target.has_joined = False           # it had finished its work when it went to sleep
            target.set_member(wait.begin, False)
        if waker and waker.is_member and not target.is_member and \
                not target.name.startswith(HOUSEKEEPING) and not self.is_over(waker):
            target.has_joined = True
            target.set_member(event.time, True)
        if wait:
            wait.waker = waker
            wait.is_message = bool(waker and waker.is_member and target.is_member)
            target.change(event.time, 'ready')
        elif target.now() and target.now().state == 'run':
            target.is_early = True
        else:
            target.change(event.time, 'ready')

    def is_over(self, thread):
        return thread.tid == self.root_tid and thread.is_exiting

    def on_sched_wakeup_new(self, event):
        self.thread(woken_of(event.text)).change(event.time, 'ready')

    def on_sched_process_fork(self, event):
        child = int(field(event.text, 'child_tid', 'child_pid'))
        parent = self.current.get(event.cpu)
        thread = Thread(child, field(event.text, 'child_comm') or '?', parent, event.time)
        thread.set_member(event.time, bool(parent and parent.is_member))
        self.add(thread)
        thread.change(event.time, 'wait')

    def on_sched_process_exit(self, event):
        tid = field(event.text, 'tid', 'pid')
        self.thread(int(tid) if tid else event.tid).is_exiting = True

    def on_net_dev_queue(self, event):
        if not self.is_interrupt(event):
            self.packets[field(event.text, 'skbaddr')] = self.current[event.cpu]

    def on_netif_receive_skb(self, event):
        sender = self.packets.pop(field(event.text, 'skbaddr'), None)
        self.sender.pop(event.cpu, None)
        if sender and sender.is_member:
            self.sender[event.cpu] = sender

    def find(self, tid, time):
        """The thread of that number at a time."""
        found = [thread for thread in self.all
                 if thread.tid == tid and thread.begins and thread.begins[0] <= time]
        return found[-1]


# ---- The two rules ----

def backwards(trace, thread, time):
    """(begin, end, thread, state) of the path that ends there."""
    path = []
    if thread.now().state == 'end':
        time = min(time, thread.now().begin)
    while time > trace.begin:
        segment = thread.at(time)
        if segment is None:
            if thread.parent is None:
                break
            thread = thread.parent
            continue
        if segment.state == 'wait' and time == segment.end and segment.is_message:
            thread = segment.waker
            continue
        if segment is thread.segments[0] and segment.state == 'wait' and thread.parent is not None:
            thread = thread.parent              # it still creates the thread
            continue
        begin = max(segment.begin, trace.begin)
        path.append((begin, time, thread, segment.state))
        time = begin
    return path[::-1]


def resolve(thread, segment, begin, end):
    """The same for a wait, which begins and ends at these times. A time before a thread was seen belongs
    to it."""
    pieces, waker, time = [], segment.waker, end
    while waker is not None and time > begin:
        found = waker.at(time)
        if found is None and waker.parent is None:
            thread = waker
            break
        if found is None:
            waker = waker.parent
            continue
        start = max(found.begin, begin)
        if found.state == 'wait' and time == found.end:
            pieces = resolve(waker, found, start, time) + pieces
        else:
            pieces.insert(0, (start, time, waker, found.state))
        time = start
    return ([(begin, time, thread, 'wait')] if time > begin else []) + pieces


def bounded(trace, thread):
    path, time = [], trace.begin
    for segment in thread.segments:
        begin, end = max(segment.begin, trace.begin), min(segment.end, trace.end)
        if begin >= end or segment.state == 'end':
            continue
        if segment.state == 'wait' and end == segment.end:
            path += resolve(thread, segment, begin, end)
        else:
            path.append((begin, end, thread, segment.state))
        time = end
    return path


# ---- The comparison ----

def threads_of(path):
    """The number of each thread by its name, which a process gives to its threads."""
    names = {}
    for event in events_of(path):
        if event.name == 'sched_switch':
            before, _, after, before_name, after_name = switch_of(event.text)
            names.update({before_name: before, after_name: after})
    return names


def number_of(name, names):
    """Of an imported thread, "name-number"; or of one of a process that records itself. 0: a message's"""
    if name in names:
        return names[name]
    return 0 if name == '-' else int(name.rsplit('-', 1)[1])


def waker_of(path, receiver, time):
    """The thread that woke another one at a time."""
    for event in events_of(path):
        if event.name == 'sched_waking' and event.time == time and woken_of(event.text) == receiver:
            return event.tid
    sys.exit(f'{path}: expected a wake-up of {receiver} at {time}')


RECEIVED = ('receive', 'receive_join', 'unblocked', 'thread_join')


def ours_of(path, trace):
    """Begin, end, (begin, end, thread's number, state, object) from the table, and the first and last
    thread. In a process that records itself, a message until it is received is the work of its sender,
    which wakes the receiver; the first one's sender is the user."""
    tables = {table['name']: table for table in json.load(open(path))['tables']}
    if 'path' not in tables:
        sys.exit(f'{path}: expected the path of one interaction')
    begin = tables['paths']['rows'][0]['begins_at']
    rows, pieces = tables['path']['rows'], []
    names = threads_of(trace)
    user = None
    for before, row in zip(rows, rows[1:]):
        words = (row['in_use'] or '').split()
        state = 'run' if any(re.fullmatch(r'cpu\d+', word) for word in words) else \
            'ready' if 'run_queue' in words else 'wait'
        end = begin + row['after']
        thread, sender = number_of(row['thread'], names), number_of(before['thread'], names)
        if sender != thread and (row['kind'] in RECEIVED or before['kind'] == 'create'):
            if sender == 0:
                user = user or waker_of(trace, thread, end)
            thread, state = sender or user, 'run'
        pieces.append((end - row['arc'], end, thread, state,
                       row['object'] if row['kind'] == 'resume' else None))
    pieces = [(piece[0], piece[1], user, 'run', None) if piece[2] == 0 else piece for piece in pieces]
    return begin, begin + rows[-1]['after'], pieces, user or pieces[0][2], \
        number_of(rows[-1]['thread'], names)


def apart(left, right):
    """(begin, end, left's piece, right's piece) where two paths differ."""
    cuts = sorted({time for piece in left + right for time in piece[:2]})
    i = j = 0
    for begin, end in zip(cuts, cuts[1:]):
        while i < len(left) and left[i][1] <= begin:
            i += 1
        while j < len(right) and right[j][1] <= begin:
            j += 1
        one = left[i] if i < len(left) and left[i][0] <= begin else None
        two = right[j] if j < len(right) and right[j][0] <= begin else None
        if end - begin > RESOLUTION_NS and (one is None or two is None or one[2:4] != two[2:4]):
            yield begin, end, one, two


def numbered(path):
    return [(begin, end, thread.tid, state, thread) for begin, end, thread, state in path]


def reason_of(time, one, two):
    """Why backwards (one) and bounded (two) differ; None: for no known reason."""
    if one is None or two is None or one[2] == two[2]:
        return None
    return 'parallel' if two[4].was_member(time) else 'outsider'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--max-shown', type=int, default=10)
    parser.add_argument('trace')
    parser.add_argument('path')
    arguments = parser.parse_args()
    begin, end, ours, first, last = ours_of(arguments.path, arguments.trace)
    trace = Trace(arguments.trace, first, begin, end)
    sys.setrecursionlimit(100000)
    derived = numbered(backwards(trace, trace.find(last, end), end))
    other = numbered(bounded(trace, trace.find(first, begin + RESOLUTION_NS)))
    wrong = list(apart(ours, derived))
    reasons, unknown = collections.Counter(), []
    for piece in apart(derived, other):
        reason = reason_of(piece[0], *piece[2:])
        reasons[reason] += piece[1] - piece[0]
        unknown += [piece] if reason is None else []
    for title, pieces in (('path and derived path', wrong), ('backwards and bounded', unknown)):
        for first, then, one, two in pieces[:arguments.max_shown]:
            print(f'{title}: {first} to {then} ({then - first} ns): {one and one[:4]} and '
                  f'{two and two[:4]}')
    length = end - begin
    print(f'{length} ns, {len(ours)} arcs; {sum(piece[1] - piece[0] for piece in wrong)} ns differ from '
          f'the derived path; bounded: {length - sum(reasons.values())} ns equal, '
          f'{reasons["parallel"]} ns parallel, {reasons["outsider"]} ns outsider, '
          f'{reasons[None]} ns for no known reason')
    sys.exit(bool(wrong or unknown))


if __name__ == '__main__':
    main()
