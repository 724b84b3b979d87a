#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Count known programs in two boots of each QEMU, whose kernels have command lines of different
length, and write the table of docs/count.md. The table needs git, gcc, rustc, go, sqlite3 and
busybox on this host.

usage: count_programs.py BUILD DOCUMENT QEMU...
"""
import json
import os
import shutil
import subprocess
import sys

import kernels

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "count", "programs")
LAYOUTS = ("1", "22")
FIGURES = ("user", "calls", "faults")
HELLO = '#include <stdio.h>\nint main(void)\n{\n\treturn puts("hello") < 0;\n}\n'
SQL = ("create table t (a, b); with recursive n(i) as (select 1 union all select i + 1 from n where "
       "i < 2000) insert into t select i, i * 7919 % 2003 from n; create index x on t (b); "
       "select sum(a) from t where b between 100 and 900;\n")
SHELL = "i=0; while [ $i -lt 5 ]; do echo $i | tr 0-9 a-j | cat >>out; i=$((i + 1)); done"
SUITE = f"""git: git -c safe.directory=* status
python: /usr/bin/python3 -I -c 'import json; print(len(json.dumps(list(range(1000)))))'
gcc: gcc -c hello.c
rust: ./tree
go: ./map
sqlite3: sqlite3 -init commands.sql data.db .quit
threads: ./threads
busybox: busybox sh -c '{SHELL}'
"""
NAMES = {"git": "git status", "python": "python3 -c", "gcc": "gcc -c", "rust": "Rust, a B-tree",
         "go": "Go, a map", "threads": "4 threads with one mutex", "busybox": "busybox sh with 10 pipes"}


def call(*command, cwd):
    """rustc would take MAKEFLAGS for its own."""
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL, env=environment)


def prepare(place):
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    for name, text in (("hello.c", HELLO), ("commands.sql", SQL), ("suite", SUITE)):
        with open(os.path.join(place, name), "w", encoding="utf-8") as file:
            file.write(text)
    call("gcc", "-O2", "-pthread", "-o", "threads", f"{SOURCES}/threads.c", cwd=place)
    call("rustc", "-O", "-o", "tree", f"{SOURCES}/tree.rs", cwd=place)
    call("go", "build", "-o", "map", f"{SOURCES}/map.go", cwd=place)
    call("git", "init", "-q", "-b", "main", cwd=place)
    call("git", "add", "hello.c", "commands.sql", cwd=place)


def count(build, place, qemu, layout):
    """The figures by program."""
    done = subprocess.run([f"{build}/bareline", "count", "--suite", "suite", "--with", ".git",
                           "--qemu", qemu, "--kernel-append", f"bareline.layout={layout}",
                           "--repeat", "1", "--json", "-o", "results"],
                          cwd=place, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{qemu}: status {done.returncode}")
    rows, = (table["rows"] for table in json.loads(done.stdout)["tables"]
             if table["name"] == "count.programs")
    return {row["program"]: row for row in rows}


def version(qemu):
    text = subprocess.run([qemu, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return ".".join(text.split()[3].split(".")[:2])


def equality(first, boots):
    """How far the figures of a program's boots are from those of the first boot."""
    if all(boot[name] == first[name] for boot in boots for name in FIGURES):
        return "equal"
    most = {name: max((boot[name] - first[name] for boot in boots), key=abs) for name in FIGURES}
    return ", ".join(f"{'system calls' if name == 'calls' else name} {change:+,}"
                     for name, change in most.items() if change)


def main():
    build, document, *qemus = sys.argv[1:]
    build, place = os.path.abspath(build), os.path.abspath(f"{build}/count-programs")
    prepare(place)
    boots = {qemu: [count(build, place, qemu, layout) for layout in LAYOUTS] for qemu in qemus}
    first = boots[qemus[0]][0]
    lines = [kernels.line(["program", "user", "system calls", "page faults", "kernel",
                           *(f"QEMU {version(qemu)}" for qemu in qemus)]),
             kernels.line(["---", *["---:"] * 4, *["---"] * len(qemus)])]
    for name, row in first.items():
        lines.append(kernels.line([
            NAMES.get(name, name), *(f"{row[figure]:,}" for figure in (*FIGURES, "kernel")),
            *(equality(row, [boot[name] for boot in boots[qemu]]) for qemu in qemus)]))
    kernels.write(document, "count-programs", lines)


main()
