#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bareline count` with a program whose instructions and system calls are known, for each processor. The
sums must be equal, and the runs too; a second command must begin with the boot that the first one kept,
and print the same bytes; each key that is typed into a program must have its instructions. With "long":
a damaged boot must be replaced; a baseline must accept the same program, and name one more system call;
of two kernels, of which one executes ten more instructions in one system call, that call alone must be
named; a script must find the files that it opens; a program with threads must have its tasks; the
functions of a module that the program loads must have names; each run must begin at the same time and
get the same random numbers; signals, processes and a shell must have equal figures in two boots, and
threads in two boots of two CPUs; each program of a suite must have its page. With "aarch64" or
"riscv64": programs for that processor, with the figures of the known program and of two boots.

usage: tests/count/count.py BUILD [long | aarch64 | riscv64]
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "linux"))

import own_kernel

# Of exact.S, with the repeated instruction once.
USER = 1 + 2 * 1000 + 1 + 3 * 4 + 4 + 3
REPEATS = 100
# Of exact_aarch64.S and exact_riscv64.S.
USER_OF = {"aarch64": 1 + 2 * 1000 + 1 + 3 * 4 + 5, "riscv64": 1 + 2 * 1000 + 1 + 3 * 4 + 6}
LOADERS = {"aarch64": "ld-linux-aarch64.so.1", "riscv64": "ld-linux-riscv64-lp64d.so.1"}
MARKDOWN_LINES_MAX = 30
THREADS = 3
# All threads exist at once, and have ended before they are joined: with glibc 2.41 pthread_create() executes more if no other
# thread runs.
THREADS_C = """
#include <pthread.h>
#include <unistd.h>
static void *work(void *to)
{
	usleep(20000);
	for (int i = 0; i < 1000; i++) ++*(volatile int *)to;
	return to;
}
int main(void)
{
	pthread_t threads[%d];
	int numbers[%d] = {0};
	for (int i = 0; i < %d; i++) pthread_create(&threads[i], 0, work, &numbers[i]);
	usleep(60000);
	for (int i = 0; i < %d; i++) pthread_join(threads[i], 0);
	return 0;
}
""" % ((THREADS,) * 4)

build = os.path.abspath(sys.argv[1])
place = os.path.join(build, "-".join(["count-test", *sys.argv[2:]]))
failures = []


def check(what, good, detail=""):
    if not good:
        print(f"failed: {what}\n{detail}")
        failures.append(what)


def run(*arguments):
    return subprocess.run([f"{build}/bareline", "count", *arguments], cwd=place, check=False,
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)


def compile_program(name, *flags):
    subprocess.run(["gcc", "-nostdlib", "-static", "-o", os.path.join(place, name), *flags,
                    f"{HERE}/exact.S"], check=True)


def table(text, name):
    """The rows of a table."""
    return next(part["rows"] for part in json.loads(text)["tables"] if part["name"] == name)


def refusals():
    for arguments, message in ((["--", "./absent"], "absent"),
                               (["--", "no-such-program"], "not a program in PATH"),
                               (["--update", "--", "./exact"], "--update: needs --baseline"),
                               (["--markdown", "no.md", "--", "./exact"], "--markdown, --junit, --annotations: report a"),
                               (["--base", "exact", "--", "./exact"], "each needs the other"),
                               (["--kernel", "exact", "--", "./exact"], "exact"),
                               (["--arch", "aarch64", "--cpus", "2", "--kernel", "exact", "--", "./exact"],
                                "records one CPU of aarch64 only; give --cpus 1")):
        done = run("-o", "refused", *arguments)
        check(f"{arguments} is refused", done.returncode in (1, 2) and message in done.stderr,
              done.stderr)


def dying_qemu():
    """The messages of a QEMU that dies, and how it died, are printed."""
    path = os.path.join(place, "dying-qemu")
    with open(path, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\n[ "$1" != --version ] || { echo "QEMU emulator version 7.2"; exit; }\n'
                   "printf 'first line\\nAssertion failed\\n' >&2\nkill -ABRT $$\n")
    os.chmod(path, 0o755)
    done = run("--no-search", "--qemu", path, "-o", "dying", "--", "./exact")
    check("a dying QEMU is explained", done.returncode == 1 and
          f"{path} was killed by signal 6 (Aborted)\nQEMU: first line\nQEMU: Assertion failed\n"
          in done.stderr, done.stderr)


