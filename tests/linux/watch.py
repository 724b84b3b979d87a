#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bareline-linux watch`: programs that handle a key in a known way, editors, a pager and shells, and programs
with a window.
Each known program counts the ticks of its own work. A key's latency must contain them, whatever the
load of the host: the program peeks, hands the work to a thread, or polls.

usage: tests/linux/watch.py BUILD
"""
import concurrent.futures
import csv
import io
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

build = os.path.abspath(sys.argv[1])
here = os.path.dirname(os.path.abspath(__file__))
place = os.path.join(build, "watch-test")
KEYS = 6
TRIES = 5
LIMIT_SECONDS = 300
PERSON_SECONDS = 0.05
CLOCKS = 1.001
LAST_NS = 300_000_000       # what watch waits for the answer to the last key, at least
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


def type_by_hand(name, keys, *program):
    """A person types each key after the answer to the one before, and closes the terminal at last.
    Returns the watcher's messages, and by key the nanoseconds until its answer was read."""
    person, terminal = os.openpty()
    answered = []
    with subprocess.Popen([f"{build}/bareline-linux", "watch", "-o", f"{name}.log", "--force", "--", *program],
                          cwd=place, stdin=terminal, stdout=terminal, stderr=subprocess.PIPE, text=True) as run_:
        os.close(terminal)
        os.read(person, 1)
        for key in keys:
            time.sleep(PERSON_SECONDS)
            begin = time.perf_counter_ns()
            os.write(person, key)
            os.read(person, 1)
            answered.append(time.perf_counter_ns() - begin)
        os.close(person)
        message = run_.stderr.read()
    return subprocess.CompletedProcess(program, run_.returncode, "", message), answered


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


def samples(name, stage):
    text = run(name, f"{build}/bareline", "export", "--format", "samples", f"{name}.log").stdout
    return [float(row["value"]) for row in csv.DictReader(io.StringIO(text))
            if row["bench"].endswith("_keys") and row["stage"] == stage]


def until_outputs_are_seen(name, session):
    """On a busy host an output may come after the next key, and no key has a time of it then. So watch
    again, a bounded number of times."""
    for _ in range(TRIES):
        result = session()
        if len(samples(name, "seen")) >= KEYS:
            break
    return result


def each_below(what, less, more):
    """Intervals within others are shorter on a busy host too; two clocks may differ by CLOCKS."""
    check(what, min(len(less), len(more)) >= KEYS and all(a <= b * CLOCKS for a, b in zip(less, more)),
          f"{less}\n{more}")


def check_person():
    """What is measured contains the program's own measure, and is contained in the person's. Only the last
    key may be without an end, because the terminal closes."""
    result, echoed = until_outputs_are_seen("person", lambda: type_by_hand(
        "person", [b"x"] * (KEYS + 1), f"{place}/watched", "simple", f"{place}/person.ticks"))
    check("person: the run succeeds", result.returncode == 0, result.stderr)
    check("person: each key is handled", number(result.stderr, "handled") >= KEYS, result.stderr)
    each_below("a key is taken before it is seen", samples("person", "taken"), samples("person", "seen"))
    each_below("a key is seen before the person sees it", samples("person", "seen"), echoed)
    if "no context switches" not in result.stderr:
        each_below("CPU time is part of the latency", samples("person", "cpu"), samples("person", "latency"))
    rows = json.loads(run("compare", f"{build}/bareline", "idle", "--json", "person.log", "simple.log").stdout)
    found = {table["name"]: table["rows"] for table in rows["tables"]}
    check("hand-typed and scripted trials are compared",
          [row["input_by"] for row in found["message-logs"]] == ["person", "terminal"] and
          all(row["n"] >= KEYS for row in found["action-kinds"] if row["action"] == "all"), found)


def watch_real(program):
    return program[0], watch(program[0], *program)


def check_real(name, result):
    check(f"{name}: the run succeeds", result.returncode == 0, result.stderr)
    check(f"{name}: each key is handled", number(result.stderr, "handled") == KEYS + 1, result.stderr)
    check(f"{name}: a key has output", number(result.stderr, "output_bytes") > 0, result.stderr)
    if name == "vi":
        check("vi: it peeks more than once a key",
              number(result.stderr, "vain_peeks") > KEYS + 1, result.stderr)


# ---- Programs with a window ----

def start_server():
    """Xvfb and the number of its display, or the reason why there is none."""
    if shutil.which("Xvfb") is None:
        return None, "Xvfb is not installed"
    ready, number = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(number), "-nolisten", "tcp", "-auth", f"{place}/cookies"],
                              pass_fds=[number], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    os.close(number)
    with os.fdopen(ready, encoding="ascii") as link:
        display = link.readline().strip()
    return server, display


def write_cookie(number, secret):
    """A file of cookies as xauth writes it: for any display, and one for another."""
    with open(f"{place}/cookies", "wb") as file:
        for display, value in ((b"9999", bytes(16)), (number, secret)):
            file.write((0xffff).to_bytes(2, "big"))
            for field in (b"host", display, b"MIT-MAGIC-COOKIE-1", value):
                file.write(len(field).to_bytes(2, "big") + field)


