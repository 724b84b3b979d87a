#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare bareline-linux with an independent program of tests/independent, for system calls,
threads and processes, in instructions. Each runs in its own boot of the same Linux on the same
emulated machine. Prints a table, writes it into a page if one is given, and fails if a ratio
differs from 1 by more than the limit. A result is the samples' lower quartile: in most other
samples Linux did additional work, such as finding memory for a stack.

The cost of unmapping a page depends on its place among the process's mappings. The program reports
the best of many places, which must agree, and the worst, whose limit is larger.

usage: scripts/agreement-exact.py BUILD [PAGE]
"""
import json
import os
import re
import shutil
import subprocess
import sys

LIMIT = 0.02
WORST_PLACE, LIMIT_OF_WORST_PLACE = " worst_place", 0.08
# The timing overhead, and benchmarks missing in the independent program.
NOT_COMPARED = ("null.timing", "os.timer", "os.wake")
KERNEL_WORDS = "console=ttyS0 quiet panic=-1 nokaslr"
TIMEOUT_S = 900
BEGIN, END = "<!-- make agreement-exact -->", "<!-- end -->"
FILE, DIRECTORY = 0o100755, 0o040755


def run_bareline(build, directory):
    """bareline-linux's results by benchmark and point, and the command of their machine."""
    command = [f"{build}/bareline", "run", "--quiet", "--deterministic", "--linux", "--suite", "full",
               "--timeout", str(TIMEOUT_S), "-o", directory]
    for bench in ("null.timing", "entry.null_syscall", "fault.shootdown", "os.*"):
        command += ["--bench", bench]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(f"{directory}/results.json", encoding="utf-8") as file:
        figures = dict(metrics_of(json.load(file)))
    with open(f"{directory}/manifest.json", encoding="utf-8") as file:
        return figures, json.load(file)["qemu_command"]


def metrics_of(results):
    for bench in results["benchmarks"]:
        for series in bench["series"]:
            point = " ".join(f"{axis}={value}" for axis, value in series["point"].items())
            if bench["name"] not in NOT_COMPARED:
                yield f"{bench['name']} {point}", series["warm"]["ticks"]["p25"]


def archive_entry(name, mode, data, number):
    """A file of an initial file system: Linux, "initramfs buffer format"."""
    fields = [number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0]
    head = b"070701" + b"".join(b"%08x" % field for field in fields) + name.encode() + b"\0"
    return head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4)


def write_initramfs(path, program):
    with open(program, "rb") as file:
        init = file.read()
    with open(path, "wb") as file:
        for number, (name, mode, data) in enumerate((("init", FILE, init),
                                                     ("TRAILER!!!", 0, b"")), 1):
            file.write(archive_entry(name, mode, data, number))


def run_independent(command, directory, program):
    """The program's results by the same names, on the same machine."""
    command, log = list(command), f"{directory}/serial.log"
    for option, value in (("-append", KERNEL_WORDS), ("-initrd", f"{directory}/initramfs.cpio"),
                          ("-serial", f"file:{log}")):
        command[command.index(option) + 1] = value
    write_initramfs(f"{directory}/initramfs.cpio", program)
    subprocess.run(command, check=True, timeout=TIMEOUT_S, stdout=subprocess.DEVNULL)
    with open(log, encoding="ascii", errors="replace") as file:
        text = file.read()
    if "failed: " in text:
        sys.exit(f"{log}: the independent program failed")
    return {name: float(quartile)
            for name, quartile in re.findall(r"figure (.*) = [0-9.]+ ([0-9.]+) ", text)}


def number(value):
    digits = 0 if value >= 1000 else 1 if value >= 100 else 2  # as in tools/table/number.c
    return f"{value:.{digits}f}"


def make_table(ours, theirs):
    """The table's lines, and the errors."""
    lines = ["| metric | bareline-linux | program | ratio |", "|---|---|---|---|"]
    own_names = {name: name.removesuffix(WORST_PLACE) for name in theirs}
    wrong = [f"{name}: missing on one side" for name in sorted(ours.keys() ^ own_names.values())]
    for name, own_name in own_names.items():
        if own_name not in ours:
            continue
        own = ours[own_name]
        ratio = own / theirs[name]
        label = f"`{own_name}`" + (", the worst place" if name != own_name else "")
        lines.append(f"| {label} | {number(own)} | {number(theirs[name])} | {ratio:.3f} |")
        if abs(ratio - 1) > (LIMIT if name == own_name else LIMIT_OF_WORST_PLACE):
            wrong.append(f"{name}: {ratio:.3f} times the program's")
    return lines, wrong


def put_into(page, lines):
    with open(page, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN + "\n", 1)
    after = rest[rest.index(END):]
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n" + "\n".join(lines) + "\n" + after)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    build = sys.argv[1]
    directory = f"{build}/agreement-exact"
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(f"{directory}/independent")
    ours, command = run_bareline(build, f"{directory}/bareline")
    theirs = run_independent(command, f"{directory}/independent", f"{build}/independent")
    lines, wrong = make_table(ours, theirs)
    print("\n".join(lines))
    if len(sys.argv) == 3:
        put_into(sys.argv[2], lines)
    if wrong or not theirs:
        sys.exit("\n".join(wrong) or "the independent program gave no result")


if __name__ == "__main__":
    main()
