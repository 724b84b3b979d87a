#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A kernel that is not Linux, tests/toy, measured by include/bareline.h, as docs/your-kernel.md
describes. The header must compile in every mode without a function of a library. The toy, linked low
and at -2 GiB, must send the same bytes twice and be explained with equal sums. Injected instructions,
3 in the trap's entry and 2 in a lock that is taken 8 times, must be found by the gate and by
`explain --compare` as 3 and 16 in that function. Ticks must be instructions only if they are. A
kernel that never powers off, or ends QEMU with another status, must be accepted. So must one that runs
where it is not linked, and one in a boot loader's file. With "long", the same must hold on riscv64,
riscv32 and aarch64, whose QEMU and compilers are fetched, and for an ISO image. On loongarch64 and
Cortex-M, a tick is more than an instruction.

usage: tests/toy/your_kernel.py BUILD [long]
"""
import json
import os
import re
import shutil
import struct
import subprocess
import sys

WARNINGS = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wshadow", "-Wundef", "-Wmissing-prototypes",
            "-Wstrict-prototypes", "-Wvla", "-Werror", "-ffreestanding", "-I.")
PLAIN = ("-fno-pic", "-fno-pie", "-fno-stack-protector")
X86 = ("-mno-red-zone", "-mgeneral-regs-only", "-fcf-protection=none")
# Padding before a loop is executed too, and would change with the injected instructions.
TOY = ("-O2", "-g", "-fno-align-loops", "-fno-align-jumps", "-fno-align-labels")
# QEMU 7.2 has no vector instructions of loongarch64.
LOONGARCH64 = ("--target=loongarch64", "-mcmodel=medium", "-mno-lsx", "-mno-lasx")
CORTEX_M = ("--target=thumb-none-eabi", "-mcpu=cortex-m3")
STATUS_OF_ENDS = 2 * 7 + 1              # QEMU, hw/misc/debugexit.c
METRICS = 5
# The packages of a compiler have its version in their names. Of Debian 12's versions of clang with a linker
# for loongarch64, 19 is the first.
FETCH = """
. scripts/fetch.sh
directory=$1
processor=$(dpkg --print-architecture)
fetch_begin your-kernel "$directory" && fetch_lists "$fetched" "$processor" || exit 1
set -- qemu-system-misc qemu-system-arm
! fetch_apt "$fetched" "$processor" apt-cache show qemu-system-riscv >/dev/null 2>&1 || set -- "$@" qemu-system-riscv
for version in 19 20 21 22; do
	! fetch_apt "$fetched" "$processor" apt-cache show lld-$version >/dev/null 2>&1 || break
done
set -- "$@" clang-$version lld-$version libllvm$version libclang-cpp$version libclang-common-$version-dev
for of in riscv64 aarch64; do
	compiler=$(fetch_apt "$fetched" "$processor" apt-cache depends --important "gcc-$of-linux-gnu" |
		sed -n 's/^ *Depends: \\(gcc-[0-9].*\\)/\\1/p')
	set -- "$@" "$compiler" $(fetch_apt "$fetched" "$processor" apt-cache depends --important \\
		"$compiler" | sed -n 's/^ *Depends: \\(\\(cpp\\|binutils\\|libgcc\\)-.*\\)$/\\1/p')
