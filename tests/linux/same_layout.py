#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cost of a process or thread under Linux must not depend on earlier benchmarks. Counts
instructions with as little as possible before the benchmark, and with whole families. The kernel's
own caches may differ, so the difference may be two per cent.

Calls and faults with a constant result must be equal to the instruction, for every selection and
order.

The build's name must not matter, to the last character of the log.

usage: tests/linux/same_layout.py BUILD
"""
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from wire_line import record  # noqa: E402

LIMIT = 0.02
TASKS = ("os.process_*", "os.thread_*")
BEFORE = ("selftest.*", "cpu.*", "entry.*")
# Its page is next to those of the other faults, which must be there also if they do not run.
LONE = ("fault.shootdown",)
# Their samples depend on their start time.
TIMED = ("null.timing", "clock.coarse", "os.pipe")
# The others are compared with the first.
SELECTIONS = (
    ("null.timing", "entry.*", "fault.*"),
    ("fault.*", "os.switch_thread", "os.thread_create", "entry.*", "null.timing"),
    ("fault.demand_zero", "fault.no_execute", "entry.null_syscall"),
)
OPERATIONS_LEAST = 8    # in common with the first selection
NAMES_TRIED = 2000           # names tried to get two very different checksums
PROGRAM, KERNEL = "bareline-linux-static", "linux/vmlinuz"


def run(tool, directory, benches):
    shutil.rmtree(directory, ignore_errors=True)
    command = [tool, "run", "--quiet", "--deterministic", "--linux", "--timeout", "900", "-o",
               directory]
    for bench in benches:
        command += ["--bench", bench]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def quartiles(results):
    return {(bench["name"], str(series["point"])): series["warm"]["ticks"]["p25"]
            for bench in results["benchmarks"] for series in bench["series"]}


def measure(build, name, benches):
    directory = f"{build}/same-layout/{name}"
    run(f"{build}/bareline", directory, benches)
    with open(f"{directory}/results.json", encoding="utf-8") as file:
        return quartiles(json.load(file))


def build_name(program):
    output = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    return output[output.index("(") + 1:output.index(")")].encode()


def renamed(build, name):
    """The tool, next to a program of the same build with another name."""
    place = f"{build}/same-layout/named-{name}"
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(f"{place}/linux")
    shutil.copy(f"{build}/bareline", place)
    os.symlink(os.path.abspath(f"{build}/{KERNEL}"), f"{place}/{KERNEL}")
    shutil.copy(f"{build}/{PROGRAM}", place)
    own = build_name(f"{build}/{PROGRAM}")
    with open(f"{place}/{PROGRAM}", "r+b") as file:
        program = file.read()
        if b"\0" + own + b"\0" not in program:
            sys.exit("the program does not contain the build's name")
        file.seek(0)
        file.write(program.replace(b"\0" + own + b"\0",
                                   b"\0" + name.encode() + b"\0"))
    return f"{place}/bareline"


def different_names(build):
    """Two names of a build: one whose manifest checksum has the most letters, and one with the most
    digits other than leading zeros. They take the longest and the shortest time to format."""
    own = build_name(f"{build}/{PROGRAM}").decode()
    run(f"{build}/bareline", f"{build}/same-layout/own", TIMED)
    with open(f"{build}/same-layout/own/serial.log", encoding="utf-8", errors="replace") as file:
        manifest = next(line for line in file if line.startswith("@manifest "))
    text = manifest[1:manifest.rindex(" *")]

    def cost(name):
        checksum = record(text.replace(f" build={own} ", f" build={name} "))[-9:-1].decode()
        return sum(digit.isalpha() for digit in checksum) + len(checksum.lstrip("0"))

    names = [f"{number:04}".rjust(len(own), "a")[:len(own)] for number in range(NAMES_TRIED)]
    return min(names, key=cost), max(names, key=cost)


def log_of_name(build, name):
    """All lines except the manifest, which has the name."""
    directory = f"{build}/same-layout/log-{name}"
    run(renamed(build, name), directory, TIMED)
    with open(f"{directory}/serial.log", "rb") as file:
        return [line for line in file if not line.startswith(b"@manifest ")]


def check_selections(build):
    """Check that each selection's results equal the first's."""
    failed = 0
    for number, benches in enumerate(SELECTIONS):
        run(f"{build}/bareline", f"{build}/same-layout/selection-{number}", benches)
        if number == 0:
            continue
        done = subprocess.run([f"{build}/bareline", "compare", f"{build}/same-layout/selection-0",
                               f"{build}/same-layout/selection-{number}"], check=False,
                              capture_output=True, text=True)
        output = done.stdout.partition("\n")[0]
        same = re.search(r": of \d+ operations 0 regressed, 0 improved, (\d+) unchanged", output)
        good = done.returncode == 0 and same and int(same[1]) >= OPERATIONS_LEAST
        failed += not good
        print(f"{' '.join(benches)}: {output}{'' if good else ', which is wrong'}")
        if not good:
            print(done.stdout, done.stderr)
    return failed == 0


def check_lone(build, alone):
    """Check that a benchmark without the others of its family equals the first selection's."""
    with open(f"{build}/same-layout/selection-0/results.json", encoding="utf-8") as file:
        others = quartiles(json.load(file))
    same = {name: alone.get(name) == others[name] for name in others if name[0] in LONE}
    for name in same:
        print(f"{' '.join(name)}: {alone.get(name)} alone, {others[name]} after others"
              f"{'' if same[name] else ', which is wrong'}")
    return len(same) > 0 and all(same.values())


def main():
    build = sys.argv[1]
    logs = [log_of_name(build, name) for name in different_names(build)]
    is_same = logs[0] == logs[1] and len(logs[0]) > 20
    print("the same log for every build name" if is_same else
          "the log depends on the build's name")
    is_same &= check_selections(build)
    few = measure(build, "few", TASKS)
    many = measure(build, "many", BEFORE + LONE + TASKS)
    is_same &= check_lone(build, many)
    names = [name for name in few if name[0].startswith("os.")]
    apart = 0
    for name in names:
        ratio = many[name] / few[name]
        wrong = abs(ratio - 1) > LIMIT
        apart += wrong
        print(f"{' '.join(name)}: {few[name]:.0f} alone, {many[name]:.0f} after others, "
              f"{ratio:.4f}{' is too much' if wrong else ''}")
    print(f"{len(names) - apart + is_same} passed, {apart + (not is_same)} failed")
    sys.exit(apart > 0 or len(names) < 10 or not is_same)


if __name__ == "__main__":
    main()
