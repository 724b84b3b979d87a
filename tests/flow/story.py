#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boot Linux with tests/flow/story.c as its only program, and store the printed trace. With a static
host tool, which then records the program, also store its log and its trace. Deterministic, like `bareline run`: the same trace every time.

usage: story.py PROGRAM VMLINUZ DIRECTORY [TOOL]
"""
import pathlib
import subprocess
import sys

QEMU = ['qemu-system-x86_64', '-machine', 'q35', '-accel', 'tcg', '-cpu', 'max', '-m', '1G', '-smp', '1',
        '-icount', 'shift=0,sleep=off,rr=record,rrfile=/dev/null', '-rtc',
        'base=2026-01-01,clock=vm', '-seed', '42',
        '-nodefaults', '-display', 'none', '-monitor', 'none', '-no-reboot', '-net', 'none']
# Since 6.12, the kernel tests its ciphers in parallel with the first program, which would share the
# CPU.
LINE = 'console=ttyS0 quiet nokaslr panic=-1 mitigations=off cryptomgr.notests'
LIMIT_SECONDS = 300          # reached only after an error


def member(name, mode, content=b'', device=(0, 0)):
    """A file of an archive in the kernel's newc format."""
    fields = [0, mode, 0, 0, 1, 0, len(content), 0, 0, *device, len(name) + 1, 0]
    head = b'070701' + b''.join(b'%08x' % field for field in fields) + name.encode() + b'\0'
    return head + bytes(-len(head) % 4) + content + bytes(-len(content) % 4)


def between(lines, begin, end):
    if end not in lines:
        sys.exit(f'expected {end}')
    return '\n'.join(lines[lines.index(begin) + 1:lines.index(end)]) + '\n'


def main():
    program, kernel, directory, *tool = sys.argv[1:]
    directory = pathlib.Path(directory)
    archive = directory / 'story.cpio'
    files = [('init', program)] + [('bareline', path) for path in tool]
    archive.write_bytes(member('dev', 0o040755) + member('dev/console', 0o020600, device=(5, 1)) +
                        b''.join(member(file, 0o100755, pathlib.Path(path).read_bytes())
                                 for file, path in files) + member('TRAILER!!!', 0))
    console = directory / 'story.txt'
    subprocess.run([*QEMU, '-kernel', kernel, '-initrd', archive, '-append', LINE,
                    '-serial', f'file:{console}'],
                   timeout=LIMIT_SECONDS, check=True, stdin=subprocess.DEVNULL)
    lines = console.read_text(errors='replace').replace('\r', '').split('\n')
    (directory / 'story.trace').write_text(between(lines, 'TRACE BEGINS', 'TRACE ENDS'))
    if tool:
        (directory / 'recorded.log').write_text(between(lines, 'LOG BEGINS', 'LOG ENDS'))
        (directory / 'recorded.trace').write_text(between(lines, 'TEXT BEGINS', 'TEXT ENDS'))


if __name__ == '__main__':
    main()