def killed_count():
    """The next count replaces the files of one that was killed."""
    path = os.path.join(place, "slow-qemu")
    log = os.path.join(place, "killed", "serial.log")
    with open(path, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\n[ "$1" != --version ] || { echo "QEMU emulator version 7.2"; exit; }\n'
                   f"echo OpenSBI >{log}\nexec sleep 60\n")
    os.chmod(path, 0o755)
    with subprocess.Popen([f"{build}/bareline", "count", "--no-search", "--qemu", path, "-o", "killed", "--",
                           "./exact"], cwd=place, stderr=subprocess.DEVNULL) as killed:
        while killed.poll() is None and not (os.path.exists(log) and os.path.getsize(log)):
            time.sleep(0.01)
        killed.kill()
    check("the count was killed", killed.returncode == -9, killed.returncode)
    done = run("--no-search", "-o", "killed", "--", "./exact")
    check("its directory is used again", done.returncode == 0, done.stderr)


BOOTING = "once; later runs begin with this boot"


def kept_boot(first):
    done = run("--no-search", "--layouts", "3", "--json", "-o", "second", "--", "./exact")
    check("a kept boot is not booted again", BOOTING not in done.stderr, done.stderr)
    check("a second machine prints the same bytes", done.stdout == first, done.stdout)


def kept_states():
    """The kept boots."""
    cache = os.path.join(os.environ["XDG_CACHE_HOME"], "bareline")
    return [os.path.join(cache, name) for name in os.listdir(cache) if name.startswith("boot-")]


def damaged_boot():
    """A changed byte in the middle, and a file that others may write."""
    def flip(path):
        with open(path, "r+b") as file:
            file.seek(os.path.getsize(path) // 2)
            byte = file.read(1)
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte[0] ^ 1]))

    for damage, message in ((flip, "is damaged; replaced"),
                            (lambda path: os.chmod(path, 0o666), "alone; replaced")):
        for path in kept_states():
            damage(path)
        done = run("--no-search", "-o", "replaced", "--", "./exact")
        check("a bad boot is replaced", done.returncode == 0 and message in done.stderr and
              BOOTING in done.stderr, done.stderr)


def suite():
    with open(os.path.join(place, "suite"), "w", encoding="utf-8") as file:
        file.write("one: ./exact\ntwo: ./extra\n")
    done = run("--no-search", "--suite", "suite", "--json", "-o", "suite-results")
    check("a suite is counted", done.returncode == 0, done.stderr)
    rows = {row["program"]: row for row in table(done.stdout, "count.programs")}
    check("the programs' calls differ by one", rows["two"]["calls"] == rows["one"]["calls"] + 1, rows)
    for name in rows:
        for file in ("count.html", "count.json", "flames.svg"):
            check(f"{name} has {file}", os.path.exists(
                os.path.join(place, "suite-results", "programs", name, file)))


def example(command):
    """The rows of an example in docs/count.md, before the functions of its host's libraries."""
    with open(f"{HERE}/../../docs/count.md", encoding="utf-8") as file:
        block = file.read().split(f"\n\t$ {command}\n")[1].split("\n\n*")[0]
    return [line.strip() for line in block.split("count.functions")[0].splitlines() if line.strip(" \t…")]


def without_numbers(rows):
    return [" ".join(re.sub(r"(?<![\w-])[\d.]+( %)?", "", row).split()) for row in rows]


def page():
    """The example of the page has rows of this host's output, and its own sums."""
    rows = example("bareline count -- sort README.md")
    shutil.copy(f"{HERE}/../../README.md", place)
    done = run("-o", "page", "--", "sort", "README.md")
    printed = without_numbers(done.stdout.splitlines())
    # A short run may end before the timer interrupts.
    absent = [name for name in without_numbers(rows) if name not in printed and name != "interrupts"]
    check("the page's example has the rows of the output", done.returncode == 0 and len(rows) > 10 and not absent,
          f"{absent}\n{done.stdout}{done.stderr}")
    numbers = {without_numbers([row])[0]: [float(number) for number in re.findall(r"(?<![\w-])[\d.]+", row)]
               for row in rows}
    kernel = numbers["kernel"][0]
    check("the example's kinds are those of its kernel", kernel == numbers["system calls"][1] +
          numbers["page faults"][1] + numbers["interrupts"][1], numbers)
    check("the example's total is the sum", numbers["total"][0] == numbers["user"][0] + kernel, numbers)
    for name in "user", "kernel":
        check(f"the example's share of {name}", abs(numbers[name][1] - 100 * numbers[name][0] / numbers["total"][0])
              < 0.05, numbers)