def watch_window(name, *program, keys="keys.txt"):
    return run(name, f"{build}/bareline-linux", "watch", "--x11", "--keys", keys, "-o", f"{name}.log", "--force", "--",
               *program)


def check_known_window():
    """A reply that it waits for is no request for a key, and Shift is a key of its own."""
    result = until_outputs_are_seen("window", lambda: watch_window(
        "window", "/usr/bin/python3", f"{here}/watched_x11.py", f"{place}/window.own"))
    check("window: the run succeeds", result.returncode == 0, result.stderr)
    check("window: each key is handled", number(result.stderr, "handled") == KEYS + 1, result.stderr)
    with open(f"{place}/window.own", encoding="ascii") as file:
        own = [int(line) for line in file]
    latencies = samples("window", "latency")
    check("window: a latency contains the program's own time", len(own) == len(latencies) == KEYS + 1 and
          all(latency * CLOCKS >= ns for latency, ns in zip(sorted(latencies), sorted(own))), f"{latencies}\n{own}")
    each_below("window: a key is seen before it is handled", samples("window", "seen"), latencies)
    each_below("window: a key is taken before it is seen", samples("window", "taken"), samples("window", "seen"))
    result = watch_window("shift", "/usr/bin/python3", f"{here}/watched_x11.py", f"{place}/shift.own",
                          keys="shift.txt")
    check("window: a capital has two presses, and is one key", number(result.stderr, "handled") == 2 and
          len(open(f"{place}/shift.own", encoding="ascii").readlines()) == 3, result.stderr)


def check_mouse():
    """A press and a release of a button are each handled, also after the mouse moved."""
    with open(f"{place}/clicks.txt", "w", encoding="ascii") as file:
        file.write("pace 100ms\nhold 40ms\nlabel \"click\"\nclick left\nmove 9 4\nclick right\n"
                   "label \"drag\"\npress left\nmove 20 10\nrelease left\nlabel \"\"\nkey a\n")
    result = watch_window("clicks", "/usr/bin/python3", f"{here}/watched_x11.py", f"{place}/clicks.own",
                          keys="clicks.txt")
    check("mouse: each event is handled", number(result.stderr, "handled") == 7, result.stderr)
    with open(f"{place}/clicks.own", encoding="ascii") as file:
        own = [int(line) for line in file]
    latencies = samples("clicks", "latency")
    check("mouse: a latency contains the program's own time", len(own) == len(latencies) == 7 and
          all(latency * CLOCKS >= ns for latency, ns in zip(sorted(latencies), sorted(own))), f"{latencies}\n{own}")


class Person:
    """A client of the X server that presses keys and buttons as a person does, one at a time."""
    KEYS = [(2, 38), (3, 38), (4, 1), (5, 1), (2, 39), (3, 39), (2, 40), (3, 40)]   # events and details
    EVENTS = 5                  # a release of a key is none

    def __init__(self, display):
        self.link = socket.socket(socket.AF_UNIX)
        self.link.connect(f"/tmp/.X11-unix/X{display}")
        name = b"MIT-MAGIC-COOKIE-1"
        self.link.sendall(struct.pack("<BxHHHH2x", ord("l"), 11, 0, len(name), 16) + name + bytes(2) + bytes(range(16)))
        head = self.read(8)
        rest = self.read(4 * int.from_bytes(head[6:], "little"))
        vendor, formats = int.from_bytes(rest[16:18], "little"), rest[21]
        at = 32 + (vendor + 3) // 4 * 4 + 8 * formats
        self.root = int.from_bytes(rest[at:at + 4], "little")
        self.link.sendall(struct.pack("<BxHHxx8s", 98, 4, 5, b"XTEST"))
        self.xtest = self.reply()[9]

    def read(self, size):
        data = b""
        while len(data) < size:
            data += self.link.recv(size - len(data)) or sys.exit("the X server ended")
        return data

    def reply(self):
        head = self.read(32)
        return head + self.read(4 * int.from_bytes(head[4:8], "little"))

    def sees_window(self):
        self.link.sendall(struct.pack("<BxHI", 15, 2, self.root))
        tree = self.reply()
        for i in range(int.from_bytes(tree[16:18], "little")):
            self.link.sendall(struct.pack("<BxH4s", 3, 2, tree[32 + 4 * i:36 + 4 * i]))
            if self.reply()[26] == 2:
                return True
        return False

    def act(self, own):
        """Each after the answer to the one before. The limit is reached only after an error."""
        limit = time.monotonic() + 120
        while not self.sees_window() and time.monotonic() < limit:
            time.sleep(0.01)
        answered = 0
        for kind, detail in [(6, 0)] + self.KEYS:
            self.link.sendall(struct.pack("<BBHBBxxIIxxxxxxxxhh8x", self.xtest, 2, 9, kind, detail, 0, self.root, 50, 50))
            answered += kind in (2, 4, 5)
            while len(open(own, encoding="ascii").readlines()) < answered and time.monotonic() < limit:
                time.sleep(0.01)


