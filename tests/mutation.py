#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measure how many small errors the unit tests find. One operator, number or statement of a file
changes at a time, at random places with a fixed seed. The programs that execute the line are linked
with the changed file and run. A mutant survives if all of them pass, or if none executes its line.
Mutants that do not compile, or have the same code, do not count. Prints the survivors and the score.

usage: tests/mutation.py BUILD [--each N] [--seed N] PATH...

BUILD has the unit tests. --each is the number of mutants of a file: 10 without it. The PATHs are
files and directories of sources.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import random
import re
import subprocess
import sys
import time

SWAPS = (("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), (" < ", " <= "), (" > ", " >= "),
         ("&&", "||"), ("||", "&&"), (" + ", " - "), (" - ", " + "), (" * ", " + "), (" / ", " * "),
         ("++", "--"), (" += ", " -= "), (" -= ", " += "), (" & ", " | "), (" | ", " & "),
         ("!(", "("), ("return true", "return false"), ("return false", "return true"))
NUMBER = re.compile(r"(?<![\w.\"'])\d+(?![\w.\"'])")
STATEMENT = re.compile(r"^\t+(?!return|goto|const |static |struct .* [a-z_]+;)[a-z][^{}]*;$")
NO_CODE = re.compile(r"^\s*(#|/\*|\*|//|_Static_assert)|^(static |extern |const )?.*\) *$|^\w.*;$")
TIME_LIMIT_FACTOR = 20


def run(command, **options):
    return subprocess.run(command, shell=isinstance(command, str), check=False, capture_output=True,
                          **options)


def commands_of(build):
    """The commands that compile each object and link each program."""
    plan = run(["make", "-n", "-B", "SETUP=no", f"BUILD={build}", "unit-programs"],
               text=True).stdout
    compiles, links = {}, {}
    for line in plan.replace("\\\n", " ").split("\n"):
        found = re.search(r" -o (\S+)", line)
        if found and " -c " in line:
            compiles[found.group(1)] = line
        elif found and found.group(1).startswith(f"{build}/tests/"):
            links[found.group(1)] = line
    return compiles, links


def executed_lines(build, sources):
    """Programs that execute each line of each source, fastest first, by a build with coverage."""
    stored = f"{build}/coverage.json"
    if os.path.exists(stored):
        with open(stored, encoding="utf-8") as file:
            return json.load(file)
    subprocess.run(["make", "-s", f"-j{os.cpu_count()}", "SETUP=no", f"BUILD={build}",
                    "SANITIZERS=--coverage", "unit-programs"], check=True)
    lines = {source: {} for source in sources}
    for program in sorted(commands_of(build)[1]):
        for old in glob.glob(f"{build}/unit-obj/**/*.gcda", recursive=True):
            os.unlink(old)
        begin = time.monotonic()
        run([program])
        seconds = time.monotonic() - begin
        data = [path for path in glob.glob(f"{build}/unit-obj/**/*.gcda", recursive=True)
                if path[len(f"{build}/unit-obj/"):-5] in lines]
        report = run(["gcov", "--json-format", "--stdout", *data], text=True).stdout if data else ""
        for part in report.splitlines():
            for file in json.loads(part)["files"]:
                for line in file["lines"]:
                    if line["count"] > 0 and file["file"] in lines:
                        lines[file["file"]].setdefault(str(line["line_number"]), []).append(
                            (seconds, program[len(build) + 1:]))
    with open(stored, "w", encoding="utf-8") as file:
        json.dump(lines, file)
    return lines


def mutants_of(text):
    """Line numbers with their changed lines."""
    is_comment = False
    for number, line in enumerate(text.split("\n"), 1):
        code = re.sub(r"/\*.*?\*/", "", line)
        was_comment, is_comment = is_comment, ("/*" in code) or (is_comment and "*/" not in code)
        if was_comment or is_comment or NO_CODE.search(code) or '"' in code:
            continue
        for old, new in SWAPS:
            # The greater of two equal values, and the order of two.
            if old in (" < ", " > ") and re.search(r"\?|\) - \(", code):
                continue
            for found in re.finditer(re.escape(old), code):
                yield number, code[:found.start()] + new + code[found.end():]
        for found in NUMBER.finditer(code):
            yield number, code[:found.start()] + str(int(found.group()) + 1) + code[found.end():]
        if STATEMENT.match(code):
            yield number, ""


class Tester:
    def __init__(self, build, lines):
        self.build, self.lines = build, lines
        self.compiles, self.links = commands_of(build)

    def compiled(self, source, text, output):
        """The object code, or None."""
        path = f"{output}.c"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        place = f"{self.build}/unit-obj/{source}.o"
        command = self.compiles[place].replace(f" -o {place} {source}",
                                               f" -g0 -o {output}.o {path}")
        command = command.replace(" -I. ", f" -I. -iquote {os.path.dirname(source)} ")
        command = re.sub(r"-(MMD|MP|g)\b(?!0)", "", command)
        if run(command).returncode != 0:
            return None
        with open(f"{output}.o", "rb") as file:
            return file.read()

    def kills(self, source, seconds, program, output):
        place, target = f"{self.build}/unit-obj/{source}.o", f"{self.build}/{program}"
        command = self.links[target]
        mutant = command.replace(f" {place} ", f" {output}.o ") if f" {place} " in command else \
            command.replace(f" -o {target} ", f" -o {target} {output}.o ")
        if run(mutant.replace(f" -o {target} ", f" -o {output}.test ")).returncode != 0:
            return False
        try:
            return run([f"{output}.test"], timeout=10 + TIME_LIMIT_FACTOR * seconds).returncode != 0
        except subprocess.TimeoutExpired:
            return True

    def judge(self, job):
        """The program that finds the mutant, "survived", or None if it does not count."""
        index, source, number, line = job
        output = f"{self.build}/mutation/{index}"
        with open(source, encoding="utf-8") as file:
            text = file.read().split("\n")
        result, programs = None, sorted(self.lines[source].get(str(number), ()))
        mutant = "\n".join(text[:number - 1] + [line] + text[number:])
        base_code = self.compiled(source, "\n".join(text), output)
        if self.compiled(source, mutant, output) not in (None, base_code):
            result = next((program for seconds, program in programs
                           if self.kills(source, seconds, program, output)), "survived")
        for path in glob.glob(f"{output}.*"):
            os.unlink(path)
        if result == "survived":
            print(f"{source}:{number}: {text[number - 1].strip()}\n"
                  f"    -> {line.strip() or '(deleted)'}"
                  f"{'' if programs else '   (no program executes it)'}", flush=True)
        return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    sources = sorted(source for path in options.paths for source in (
        glob.glob(f"{path}/**/*.c", recursive=True) if os.path.isdir(path) else [path]))
    lines = executed_lines(f"{options.build}/coverage", sources)
    os.makedirs(f"{options.build}/mutation", exist_ok=True)
    tester, chosen = Tester(options.build, lines), []
    for source in sources:
        with open(source, encoding="utf-8") as file:
            mutants = list(mutants_of(file.read()))
        random.Random(f"{options.seed} {source}").shuffle(mutants)
        chosen += [(source, *mutant) for mutant in mutants[:options.each]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(tester.judge, [(i, *mutant) for i, mutant in enumerate(chosen)]))
    counted = [result for result in results if result is not None]
    found = sum(result != "survived" for result in counted)
    print(f"{len(sources)} files, {len(counted)} mutants, {found} found: "
          f"{100 * found / len(counted):.1f} %")
    sys.exit(not counted)


if __name__ == "__main__":
    main()