def known_program():
    done = run("--no-search", "--layouts", "3", "--json", "-o", "first", "--", "./exact")
    check("the known program is counted", done.returncode == 0, done.stderr)
    if done.returncode != 0:
        return ""
    totals = [(row["part"].strip(), row) for row in table(done.stdout, "count.total")]
    values = {}
    for part, row in totals:
        values.setdefault(part, row["instructions"])
        if part in ("user", "kernel"):
            check(f"{part}: both runs are equal", row.get("least") is None or part == "kernel", row)
    repeats = values["repeats of string instructions"]
    check("repetitions are those of the instruction", repeats == REPEATS, repeats)
    check("user instructions are those of the source", values["user"] - repeats == USER, values)
    check("the total is the sum", values["total"] == values["user"] + values["kernel"], values)
    layouts = {row["figure"]: row for row in table(done.stdout, "count.layouts")}
    for figure in "user instructions", "system calls", "page faults":
        row = layouts[figure]
        check(f"no layout moves the {figure}", row["run"] == row["least"] == row["most"], row)
    entries = {row["entry"]: row for row in table(done.stdout, "count.entries")}
    check("getppid is called three times", entries["getppid"]["number"] == 3, entries)
    check("exit has no end and counts", entries["exit"]["number"] == 1, entries)
    return done.stdout


def gate():
    done = run("--no-search", "--baseline", "base.txt", "--update", "-o", "update", "--", "./exact")
    check("a baseline is written", done.returncode == 0, done.stderr)
    done = run("--no-search", "--baseline", "base.txt", "-o", "same", "--", "./exact")
    check("the same program passes", done.returncode == 0, done.stdout + done.stderr)
    os.mkdir(os.path.join(place, "more"))
    for text in "old", "new":
        with open(os.path.join(place, "more", "data"), "w", encoding="utf-8") as file:
            file.write(text)
        done = run("--no-search", "--with", "more", "--baseline", "with.txt",
                   *(["--update"] if text == "old" else []), "-o", f"with-{text}", "--", "./exact")
    check("a changed file is refused by name", done.returncode == 2 and
          "/count/more/data" in done.stderr, done.stderr)
    shutil.copy(os.path.join(place, "extra"), os.path.join(place, "exact"))
    done = run("--no-search", "--baseline", "base.txt", "--markdown", "gate.md", "-o", "changed",
               "--", "./exact")
    check("one more system call fails", done.returncode == 1, done.stdout + done.stderr)
    check("the call is named", "count.calls getpid" in done.stdout, done.stdout)
    with open(os.path.join(place, "gate.md"), encoding="utf-8") as file:
        text = file.read()
    check("the comment names it", "count.calls getpid" in text, text)
    check("the comment is short", text.count("\n") <= MARKDOWN_LINES_MAX, text)
    done = run("--no-search", "--base", "kept", "--new", "extra", "-o", "sides", "--", "./exact")
    check("two files are compared", done.returncode == 1 and "count.calls getpid" in done.stdout,
          done.stdout + done.stderr)


def two_kernels():
    image = own_kernel.unpacked(f"{build}/linux/vmlinuz")
    for name, data in ("kernel-old", image), ("kernel-new", own_kernel.with_sled(image)):
        with open(os.path.join(place, name), "wb") as file:
            file.write(data)
    done = run("--no-search", "--base", "kernel-old", "--new", "kernel-new", "--markdown", "kernels.md",
               "-o", "kernels", "--", "./kept")
    with open(os.path.join(place, "kernels.md"), encoding="utf-8") as file:
        named = [line for line in file if line.startswith("| count.") and "**" in line]
    check("only the changed system call is named", done.returncode == 1 and len(named) == 1 and
          "| count.kernel getppid |" in named[0] and f"| +{own_kernel.SLED} |" in named[0],
          done.stdout + done.stderr + "".join(named))


