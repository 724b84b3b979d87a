#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A kernel that is not Linux, tests/toy, measured by include/bareline.h, as docs/your-kernel.md
describes. The header must compile in every mode without a function of a library. The toy, linked low
and at -2 GiB, must send the same bytes twice and be explained with equal sums. Injected instructions,
3 in the trap's entry and 2 in a lock that is taken 8 times, must be found by the gate and by
`explain --compare` as 3 and 16 in that function. Ticks must be instructions only if they are. A
kernel that never powers off, or ends QEMU with another status, must be accepted.

usage: tests/your_kernel.py BUILD
"""
import json
import os
import shutil
import subprocess
import sys

WARNINGS = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wshadow", "-Wundef", "-Wmissing-prototypes",
            "-Wstrict-prototypes", "-Wvla", "-Werror", "-ffreestanding", "-I.")
TOY_FLAGS = ("-O2", "-g", "-fno-pic", "-mno-red-zone", "-mgeneral-regs-only", "-fno-stack-protector",
             "-fcf-protection=none")
# Name, distance from physical to link addresses, defined macros.
TOYS = (("low", 0, ()), ("high", 0xffffffff80000000, ()), ("injected", 0, ("-DINJECT",)),
        ("stays", 0, ("-DSTAY",)), ("ends", 0, ("-DEND=7",)))
LOAD = 0x100000
STATUS_OF_ENDS = 2 * 7 + 1              # QEMU, hw/misc/debugexit.c

failures = []


def check(what, good, detail=""):
    if not good:
        print(f"failed: {what}\n{detail}")
        failures.append(what)


def run(*words, **more):
    return subprocess.run(words, check=False, capture_output=True, text=True, timeout=300, **more)


def make(*words):
    done = run(*words)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{done.stderr}")


# ---- The header ----

def compile_modes(directory):
    source = f"{directory}/header.c"
    with open(source, "w", encoding="ascii") as file:
        file.write('#define BARELINE_IMPLEMENTATION\n#include "include/bareline.h"\n')
    for name in ("gcc", "clang"):
        if shutil.which(name) is None:
            print(f"skipped: {name} is missing")
            continue
        machines = ["-m64", "-m32"]
        if name == "clang":
            machines += ["--target=riscv64", "--target=aarch64"]
        for machine in machines:
            for level in ("-O0", "-O2", "-Os"):
                done = run(name, machine, level, *WARNINGS, "-fno-pic", "-fno-stack-protector", "-c",
                           source, "-o", f"{directory}/header.o")
                undefined = run("nm", "-u", f"{directory}/header.o").stdout
                check(f"the header compiles by {name} {machine} {level}",
                      done.returncode == 0 and undefined == "", done.stderr + undefined)
    if shutil.which("g++") is not None:
        done = run("g++", "-x", "c++", "-std=c++11", "-Wall", "-Wextra", "-Werror", "-I.",
                   "-fsyntax-only", source)
        check("the header compiles as C++", done.returncode == 0, done.stderr)


# ---- The toy ----

def build_toy(directory, name, base, macros):
    out = f"{directory}/{name}"
    model = "kernel" if base else "small"
    make("gcc", "-c", f"-DBASE={base:#x}", *macros, "tests/toy/x86_64.S", "-o", f"{out}.boot.o")
    make("gcc", *WARNINGS, *TOY_FLAGS, f"-mcmodel={model}", *macros, "-c", "tests/toy/toy.c", "-o",
         f"{out}.o")
    make("ld", "-nostdlib", "-z", "noexecstack", "-z", "max-page-size=4096",
         f"--defsym=BASE={base:#x}", f"--defsym=LOAD={LOAD:#x}", "-T", "tests/toy/toy.ld",
         f"{out}.boot.o", f"{out}.o", "-o", out)


class Tool:
    """The tool, and the directory with toys and results."""

    def __init__(self, build, directory):
        self.program = f"{build}/bareline"
        self.directory = directory

    def run(self, toy, output, *words):
        return run(self.program, "run", "--quiet", "--image", f"{self.directory}/{toy}", "-o",
                   f"{self.directory}/{output}", *words)

    def counted(self, toy, output, *words):
        return self.run(toy, output, "--deterministic", *words)

    def explain(self, toy, output, *words):
        return run(self.program, "explain", "*", "--sums", "-o", f"{self.directory}/{output}", *words,
                   "--", "--quiet", "--image", f"{self.directory}/{toy}")

    def log(self, output):
        with open(f"{self.directory}/{output}/serial.log", "rb") as file:
            return file.read()

    def compare(self, base, new):
        """Changes by metric and function."""
        done = run(self.program, "explain", "--compare", f"{self.directory}/{base}",
                   f"{self.directory}/{new}", "-o", f"{self.directory}/change")
        check("two explanations are compared", done.returncode == 0, done.stderr)
        with open(f"{self.directory}/change/explain.json", encoding="utf-8") as file:
            tables = json.load(file)["tables"]
        rows = next(table["rows"] for table in tables if table["name"] == "explain.changed_functions")
        return {(row["figure"], row["function"].split(".")[0]): row["change"] for row in rows}


def run_twice(tool):
    for toy in ("low", "high"):
        done = [tool.counted(toy, f"{toy}-{number}") for number in (1, 2)]
        check(f"{toy}: two runs succeed", all(one.returncode == 0 for one in done),
              done[0].stderr + done[1].stderr)
        check(f"{toy}: two runs send the same bytes",
              tool.log(f"{toy}-1") == tool.log(f"{toy}-2") != b"")
    shown = run(tool.program, "show", f"{tool.directory}/low-1").stdout
    check("a run is shown without words of another machine",
          "Toy 1.0 on x86_64" in shown and "CPUID" not in shown and "self-tests:" not in shown
          and "INVALID" not in shown, shown)
    check("a tick is an instruction", b'time_base="instructions"' in tool.log("low-1"))


def check_sums(tool):
    for toy in ("low", "high", "stays", "injected"):
        done = tool.explain(toy, f"explain-{toy}")
        check(f"{toy}: the sums by function are equal",
              done.returncode == 0 and done.stdout.count(" equal\n") == 5, done.stdout + done.stderr)
    make("objcopy", "-O", "binary", f"{tool.directory}/low", f"{tool.directory}/low.bin")
    done = tool.explain("low.bin", "explain-bin")
    check("an image that is no ELF file is refused",
          done.returncode == 2 and "not an ELF file" in done.stderr, done.stderr)
    done = tool.explain("low.bin", "explain-bin", "--program", f"{tool.directory}/low")
    check("an image that is no ELF file is explained by its program",
          done.returncode == 0 and done.stdout.count(" equal\n") == 5, done.stdout + done.stderr)


def check_gate(tool):
    baseline = ("--baseline", f"{tool.directory}/baseline.txt")
    done = tool.counted("low", "gate", *baseline, "--update")
    check("a baseline is written", done.returncode == 0, done.stderr)
    done = tool.counted("high", "gate", *baseline, "--append", "more=words")
    check("another command line is refused before the boot",
          done.returncode == 2 and "nothing booted" in done.stderr, done.stderr)
    done = tool.counted("low", "gate", *baseline)
    check("the same kernel passes", done.returncode == 0, done.stdout + done.stderr)
    done = tool.counted("injected", "gate", *baseline)
    lines = [line.strip().partition(":") for line in done.stdout.splitlines()
             if line.startswith("  toy.")]
    found = {name: rest.rpartition("(")[2].split(" ")[0] for name, _, rest in lines}
    check("the gate finds the injected instructions, and no others",
          done.returncode == 1 and found == {
              "toy.insert cold": "16", "toy.insert warm": "16", "toy.trap cold": "3",
              "toy.trap warm": "3", "toy.trap_stages entry warm": "3"}, done.stdout + done.stderr)
    check("the gate offers to explain", "bareline explain toy.trap" in done.stderr, done.stderr)
    # A new build of the same name must not replace the kernel of the base.
    shutil.copy(f"{tool.directory}/injected", f"{tool.directory}/low")
    check("the injected instructions are found in their functions",
          (changes := tool.compare("explain-low", "explain-injected")) == {
              ("toy.insert", "lock_take"): "+16", ("toy.trap", "trap_entry"): "+3",
              ("toy.trap_stages entry", "trap_entry"): "+3"}, str(changes))


def check_time_base(tool):
    for name, words in (("emulated", ()), ("shifted", ("--", "-icount", "shift=3"))):
        done = tool.run("high", name, "--accel", "tcg", *words)
        check(f"{name}: ticks are not called instructions",
              done.returncode == 0 and b'time_base="emulated"' in tool.log(name), done.stderr)


def check_exit(tool):
    done = tool.counted("ends", "ends-1")
    check("another exit status is a failure",
          done.returncode == 1 and f"status {STATUS_OF_ENDS}" in done.stderr
          and "--exit-good" in done.stderr, done.stderr)
    done = tool.counted("ends", "ends-2", "--exit-good", str(STATUS_OF_ENDS))
    check("another exit status is accepted", done.returncode == 0, done.stderr)
    done = tool.counted("ends", "ends-3", "--exit-good", str(STATUS_OF_ENDS + 1))
    check("a third exit status is a failure", done.returncode == 1, done.stderr)


def main():
    build = sys.argv[1]
    directory = f"{build}/your-kernel"
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    for name, base, macros in TOYS:
        build_toy(directory, name, base, macros)
    tool = Tool(build, directory)
    run_twice(tool)
    check_sums(tool)
    check_gate(tool)
    check_time_base(tool)
    check_exit(tool)
    compile_modes(directory)
    print(f"{len(failures)} failed")
    sys.exit(len(failures) > 0)


if __name__ == "__main__":
    main()
