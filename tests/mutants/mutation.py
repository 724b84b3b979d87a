#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measure how many small errors the unit tests find. One operator, number or statement changes at a
time, at random places with a fixed seed. The programs that execute the line run with the changed
file, with a limit of their time. Then the corpus and the check of figures try those of lib/ and
tools/, and checks that boot the image those of bench/. A mutant survives if all of them pass.
Mutants that do not compile, or have the same code, do not count. Prints the survivors, and the score
of each PATH after each ten mutants and at the end.

usage: tests/mutants/mutation.py BUILD [--each N] [--seed N] [--jobs N] PATH...

BUILD has the unit tests. --each is the number of mutants of a PATH, a file or directory of lib/,
tools/, bench/ or linux/trial/: 60 without it. --jobs limits the processes, which are as many as the
CPUs without it. Nothing may build in BUILD meanwhile, and the sources may not change: this ends the
measurement.
"""
import argparse
import concurrent.futures
import functools
import glob
import json
import os
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

SWAPS = (("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), (" < ", " <= "), (" > ", " >= "),
         ("&&", "||"), ("||", "&&"), (" + ", " - "), (" - ", " + "), (" * ", " + "), (" / ", " * "),
         ("++", "--"), (" += ", " -= "), (" -= ", " += "), (" & ", " | "), (" | ", " & "),
         ("!(", "("), ("return true", "return false"), ("return false", "return true"))
NUMBER = re.compile(r"(?<![\w.\"'])\d+(?![\w.\"'])")
STATEMENT = re.compile(r"^\t+(?!return|goto|const |static |struct .* [a-z_]+;)[a-z][^{}]*;$")
NO_CODE = re.compile(r"^\s*(#|/\*|\*|//|_Static_assert)|^(static |extern |const )?.*\) *$|^\w.*;$")
# More memory than is needed has no effect, and no test knows a seed.
LARGER = re.compile(r"alloc(array)?\(.*\+ \d|^\t+(static )?(const )?\w+ [\w, ]*\[\w*\d*\];$|"
                    r"capacity = .*2 \* ")
# Only the sign of a comparison's result counts.
SIGN = re.compile(r"return .* [<>] .*(\? -1 : (.* )?1|\? 1 : (.* )?-1)\b")
SEED = re.compile(r"\b\w+_(set|seed)\(.*SEED\);$")
COMPILER = os.environ.get("CC", "gcc")
SOURCES = ("lib", "tools", "bench", "linux/trial")
LIBRARY = SOURCES[:2]   # programs load these from a library, and contain the other objects
SHARED = "-g0 -fPIC"
SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all"
PROGRAMS_MAX = 12       # programs that try a mutant; fewer find fewer mutants, never more
SANITIZED_MAX = 3       # programs of these that try it with sanitizers
TOOL = "tests/bareline"
CASES_OF_BOOTS = ("counted-pair", "gate", "kernels")    # of the corpus; these need a kernel
CASES = ("results-now", "linux-real", "metal-counted", "hostile-texts", "timed-pair", "history",
         "room-odd", "room", "without-remark", "idle-pair", "plot")     # these are tried first
# A user's run, which is invalid if it finds an error by itself, and short parts of `make test` that
# boot the kernel, for the mutants of a path.
RUN = '"$build/bareline" run --quiet --deterministic --cpus 2 --append samples=5 -o "$build/run-of-mutant"'
GOLDEN = 'sh tests/golden/golden.sh "$build"'
IDLE = 'sh tests/idle/idle.sh "$build"'
FAULTS = "LANES=1 sh tests/boot/run.sh \"$build\" 'kernel-*fault'"
CHECKS = (("bench/", RUN), ("bench/", GOLDEN), ("bench/idle/", IDLE), ("bench/test/smi_x86.c", IDLE),
          ("bench/test/", FAULTS))
IMAGES = ("kernel-pass1.elf", "kernel-symbols.S", "kernel-symbols.o", "kernel.elf")
COMPILE = []


def run(command, check=False, **options):
    return subprocess.run(command, shell=isinstance(command, str), check=check,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **options)


def variables(build):
    """The arguments of make for the programs of a build. Those of build/mutation have coverage and
    no sanitizers, and load their code of lib/ and tools/ from a library. The loader finds the
    functions of mutant.so first."""
    return [f"BUILD={build}"] + ([
        "UNIT_LIBRARY=common.so", f"SANITIZERS={SHARED} -O0 --coverage",
        f"LDFLAGS=-Wl,--no-as-needed -L{build}/none -l:mutant.so"
    ] if build.endswith("/mutation") else [f"SANITIZERS={SANITIZERS}"])


def build_programs(build, place, jobs, units, more):
    """All unit tests, or those of a pattern, and more targets of the build."""
    os.makedirs(f"{place}/none", exist_ok=True)
    run(f"{COMPILER} -shared -o {place}/none/mutant.so -x c /dev/null", check=True)
    make = ["make", "-s", f"-j{jobs}", "SETUP=no", f"UNIT={units}", "unit-programs"]
    subprocess.run([*make, f"BUILD={build}", *more], check=True)
    tool = [f"{place}/{TOOL}"] if units == "%" else []      # of lib/ and tools/
    subprocess.run([*make, *variables(place), *tool], check=True)


def plan(targets, *arguments):
    """The commands that make would run."""
    return run(["make", "-n", "-B", "V=1", "SETUP=no", *arguments, *targets],
               text=True, check=True).stdout.replace("\\\n", " ").split("\n")


def compile_command(place):
    """The command that compiles a source of the tests from standard input."""
    target = f"{place}/unit-obj/tools/stats/stats.c.o"
    line = next(line for line in plan([target], f"BUILD={place}", "SANITIZERS=")
                if f" -c -o {target} " in line)
    return [word for word in shlex.split(line[:line.index(f" -o {target}")])
            if word not in ("-MMD", "-MP", "-g")] + ["-Werror=implicit-fallthrough", "-x", "c"]


@functools.cache
def link_commands(build):
    """The command that links each program of a build."""
    targets = ["unit-programs", f"{build}/{TOOL}"]
    return {found.group(1): line for line in plan(targets, *variables(build))
            if (found := re.search(rf" -o {build}/(tests/\S+)", line))}


@functools.cache
def image_commands(build):
    """The commands that make each file of the kernel, in their order."""
    return {found.group(1): line for line in plan([f"{build}/kernel.elf"], f"BUILD={build}")
            if (found := re.search(rf"(?: -o|>) {build}/(\S+)", line))}


def fails_checks(directory, commands):
    """Whether a check fails in a directory that is like a build."""
    return any(run(command, env=os.environ | {"build": directory}).returncode != 0
               for command in commands)


def fails_corpus(directory, cases=CASES):
    """Whether the tool in a directory prints other views of a stored log."""
    return any(run([sys.executable, "-B", "tests/corpus/corpus.py", directory, case]).returncode
               for case in cases)


def make_tool(place, directory):
    """Make the tool of build/mutation with mutant.so of the directory."""
    tool, library, path = f"{directory}/shared/bareline", f"{place}/unit-obj/common.so", \
        os.path.abspath(directory)
    os.mkdir(f"{directory}/shared")
    run(link_commands(place)[TOOL].replace(f" -o {place}/{TOOL} ", f" -o {tool} ")
        .replace(library, os.path.abspath(library)), check=True)
    with open(f"{directory}/bareline", "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nLD_LIBRARY_PATH={path} GCOV_PREFIX={path}/coverage "
                   f"exec {path}/shared/bareline \"$@\"\n")
    os.chmod(f"{directory}/bareline", 0o755)


def fails_views(directory):
    """Whether the tool prints other views of a log that fails_corpus does not try first, or a wrong
    figure."""
    rest = {os.path.splitext(name)[0] for name in os.listdir("tests/corpus/expected")}
    return fails_corpus(directory, sorted(rest - {*CASES, *CASES_OF_BOOTS})) or \
        run([sys.executable, "-B", "tests/figures/figures.py", directory]).returncode != 0


def environment(directory):
    """Of a program that loads mutant.so of a directory."""
    return os.environ | {"LD_LIBRARY_PATH": directory, "MALLOC_PERTURB_": "165"}


def coverage_of(place, program, **more):
    """The program's status, its CPU seconds, and its coverage files of SOURCES with their sizes. A
    function that was not executed has no counters in its file."""
    def files():
        return {path: os.path.getsize(path) for top in SOURCES
                for path in glob.glob(f"{place}/unit-obj/{top}/**/*.gcda", recursive=True)}
    for path in files():
        os.unlink(path)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = run([program], env=environment(f"{place}/none") | more).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (status, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, files())


def executed_lines(place):
    """For each source, a list of programs that pass and execute it: CPU seconds, name, executed
    lines, other lines with code. None executes a source without code."""
    stored = f"{place}/lines.json"
    programs = sorted(path for path in glob.glob(f"{place}/tests/**/test_*", recursive=True)
                      if os.access(path, os.X_OK) and not os.path.isdir(path))
    known = {}
    if os.path.exists(stored):
        with open(stored, encoding="utf-8") as file:
            known = {program: entry for program, entry in json.load(file).items()
                     if program in programs and
                     os.path.getmtime(program) < os.path.getmtime(stored)}
    idle = coverage_of(place, programs[0], UNIT_TEST="none")[2]
    for program in programs:
        if program in known:
            continue
        status, seconds, files = coverage_of(place, program)
        known[program] = {}
        if status != 0:
            print(f"{program} fails without a mutant and is not used", flush=True)
            continue
        executed = [path for path, size in files.items() if size != idle.get(path)]
        report = run(["gcov", "--json-format", "--stdout", *executed], text=True).stdout
        for part in report.splitlines() if executed else ():
            for file in json.loads(part)["files"]:
                lines = file["lines"]
                known[program][file["file"]] = [
                    seconds, program[len(place) + 1:],
                    [line["line_number"] for line in lines if line["count"] > 0],
                    [line["line_number"] for line in lines if line["count"] == 0]]
    with open(stored, "w", encoding="utf-8") as file:
        json.dump(known, file)
    sources = {}
    for files in known.values():
        for source, entry in files.items():
            sources.setdefault(source, []).append(entry)
    return sources


def mutants_of(text):
    """Line numbers with their changed lines."""
    is_comment = False
    for number, line in enumerate(text.split("\n"), 1):
        code = re.sub(r"/\*.*?\*/", "", line)
        was_comment, is_comment = is_comment, ("/*" in code) or (is_comment and "*/" not in code)
        if was_comment or is_comment or NO_CODE.search(code) or '"' in code:
            continue
        for old, new in SWAPS:
            # The greater of two equal values, and the order of two. Below, x < 1 is x <= 0.
            if old in (" < ", " > ") and re.search(r"\?|\) - \(", code):
                continue
            if new in (" + ", " * ") and old in (" - ", " / ") and "alloc(" in code:
                continue
            for found in re.finditer(re.escape(old), code):
                yield number, code[:found.start()] + new + code[found.end():]
        for found in () if LARGER.search(code) else NUMBER.finditer(code):
            if (SIGN.search(code) and found.group() == "1") or \
                    ("?" in code and code[:found.end()].endswith(" < 0")):
                continue
            yield number, code[:found.start()] + str(int(found.group()) + 1) + code[found.end():]
        if STATEMENT.match(code) and not SEED.search(code):
            yield number, ""


def object_code(source, text, *options):
    """Compile. Returns the object code, or None."""
    with tempfile.NamedTemporaryFile() as file:
        command = [*COMPILE, *options, "-iquote", os.path.dirname(source), "-o", file.name, "-"]
        return file.read() if run(command, input=text.encode()).returncode == 0 else None


@functools.cache
def text_of(source):
    with open(source, encoding="utf-8") as file:
        return file.read()


@functools.cache
def base_code(source, *options):
    return object_code(source, text_of(source), *options)


def fails(program, seconds, variables, memory_bytes=resource.RLIM_INFINITY):
    """Whether a program fails or takes too long."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(2 + 10 * seconds),) * 2)
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes,) * 2)
        resource.setrlimit(resource.RLIMIT_FSIZE, (256 << 20,) * 2)
    try:
        done = run([program], preexec_fn=limit, timeout=30 + 30 * seconds, env=variables)
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True


