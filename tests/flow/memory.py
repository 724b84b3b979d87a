# SPDX-License-Identifier: MIT
"""No input takes 256 MiB of memory: sparse files of 2 GiB, gzip data of 1 GiB, a long text of perf script,
more events than are kept, and lines without an end. Memory is the peak of resident memory. The tool
does not wait for files of /proc and tracefs that have no end.

usage: memory.py BUILD"""
import gzip
import os
import pathlib
import shutil
import subprocess
import sys

MOST_MIB = 256
MIB = 1 << 20
WAIT_SECONDS = "300"
EVENT = "            <idle>-0       [000] d..1.     1.%06d: sched_wakeup: comm=worker pid=7 prio=120 target_cpu=000\n"
BARELINE = pathlib.Path(sys.argv[1]).resolve() / "bareline"
DIRECTORY = pathlib.Path(sys.argv[1]).resolve() / "memory-test"


def run(name, arguments, status, text, stdin=subprocess.DEVNULL, path=None):
    """Run the tool. It must exit with a status, print a text, and stay within the limit."""
    with open(DIRECTORY / "output", "w+b") as output:
        process = subprocess.Popen(["timeout", WAIT_SECONDS, BARELINE, *arguments], cwd=DIRECTORY,
                                   stdin=stdin, stdout=output, stderr=subprocess.STDOUT,
                                   env=dict(os.environ, PATH=f"{path or ''}:{os.environ['PATH']}"))
        _, ended, usage = os.wait4(process.pid, 0)
        output.seek(0)
        found = output.read().decode(errors="replace")
    exited, mib = os.waitstatus_to_exitcode(ended), usage.ru_maxrss / 1024
    good = exited == status and text in found and mib < MOST_MIB
    print(f"{'ok' if good else 'FAILED'}: {name}: {mib:.0f} MiB, status {exited}")
    if not good:
        sys.exit(f"expected {text!r}, status {status}, and less than {MOST_MIB} MiB; found:\n{found[-500:]}")


def repeated(name, member, times):
    """A file that repeats a gzip member."""
    with open(DIRECTORY / name, "wb") as file:
        for _ in range(times):
            file.write(member)


def sparse(name, mib=2048):
    (DIRECTORY / name).parent.mkdir(parents=True, exist_ok=True)
    with open(DIRECTORY / name, "wb") as file:
        file.truncate(mib * MIB)


def make_perf():
    """A program in perf's place, whose text has one event and 300 MiB of comments."""
    program = DIRECTORY / "bin" / "perf"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n"
                       "echo 'worker 7/7 [000] 1.000000000: sched:sched_wakeup: comm=worker pid=7 prio=120"
                       " target_cpu=000'\n"
                       f"yes '{'#' * 1000}' | head -c {300 * MIB}\n")
    program.chmod(0o755)
    (DIRECTORY / "perf.data").write_bytes(b"PERFILE2")


def make_explained():
    """A directory of explain, whose counts are one line."""
    run_directory = DIRECTORY / "explained" / "run"
    sparse("explained/counts.txt")
    run_directory.mkdir(parents=True)
    logs = pathlib.Path(__file__).resolve().parent.parent / "corpus" / "logs"
    shutil.copy(logs / "explain" / "base" / "run" / "serial.log", run_directory)


def main():
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    DIRECTORY.mkdir()
    importing = ["flow", "import", "--begin", "pid=7", "-o", "import.log"]
    sparse("zeros")
    run("a sparse trace", [*importing, "--format", "ftrace", "zeros"], 2, "a line of 1 MiB or more")
    run("the same without a format", [*importing, "zeros"], 2, "no events in its first lines")
    with open(DIRECTORY / "zeros", "rb") as file:
        run("the same from standard input", [*importing, "-"], 2, "no events in its first lines", file)
    sparse("log", 300)
    run("a sparse log", ["show", "log"], 2, "no run found")
    make_explained()
    run("sparse counts of explain", ["explain", "--show", "explained"], 2, "not an instruction profile")

    repeated("zeros.gz", gzip.compress(bytes(16 * MIB)), 64)
    run("compressed zeros", [*importing, "--format", "ftrace", "zeros.gz"], 2, "a line of 1 MiB or more")
    comments = gzip.compress((b"#" * (MIB // 2 - 1) + b"\n") * 32)
    repeated("comments.gz", gzip.compress((EVENT % 1).encode()) + comments * 64, 1)
    run("1 GiB of compressed comments", [*importing, "comments.gz"], 2, "no interaction begins")
    events = gzip.compress("".join(EVENT % number for number in range(100000)).encode(), 1)
    repeated("events.gz", events, 17)
    run("more events than are kept", [*importing, "events.gz"], 2, "more than 1572864 events")
    make_perf()
    here = pathlib.Path(__file__).resolve().parent
    subprocess.run([sys.executable, "-B", here / "trace_dat.py", here / "traces" / "threads.trace",
                    DIRECTORY / "trace.dat"], check=True)
    run("a long text of perf script", [*importing, "perf.data"], 0, "0 kept, 1 rejected",
        path=DIRECTORY / "bin")

    # The size of the format of a page's head, after magic, version and "header_page".
    trace = bytearray((DIRECTORY / "trace.dat").read_bytes())
    place = trace.index(b"header_page\0") + len("header_page") + 1
    trace[place:place + 8] = (1 << 30).to_bytes(8, "little")
    (DIRECTORY / "trace.dat").write_bytes(trace)
    os.truncate(DIRECTORY / "trace.dat", 2048 * MIB)
    run("a trace.dat with a part of 1 GiB", [*importing, "trace.dat"], 2, "libtracecmd")

    for endless in ("/proc/kmsg", "/sys/kernel/tracing/trace_pipe"):
        try:
            os.close(os.open(endless, os.O_RDONLY | os.O_NONBLOCK))
        except OSError:
            print(f"not tried: {endless} cannot be opened here")
            continue
        run(f"no wait for {endless}", [*importing, endless], 2, endless)
    shutil.rmtree(DIRECTORY)


main()
