#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Failure injection: fail every allocation and every file system call, one in each run of a
subcommand. A successful run must give the same output as without a failure. A failed run must exit
with status 2 or 3, print a message, and leave only complete files.

usage: tests/faults/faults.py BUILD [--all]

Without --all, a sample of failures of each kind is tried, spread over the run. A command and a kind
are one test: the number of calls of a command that runs a machine depends on the machine's speed.
Other commands do not depend on time: the same input gives the same allocations and calls.

"""
import json
import os
import shutil
import sqlite3
import subprocess
import sys

KINDS = ("memory", "fail", "short")
SAMPLES = 8
MACHINES = 6
SECONDS_MAX = 600

here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(here)
from wire_line import record  # noqa: E402

build, everything = os.path.abspath(sys.argv[1]), "--all" in sys.argv[2:]
scratch = os.path.join(build, "faults")
corpus = os.path.join(here, "fuzz", "corpus")
tool = os.path.join(build, "bareline")
qemu = os.path.join(here, "unit", "fake_qemu.sh")

COMMANDS = [
    "show log", "show --all --json log", "show --csv OUT log", "show run", "parse -o OUT log",
    "report -o OUT log", "plot --csv mem.latency log", "plot -o OUT mem.latency log",
    "plot mem.latency log", "compare log log", "compare --markdown OUT --force log log",
    "history --json OUT log log", "overhead --force log log", "idle --csv OUT idle",
    "idle --all idle", "export --format csv -o OUT log", "export --format gbench log",
    "export --format openmetrics -o OUT run", "flow dump flow", "flow split -o OUT flow",
    "flow filter -o OUT flow", "flow draw -o OUT flow", "flow path --near-critical 2 flow",
    "flow split -o foreign flow", "flow states --sample 10us flow",
    "flow load flow", "flow check flow",
    "flow export --format chrome -o OUT flow", "flow export --format ctf -o OUT flow", "format",
    "manual", "completion bash", "fleet --json OUT room", "fleet --names names --html OUT known",
    "fleet --since 2026-10-01 room", "run --quiet --accel tcg --image log --qemu QEMU -o OUT",
]


def seed(name):
    """The log inside an input of the command fuzzer, after its header."""
    data = open(os.path.join(corpus, "commands", name), "rb").read()
    return data[2:2 + (len(data) - 2) * data[1] // 255]


def make_inputs():
    names = sorted(os.listdir(os.path.join(corpus, "commands")))
    for log, part in (("log", "show-bench-mem"), ("idle", "idle-all-json"), ("flow", "flow-dump")):
        name = next(name for name in names if part in name)
        open(log, "wb").write(seed(name))
    os.mkdir("run")
    shutil.copy("log", "run/serial.log")
    open("run/manifest.json", "w").write('{"started": "2026-01-01T00:00:00Z"}\n')
    lines = open("log", "rb").readlines()[:-1]
    lines.append(record("end seq=%d status=complete records=%d run=1 skipped=0 faulted=0 elapsed_us=0" % (
        len(lines), len(lines) + 1)))
    for name in ("room", "known"):
        os.mkdir(name)
        for number in range(MACHINES):
            open("%s/pc-%d.log" % (name, number), "wb").writelines(lines)
    open("names", "w").write("pc-1 first\n")
    subprocess.run([tool, "fleet", "known"], stdout=subprocess.DEVNULL, check=True)
    os.rename("known/fleet.db", "known.db")
    os.mkdir("foreign")
    open("foreign/file", "w").write("not the tool's\n")


def files_of(path):
    """The contents of a path: the bytes of a file, or of each file in a directory."""
    if os.path.isdir(path):
        return {name: open(os.path.join(path, name), "rb").read() for name in os.listdir(path)}
    return open(path, "rb").read() if os.path.exists(path) else None


def clear():
    shutil.rmtree("OUT", ignore_errors=True)
    for name in os.listdir("."):
        if name.startswith("OUT"):
            os.unlink(name)
    for directory in ("room", "known"):
        for name in os.listdir(directory):
            if name.startswith("fleet.db"):
                os.unlink(os.path.join(directory, name))
    shutil.copy("known.db", "known/fleet.db")


class Run:
    def __init__(self, command, kind, number):
        read_end, write_end = os.pipe()
        environment = dict(os.environ, FAULT_COUNT=str(write_end), LC_ALL="C.UTF-8", COLUMNS="100",
                           FAKE_QEMU="success", FAKE_QEMU_LOG="log")
        library = os.path.join(build, "faults-memory.so")
        words = [tool] + [qemu if word == "QEMU" else word for word in command.split()]
        if kind == "memory":
            environment.update(LD_PRELOAD=library, FAULT_MEMORY=str(number))
        else:
            environment.update(FAULT_LIBRARY=library)
            words = [os.path.join(build, "faults-calls"), str(number), kind] + words
        clear()
        done = subprocess.run(words, env=environment, pass_fds=[write_end], timeout=SECONDS_MAX,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
        os.close(write_end)
        report = os.read(read_end, 65536).decode().split()
        os.close(read_end)
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.count = int(report[-1 if kind == "memory" else -2]) if report else 0
        self.failed = report[-1] if report and kind != "memory" else kind
        self.files = files_of("OUT")
        self.left = sorted(name for name in os.listdir(".") if name.startswith("OUT."))


def is_whole(files, expected):
    """Whether each file is complete or missing."""
    if isinstance(files, dict) and isinstance(expected, dict):
        return all(expected.get(name) == data for name, data in files.items())
    return files is None or files == expected


def is_json(data):
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def fault_of_machine(run, good):
    """The same for a command that runs a machine: it keeps partial output, and its manifest has the
    time."""
    if run.status not in (0, 1, 2, 3):
        return "ended with status %d" % run.status
    files = run.files or {}
    if not all(is_json(data) for name, data in files.items() if name.endswith(".json")):
        return "left an incomplete file"
    if run.failed not in ("unlink", "unlinkat") and any(".part" in name for name in files):
        return "left a temporary file"
    if run.status == 0 and files.get("results.json") != good.files["results.json"]:
        return "left other results, but ended successfully"
    return None if run.err else "printed no message"


def fault_of_database(directory, run):
    """The database of a fleet is absent, or sound with all of its runs or none. A log that could not be read
    may be missing. A remaining journal is part of it."""
    allowed = (0, MACHINES - 1 if b"log cannot be read" in run.err else MACHINES)
    path = os.path.join(directory, "fleet.db")
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return None
    database = sqlite3.connect(path)
    try:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            return "left a damaged database"
        tables = database.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]
        runs = database.execute("SELECT COUNT(*) FROM run").fetchone()[0] if tables else 0
        return None if runs in allowed else "left %d of %d runs" % (runs, MACHINES)
    except sqlite3.Error as error:
        return "left a database with an error: %s" % error
    finally:
        database.close()


def fault_of(run, good):
    """The error of a run with an injected failure, or None."""
    if run.status < 0 or run.status > 3:
        return "ended with status %d" % run.status
    if not os.path.exists("foreign/file"):
        open("foreign/file", "w").write("not the tool's\n")
        return "removed a file of the user"
    if not is_whole(run.files, good.files):
        return "left an incomplete file"
    if run.left and run.failed not in ("unlink", "unlinkat"):
        return "left %s" % run.left
    if run.status == good.status and run.out == good.out and run.files == good.files:
        return None
    if run.status == good.status == 0:
        return "changed its output or omitted a file, but ended successfully"
    if run.status not in (2, 3):
        return "ended with status %d" % run.status
    return None if run.err else "printed no message"


def spread(count):
    if everything or count <= SAMPLES:
        return range(1, count + 1)
    return sorted({1 + i * (count - 1) // (SAMPLES - 1) for i in range(SAMPLES)})


def check(command, kind):
    good = Run(command, kind, 0)
    failed = 0
    numbers = spread(good.count)
    if not numbers:
        print("%s: no failure of kind %s is possible" % (command, kind))
        return 0, 1
    for number in numbers:
        run = Run(command, kind, number)
        fault = (fault_of_machine if command.startswith("run ") else fault_of)(run, good)
        if command.split()[-1] in ("room", "known"):
            fault = fault or fault_of_database(command.split()[-1], run)
        if fault:
            failed += 1
            print("%s, %s %d of %d (%s): %s" % (command, kind, number, good.count, run.failed,
                                                fault), flush=True)
            print("  " + run.err.decode(errors="replace").strip().replace("\n", "\n  ")[:600])
    return len(numbers), failed


def main():
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    os.chdir(scratch)
    make_inputs()
    tried = passed = 0
    for command in COMMANDS:
        for kind in KINDS:
            count, failed = check(command, kind)
            tried += count
            passed += failed == 0
    print("%d injected failures of memory and files" % tried)
    print("%d passed, %d failed" % (passed, len(COMMANDS) * len(KINDS) - passed))
    return 0 if passed == len(COMMANDS) * len(KINDS) else 1


if __name__ == "__main__":
    sys.exit(main())
