#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Derive think time, wait time and the latencies of messages and key strokes from the message logs
of a run, by figure 2 of "Using Latency to Evaluate Computer System Performance" and docs/idle.md, and
compare them with `bareline idle`. The state of each moment is looked up in a table of all inputs.

usage: think_wait.py BARELINE LOG                 compare
       think_wait.py --random SEED LOG OUTPUT     write the log with random events instead, of all kinds"""
import collections
import itertools
import json
import random
import subprocess
import sys

from records import check_of, packed, records, values_of

KINDS = ('send interrupt enqueue post wait get peek io_begin io_end busy idle drop join io_start '
         'io_done timer').split()
RELEASED, POSTED, TIMER, READY = 0x80, 0x2000, 0x8000, 1
SHIFT = 0x2a
MODIFIERS = {0x1d, SHIFT, 0x36, 0x38, 0x11d, 0x138, 0x15b, 0x15c}

Event = collections.namedtuple('Event', 'time kind message code queued')
Inputs = collections.namedtuple('Inputs', 'busy queued io device')


def logs_of(path):
    """Events and length of each message log."""
    logs, spans = collections.defaultdict(list), {}
    for kind, fields in records(path):
        if kind == 'message_log':
            spans[int(fields['id'])] = int(fields['end_tsc']) - int(fields['begin_tsc'])
        elif kind == 'message_events':
            columns = [values_of(fields[name])
                       for name in ('times', 'kinds', 'messages', 'codes', 'queued')]
            logs[int(fields['log'])] += [Event(time, KINDS[kind_], *rest)
                                         for time, kind_, *rest in zip(*columns, strict=True)]
    return [(decided(logs[number]), spans[number]) for number in sorted(logs)]


def decided(events):
    """A vain peek handles the previous event if it says so, or if the application never waits."""
    if any(event.kind == 'wait' for event in events):
        return events
    return [event._replace(code=READY) if (event.kind, event.message) == ('peek', 0) else event
            for event in events]


def is_ready(event):
    return event.kind == 'wait' or (event.kind, event.message, event.code) == ('peek', 0, READY)


# ---- Figure 2 ----

# For each state, whether the user waits after an event, by: a message or a device that is awaited;
# the application is ready for the next message; the CPU is busy.
NEXT_WAITS = {(is_waiting, must_wait, ready, busy):
              must_wait or is_waiting and busy and not ready
              for is_waiting, must_wait, ready, busy in itertools.product((False, True), repeat=4)}


class Machine:
    """Ticks by state and inputs, and at each event who waited since the one before."""
    def __init__(self, events, span):
        self.ticks, self.waits, self.requests = collections.Counter(), 0, 0
        self.waited = []
        inputs, is_waiting, last, timers = Inputs(True, False, False, False), False, 0, 0
        for event in events:
            self.ticks[is_waiting, inputs] += event.time - last
            self.waited.append(event.time - last if is_waiting else 0)
            last = event.time
            if event.kind == 'timer':
                timers += 1
            elif event.kind == 'get' and event.code == TIMER and timers:
                timers -= 1
            inputs = inputs._replace(queued=event.queued > timers)
            if event.kind in ('busy', 'idle'):
                inputs = inputs._replace(busy=event.kind == 'busy')
            elif event.kind in ('io_begin', 'io_end'):
                inputs = inputs._replace(io=event.kind == 'io_begin')
            elif event.kind in ('io_start', 'io_done'):
                inputs = inputs._replace(device=event.code > 0)
                self.requests = max(self.requests, event.code)
            was_waiting = is_waiting
            is_waiting = NEXT_WAITS[is_waiting, inputs.queued or inputs.io, is_ready(event),
                                    inputs.busy]
            self.waits += is_waiting and not was_waiting
        self.ticks[is_waiting, inputs] += span - last

    def sum(self, is_wanted):
        return sum(ticks for (is_waiting, inputs), ticks in self.ticks.items()
                   if is_wanted(is_waiting, inputs))


# ---- Messages and key strokes ----

def messages_of(events):
    """(number, begin, taken, done): from the interrupt, or from when the message was queued, until
    the application asks for the next one."""
    begins, messages, opened = {}, [], None
    for before, event in zip([None, *events], events):
        if event.kind in ('enqueue', 'post', 'timer'):
            by_interrupt = event.kind == 'enqueue' and before and before.kind == 'interrupt'
            begins[event.message] = before.time if by_interrupt else event.time
        if event.kind == 'get' or is_ready(event):
            if opened:
                messages.append((*opened, event.time))
            opened = (event.message, begins[event.message], event.time) \
                if event.kind == 'get' else None
    return messages


class Action:
    def __init__(self, step, code):
        self.step, self.code = step, code
        self.inputs, self.count, self.waited = [], 0, 0


def owners_of(events):
    """The action of each message, the key strokes, and the messages that each message caused."""
    owner, actions, causes = {}, [], collections.defaultdict(list)
    pressed, modifiers, step, opened = {}, [], 0, None

    def add(event):
        actions.append(Action(step, event.code))
        return actions[-1]

    def begin(event):
        add(event)
        for message in modifiers:
            owner[message] = actions[-1]
        actions[-1].inputs += modifiers
        modifiers.clear()
        return actions[-1]

    def owner_of_key(event):
        """A release belongs to its press, and modifiers to the next key, or to their release."""
        key, is_release = event.code & ~RELEASED, event.code & RELEASED
        if key in MODIFIERS and not is_release:
            modifiers.append(event.message)
            return None
        if key in MODIFIERS:
            return begin(event) if modifiers else actions[-1] if actions else None
        if not is_release:
            pressed[key] = begin(event)
            return pressed[key]
        return pressed.pop(key) if key in pressed else add(event)

    for event in events:
        if event.kind == 'enqueue':
            if found := owner_of_key(event):
                owner[event.message] = found
                found.inputs.append(event.message)
            step += 1
        elif event.kind == 'drop':
            step += 1
        elif event.kind in ('post', 'join') and opened and event.message > opened:
            causes[opened].append(event.message)
        if event.kind == 'post':
            if opened is None:
                owner[event.message] = add(event)
                actions[-1].inputs.append(event.message)
            elif opened in owner:
                owner[event.message] = owner[opened]
        elif event.kind == 'timer':
            actions.append(Action(None, event.code))
            owner[event.message] = actions[-1]
        if event.kind == 'get' or is_ready(event):
            opened = event.message if event.kind == 'get' else None
    return owner, [action for action in actions if action.step is not None], causes


def commands_of(events):
    """By message: the time of the command to send that input, if no interrupt was recorded."""
    sent, begins, step = {}, {}, 0
    for before, event in zip([None, *events], events):
        if event.kind == 'send':
            sent.setdefault(event.code, event.time)
        if event.kind == 'enqueue' and before.kind != 'interrupt' and step in sent:
            begins[event.message] = sent[step]
        step += event.kind in ('enqueue', 'drop')
    return begins


def strokes_of(events, machine):
    """(step, code, begin, end, messages, waited ticks) of each key stroke: its longest message, with
    all that the message caused."""
    owner, actions, causes = owners_of(events)
    commands = commands_of(events)
    times = {number: (commands.get(number, begin), done)
             for number, begin, _, done in messages_of(events)}

    def settled(message):
        ends = [settled(after) for after in causes[message]] + [times.get(message, (0, None))[1]]
        return None if None in ends else max(ends)

    for action in owner.values():
        action.count += 1
    opened, taken = None, 0
    for event, ticks in zip(events, machine.waited):
        awaited = owner.get(opened or taken + 1)
        if awaited:
            awaited.waited += ticks
        if event.kind == 'get':
            opened = taken = event.message
        elif is_ready(event):
            opened = None
    for action in actions:
        ends = [(settled(message), times.get(message)) for message in sorted(action.inputs)]
        if all(end is not None for end, _ in ends):
            lengths = [(end - begin, begin, end) for end, (begin, _) in ends]
            longest = max(length for length, _, _ in lengths)
            _, begin, end = next(one for one in lengths if one[0] == longest)
            yield action.step, action.code, begin, end, action.count, action.waited


# ---- The comparison ----

def must_be(what, derived, shown):
    if derived != shown:
        sys.exit(f'{what}: derived {derived}, bareline idle shows {shown}')


def rows_must_be(what, derived, shown):
    for left, right in itertools.zip_longest(derived, shown):
        must_be(what, left, right)


def compare(bareline, path):
    output = subprocess.run([bareline, 'idle', '--json', path], stdout=subprocess.PIPE,
                            check=False).stdout
    tables = {table['name']: table['rows'] for table in json.loads(output)['tables']}
    counts = collections.Counter()
    for number, (events, span) in enumerate(logs_of(path)):
        def rows(name, number=number):
            return [row for row in tables[name] if row['number'] == number]
        machine, [total] = Machine(events, span), rows('message-logs')
        must_be('think time', machine.sum(lambda is_waiting, _: not is_waiting),
                total['our_think_ticks'])
        must_be('wait time', machine.sum(lambda is_waiting, _: is_waiting), total['our_wait_ticks'])
        must_be('waits', machine.waits, total['waits'])
        must_be('most requests', machine.requests, total['requests_most'])
        must_be('asynchronous I/O', machine.sum(lambda _, inputs: inputs.device and not inputs.io),
                total['asynchronous_io_ticks'])
        for row in rows('states'):
            inputs = Inputs(row['cpu'] == 'busy', row['queue'] != 'empty', row['io'] != 'none',
                            row['device'] != 'idle')
            must_be(f'think, {inputs}', machine.ticks[False, inputs], row['think_ticks'])
            must_be(f'wait, {inputs}', machine.ticks[True, inputs], row['wait_ticks'])
            counts['states'] += row['think_ticks'] + row['wait_ticks'] > 0
        rows_must_be('message', messages_of(events), [
            (row['message'], row['queued_ticks'], row['taken_ticks'], row['done_ticks'])
            for row in rows('messages')])
        rows_must_be('action', strokes_of(events, machine), [
            (row['step'], row['code'], row['begin_ticks'], row['end_ticks'], row['messages'],
             row['waited_ticks']) for row in rows('actions')])
        counts['messages'] += len(rows('messages'))
        counts['strokes'] += len(rows('actions'))
    print(f'{counts["states"]} states, {counts["messages"]} messages and {counts["strokes"]} key '
          'strokes agree')
    if not all(counts[name] for name in ('states', 'messages', 'strokes')):
        sys.exit('expected states, messages and key strokes')


# ---- Random logs ----

class RandomEvents:
    """A queue, an application and a device that do anything in any order."""
    def __init__(self, seed, count, span):
        self.random = random.Random(seed)
        self.queue, self.number, self.requests, self.inputs = [], 0, 0, 0
        self.pressed = set()
        times = sorted(self.random.sample(range(1, span), count))
        self.events = [Event(times[0], 'busy', 0, 0, 0)]        # the first one queues no message
        self.events += [self.event(time) for time in times[1:]]

    def queued(self, time, kind, code):
        self.number += 1
        self.queue.append((self.number, code))
        return Event(time, kind, self.number, code, len(self.queue))

    def key(self):
        key = self.random.choice([0x1e, 0x30, 0x150, SHIFT])
        is_release = key in self.pressed
        (self.pressed.remove if is_release else self.pressed.add)(key)
        return key | (RELEASED if is_release else 0)

    def event(self, time):
        kind = self.random.choice(KINDS)
        if self.queue and self.random.random() < 0.2:
            kind = 'get'
        self.inputs += kind in ('enqueue', 'drop')
        if kind == 'enqueue':
            return self.queued(time, kind, self.key())
        if kind in ('post', 'timer'):
            return self.queued(time, kind, POSTED if kind == 'post' else TIMER)
        if kind == 'get' and self.queue:
            message, code = self.queue.pop(0)
            return Event(time, 'get', message, code, len(self.queue))
        if kind == 'get':
            kind = 'wait'
        if kind in ('io_start', 'io_done'):
            self.requests = max(0, self.requests + (1 if kind == 'io_start' else -1))
        message = self.queue[0][0] if kind == 'peek' and self.queue else 0
        if kind == 'join':
            kind, message = ('join', self.queue[-1][0]) if self.queue else ('wait', 0)
        code = self.inputs if kind == 'send' else self.requests if kind.startswith('io_') else \
            self.random.choice([0, READY]) if kind == 'peek' and not message else 0
        return Event(time, kind, message, code, len(self.queue))


def write_random(seed, path, output):
    """The same records; those of the events have other columns."""
    logs = [RandomEvents(f'{seed} {number}', len(events), span).events
            for number, (events, span) in enumerate(logs_of(path))]
    with open(path, encoding='ascii') as source, open(output, 'w', encoding='ascii') as target:
        for line in source:
            if line.startswith('@message_events '):
                words = line.split()[:-1]
                fields = dict(word.split('=', 1) for word in words[1:])
                first, count = int(fields['first']), int(fields['n'])
                events = logs[int(fields['log'])][first:first + count]
                columns = [[event.time for event in events],
                           [KINDS.index(event.kind) for event in events],
                           [event.message for event in events], [event.code for event in events],
                           [event.queued for event in events]]
                text = ' '.join(words[:5] + [f'{name}={packed(column)}' for name, column in zip(
                    ('times', 'kinds', 'messages', 'codes', 'queued'), columns)])
                line = f'{text} *{check_of(text)}\n'
            target.write(line)


if sys.argv[1] == '--random':
    write_random(*sys.argv[2:5])
else:
    compare(*sys.argv[1:3])
