#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Results of `make overhead` on this host against docs/overhead.md, which has a column for each host
with its compiler and kernel, and against README.md's statements that are true on every host. A host
without a column has the same lines, with other values. Counts that vary between samples under Linux also move by a
little with the layout of the process, so those may differ by 0.5 %.

usage: python3 tests/hosts/overhead.py OUTPUT; the file has what `make overhead` printed
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, 'docs', 'overhead.md')
IDENTITY = 'compiler, Linux'
# "under Linux a null system call costs more than five times as much"
LEAST_RATIOS = {'a null system call': 5}
NEAR = 0.005
LINE = re.compile(r'    (\S.*?) {2,}([\d.]+) +([\d.]+) +([\d.]+)  instructions')


def stop(text):
    sys.exit('tests/hosts/overhead.py: ' + text)


def printed(text):
    """Operation: (counts as "LINUX : METAL", ratio), of the output."""
    rows = {}
    for line in text.splitlines():
        found = LINE.match(line)
        if found:
            operation, ratio, linux, metal = found.groups()
            rows[operation] = (f'{linux} : {metal}', ratio)
    return rows


def identity(text):
    """Compiler and kernel, in the form of the page's row."""
    compiler = re.search(r'^ +metal .* built by (gcc \S+|clang \S+)', text, re.M)
    kernel = re.search(r'^ +kernel .*? Debian (\S+) ', text, re.M)
    if not compiler or not kernel:
        stop('the output names no compiler, or no kernel of Debian')
    return f'{compiler[1]}, {kernel[1]}'


def documented():
    """Identity: {operation: (counts, ratio)}, of the page."""
    table = [[cell.strip() for cell in line.strip('|\n').split('|')]
             for line in open(PAGE, encoding='utf-8') if line.startswith('|')]
    first = [row[0] for row in table].index(IDENTITY)
    columns = [i for i in range(1, len(table[first])) if table[first][i]]
    rows = []
    for row in table[first + 1:]:
        if len(row) != len(table[first]):
            break
        rows.append(row)
    return {table[first][i]: {row[0]: (row[i], row[i + 1]) for row in rows} for i in columns}


def is_same(here, page):
    """Of an operation's counts and ratio."""
    ours, theirs = (tuple(map(float, counts.split(' : '))) for counts, _ in (here, page))
    return here == page or (here[0].split(' : ')[1] == page[0].split(' : ')[1]
                            and abs(ours[0] / theirs[0] - 1) < NEAR)


def differences(here, page):
    return [f'{operation}: docs/overhead.md has {page[operation]}, this host {here[operation]}'
            for operation in sorted(here) if not is_same(here[operation], page[operation])]


def main():
    text = open(sys.argv[1], encoding='utf-8').read()
    here = printed(text)
    name = identity(text)
    pages = documented()
    for operations in pages.values():
        if set(operations) != set(here):
            stop(f'the page has the lines {sorted(operations)}, the output {sorted(here)}')
    for operation, least in LEAST_RATIOS.items():
        if float(here[operation][1]) <= least:
            stop(f'README.md: {operation} costs more than {least} times as much; here {here[operation][1]}')
    if name not in pages:
        print(f'skipped: docs/overhead.md has no column for {name}, only for {"; ".join(pages)}')
        return
    wrong = differences(here, pages[name])
    if wrong:
        stop('\n'.join([name] + wrong))
    # A changed count of the page is found.
    changed = dict(pages[name])
    changed['a null system call'] = ('1 : 1', '1.00')
    if len(differences(here, changed)) != 1:
        stop('a changed count of the page was not found')
    print(f'{name}: {len(here)} lines of `make overhead` as in docs/overhead.md')


main()