done
fetch_unpack "$fetched" "$processor" "$directory/root" "$@"
"""

failures = []


def check(what, good, detail=""):
    if not good:
        print(f"failed: {what}\n{detail}")
        failures.append(what)


def run(*words, **more):
    return subprocess.run(words, check=False, capture_output=True, text=True, timeout=600, **more)


def make(*words, **more):
    done = run(*words, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{done.stderr}")


# ---- The header ----

def compiles(directory, compiler, *flags, **more):
    done = run(compiler, *flags, *WARNINGS, *PLAIN, "-c", f"{directory}/header.c", "-o",
               f"{directory}/header.o", **more)
    undefined = run("nm", "-u", f"{directory}/header.o").stdout if done.returncode == 0 else ""
    check(f"the header compiles by {compiler} {' '.join(flags)}",
          done.returncode == 0 and undefined == "", done.stderr + undefined)


def compile_modes(directory):
    for compiler in ("gcc", "clang"):
        if shutil.which(compiler) is None:
            print(f"skipped: {compiler} is missing")
            continue
        machines = [("-m64",), ("-m32",)]
        if compiler == "clang":
            machines += [("--target=riscv64",), ("--target=riscv32",), ("--target=aarch64",), CORTEX_M]
            done = run("clang", *CORTEX_M[:-1], "-mcpu=cortex-m0", "-I.", "-fsyntax-only", f"{directory}/header.c")
            check("a Cortex-M without a clock is refused",
                  done.returncode != 0 and "define BL_ARCH" in done.stderr, done.stderr)
        for machine in machines:
            for level in ("-O0", "-O2", "-Os"):
                compiles(directory, compiler, *machine, level)
    os.makedirs(f"{directory}/narrow", exist_ok=True)
    with open(f"{directory}/narrow/stdint.h", "w", encoding="ascii") as file:
        file.write("typedef unsigned char uint8_t; typedef unsigned int uint32_t, uint64_t;\n")
    done = run("gcc", "-m32", "-std=gnu99", "-ffreestanding", f"-I{directory}/narrow", "-I.",
               "-fsyntax-only", f"{directory}/header.c")
    check("a kernel's own stdint.h with a uint64_t of 32 bits is refused",
          done.returncode != 0 and "uint64_t of stdint.h must have 64 bits" in done.stderr,
          done.stderr)
    if shutil.which("g++") is not None:
        done = run("g++", "-x", "c++", "-std=c++11", "-Wall", "-Wextra", "-Werror", "-I.",
                   "-fsyntax-only", f"{directory}/header.c")
        check("the header compiles as C++", done.returncode == 0, done.stderr)


# ---- The toy ----

class Target:
    """A processor, and how a toy for it is compiled and linked."""

    def __init__(self, name, flags, load, base=0, tools="", linker=(), env=None):
        self.name = name
        self.flags = flags
        self.addresses = (f"--defsym=BASE={base:#x}", f"--defsym=LOAD={load:#x}")
        self.base = base
        self.compiler = f"{tools}gcc"
        self.linker = (f"{tools}ld", *linker)
        self.env = env

    def build(self, out, *macros):
        make(self.compiler, *self.flags, *PLAIN, "-c", f"-DBASE={self.base:#x}", *macros,
             f"tests/toy/{self.name}.S", "-o", f"{out}.boot.o", env=self.env)
        make(self.compiler, *self.flags, *WARNINGS, *PLAIN, *TOY, *macros, "-c",
             "tests/toy/toy.c", "-o", f"{out}.o", env=self.env)
        make(*self.linker, "-nostdlib", "-z", "noexecstack", "-z", "max-page-size=4096",
             *self.addresses, "-T", "tests/toy/toy.ld", f"{out}.boot.o", f"{out}.o", "-o", out,
             env=self.env)


LOW = Target("x86_64", (*X86, "-mcmodel=small"), 0x100000)
HIGH = Target("x86_64", (*X86, "-mcmodel=kernel"), 0x100000, base=0xffffffff80000000)
MOVED = ("-DMOVE=0xffffffff80000000", "-fpie")
I386 = Target("i386", (*X86[1:], "-m32"), 0x100000, linker=("-m", "elf_i386"))


class Tool:
    """The tool, and the directory with toys and results."""

    def __init__(self, build, directory, env=None):
        self.program = f"{build}/bareline"
        self.directory = directory
        self.env = env

    def bareline(self, *words):
        return run(self.program, *words, env=self.env)

    def run(self, toy, output, *words):
        return self.bareline("run", "--quiet", "--image", f"{self.directory}/{toy}", "-o",
                             f"{self.directory}/{output}", *words)

    def counted(self, toy, output, *words):
        return self.run(toy, output, "--deterministic", *words)

    def explain(self, toy, output, *words, boot=()):
        return self.bareline("explain", "*", "--sums", "-o", f"{self.directory}/{output}", *words,
                             "--", "--quiet", "--image", f"{self.directory}/{toy}", *boot)

    def log(self, output):
        with open(f"{self.directory}/{output}/serial.log", "rb") as file:
            return file.read()

    def compare(self, base, new):
        """Changes by metric and function."""
        done = self.bareline("explain", "--compare", f"{self.directory}/{base}",
                             f"{self.directory}/{new}", "-o", f"{self.directory}/change")
        check("two explanations are compared", done.returncode == 0, done.stderr)
        with open(f"{self.directory}/change/explain.json", encoding="utf-8") as file:
            tables = json.load(file)["tables"]
        rows = next(table["rows"] for table in tables if table["name"] == "explain.changed_functions")
        return {(row["figure"], row["function"].split(".")[0]): row["change"] for row in rows}


def check_same_bytes(tool, toy, arch):
    done = [tool.counted(toy, f"{toy}-{number}") for number in (1, 2)]
    check(f"{toy}: two runs succeed", all(one.returncode == 0 for one in done),
          done[0].stderr + done[1].stderr)
    check(f"{toy}: two runs send the same bytes", tool.log(f"{toy}-1") == tool.log(f"{toy}-2") != b"")
    check(f"{toy}: a tick is an instruction",
          b'time_base="instructions"' in tool.log(f"{toy}-1"), tool.log(f"{toy}-1"))
    shown = tool.bareline("show", f"{tool.directory}/{toy}-1").stdout
    check(f"{toy}: a run is shown without words of another machine",
          f"Toy 1.0 on {arch}" in shown and "CPUID" not in shown and "self-tests:" not in shown
          and "INVALID" not in shown and ("TSC" in shown) == (arch in ("x86_64", "i386")), shown)


def check_sums(what, done):
    check(f"{what}: the sums by function are equal",
          done.returncode == 0 and done.stdout.count(" equal\n") == METRICS,
          done.stdout + done.stderr)


def write_moved(path, moved, by):
    """Add a number to the addresses of segments and symbols of an ELF file of 64 bits."""
    with open(path, "rb") as file:
        data = bytearray(file.read())

    def add(at):
        struct.pack_into("<Q", data, at, struct.unpack_from("<Q", data, at)[0] + by)

    segments, sections = struct.unpack_from("<QQ", data, 32)
    segment_bytes, segment_count, section_bytes, section_count = struct.unpack_from("<4H", data, 54)
    for number in range(segment_count):
        add(segments + number * segment_bytes + 16)
    for number in range(section_count):
        kind, begin, size = struct.unpack_from("<4xI16xQQ", data, sections + number * section_bytes)
        for at in range(begin, begin + size, 24) if kind == 2 else ():
            add(at + 8)
    with open(moved, "wb") as file:
        file.write(data)


def check_other_image(tool, toy):
    """An image that is no ELF file."""
    make("objcopy", "-O", "binary", f"{tool.directory}/{toy}", f"{tool.directory}/image.bin")
    done = tool.bareline("explain", "*", "--program", "file", "--layer", "linux")
    check("programs of Linux are refused", done.returncode == 2 and "--layer" in done.stderr, done.stderr)
    done = tool.explain("image.bin", "explain-bin")
    check("an image that is no ELF file is refused",
          done.returncode == 2 and "not an ELF file" in done.stderr, done.stderr)
    check_sums("an image and its program",
               tool.explain("image.bin", "explain-bin", "--program", f"{tool.directory}/{toy}"))
    # The file's addresses are not those of the run, by a distance that is no multiple of a page.
    other = f"{tool.directory}/other@addresses"
    write_moved(f"{tool.directory}/{toy}", other, 0x810)
    done = tool.explain("image.bin", "explain-other", "--program", other)
    check("a program at other addresses is refused with what was compared",
          done.returncode == 2 and "of the" in done.stderr and "executed blocks" in done.stderr, done.stderr)
    check_sums("a program, and the distance to where it runs",
               tool.explain("image.bin", "explain-other", "--program", f"{other}@-810"))
    moved = f"{tool.directory}/moved"
    check_sums("an image, and the distance to where it runs",
               tool.explain("moved", "explain-distance", "--program", f"{moved}@ffffffff80000000"))
    check_sums("the same of the files that were kept",
               tool.bareline("explain", "--show", f"{tool.directory}/explain-other", "--sums"))


def build_loader(tool, toy, name):
    path = f"{tool.directory}/{toy}"
    start = next(line.split()[0] for line in run("nm", path).stdout.splitlines() if line.endswith(" T start"))
    make("objcopy", "-O", "binary", path, f"{path}.bin")
    make("gcc", "-m32", *PLAIN, "-c", f'-DKERNEL="{path}.bin"', f"-DENTRY=0x{start}", "-DLOAD=0x100000",
         "tests/toy/loader.S", "-o", f"{tool.directory}/{name}.o")
    make("ld", "-m", "elf_i386", "-nostdlib", "-Ttext=0x800000", "-e", "start", f"{tool.directory}/{name}.o",
         "-o", f"{tool.directory}/{name}")


def check_loader(tool, toy, injected):
    """A boot loader is the image, and the kernel a program in it."""
    path = f"{tool.directory}/{toy}"
    build_loader(tool, toy, "loader")
    done = tool.explain("loader", "explain-loader")
    check("a boot loader without the kernel's file is refused",
          done.returncode == 2 and "name the program that does with --program" in done.stderr, done.stderr)
    check_sums("a boot loader and the kernel in it",
               tool.explain("loader", "explain-loader", "--program", path))
    done = tool.explain("loader", "explain-wrong", "--program", f"{tool.directory}/i386")
    check("the file of another kernel is refused with what was compared",
          done.returncode == 2 and "i386" in done.stderr and "blocks" in done.stderr, done.stderr)
    gate = ("--baseline", f"{tool.directory}/loader.txt")
    done = tool.counted("loader", "gate-loader", *gate, "--update")
    check("a boot loader: a baseline is written", done.returncode == 0, done.stderr)
    build_loader(tool, injected, "loader")
    done = tool.counted("loader", "gate-loader", *gate)
    check("a boot loader: the gate offers to explain the kernel in it",
          done.returncode == 1 and re.search("bareline explain toy.* -o explain-base --program KERNEL", done.stderr),
          done.stderr)


def check_gate(tool, toy, injected):
    baseline = ("--baseline", f"{tool.directory}/{toy}.txt")
    done = tool.counted(toy, "gate", *baseline, "--update")
    check(f"{toy}: a baseline is written", done.returncode == 0, done.stderr)
    done = tool.counted(toy, "gate", *baseline, "--append", "more=words")
    check(f"{toy}: another command line is refused before the boot",
          done.returncode == 2 and "nothing booted" in done.stderr, done.stderr)
    done = tool.counted(toy, "gate", *baseline)
    check(f"{toy}: the same kernel passes", done.returncode == 0, done.stdout + done.stderr)
    done = tool.counted(injected, "gate", *baseline)
    found = dict(re.findall(r"^    (toy\.\S+(?: [a-z]+)?) +[\d.]+ +[\d.]+ +([+-]\d+) ", done.stdout,
                            re.MULTILINE))
    check(f"{toy}: the gate finds the injected instructions, and no others",
          done.returncode == 1 and found == {"toy.insert": "+16", "toy.trap": "+3",
                                             "toy.trap_stages entry": "+3"},
          done.stdout + done.stderr)
    check(f"{toy}: the gate offers to explain", "bareline explain toy.trap" in done.stderr, done.stderr)


def check_change(tool, toy, injected):
    check_sums(toy, tool.explain(toy, f"explain-{toy}"))
    check_sums(injected, tool.explain(injected, f"explain-{injected}"))
    # A new build in the same file does not replace the kernel of the first call.
    shutil.copy(f"{tool.directory}/{injected}", f"{tool.directory}/{toy}")
    changes = tool.compare(f"explain-{toy}", f"explain-{injected}")
    check(f"{toy}: the injected instructions are found in their functions",
          changes == {("toy.insert", "lock_take"): "+16", ("toy.trap", "trap_entry"): "+3",
                      ("toy.trap_stages entry", "trap_entry"): "+3"}, str(changes))


def check_compared(tool, toy):
    """Two runs, and then one with injected instructions, which check_gate() left."""
    done = tool.bareline("compare", f"{tool.directory}/{toy}-1", f"{tool.directory}/{toy}-2")
    check(f"{toy}: two equal runs are compared", done.returncode == 0, done.stdout + done.stderr)
    done = tool.bareline("compare", f"{tool.directory}/{toy}-1", f"{tool.directory}/gate")
    check(f"{toy}: a run with more instructions is a regression",
          done.returncode == 1 and "toy.trap" in done.stdout, done.stdout + done.stderr)
    done = tool.bareline("export", "--format", "csv", f"{tool.directory}/{toy}-1")
    check(f"{toy}: a run is exported", done.returncode == 0 and "toy.trap" in done.stdout, done.stderr)


def check_time_base(tool, toy):
    for name, words in (("emulated", ()), ("shifted", ("--", "-icount", "shift=3"))):
        done = tool.run(toy, f"{toy}-{name}", "--accel", "tcg", *words)
        check(f"{toy} {name}: ticks are not called instructions",
              done.returncode == 0 and b'time_base="emulated"' in tool.log(f"{toy}-{name}"),
              done.stderr)


def check_exit(tool, toy):
    done = tool.counted(toy, "ends-1")
    check("another exit status is a failure",
          done.returncode == 1 and f"status {STATUS_OF_ENDS}" in done.stderr
          and "--exit-good" in done.stderr, done.stderr)
    done = tool.counted(toy, "ends-2", "--exit-good", str(STATUS_OF_ENDS))
    check("another exit status is accepted", done.returncode == 0, done.stderr)
    done = tool.counted(toy, "ends-3", "--exit-good", str(STATUS_OF_ENDS + 1))
    check("a third exit status is a failure", done.returncode == 1, done.stderr)
    done = tool.counted("fails", "fails-1")
    check("a failure that the kernel reports is one, whatever the exit status",
          done.returncode == 1 and "1 benchmark aborted" in done.stderr, done.stderr)


def check_short(build, directory):
    tool = Tool(build, directory)
    for name, target, macros in (
            ("low", LOW, ()), ("high", HIGH, ()), ("injected", LOW, ("-DINJECT",)),
            ("i386", I386, ()), ("i386-injected", I386, ("-DINJECT",)), ("stays", LOW, ("-DSTAY",)),
            ("moved", LOW, MOVED), ("ends", LOW, ("-DEND=7",)), ("fails", LOW, ("-DFAIL",))):
        target.build(f"{directory}/{name}", *macros)
    check_same_bytes(tool, "low", "x86_64")
    check_same_bytes(tool, "high", "x86_64")
    check_other_image(tool, "low")
    check_gate(tool, "low", "injected")
    check_compared(tool, "low")
    check_loader(tool, "low", "injected")
    check_change(tool, "low", "injected")
    check_change(tool, "i386", "i386-injected")
    for toy in ("high", "moved", "stays"):
        check_sums(toy, tool.explain(toy, f"explain-{toy}"))
    check_time_base(tool, "high")
    check_exit(tool, "ends")
    compile_modes(directory)


# ---- Long ----

def fetch(directory):
    """The environments of QEMU, and of the compilers with their libraries."""
    make("sh", "-c", FETCH, "sh", directory)
    root = f"{os.path.abspath(directory)}/root"
    env = {**os.environ, "PATH": f"{root}/usr/bin:{os.environ['PATH']}"}
    libraries = run("gcc", "-print-multiarch").stdout.strip()
    return env, {**env, "LD_LIBRARY_PATH": f"{root}/usr/lib/{libraries}"}


def compiler_of(directory, processor):
    names = sorted(name for name in os.listdir(f"{directory}/root/usr/bin")
                   if name.startswith(f"{processor}-linux-gnu-gcc-") and name.rpartition("-")[2].isdigit()
                   and name.count("-") == 4)
    return names[-1]


def check_iso(tool):
    """GRUB's boot of an ISO image is counted too, by BIOS and by UEFI."""
    os.makedirs(f"{tool.directory}/iso/boot/grub")
    shutil.copy(f"{tool.directory}/low", f"{tool.directory}/iso/boot/toy")
    with open(f"{tool.directory}/iso/boot/grub/grub.cfg", "w", encoding="ascii") as file:
        file.write("multiboot /boot/toy one two\nboot\n")
    make("grub-mkrescue", "-o", f"{tool.directory}/toy.iso", f"{tool.directory}/iso")
    boot = ("--firmware", "bios", "--media", "cd")
    check_sums("an ISO image", tool.explain("toy.iso", "explain-iso", "--program",
                                            f"{tool.directory}/low", boot=boot))
    done = tool.run("low", "plain", "--deterministic", "--baseline", f"{tool.directory}/iso.txt",
                    "--update")
    check("a baseline is written", done.returncode == 0, done.stderr)
    done = [tool.counted("toy.iso", f"iso-{number}", *boot) for number in (1, 2)]
    done.append(tool.counted("toy.iso", "iso-uefi", "--firmware", "uefi", "--media", "cd",
                             "--no-output-timeout", "550"))  # the firmware of a busy host
    samples = [[line for line in tool.log(output).split(b"\n") if line.startswith(b"@samples")]
               for output in ("plain", "iso-1", "iso-2", "iso-uefi")]
    check("an ISO image has the same counts, twice by BIOS and by UEFI",
          all(one.returncode == 0 for one in done) and samples[0] != [] and
          all(one == samples[0] for one in samples), "".join(one.stderr for one in done))