class Inputs:
    """The files that all mutants are judged by. A program that fails while it is linked again would
    count as one that found a mutant."""

    def __init__(self, build):
        self.patterns = (*(f"{top}/**/*.[ch]" for top in SOURCES),
                         f"{build}/mutation/tests/**/test_*",
                         *(f"{build}/{place}unit-obj/**/*.{end}" for place in ("", "mutation/")
                           for end in ("o", "a", "so")))
        self.times = self.read_times()

    def read_times(self):
        def time_of(path):
            try:
                return os.stat(path).st_mtime_ns
            except FileNotFoundError:
                return None
        return {path: time_of(path) for pattern in self.patterns
                for path in glob.glob(pattern, recursive=True)}

    def check(self):
        now = self.read_times()
        changed = sorted(path for path in now.keys() | self.times.keys()
                         if now.get(path) != self.times.get(path))
        if changed:
            raise SystemExit(f"{changed[0]} changed during the measurement; start it again")


class Mutant:
    def __init__(self, build, source, number, line):
        self.build, self.source, self.number, self.line = build, source, number, line
        self.lines = text_of(source).split("\n")
        self.text = "\n".join(self.lines[:number - 1] + [line] + self.lines[number:])

    def other_code(self, options):
        """The object code, or None if it does not compile or is the same."""
        code = object_code(self.source, self.text, *options.split())
        return None if code == base_code(self.source, *options.split()) else code

    def link(self, build, program, directory):
        """Link a program of a build with the mutant's object code. Returns its path."""
        command = link_commands(build)[program].replace(
            f" -o {build}/{program} ", f" -o {directory}/test {directory}/mutant.o ")
        run(command.replace(f" {build}/unit-obj/{self.source}.o ", " "), check=True)
        return f"{directory}/test"

    def is_found(self, directory, programs):
        """By a program without sanitizers."""
        place = f"{self.build}/mutation"
        in_library = self.source.startswith(LIBRARY)
        if in_library:
            run(f"{COMPILER} -shared -o {directory}/mutant.so {directory}/mutant.o", check=True)
        surroundings = environment(directory if in_library else f"{place}/none") | {
            "GCOV_PREFIX": "/dev/null", "GCOV_ERROR_FILE": "/dev/null"}     # no coverage is needed
        return any(fails(f"{place}/{program}" if in_library
                         else self.link(place, program, directory), seconds, surroundings,
                         4 << 30)
                   for seconds, program in programs)

    def is_found_by_sanitizers(self, directory, programs):
        with open(f"{directory}/mutant.o", "wb") as file:
            file.write(object_code(self.source, self.text, *SANITIZERS.split()))
        return any(fails(self.link(self.build, program, directory), 4 * seconds, os.environ)
                   for seconds, program in programs)

    def is_found_by_sanitized_tool(self, directory):
        os.rename(self.link(self.build, TOOL, directory), f"{directory}/bareline")
        return fails_corpus(directory)

    def is_found_by_boots(self, directory):
        """Only of bench/: boot a kernel with the mutant."""
        checks = [check for top, check in CHECKS if self.source.startswith(top)]
        if not checks:
            return False
        changed = f"measured-obj/{self.source}.o"
        for file in os.scandir(self.build):
            if file.is_file() and file.name not in IMAGES:
                os.link(file.path, f"{directory}/{file.name}")
        os.makedirs(f"{directory}/{os.path.dirname(changed)}")
        for name in (changed, *IMAGES):
            command = re.sub(rf"(?<!\S){self.build}/({'|'.join((changed, *IMAGES))})(?!\S)",
                             rf"{directory}/\1", image_commands(self.build)[name])
            run(command.replace(f" {self.source}", f" -iquote {os.path.dirname(self.source)} -x c -"),
                check=True, input=self.text.encode())
        return fails_checks(directory, checks)

    def judge(self, sources):
        """True if a program finds the mutant, None if it does not count."""
        code = self.other_code(SHARED)
        if code is None:
            return None
        # The fastest programs first, but before them those named like the source, and those of its
        # directory. A line without code of its own, as in a table, may be used by all of the source
        # or the directory.
        directory, name = os.path.split(self.source[:-2])

        def is_of_directory(program):
            return f"{directory}/".startswith(f"{os.path.dirname(program)[len('tests/'):]}/")
        users = sources.get(self.source) or (
            [seconds, program, [], []] for seconds, program in {
                tuple(user[:2]) for some in sources.values() for user in some}
            if is_of_directory(program))
        programs = [order[2:] for order in sorted(
            (name not in program, not is_of_directory(program), seconds, program)
            for seconds, program, executed, other in users
            if self.number in executed or self.number not in other)][:PROGRAMS_MAX]
        with tempfile.TemporaryDirectory(dir=f"{self.build}/mutation") as directory:
            with open(f"{directory}/mutant.o", "wb") as file:
                file.write(code)
            if self.is_found(directory, programs):
                return True
            if self.other_code("-O2") is None:      # the same with more optimization
                return None
            in_library = self.source.startswith(LIBRARY)
            if in_library:
                make_tool(f"{self.build}/mutation", directory)
            if (in_library and fails_corpus(directory)) or \
                    self.is_found_by_sanitizers(directory, programs[:SANITIZED_MAX]) or \
                    (in_library and (fails_views(directory) or
                                     self.is_found_by_sanitized_tool(directory))) or \
                    self.is_found_by_boots(directory):
                return True
        print(f"{self.source}:{self.number}: {self.lines[self.number - 1].strip()}\n"
              f"    -> {self.line.strip() or '(deleted)'}"
              f"{'' if programs else '   (no program executes it)'}", flush=True)
        return False


