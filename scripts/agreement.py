#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare bareline-linux with independent programs. Print two tables, write them into a page if one
is given, and fail if a ratio exceeds its limits.

Exact: system calls, threads and processes, in instructions, with the program of tests/independent.
Each runs in its own boot of the same Linux on the same emulated machine. A result is the samples'
lower quartile: in most other samples Linux did additional work, such as finding memory for a stack.
The cost of unmapping a page depends on its place among the process's mappings. The program reports
the best of many places, which must agree, and the worst, whose limit is larger.

Times: with perf bench, lmbench, likwid-bench, mbw and fio of the distribution, on this machine, and with multichase if MULTICHASE
is a directory of its sources. The packages are unpacked, not installed. A round runs both sides,
pinned to one CPU. The best value of all rounds counts, since a disturbance makes a value worse. A
comparison ends when its ratio is within its limits and both sides have repeated their best values.
It fails if the ratio exceeds its limits after all rounds, so a busy host costs rounds.

usage: scripts/agreement.py BUILD [PAGE]
"""
import contextlib
import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import namedtuple

# ---- Instructions ----

LIMIT = 0.02
WORST_PLACE, LIMIT_OF_WORST_PLACE = " worst_place", 0.08
# The timing overhead, and benchmarks missing in the independent program.
NOT_COMPARED = ("null.timing", "os.timer", "os.wake")
KERNEL_WORDS = "console=ttyS0 quiet panic=-1 nokaslr"
TIMEOUT_S = 900
FILE, DIRECTORY = 0o100755, 0o040755


def run_bareline(build, directory):
    """bareline-linux's results by benchmark and point, their kernel, and the command of the machine."""
    command = [f"{build}/bareline", "run", "--quiet", "--deterministic", "--linux", "--suite", "full",
               "--timeout", str(TIMEOUT_S), "-o", directory]
    for bench in ("null.timing", "entry.null_syscall", "fault.shootdown", "os.*"):
        command += ["--bench", bench]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(f"{directory}/results.json", encoding="utf-8") as file:
        results = json.load(file)
    kernel = results["manifest"]["kernel"]
    version = re.search(r"Debian (\S+)", kernel) or re.match(r"(\S+)", kernel)
    with open(f"{directory}/manifest.json", encoding="utf-8") as file:
        return dict(metrics_of(results)), version[1], json.load(file)["qemu_command"]


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


def compare_instructions(build):
    """The table's lines, and the errors."""
    directory = f"{build}/agreement-exact"
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(f"{directory}/independent")
    ours, kernel, command = run_bareline(build, f"{directory}/bareline")
    theirs = run_independent(command, f"{directory}/independent", f"{build}/independent")
    lines = [f"| metric, Linux {kernel} | bareline-linux | program | ratio |", "|---|---|---|---|"]
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
    return lines, wrong if theirs else ["the independent program gave no result"]


# ---- Times: what is compared ----

# The work of both sides, our value as take_ours() names it, the function that runs the program with
# its arguments, and limits of our value divided by the program's. Bandwidths are in GB/s, others in ns.
Row = namedtuple("Row", "work ours program limits")

ROUNDS_MIN, ROUNDS_MAX = 3, 20
REPEATED = 0.3          # the two best values of a side may differ by this
PROGRAM_TIMEOUT_S = 20  # lmbench sometimes does not end by itself
PASS_BYTES = 64 << 20   # of a short measurement: some milliseconds
KIB, MIB = 1 << 10, 1 << 20
DISK_BYTES = 16 * MIB

# Reasons are in docs/agreement.md. Half or twice the work exceeds each of these.
CORE = (0.7, 1.43)      # the core and its own caches
SHARED = (0.55, 1.8)    # the L3 cache, memory or disk, which other machines use too
SWITCHED = (0.55, 1.8)  # the scheduler, which treats the real-time priority of our tasks differently


def limits_of(size):
    return CORE if size <= 256 * KIB else SHARED


def size_name(size):
    return f"{size // MIB} MiB" if size >= MIB else f"{size // KIB} KiB"