def check_slow_clocks(tool, directory, env):
    """Processors whose clock in QEMU is slower than instructions."""
    versions = os.listdir(f"{directory}/root/usr/lib")
    programs = f"{directory}/root/usr/lib/{next(name for name in versions if name.startswith('llvm-'))}/bin"
    board = ("--qemu", "qemu-system-arm", "--machine", "virt", "--cpu", "cortex-m3", "--memory", "16M", "--",
             "-machine", "mps2-an385")
    for name, flags, load, options in (("loongarch64", LOONGARCH64, 0x200000, ("--memory", "1G")),
                                       ("cortex-m", CORTEX_M, 0, board)):
        target = Target(name, (*flags, "-Wno-ignored-optimization-argument"), load, env=env)
        target.compiler, target.linker = f"{programs}/clang", (f"{programs}/ld.lld",)
        for level in ("-O0", "-O2", "-Os"):
            compiles(directory, target.compiler, level, *flags, env=env)
        for toy, macros in ((name, ()), (f"{name}-injected", ("-DINJECT",)), (f"{name}-none", ("-DNO_CLOCK",))):
            target.build(f"{directory}/{toy}", *macros)
        done = [tool.counted(name, f"{name}-{number}", *options) for number in (1, 2)]
        log = tool.log(f"{name}-1")
        check(f"{name}: two runs send the same bytes",
              all(one.returncode == 0 for one in done) and log == tool.log(f"{name}-2") != b"",
              done[0].stderr + done[1].stderr)
        check(f"{name}: a tick is not called an instruction",
              b'time_base="emulated"' in log and b'status="complete"' in log, log)
        done = tool.counted(name, f"{name}-gate", "--baseline", f"{directory}/{name}.txt", "--update", *options)
        check(f"{name}: a baseline is refused", done.returncode == 2 and "does not count instructions" in
              done.stderr, done.stderr)
        done = tool.counted(f"{name}-injected", f"{name}-more", *options)
        changed = tool.bareline("compare", f"{directory}/{name}-1", f"{directory}/{name}-more")
        check(f"{name}: compare shows more instructions",
              done.returncode == 0 and re.search(r"toy\.insert .*differs", changed.stdout),
              done.stderr + changed.stdout + changed.stderr)
    check("loongarch64: the clock's frequency is that of CPUCFG", b"tsc_hz=100000000 " in
          tool.log("loongarch64-1"), tool.log("loongarch64-1"))
    done = tool.counted("cortex-m-none", "stands-still", *board)
    check("a clock that stands still is an error",
          done.returncode == 1 and b"the clock does not advance" in tool.log("stands-still"), done.stderr)


