#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run random bytes as code. Under a process, and in ring 3 of bare metal, every sequence has a result
or a fault record, and the run reaches its end. In ring 0 the machine may not survive; the run then
says so, names the sequence, and keeps the earlier results. The sequences depend on the seed alone.

usage: tests/code/code_random.py BUILD COUNT SEED [RING...]
"""
import json
import pathlib
import random
import shutil
import subprocess
import sys

BATCH = 100
BYTES_MAX = 16
LIMIT_SECONDS = 1800    # reached only after an error, even on a busy host
ENDS_HERE = "the log ends here"


def fail(text):
    sys.exit(f"code: {text}")


def write_sequences(directory, count, seed):
    generator = random.Random(seed)
    files = []
    for number in range(count):
        path = directory / f"{number:04}.bin"
        path.write_bytes(generator.randbytes(generator.randint(1, BYTES_MAX)))
        files.append(path)
    return files


def options_of(files):
    return [word for path in files for word in ("--code", str(path))]


def rows_of(build, log):
    shown = subprocess.run([build / "bareline", "show", "--json", log], capture_output=True,
                           text=True)
    for table in json.loads(shown.stdout)["tables"]:
        if table["name"] == "code.sequences":
            return table["rows"]
    return []


def judge(rows, name):
    """Each row has a metric or a verdict."""
    for row in rows:
        if row.get("median") is None and not row.get("verdict"):
            fail(f"{name}: neither result nor cause: {row}")


def run_process(build, directory, files):
    """All sequences of a batch, as a process of this host."""
    code, log = directory / "list", directory / "process.log"
    subprocess.run([build / "bareline", "run", *options_of(files), "--code-output", code],
                   check=True)
    ended = subprocess.run([build / "bareline-linux", "--code", code, "-q", "-o", log],
                           timeout=LIMIT_SECONDS, stderr=subprocess.DEVNULL)
    rows = rows_of(build, log)
    judge(rows, "process")
    if ended.returncode not in (0, 1) or len(rows) != len(files):
        fail(f"process: status {ended.returncode}, {len(rows)} of {len(files)} sequences")
    return len(rows)


def run_machine(build, directory, files, ring):
    """Returns how many sequences ran, the last one perhaps without the machine's survival."""
    run = directory / f"ring{ring}"
    ended = subprocess.run(
        [build / "bareline", "run", "--accel", "tcg", "--ring", str(ring), "-q", "--timeout",
         str(LIMIT_SECONDS), "-o", run, *options_of(files)], stderr=subprocess.DEVNULL)
    rows = rows_of(build, run)
    judge(rows, f"ring {ring}")
    survives = "@end " in (run / "serial.log").read_text(errors="replace")
    if survives and len(rows) == len(files):
        return len(rows), True
    last = rows[-1]["verdict"] if rows else ""
    if ring == 3 or survives or ended.returncode != 1:
        fail(f"ring {ring}: status {ended.returncode}, {len(rows)} of {len(files)} sequences: {last}")
    return max(len(rows), 1), False


def main(build, count, seed, rings):
    directory = pathlib.Path(build) / "code-random-test"
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    files = write_sequences(directory, int(count), int(seed))
    for ring in rings:
        done = deaths = boots = 0
        while done < len(files):
            batch = files[done:done + BATCH]
            if ring == "process":
                done += run_process(build, directory, batch)
                continue
            ran, survived = run_machine(build, directory, batch, int(ring))
            done += ran
            boots += 1
            deaths += not survived
        print(f"{ring}: {done} sequences, {boots} boots, {deaths} not survived")


main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3],
     sys.argv[4:] or ["process", "3", "0"])