def rows_of_latency():
    for size in (16 * KIB, 256 * KIB, 4 * MIB, 64 * MIB):
        yield Row(f"load, random chase of {size_name(size)}, 2 MiB pages",
                  f"mem.latency order=random page_bytes=2097152 size_bytes={size}",
                  (lat_mem_rd, size), limits_of(size))


# Register widths: as we name them, as likwid-bench does, and as the CPU's flags do.
WIDTHS = (("64", "", "sse2"), ("sse2", "_sse", "sse2"), ("avx2", "_avx", "avx2"),
          ("avx512", "_avx512", "avx512f"))


def rows_of_widths():
    with open("/proc/cpuinfo", encoding="ascii") as file:
        flags = re.search(r"(?m)^flags.*", file.read())[0].split()
    widths = [(width, suffix) for width, suffix, flag in WIDTHS if flag in flags]
    for ours, theirs, counted in (("read", "load", 1), ("write", "store", 1), ("copy", "copy", 2)):
        for size in (16 * KIB, 256 * KIB, 64 * MIB):
            some = widths[:1] if size > 256 * KIB else widths if ours == "read" else widths[::2]
            for width, suffix in some:
                # With four loads per iteration, likwid-bench reads the L2 cache more slowly.
                is_slower = (ours, size, width) == ("read", 256 * KIB, "64")
                yield Row(f"{ours} {size_name(size)}, {width}", f"rate {ours} {width} {size}",
                          (likwid, theirs + suffix, size, counted),
                          (0.9, 2.2) if is_slower else limits_of(size))
        if ours != "read" and "avx2" in flags:
            yield Row(f"nt_{ours} 64 MiB, avx2", f"rate nt_{ours} avx2 {64 * MIB}",
                      (likwid, f"{theirs}_mem_avx", 64 * MIB, counted), SHARED)