def check_long(build, directory):
    qemu, compilers = fetch(directory)
    tool = Tool(build, directory, qemu)
    riscv64 = ("-march=rv64imac_zicsr", "-mabi=lp64", "-mcmodel=medany")
    aarch64 = ("-mgeneral-regs-only", "-mstrict-align", "-mno-outline-atomics")
    riscv32 = ("-march=rv32imac_zicsr", "-mabi=ilp32", "-mcmodel=medany")
    for name, flags, load in (("riscv64", riscv64, 0x80000000), ("aarch64", aarch64, 0x40080000),
                              ("riscv32", riscv32, 0x80000000)):
        tools = "riscv64" if name == "riscv32" else name
        target = Target(tools, flags, load, tools=f"{tools}-linux-gnu-", env=compilers,
                        linker=("-m", "elf32lriscv") if name == "riscv32" else ())
        target.compiler = compiler_of(directory, tools)
        for level in ("-O0", "-O2", "-Os"):
            compiles(directory, target.compiler, level, *flags[:2], env=compilers)
        target.build(f"{directory}/{name}")
        target.build(f"{directory}/{name}-injected", "-DINJECT")
        check_same_bytes(tool, name, name)
        check_time_base(tool, name)
        check_gate(tool, name, f"{name}-injected")
        check_compared(tool, name)
        check_change(tool, name, f"{name}-injected")
    check_slow_clocks(tool, directory, compilers)
    LOW.build(f"{directory}/low")
    check_iso(tool)


def main():
    build, is_long = sys.argv[1], "long" in sys.argv
    directory = f"{build}/your-kernel{'-long' * is_long}"
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    with open(f"{directory}/header.c", "w", encoding="ascii") as file:
        file.write('#define BARELINE_IMPLEMENTATION\n#include "include/bareline.h"\n')
    (check_long if is_long else check_short)(build, directory)
    print(f"{len(failures)} failed")
    sys.exit(len(failures) > 0)


if __name__ == "__main__":
    main()