def script():
    with open(os.path.join(place, "script"), "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\ncat data | tee written\n")
    os.chmod(os.path.join(place, "script"), 0o755)
    with open(os.path.join(place, "data"), "w", encoding="utf-8") as file:
        file.write("from the host\n")
    done = run("--json", "--get", "written", "-o", "script-results", "--", "./script")
    check("a script finds its programs and its data", done.returncode == 0, done.stderr)
    with open(os.path.join(place, "script-results", "files", "written"), encoding="utf-8") as file:
        text = file.read()
    check("a written file is brought", text == "from the host\n", text)
    check("and not written here", not os.path.exists(os.path.join(place, "written")))
    again = run("--json", "--get", "written", "-o", "script-results", "--", "./script")
    check("a kept search finds the same", again.stdout == done.stdout, again.stdout + again.stderr)
    for text in "changed", "changed again":
        with open(os.path.join(place, "data"), "w", encoding="utf-8") as file:
            file.write(text)
        run("--get", "written", "-o", "script-results", "--", "./script")
        with open(os.path.join(place, "script-results", "files", "written"), encoding="utf-8") as file:
            written = file.read()
        check("a changed file of a kept search is taken", written == text, written)


def output_directory():
    """QEMU and its plugin open files by name: neither a link nor another program's file is written to or deleted,
    also not by a second count."""
    precious = os.path.join(place, "precious")
    names = ("serial.log", "counts", "symbols", "qemu.log", "places", "files.cpio")
    for name in names:
        linked, foreign = (os.path.join(place, f"{kind}-{name}") for kind in ("linked", "foreign"))
        os.mkdir(linked)
        os.symlink(precious, os.path.join(linked, name))
        os.mkdir(foreign)
        for path in (precious, *(os.path.join(foreign, other) for other in names[names.index(name):])):
            with open(path, "w", encoding="utf-8") as file:
                file.write("precious\n")
        for directory in (linked, linked, foreign, foreign):
            done = run("-o", directory, "--", "./kept")
            check(f"{name}: refused", done.returncode != 0 and name in done.stderr, done.stderr)
            for other in os.listdir(foreign) if directory == foreign else [name]:
                with open(os.path.join(directory, other), encoding="utf-8") as file:
                    check(f"{other}: kept", file.read() == "precious\n")
        check(f"{name}: none deleted", len(os.listdir(foreign)) == len(names) - names.index(name))


def root():
    os.makedirs(os.path.join(place, "root", "usr", "bin"))
    os.symlink("usr/bin", os.path.join(place, "root", "bin"))
    shutil.copy(os.path.join(place, "kept"), os.path.join(place, "root", "usr", "bin", "exact"))
    done = run("--root", "root", "--json", "-o", "root-results", "--", "/bin/exact")
    check("a program of another root is counted", done.returncode == 0, done.stderr)
    subprocess.run(["tar", "-C", os.path.join(place, "root"), "-czf", os.path.join(place, "root.tar"), "."],
                   check=True)
    os.environ["TMPDIR"] = place
    packed = run("--root", "root.tar", "--json", "-o", "root-results", "--", "/bin/exact")
    check("an archive has the same figures", packed.stdout == done.stdout, packed.stdout + packed.stderr)
    check("no unpacked root is left", not glob.glob(f"{place}/bareline-root-*"), os.listdir(place))
    del os.environ["TMPDIR"]
    baseline = ["--root", "root", "--baseline", "root.txt", "-o", "root-results"]
    run(*baseline, "--update", "--", "exact")
    shutil.copy(os.path.join(place, "extra"), os.path.join(place, "root", "usr", "bin", "exact"))
    done = run(*baseline, "--", "/bin/exact")
    check("other arguments are refused", done.returncode == 2, done.stdout + done.stderr)
    done = run(*baseline, "--", "exact")
    check("a changed program of a root is compared", done.returncode == 1 and
          "count.calls getpid" in done.stdout, done.stdout + done.stderr)


NETWORK_C = """
#include <sys/socket.h>
#include <netinet/in.h>
int main(void)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(80),
				 .sin_addr.s_addr = htonl(0x%08x)};
	return connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&to, sizeof(to)) != 0 && ERROR;
}
"""


