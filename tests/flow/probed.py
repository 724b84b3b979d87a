#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bareline flow record --procedure --shared --queue` of tests/flow/probed.c, in a counted guest: each
procedure takes its known instructions, the path follows the values in memory to the thread that wrote them,
and a second boot gives the same log. In a guest with two CPUs, a thread moves between them. That guest is
counted, too, if its Linux can start a second CPU then, which is so from 6.5.

usage: probed.py BUILD [VMLINUZ]
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

import story

BUILD = pathlib.Path(sys.argv[1])
KERNEL = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else BUILD / 'linux/vmlinuz'
DIR = BUILD / 'probed-test'
MS = 1_000_000              # instructions, of a nanosecond each


def expect(what, is_true, *details):
    if not is_true:
        sys.exit(f'expected: {what} {details}')


def flow(*words, status=0):
    done = subprocess.run([BUILD / 'bareline', 'flow', *words], check=False, capture_output=True, text=True)
    expect(f'flow {" ".join(map(str, words))}: status {status}', done.returncode == status, done.returncode, done.stderr)
    return done.stdout


def starts_cpus():
    """Whether the kernel can start a second CPU while instructions are counted. Its release is at an offset
    that its header states (Linux, "The Linux/x86 Boot Protocol", kernel_version)."""
    image = KERNEL.read_bytes()
    at = int.from_bytes(image[0x20e:0x210], 'little') + 0x200
    return tuple(map(int, image[at:at + 16].decode('latin-1').split('-')[0].split('.')[:2])) >= (6, 5)


def boot(name, cpus=1, is_counted=True):
    """The log and the trace of a guest, and its console."""
    archive, console = DIR / f'{name}.cpio', DIR / f'{name}.txt'
    archive.write_bytes(story.member('dev', 0o040755) + story.member('dev/console', 0o020600, device=(5, 1)) +
                        b''.join(story.member(file, 0o100755, (BUILD / path).read_bytes()) for file, path in (
                            ('init', 'flow-probed'), ('bareline', 'bareline-static'))) +
                        story.member('TRAILER!!!', 0))
    qemu, line = list(story.QEMU), story.LINE
    if cpus > 1 and is_counted:         # docs/design.md, "Several CPUs"
        qemu[qemu.index('-smp') + 1] = f'1,maxcpus={cpus},sockets=1,cores={cpus},threads=1'
        for core in range(1, cpus):
            qemu += ['-device', f'max-x86_64-cpu,socket-id=0,core-id={core},thread-id=0']
    elif cpus > 1:
        qemu[qemu.index('-smp') + 1] = str(cpus)
        del qemu[qemu.index('-icount'):qemu.index('-icount') + 2]
        line += ' no_timer_check'
    subprocess.run([*qemu, '-kernel', KERNEL, '-initrd', archive,
                    '-append', line, '-serial', f'file:{console}'],
                   timeout=story.LIMIT_SECONDS, check=True, stdin=subprocess.DEVNULL)
    text = re.sub(r'\x1b\[[0-9;]*m', '', console.read_text(errors='replace').replace('\r', ''))
    expect('a recording', 'recorded: exit status 0' in text, text[-2000:])
    expect('no probe left', 'recorded: 0 probes are left' in text, text[-2000:])
    log, trace = DIR / f'{name}.log', DIR / f'{name}.trace'
    log.write_text(story.between(text.split('\n'), 'LOG BEGINS', 'LOG ENDS'))
    trace.write_text(story.between(text.split('\n'), 'TEXT BEGINS', 'TEXT ENDS'))
    flow('check', log)
    return log, trace, text


def tables(*words):
    return {table['name']: table['rows'] for table in json.loads(flow(*words))['tables']}


def main():
    shutil.rmtree(DIR, ignore_errors=True)
    DIR.mkdir(parents=True)
    log, _, text = boot('first')
    expect('a refused pattern', 'missing: exit status 2' in text and 'no function nosuch*' in text, text[-2000:])
    # The probes, the scheduler's ticks and its other events add to the known work.
    used = {row['state']: row['time'] for row in tables('states', '--json', log)['objects']}
    for procedure, known in ('step_inner', 6 * MS), ('step_outer', 7 * MS), ('step_other', 10 * MS):
        expect(procedure, known <= used[procedure] <= known * 1.03, used)
    leaves = [line.rpartition(' ') for line in flow('tree', log).splitlines()]
    ran = {name: sum(int(time) for stack, _, time in leaves if f'{name}-' in stack.split(';[')[0].split(';')[-1] and
                     '[cpu0]' in stack) for name in ('reader', 'writer', 'listener')}
    expect('the writer, until its last value is read', 30 * MS <= ran['writer'] <= 30 * MS * 1.05, ran)
    expect('the reader, but not while it polls', 23 * MS <= ran['reader'] <= 23 * MS * 1.05, ran)
    expect('no listener', ran['listener'] == 0, ran)
    events = flow('dump', log)
    for value in 'set_flag,await_flag', 'put,get':
        for kind in 'send', 'receive_join':
            found = [line for line in events.splitlines() if value in line and f' {kind} ' in line]
            expect(f'two events {kind} of {value}', len(found) == 2, found)
    # 1000 calls with a probe at their begin and one at their end, by the command and by the program itself.
    row = re.search(r'What the probes of procedures cost\n(?:.*\n){1,3}? +1000 +([\d.]+) +([\d.]+) +', text)
    own = re.search(r'own price: (\d+) ns for 1000 calls', text)
    expect('the price of the probes', row and own, text[-3000:])
    price, own_price = float(row.group(1)), int(own.group(1)) / 1000
    print(f'probes of a call: {price} instructions by the command, {own_price} by the program')
    expect('both prices are the same', abs(price - own_price) <= 0.05 * own_price and price > 500, price, own_price)
    again, _, second = boot('second')
    expect('the same price again', row.group(0) in second)
    expect('the same log again', log.read_bytes() == again.read_bytes())
    is_counted = starts_cpus()
    if not is_counted:
        print('two CPUs, not counted: before 6.5, Linux cannot start a second CPU while instructions are counted')
    moved, trace, _ = boot('moved', cpus=2, is_counted=is_counted)
    moves = [line for line in flow('dump', moved).splitlines() if ' migrate ' in line and 'reader-' in line]
    expect('the reader moves to the other CPU and back', [line for line in moves if 'cpu1' in line] and
           [line for line in moves if 'cpu0' in line], moves, trace)
    if is_counted:
        times = [int(line.split()[1]) for line in moves]
        expect('step_other on the other CPU', len(times) == 2 and 10 * MS <= times[1] - times[0] <= 10 * MS * 1.03, moves)
        again, _, _ = boot('moved-again', cpus=2)
        expect('the same moves again', moved.read_bytes() == again.read_bytes())


if __name__ == '__main__':
    main()