def check_person_at_window(display):
    """A person's keys and clicks come from the server's extension RECORD, with its times in ms."""
    own = f"{place}/at-window.own"
    open(own, "w", encoding="ascii").close()
    run_ = concurrent.futures.ThreadPoolExecutor(1).submit(
        run, "at-window", f"{build}/bareline-linux", "watch", "--x11", "-o", "at-window.log", "--force", "--",
        "/usr/bin/python3", f"{here}/watched_x11.py", own, str(Person.EVENTS))
    Person(display).act(own)
    result = run_.result()
    # The last one's handling may end with the program, which asks for nothing more.
    check("person: each key and click is handled", number(result.stderr, "keys") == Person.EVENTS and
          number(result.stderr, "handled") >= Person.EVENTS - 1, result.stderr)
    with open(own, encoding="ascii") as file:
        times = [int(line) for line in file]
    latencies = samples("at-window", "latency")
    check("person: a latency contains the program's own time", len(latencies) >= Person.EVENTS - 1 and
          all(latency * CLOCKS >= ns for latency, ns in zip(latencies, times[:Person.EVENTS - 1])),
          f"{latencies}\n{times}")


def check_false_servers():
    """A server that ends, says less than its lengths promise, or names a root window beyond its answer."""
    number = 1000 + os.getpid()
    path = f"/tmp/.X11-unix/X{number}"
    os.makedirs("/tmp/.X11-unix", exist_ok=True)
    os.environ["DISPLAY"] = f":{number}"
    for answer in (b"", b"\1" + bytes(5) + b"\10\0" + bytes(8), b"\1" + bytes(5) + b"\10\0" + b"\xff" * 32):
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path)
            server.listen()
            run_ = concurrent.futures.ThreadPoolExecutor(1).submit(watch_window, "false", "xedit")
            with server.accept()[0] as link:
                link.recv(4096)
                link.sendall(answer)
        os.unlink(path)
        check("a false server is reported", f"X server :{number}: " in run_.result().stderr and
              run_.result().returncode == 1, run_.result().stderr)


def check_windows():
    server, display = start_server()
    if server is None:
        print(f"programs with a window: skipped, because {display}")
        return
    try:
        write_cookie(display.encode(), bytes(range(16)))
        server.send_signal(signal.SIGHUP)       # Xserver(1): it reads its cookies again
        os.environ.update(DISPLAY=f":{display}", XAUTHORITY=f"{place}/cookies")
        check_known_window()
        check_mouse()
        check_person_at_window(display)
        for name, *arguments in (("xedit", "text"), ("xterm", "-e", "cat")):
            if shutil.which(name) is None:
                print(f"{name}: skipped, because it is not installed")
                continue
            check_real(name, watch_window(name, name, *arguments))
            check(f"{name}: the last key ends before the program does",
                  samples(name, "latency")[-1] < LAST_NS, samples(name, "latency"))
        check("a program without a window is reported", "did not ask" in watch_window("cat", "cat").stderr)
        os.environ["XAUTHORITY"] = "/nonexistent"
        check("a server that refuses is reported", "denied" in watch_window("denied", "xedit").stderr)
        os.environ["DISPLAY"] = "elsewhere:0"
        check("a distant server is refused", "local" in watch_window("distant", "xedit").stderr)
    finally:
        server.terminate()
        server.wait()
    os.environ["DISPLAY"] = f":{display}"
    check("a missing server is reported", "No such file" in watch_window("gone", "xedit").stderr or
          "refused" in watch_window("gone", "xedit").stderr)


def refuses(what, status, *arguments):
    result = run("refused", f"{build}/bareline-linux", "watch", "-o", "refused.log", "--force", *arguments)
    check(f"{what} is refused", result.returncode == status, f"{result.returncode}\n{result.stderr}")
    return result.stderr


shutil.rmtree(place, ignore_errors=True)
os.makedirs(place)
for file, content in (("keys.txt", SCRIPT), ("mouse.txt", "click left\n"), ("shift.txt", "text \"aB\"\n"),
                      ("text", "line\n" * 200)):
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

check_person()
check_false_servers()
check_windows()
check("a log is shown", run("show", f"{build}/bareline", "show", "simple.log").returncode == 0)
# On a busy host a key's output may come after the next key. Then the log has no times of outputs.
check("two logs are compared", re.search(r"\d+ of \d+ operations differ", run(
    "compare", f"{build}/bareline", "compare", "simple.log", "peeks.log").stdout))
check("the script's line is named", "mouse.txt:1:" in refuses("a mouse", 2, "--keys", "mouse.txt", "--",
                                                             "cat"))
refuses("a missing program", 2, "--keys", "keys.txt")
check("a program that is not found is named",
      "/nonexistent" in refuses("another program", 1, "--keys", "keys.txt", "--", "/nonexistent"))
check("an early end is reported", "ended" in refuses("true", 1, "--keys", "keys.txt", "--", "true"))
sys.exit(1 if failures else 0)