def rows_of_functions():
    size = 256 * KIB
    for ours, width, test in (
            ("copy", "64", "memcpy x86-64-unrolled"), ("copy", "best", "memcpy default"),
            ("rep_movsb", "byte", "memcpy x86-64-movsb"), ("fill", "64", "memset x86-64-unrolled"),
            ("fill", "best", "memset default"), ("rep_stosb", "byte", "memset x86-64-stosb")):
        yield Row(f"{ours} {size_name(size)}, {width}", f"rate {ours} {width} {size}",
                  (perf_mem, *test.split(), size // 2 if "memcpy" in test else size), CORE)
    for ours, test in (("read", "rd"), ("write", "wr")):
        yield Row(f"{ours} {size_name(size)}, four times a line", f"rate {ours} sse2 {size}",
                  (bw_mem, test, size), CORE)
    yield Row("copy 64 MiB, 64", f"rate copy 64 {64 * MIB}", (mbw, 32), SHARED)


def rows_of_system():
    for program in ((perf_syscall,), (lmbench, "lat_syscall", "null")):
        yield Row("`getppid`", "entry.null_syscall path=syscall", program, CORE)
    for between, program in (("processes", (perf_pipe,)), ("threads", (perf_pipe, "-T")),
                             ("processes", (lmbench, "lat_pipe"))):
        yield Row(f"word there and back, two pipes, {between}", f"os.pipe ring=3 between={between}",
                  program, SWITCHED)
    yield Row("word to the next of two processes",
              "os.switch_working_set ring=3 tasks=2 size_bytes=0", (lat_ctx,), SWITCHED)
    # lmbench's process has more pages.
    yield Row("fork, exit, wait", "os.process_run size_bytes=4096", (lmbench, "lat_proc", "fork"),
              (0.2, 1.1))
    # Its value consists of three measurements.
    yield Row("write to a read-only page, signal handler, return",
              "fault.write_protect ring=3 action=trap page_bytes=4096 total", (lat_sig,), (0.6, 2))


def rows_of_disk():
    for order, size in (("random", 4 * KIB), ("sequential", 4 * KIB), ("sequential", 64 * KIB)):
        yield Row(f"read of {size_name(size)}, {order}, `O_DIRECT`, `io_uring`",
                  "disk.read device=disk0 completion=interrupt "
                  f"order={order} depth=1 size_bytes={size} total", (fio, order, size), SHARED)


def rows_of_multichase():
    for size, order in ((16 * KIB, "random"), (256 * KIB, "random"), (64 * MIB, "tlb_local")):
        yield Row(f"load, random chase of {size_name(size)}, 4 KiB pages in groups of 64",
                  f"mem.latency order={order} page_bytes=4096 size_bytes={size}",
                  (multichase, size), limits_of(size))
    yield Row("load, random chase of 64 MiB, 2 MiB pages",
              f"mem.latency order=random page_bytes=2097152 size_bytes={64 * MIB}",
              (multichase, 64 * MIB, "-H", "-T", 64 * MIB), SHARED)


# ---- Times: the programs ----

FETCH = r"""
set -eu
. scripts/fetch.sh
fetch_begin agreement "$1/apt"
fetch_lists "$fetched" amd64 non-free
fetch_unpack "$fetched" amd64 "$1/programs" $(fetch_apt "$fetched" amd64 apt-get -qq --simulate \
	--no-install-recommends install fio likwid linux-perf lmbench mbw | awk '$1 == "Inst" { print $2 }')
"""
PR_SET_CHILD_SUBREAPER = 36


class Programs:
    """Fetches programs and runs them: on one CPU, and before other processes if the user may."""

    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.directory = f"{self.build}/agreement"
        self.disk = f"{self.directory}/disk"
        self.cpu = max(os.sched_getaffinity(0))
        self.outputs = {}
        unpacked = f"{self.directory}/programs/usr"
        libraries = f"{unpacked}/lib/x86_64-linux-gnu"
        lmbench_programs = f"{unpacked}/lib/lmbench/bin/x86_64-linux-gnu"
        # Measure for 20 ms (in µs) and subtract no timing overhead: otherwise lmbench often never
        # ends. Large blocks of memory get pages of 2 MiB, as ours do.
        self.environment = os.environ | {
            "PATH": f"{unpacked}/bin:{unpacked}/sbin:{lmbench_programs}:{os.environ['PATH']}",
            "LD_LIBRARY_PATH": f"{libraries}:{libraries}/ceph", "ENOUGH": "20000", "TIMING_O": "0",
            "LOOP_O": "0", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}

    def fetch(self):
        """Unpack the packages of the programs and of all libraries that this host lacks."""
        if not os.path.isdir(f"{self.directory}/programs"):
            print("agreement: fetching fio, likwid, linux-perf, lmbench and mbw", file=sys.stderr)
            os.makedirs(self.directory, exist_ok=True)
            subprocess.run(["sh", "-c", FETCH, "sh", self.directory], check=True)
        with open(self.disk, "wb") as file:
            file.write(os.urandom(DISK_BYTES))
        # Orphans of lmbench become children of this process.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def make_multichase(self):
        """Build a copy of the sources in MULTICHASE."""
        sources = f"{self.directory}/multichase"
        shutil.rmtree(sources, ignore_errors=True)
        shutil.copytree(os.environ["MULTICHASE"], sources)
        subprocess.run(["make", "-s", "-C", sources, "multichase"], check=True)
        self.environment["PATH"] += f":{sources}"

    def come_first(self, is_pinned):
        """In the child process. Kernels that group processes by session compare the groups."""
        if is_pinned:
            os.sched_setaffinity(0, {self.cpu})
        with contextlib.suppress(OSError):
            os.nice(-20)
            with open("/proc/self/autogroup", "w", encoding="ascii") as file:
                file.write("-20")

    def run(self, *command, is_pinned=True):
        """The output; "" if the program did not end in time."""
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              start_new_session=True, env=self.environment,
                              preexec_fn=lambda: self.come_first(is_pinned)) as process:
            try:
                return process.communicate(timeout=PROGRAM_TIMEOUT_S)[0]
            except subprocess.TimeoutExpired:
                end_children()
                return ""

    def find(self, pattern, *command):
        """The number that the pattern finds in this round's output of the command, or None."""
        if command not in self.outputs:
            self.outputs[command] = self.run(*command)
        found = re.search(pattern, self.outputs[command])
        return float(found[1]) if found else None


def end_children():
    """Processes of lmbench leave their process group, so each is ended by its number."""
    while True:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            children = [int(child) for child in file.read().split()]
        if not children:
            return
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def times(factor, value):
    return value and factor * value


def passes(size):
    return str(max(2, PASS_BYTES // size))


def lat_mem_rd(programs, size):
    return programs.find(rf"(?m)^{size / MIB:.5f} ([0-9.]+)", "lat_mem_rd", "-t", "-N", "1",
                         "-W", "10000", "64", "64")


def bw_mem(programs, test, size):
    return times(1e-3, programs.find(r"(?m)^[0-9.]+ ([0-9.]+)", "bw_mem", "-N", "3", "-W", "10000",
                                     str(size), test))


def lmbench(programs, test, *arguments):
    return times(1e3, programs.find(r": ([0-9.]+) microseconds", test, "-N", "3", "-W", "10000", *arguments))


def lat_sig(programs):
    """From the fault, lmbench has subtracted the handler."""
    parts = [lmbench(programs, "lat_sig", *test) for test in (("prot", programs.disk), ("catch",))]
    return sum(parts) if all(parts) else None


def lat_ctx(programs):
    """From the step, lmbench has subtracted the work without a switch."""
    command = "lat_ctx", "-N", "3", "-W", "10000", "-s", "0", "2"
    parts = [programs.find(pattern, *command) for pattern in ("ovr=([0-9.]+)", "(?m)^2 ([0-9.]+)")]
    return 1e3 * sum(parts) if all(parts) else None


def perf(programs, *arguments):
    return times(1e3, programs.find("([0-9.]+) usecs/op", "perf", "bench", *arguments))


def perf_syscall(programs):
    return perf(programs, "syscall", "basic", "-l", "20000")


def perf_pipe(programs, *options):
    return perf(programs, "sched", "pipe", "-l", "1000", *options)


def perf_mem(programs, test, function, size):
    command = "perf", "bench", "mem", test, "-f", function, "-s", f"{size}B", "-l", passes(size)
    return (times(2**30 / 1e9, programs.find("([0-9.]+) GB/sec", *command)) or
            times(2**20 / 1e9, programs.find("([0-9.]+) MB/sec", *command)))


def likwid(programs, test, size, counted):
    """likwid-bench counts a copied byte twice."""
    return times(1e-3 / counted, programs.find(r"MByte/s:\s*([0-9.]+)", "likwid-bench", "-t", test,
                                               "-i", passes(size), "-w", f"S0:{size}B:1"))


def mbw(programs, size):
    return times(MIB / 1e9, programs.find("Copy: ([0-9.]+)", "mbw", "-q", "-a", "-n", "1", "-t1", str(size)))


def fio(programs, order, size):
    return programs.find(r'(?s)"read" : .*?"lat_ns" : .*?"50\.0+" : ([0-9]+)', "fio", "--name=read",
                         f"--filename={programs.disk}", "--readonly", "--direct=1", "--ioengine=io_uring",
                         f"--rw={'randread' if order == 'random' else 'read'}", f"--bs={size}",
                         "--number_ios=200", "--lat_percentiles=1", "--output-format=json")


def multichase(programs, size, *options):
    return programs.find(r"(?m)^ *([0-9.]+)$", "multichase", "-n", "1", "-s", "64", "-m", str(size),
                         *map(str, options))


# ---- Times: both sides ----

def take_ours(programs, wanted):
    """Our values: of "BENCHMARK POINT [STAGE]" the median in ns, of "rate OPERATION WIDTH SIZE" the
    bandwidth of one CPU as `show` prints it, of the width "best" the highest of all widths."""
    log, tool, values = f"{programs.directory}/log", f"{programs.build}/bareline", {}
    benches = {f"mem.bandwidth.{name.split()[1]}" if name.startswith("rate ") else name.split()[0]
               for name in wanted}
    programs.run(f"{programs.build}/bareline-linux", "--cpu", str(programs.cpu), "--quiet", "-o", log,
                 "--samples", "40", "--disk", programs.disk, "--bench", ",".join(sorted(benches)),
                 is_pinned=False)
    for line in programs.run(tool, "export", "--format", "ndjson", log).splitlines():
        row = json.loads(line)
        if row["cache"] == "warm":
            values[" ".join(filter(None, (row["bench"], row["point"], row["stage"])))] = row["median"]
    for table in json.loads(programs.run(tool, "show", "--json", "--all", log))["tables"]:
        for row in table["rows"] if table["name"] == "mem.bandwidth" else ():
            for width in (row["width"], "best"):
                name = f"rate {row['operation']} {width} {row['size_bytes']}"
                values[name] = max(row["rate"]["value"], values.get(name, 0))
    return values


class Side:
    """The values of one side of a row, the best first."""

    def __init__(self, is_rate):
        self.is_rate = is_rate
        self.values = []

    def add(self, value):
        if value:
            self.values = sorted([*self.values, value], reverse=self.is_rate)

    def is_repeated(self):
        return len(self.values) > 1 and abs(self.values[1] / self.values[0] - 1) <= REPEATED


class Comparison:
    """A row and its values. Rows with the same value of ours share that side."""

    def __init__(self, row, sides):
        self.row = row
        self.unit = "GB/s" if row.ours.startswith("rate ") else "ns"
        self.ours = sides.setdefault(row.ours, Side(self.unit == "GB/s"))
        self.theirs = Side(self.unit == "GB/s")
        self.program = " ".join(map(str, (row.program[0].__name__, *row.program[1:])))

    def measure(self, programs):
        function, *arguments = self.row.program
        self.theirs.add(function(programs, *arguments))

    def ratio(self):
        """None without a value of either side."""
        both = self.ours.values and self.theirs.values
        return self.ours.values[0] / self.theirs.values[0] if both else None

    def is_within(self):
        low, high = self.row.limits
        return self.ratio() is not None and low <= self.ratio() <= high

    def is_settled(self):
        return self.is_within() and self.ours.is_repeated() and self.theirs.is_repeated()

    def line(self):
        low, high = self.row.limits
        ours, theirs = (f"{number(side.values[0])} {self.unit}" for side in (self.ours, self.theirs))
        return (f"| {self.row.work} | {ours} | `{self.program}` | {theirs} | {self.ratio():.2f} | "
                f"{low} to {high} |")


def compare_times(build):
    """The table's lines, and the errors."""
    programs = Programs(build)
    programs.fetch()
    rows = [*rows_of_latency(), *rows_of_widths(), *rows_of_functions(), *rows_of_system(), *rows_of_disk()]
    if os.environ.get("MULTICHASE"):
        programs.make_multichase()
        rows += rows_of_multichase()
    else:
        print("skipped: multichase: MULTICHASE names no directory with its sources")
    sides = {}
    comparisons = [Comparison(row, sides) for row in rows]
    for turn in range(ROUNDS_MAX):
        left = [each for each in comparisons if turn < ROUNDS_MIN or not each.is_settled()]
        if left:
            print(f"agreement: round {turn + 1}: {len(left)} comparisons", file=sys.stderr, flush=True)
            programs.outputs.clear()
            wanted = {each.row.ours for each in left}
            values = take_ours(programs, wanted)
            for name in wanted:
                sides[name].add(values.get(name))
            for each in left:
                each.measure(programs)
    lines = ["| work | bareline-linux | program | its value | ratio | limits |", "|---|---|---|---|---|---|"]
    return (lines + [each.line() for each in comparisons if each.ratio()],
            [f"{each.row.work}: {each.ratio() or 'no'} times the value of {each.program}"
             for each in comparisons if not each.is_within()])


# ---- Both ----

def put_into(page, name, lines):
    begin, end = f"<!-- make agreement: {name} -->\n", "<!-- end -->"
    with open(page, encoding="utf-8") as file:
        before, rest = file.read().split(begin, 1)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + begin + "\n".join(lines) + "\n" + rest[rest.index(end):])


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    all_wrong = []
    for name, compare in (("instructions", compare_instructions), ("times", compare_times)):
        lines, wrong = compare(sys.argv[1])
        print("\n".join(lines), flush=True)
        if len(sys.argv) == 3:
            put_into(sys.argv[2], name, lines)
        all_wrong += wrong
    if all_wrong:
        sys.exit("\n".join(all_wrong))


if __name__ == "__main__":
    main()