def network():
    """192.0.2.1 is no host: RFC 5737. The second program works without it."""
    with open(os.path.join(place, "network.c"), "w", encoding="utf-8") as file:
        file.write(NETWORK_C % 0xc0000201)
    for error, status in (1, 1), (0, 0):
        subprocess.run(["gcc", "-static", f"-DERROR={error}", "-o",
                        os.path.join(place, "network"), os.path.join(place, "network.c")],
                       check=True)
        done = run("-o", "network-results", "--", "./network")
        check("a program that fails without a network is refused", done.returncode == status and
              ("needs a network" in done.stderr) == bool(error), done.stderr)


def threads():
    source = os.path.join(place, "threads.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(THREADS_C)
    subprocess.run(["gcc", "-O2", "-pthread", "-o", os.path.join(place, "threads"), source],
                   check=True)
    done = run("--no-search", "--json", "-o", "threads-results", "--", "./threads")
    check("threads are counted", done.returncode == 0, done.stderr)
    facts = {row["what"]: row["text"] for row in table(done.stdout, "count.program")}
    check("each thread is a task", facts["tasks"] == str(1 + THREADS), facts)


SIGNALS_C = """
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static volatile int received;
static void receive(int number) { received += number == SIGUSR1; }
int main(void)
{
	const struct timespec pause = {0, 5000000};
	signal(SIGUSR1, receive);
	for (int i = 0; i < 5; i++) {
		pid_t child = fork();
		if (child == 0) {
			kill(getppid(), SIGUSR1);
			nanosleep(&pause, 0);
			_exit(0);
		}
		while (waitpid(child, 0, 0) != child)
			;
	}
	return received != 5;
}
"""


RANDOM_C = """
#include <sys/auxv.h>
#include <sys/random.h>
int main(void)
{
	const unsigned char *of_start = (const unsigned char *)getauxval(AT_RANDOM);
	unsigned char byte;
	getrandom(&byte, 1, 0);
	for (volatile int i = byte + 256 * *of_start; i > 0; i--)
		;
	return 0;
}
"""


def compile_random():
    with open(os.path.join(place, "random.c"), "w", encoding="utf-8") as file:
        file.write(RANDOM_C)
    subprocess.run(["gcc", "-o", os.path.join(place, "random"), os.path.join(place, "random.c")],
                   check=True)


KEYS_C = """
#include <poll.h>
#include <pthread.h>
#include <termios.h>
#include <unistd.h>
static void spin(int n) { for (volatile int i = n; i > 0; i--); }
static void *work(void *to) { spin(1000); return to; }
int main(void)
{
	struct pollfd input = {0, POLLIN, 0};
	struct termios mode;
	pthread_t thread;
	char c;
	tcgetattr(0, &mode);
	cfmakeraw(&mode);
	tcsetattr(0, TCSANOW, &mode);
	while (read(0, &c, 1) == 1 && c != 'q') {
		poll(&input, 1, 0);
		spin(c == 'y' ? FIRST : c == 'z' ? 2000 : 1000);
		poll(&input, 1, 0);
		if (c == 't')
			pthread_create(&thread, 0, work, 0);
		if (c == 'l' && poll(&input, 1, 20) == 0)
			spin(1000);
		poll(&input, 1, -1);
	}
	return 0;
}
"""
KEYS = "xxyzxtlq"


def keys():
    """A program that peeks before and after it works: each key has all its instructions, those of a
    thread too. What it does after a time limit is apart. One more round of a key fails by name."""
    with open(os.path.join(place, "keys"), "w", encoding="utf-8") as file:
        file.write(f'pace 60ms\ntext "{KEYS}"\n')
    with open(os.path.join(place, "keys.c"), "w", encoding="utf-8") as file:
        file.write(KEYS_C)
    for first in 1500, 1501:
        subprocess.run(["gcc", "-static", "-pthread", f"-DFIRST={first}", "-o",
                        os.path.join(place, "typed"), os.path.join(place, "keys.c")], check=True)
        done = run("--no-search", "--keys", "keys", "--baseline", "keys.txt", "-o", "keys-results",
                   *(["--update", "--json"] if first == 1500 else []), "--", "./typed")
        if first == 1500:
            check("keys are counted", done.returncode == 0, done.stderr)
            rows = {row["key"]: row for row in table(done.stdout, "count.keys")}
    names = ["000-start", *(f"{i + 1:03}-{key}" for i, key in enumerate(KEYS)), "007-l-pause"]
    check("each key has a row", sorted(rows) == sorted(names), rows)
    check("all runs are equal", all(row["runs"] == "equal" for row in rows.values()), rows)
    x, again, y, z = (rows[name]["user"] for name in ("002-x", "005-x", "003-y", "004-z"))
    check("a key has the same instructions again", x == again, rows)
    check("a key has all its rounds", abs((z - y) - (y - x)) < 16 and y - x > 3 * 500, rows)
    check("a key has the work of its thread", rows["006-t"]["tasks"] == 2 and
          rows["006-t"]["user"] - x > z - x, rows)
    check("an answer after a time limit is apart", rows["007-l"]["user"] < x + 400 and
          rows["007-l-pause"]["user"] > z - x, rows)
    check("one more round fails by name", done.returncode == 1 and "count.user key 003-y" in done.stdout and
          "count.user key 004-z" not in done.stdout, done.stdout + done.stderr)
    done = run("--no-search", "--keys", "keys", "-o", "keys-text", "--", "./typed")
    heads = without_numbers(example("bareline count --keys keys.txt -- vim file.txt")[:2])
    check("the page's example of keys has the heads of the output", len(heads) == 2 and all(
        head in without_numbers(done.stdout.splitlines()) for head in heads), done.stdout)
    check("a key has its functions", os.path.exists(
        os.path.join(place, "keys-results", "keys", "003-y", "flames.svg")), done.stderr)
    done = subprocess.run([f"{build}/bareline", "run", "--linux", "--deterministic", "--watch", "--", "vi"],
                          capture_output=True, text=True, check=False)
    check("run names the command", done.returncode == 2 and "bareline count --keys" in done.stderr,
          done.stderr)


def two_boots():
    """Signals, processes, sleep, random numbers, and a shell with pipes: equal in two boots of
    different layout."""
    compile_random()
    with open(os.path.join(place, "signals.c"), "w", encoding="utf-8") as file:
        file.write(SIGNALS_C)
    subprocess.run(["gcc", "-O2", "-o", os.path.join(place, "signals"),
                    os.path.join(place, "signals.c")], check=True)
    with open(os.path.join(place, "boots"), "w", encoding="utf-8") as file:
        file.write("signals: ./signals\nrandom: ./random\n"
                   "shell: sh -c 'for i in 3 1 2; do echo $i $$; done | sort | wc >words; date'\n")
    figures = []
    for layout in "1", "22":
        done = run("--suite", "boots", "--kernel-append", f"bareline.layout={layout}", "--json",
                   "-o", f"boots-{layout}")
        check("programs are counted", done.returncode == 0, done.stderr)
        figures.append([[row[name] for name in ("program", "user", "calls", "faults", "runs")]
                        for row in table(done.stdout, "count.programs")])
    check("two boots have equal figures", figures[0] == figures[1], figures)
    check("all runs are equal", all(row[-1] == "equal" for row in figures[0]), figures)


KERNEL_OF_CPUS = "6.12.117+deb12"


def two_cpus():
    """Threads and random numbers on two CPUs: equal in two boots of different layout. Linux starts a second one since
    6.5; Debian 12 has such a kernel too. Its boot executes more than 2^31 instructions."""
    with open(f"{build}/linux/vmlinuz", "rb") as file:
        header = file.read(1 << 16)
    version = header[int.from_bytes(header[0x20e:0x210], "little") + 0x200:].split(b" ")[0]
    kernel = f"{build}/linux/vmlinuz"
    if [int(part) for part in version.split(b".")[:2]] < [6, 5]:
        kernel = f"{build}/kernels/{KERNEL_OF_CPUS}"
        subprocess.run([sys.executable, f"{HERE}/../../scripts/kernels.py", "version", KERNEL_OF_CPUS,
                        kernel], check=True)
    compile_random()
    with open(os.path.join(place, "cpus"), "w", encoding="utf-8") as file:
        file.write("threads: ./threads\nrandom: ./random\n")
    figures = []
    for layout in "1", "22":
        done = run("--cpus", "2", "--kernel", kernel, "--no-search", "--kernel-append",
                   f"bareline.layout={layout}", "--baseline", "cpus.txt", "--update", "-o",
                   "cpus-results", "--suite", "cpus")
        check("threads are counted on two CPUs", done.returncode == 0, done.stderr)
        check("random numbers can be set", "random" not in done.stderr, done.stderr)
        with open(os.path.join(place, "cpus.txt"), encoding="utf-8") as file:
            figures.append(sorted(line for line in file if line.startswith("count.")))
    check("two boots of two CPUs have equal figures", figures[0] == figures[1], figures)


TIME_C = """
#include <stdio.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME_COARSE, &now);
	for (volatile long i = (now.tv_sec + now.tv_nsec + getpid()) % 1009; i > 0; i--)
		;
	return 0;
}
"""


def time_and_process():
    """A program whose instructions depend on the time and on its number."""
    with open(os.path.join(place, "time.c"), "w", encoding="utf-8") as file:
        file.write(TIME_C)
    subprocess.run(["gcc", "-static", "-o", os.path.join(place, "time"),
                    os.path.join(place, "time.c")], check=True)
    done = run("--no-search", "--repeat", "4", "-o", "time-results", "--", "./time")
    check("each run has the same time and process number", done.returncode == 0 and
          "instructions of its runs differ" not in done.stderr, done.stderr)


MODULE_C = """
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	static char bytes[4096];
	int disk;
	syscall(SYS_finit_module, open(argv[argc - 1], O_RDONLY), "rd_nr=1", 0);
	disk = open("/dev/ram0", O_RDWR | O_SYNC);
	return write(disk, bytes, sizeof(bytes)) != sizeof(bytes);
}
"""


def modules():
    """The functions of a module that the program loads, the disk in memory, have its name. The
    module is a file of /tmp, of which each run has a new copy."""
    with open(os.path.join(place, "module.c"), "w", encoding="utf-8") as file:
        file.write(MODULE_C)
    subprocess.run(["gcc", "-static", "-o", os.path.join(place, "module"),
                    os.path.join(place, "module.c")], check=True)
    with tempfile.TemporaryDirectory(dir="/tmp") as directory:
        copy = shutil.copy(f"{build}/linux/ramdisk/10-brd.ko", directory)
        done = run("--no-search", "--all", "--json", "-o", "module-results", "--", "./module", copy)
    check("a file of /tmp is found", done.returncode == 0, done.stderr)
    names = [row["function"] for row in table(done.stdout, "count.functions")]
    check("functions of a module are named", any(name.endswith(" [brd]") for name in names), names)


ILLEGAL_C = """
#include <signal.h>
#include <unistd.h>
static void on_illegal(int number)
{
	_exit(number != SIGILL);
}
int main(void)
{
	signal(SIGILL, on_illegal);
	__asm__ volatile("unimp");
	return 1;
}
"""


def illegal(compile_to):
    """Firmware of riscv64 takes illegal instructions first, and hands them to Linux."""
    with open(os.path.join(place, "illegal.c"), "w", encoding="utf-8") as file:
        file.write(ILLEGAL_C)
    compile_to("illegal", "-static", os.path.join(place, "illegal.c"))
    done = run("--arch", "riscv64", "--no-search", "--json", "-o", "illegal-results", "--", "./illegal")
    entries = {(row["entry"], row["kind"]): row["number"] for row in table(done.stdout, "count.entries")}
    check("firmware and Linux have an exception each", done.returncode == 0 and
          entries.get(("firmware", "exception")) == 1 and entries.get(("insn_illegal", "exception")) == 1,
          f"{entries} {done.stderr}")


def compiler(arch):
    def compile_to(name, *arguments):
        subprocess.run([f"{arch}-linux-gnu-gcc", *arguments, "-o", os.path.join(place, name)], check=True)
    return compile_to


def known_ported_program(arch):
    """A program for another processor whose instructions are known, with a new boot."""
    compiler(arch)(f"exact-{arch}", "-nostdlib", "-static", f"{HERE}/exact_{arch}.S")
    done = run("--arch", arch, "--no-search", "--json", "-o", f"first-{arch}", "--", f"./exact-{arch}")
    check("the known program is counted", done.returncode == 0, done.stderr)
    totals = {row["part"].strip(): row["instructions"] for row in table(done.stdout, "count.total")}
    check("user instructions are those of the source", totals["user"] == USER_OF[arch], totals)
    check("the total is the sum", totals["total"] == totals["user"] + totals["kernel"], totals)
    return done


def ported(arch):
    """Besides, a program with threads, signals and libraries of a root: equal in two boots of different
    layout."""
    compile_to = compiler(arch)
    source = f"{HERE}/exact_{arch}.S"
    done = known_ported_program(arch)
    compile_to("exact", "-nostdlib", "-static", source)
    entries = {row["entry"]: row["number"] for row in table(done.stdout, "count.entries")}
    check("calls and faults have names", (entries.get("getppid"), entries.get("exit")) == (3, 1) and
          entries.get("page_fault", 0) > 0 and "unknown" not in entries, entries)
    done = run("--arch", arch, "--no-search", "--baseline", "base.txt", "--update", "-o", "update",
               "--", "./exact")
    compile_to("exact", "-nostdlib", "-static", "-DEXTRA", source)
    done = run("--arch", arch, "--no-search", "--baseline", "base.txt", "-o", "changed", "--", "./exact")
    check("one more system call is named", done.returncode == 1 and "count.calls getpid" in done.stdout,
          done.stdout + done.stderr)
    done = run("-o", "refused", "--", "./exact")
    check("another processor is refused", done.returncode != 0 and "another --arch" in done.stderr,
          done.stderr)
    check("no results are named", "Results" not in done.stderr, done.stderr)
    os.makedirs(os.path.join(place, "root", "lib"))
    done = run("--arch", arch, "--cpus", "2", "--no-search", "--", "./exact")
    check("two CPUs are refused", done.returncode == 2 and f"one CPU of {arch} only" in done.stderr, done.stderr)
    if arch == "riscv64":
        illegal(compile_to)
    for name in LOADERS[arch], "libc.so.6":
        shutil.copy(f"/usr/{arch}-linux-gnu/lib/{name}", os.path.join(place, "root", "lib"))
    with open(os.path.join(place, "signals.c"), "w", encoding="utf-8") as file:
        file.write(SIGNALS_C)
    with open(os.path.join(place, "threads.c"), "w", encoding="utf-8") as file:
        file.write(THREADS_C)
    compile_to("root/signals", "-O2", os.path.join(place, "signals.c"))
    compile_to("root/threads", "-O2", "-pthread", os.path.join(place, "threads.c"))
    with open(os.path.join(place, "boots"), "w", encoding="utf-8") as file:
        file.write("signals: /signals\nthreads: /threads\n")
    figures = []
    for layout in "1", "22":
        done = run("--arch", arch, "--root", "root", "--suite", "boots", "--kernel-append",
                   f"bareline.layout={layout}", "--json", "-o", f"boots-{layout}")
        check("programs are counted", done.returncode == 0, done.stderr)
        figures.append([[row[name] for name in ("program", "user", "calls", "faults", "runs")]
                        for row in table(done.stdout, "count.programs")])
    check("two boots have equal figures", figures[0] == figures[1] and len(figures[0]) == 2, figures)


def main():
    kind = sys.argv[2:]
    # The long check damages kept boots, and may run at the same time as the other one.
    os.makedirs(f"{place}-cache", exist_ok=True)
    os.environ["XDG_CACHE_HOME"] = f"{place}-cache"
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    if kind and kind[0] in LOADERS:
        ported(kind[0])
        sys.exit(1 if failures else 0)
    compile_program("exact")
    compile_program("extra", "-DEXTRA")
    shutil.copy(os.path.join(place, "exact"), os.path.join(place, "kept"))
    refusals()
    dying_qemu()
    output_directory()
    kept_boot(known_program())
    killed_count()
    keys()
    page()
    if not kind:
        for arch in LOADERS:
            known_ported_program(arch)
    else:
        damaged_boot()
        suite()
        gate()
        two_kernels()
        script()
        root()
        network()
        threads()
        two_cpus()
        modules()
        two_boots()
        time_and_process()
    sys.exit(1 if failures else 0)


main()
