#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bareline-linux watch`: programs that handle a key in a known way, and editors, a pager and shells.
Each known program counts the ticks of its own work. A key's latency must contain them, whatever the
load of the host: the program peeks, hands the work to a thread, or polls.

usage: tests/linux/watch.py BUILD
"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

build = os.path.abspath(sys.argv[1])
here = os.path.dirname(os.path.abspath(__file__))
place = os.path.join(build, "watch-test")
KEYS = 6
TRIES = 3
LIMIT_SECONDS = 300
SCRIPT = f"""pace 30ms
hold 5ms
label "x"
text "{'x' * KEYS}"
label "last"
pause 300ms
text "y"
"""
failures = []


def check(what, good, detail=""):
    if not good:
        print(f"failed: {what}\n{detail}")
        failures.append(what)


def run(name, *arguments):
    return subprocess.run(arguments, cwd=place, check=False, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=LIMIT_SECONDS,
                          env={**os.environ, "HOME": place, "HISTFILE": f"{name}.history",
                               "LC_ALL": "C"})


def watch(name, *program, keys="keys.txt"):
    return run(name, f"{build}/bareline-linux", "watch", "--keys", keys, "-o", f"{name}.log", "--force",
               "--", *program)


def number(text, stage):
    found = re.search(rf"^watch\.\w+ {stage}: median (\d+)", text, re.MULTILINE)
    return int(found[1]) if found else -1


def tables(name):
    result = run(name, f"{build}/bareline", "idle", "--json", f"{name}.log")
    return {table["name"]: table["rows"] for table in json.loads(result.stdout)["tables"]} \
        if result.returncode == 0 else {}


def contain(actions, own):
    return len(actions) == len(own) and all(latency >= ticks for latency, ticks in
                                            zip(actions, own, strict=True))


def watch_known(form):
    """A thread that waits for a page in the middle of its work, on a busy host, is taken for one that has
    finished. So a program with a thread is watched again, a bounded number of times."""
    for _ in range(TRIES if form == "worker" else 1):
        result = watch(form, f"{place}/watched", form, f"{place}/{form}.ticks")
        found = tables(form)
        with open(f"{place}/{form}.ticks", encoding="ascii") as ticks:
            own = [int(line) for line in ticks]
        actions = [row["end_ticks"] - row["begin_ticks"] for row in found.get("actions", [])]
        if contain(actions, own):
            break
    return form, result, found, own, actions


def check_known(form, result, found, own, actions):
    check(f"{form}: the run succeeds", result.returncode == 0, result.stderr)
    check(f"{form}: each key is handled", number(result.stderr, "handled") == KEYS + 1 == len(own),
          result.stderr)
    check(f"{form}: the host finds the same times",
          [row["target"] for row in found.get("message-logs", [])] == ["same times"], found)
    if form == "poller":
        check("poller: it peeks more often than it is asked",
              number(result.stderr, "vain_peeks") > KEYS, result.stderr)
        check("poller: it waits never", number(result.stderr, "waits") == 0, result.stderr)
    if form == "timer":
        check("timer: late answers are not the user's", len(found.get("background", [])) > 0, found)
    if form == "worker" and "no context switches" in result.stderr:
        print("worker: skipped, because this host permits no perf events")
        return
    check(f"{form}: a latency contains the program's own ticks", contain(actions, own),
          f"latencies {actions}, own {own}\n{result.stderr}")


def watch_real(program):
    return program[0], watch(program[0], *program)


def check_real(name, result):
    check(f"{name}: the run succeeds", result.returncode == 0, result.stderr)
    check(f"{name}: each key is handled", number(result.stderr, "handled") == KEYS + 1, result.stderr)
    check(f"{name}: a key has output", number(result.stderr, "output_bytes") > 0, result.stderr)
    if name == "vi":
        check("vi: it peeks more than once a key",
              number(result.stderr, "vain_peeks") > KEYS + 1, result.stderr)


def refuses(what, status, *arguments):
    result = run("refused", f"{build}/bareline-linux", "watch", "-o", "refused.log", "--force", *arguments)
    check(f"{what} is refused", result.returncode == status, f"{result.returncode}\n{result.stderr}")
    return result.stderr


shutil.rmtree(place, ignore_errors=True)
os.makedirs(place)
for file, content in (("keys.txt", SCRIPT), ("mouse.txt", "click left\n"), ("text", "line\n" * 200)):
    with open(f"{place}/{file}", "w", encoding="ascii") as out:
        out.write(content)
subprocess.run(["gcc", "-O1", "-D_GNU_SOURCE", "-I", ".", "-o", f"{place}/watched", f"{here}/watched.c",
                "-pthread"], check=True)

known = ["simple", "peeks", "worker", "poller", "timer"]
real = [["vi", "-u", "NONE", "-n", "text"], ["nano", "-I", "text"], ["less", "text"], ["cat"],
        ["bash", "--norc", "--noprofile", "-i"], ["python3", "-q"]]
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    all_known = pool.map(watch_known, known)
    all_real = pool.map(watch_real, [program for program in real if shutil.which(program[0])])
    for one in all_known:
        check_known(*one)
    for one in all_real:
        check_real(*one)

check("a log is shown", run("show", f"{build}/bareline", "show", "simple.log").returncode == 0)
check("two logs are compared", "Both sides have every metric" in run(
    "compare", f"{build}/bareline", "compare", "simple.log", "peeks.log").stdout)
check("the script's line is named", "mouse.txt:1:" in refuses("a mouse", 2, "--keys", "mouse.txt", "--",
                                                             "cat"))
refuses("a missing program", 2, "--keys", "keys.txt")
check("a program that is not found is named",
      "/nonexistent" in refuses("another program", 1, "--keys", "keys.txt", "--", "/nonexistent"))
check("an early end is reported", "ended" in refuses("true", 1, "--keys", "keys.txt", "--", "true"))
sys.exit(1 if failures else 0)