def mutants_below(path):
    """All mutants of a file or directory."""
    for source in (sorted(glob.glob(f"{path}/**/*.c", recursive=True)) if os.path.isdir(path)
                   else [path]):
        for number, line in mutants_of(text_of(source)):
            yield source, number, line


def print_score(path, possible, results):
    print(f"{path}: {possible} mutants, {len(results)} tried, {sum(results)} found: "
          f"{100 * sum(results) / max(1, len(results)):.1f} %", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    build = options.build
    # Few programs of other directories execute code of bench/ or linux/trial/.
    has_library = any(path.startswith(LIBRARY) for path in options.paths)
    checks = {check for top, check in CHECKS
              if any(f"{path}/".startswith(top) or top.startswith(path) for path in options.paths)}
    build_programs(build, f"{build}/mutation", options.jobs,
                   "%" if has_library else "bench/% linux/%",
                   [f"{build}/{TOOL}"] * has_library +
                   [f"{build}/kernel.elf", f"{build}/bareline"] * bool(checks))
    sources = executed_lines(f"{build}/mutation")
    COMPILE.extend(compile_command(build))
    if has_library:
        with tempfile.TemporaryDirectory(dir=f"{build}/mutation") as directory:
            shutil.copy(f"{build}/mutation/none/mutant.so", directory)
            make_tool(f"{build}/mutation", directory)
            if fails_corpus(directory) or fails_views(directory):
                raise SystemExit("the corpus or a figure fails without a mutant")
    if fails_checks(build, checks):
        raise SystemExit("a check that boots the kernel fails without a mutant")
    inputs = Inputs(build)

    def judge(mutant):
        try:
            return Mutant(build, *mutant).judge(sources)
        finally:
            inputs.check()
    for path in options.paths:
        mutants = list(mutants_below(path))
        random.Random(f"{options.seed} {path}").shuffle(mutants)
        counted = []
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for result in pool.map(judge, mutants[:options.each]):
                if result is not None:
                    counted.append(result)
                    if len(counted) % 10 == 0:      # the score, if the measurement is stopped
                        print_score(path, len(mutants), counted)
        if len(counted) % 10 != 0 or counted == []:
            print_score(path, len(mutants), counted)


if __name__ == "__main__":
    main()
