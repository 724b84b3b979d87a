#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The instructions, operands and counts of every measured assembly function are those declared in
tests/golden/loops.txt, or loops-ARCH.txt for a build of aarch64 or riscv64, and each table of the benchmarks
has the declared functions. Exact metrics show only how many instructions there are; a loop over
wrong addresses, widths or registers has the same number. Where a loop subtracts its operations from
a counter, that number must be the number of repetitions.

usage: tests/golden/loops.py BUILD [ARCH]           compare; print the differences
       tests/golden/loops.py BUILD [ARCH] --update  write the file from the objects, as in `make golden`"""

import pathlib
import re
import subprocess
import sys
import textwrap

ARCH = next((arch for arch in ("aarch64", "riscv64") if arch in sys.argv[2:]), "")
MEASURED = "measured-obj/bench/[!t]*/"
OBJECTS = (MEASURED + "*.S.o",) if ARCH else (
           "measured-obj/bench/[!t]*/*.S.o", "kernel-obj/kernel/x86/trial/*.S.o",
           "kernel-obj/kernel/x86/idle/*.S.o", "kernel-obj/kernel/x86/task/*.S.o",
           "kernel-obj/kernel/x86/flow/*.S.o", "kernel-obj/kernel/x86/pmu/*.S.o",
           "kernel-obj/kernel/x86/cpu/system_call.S.o", "kernel-obj/kernel/x86/cpu/context.S.o",
           "kernel-obj/kernel/x86/cpu/user_mode_enter.S.o")
DECLARED = pathlib.Path(__file__).with_name(f"loops-{ARCH}.txt" if ARCH else "loops.txt")
OBJDUMP = f"{ARCH}-linux-gnu-objdump" if ARCH else "objdump"
WIDTH = 92              # of the declarations
PERIOD_MAX = 16         # instructions of one repeated operation
PADDING = re.compile(r"(data16 |cs )*(nop|xchg +%ax,%ax)|addi zero,zero,0$")
DISPLACEMENT = re.compile(r"(-?0x[0-9a-f]+)?\((?=%)")
JUMP = re.compile(r"(j\w+|call|b[.\w]*|cbn?z \w+,|tbn?z \w+, #\w+,|b\w+ \w+,\w+,|jal \w+,) ([0-9a-f]+) <")
# A register and a displacement of aarch64, which is written as that of x86-64.
ADDRESS = re.compile(r"\[(\w+)(?:, #(-?\d+))?\]")
# The same of riscv64, and a jump's target, which is written after a blank.
RISCV_ADDRESS = re.compile(r"(-?\d+)\((\w+)\)")
RISCV_JUMP = re.compile(r"^(b\w+ \w+,\w+|jal \w+),(?=[0-9a-f]+ <)")
# The usual segment of a string instruction, which binutils 2.44 prints and 2.47 does not.
SEGMENT = re.compile(r"%(?:ds:(?=\(%rsi\))|es:(?=\(%rdi\)))")
SECTION = re.compile(r"\[\.(?:rodata|data(?:\.rel(?:\.ro)?(?:\.local)?)?)\.([\w.]+)\]")
STEP = re.compile(r"(?:sub \$|subs x1, x1, #|addi (a1|a3|s1),\1,-)(0x[0-9a-f]+|\d+)(?:,%(?:rsi|rbx|esi))?$")
BACK = re.compile(r"(?:j(?:a|ne)|b\.(?:hi|ne)|blt zero,\w+,) -")


def instruction_text(text):
    text = re.sub(r"\s+//.*|\s+$" if ARCH == "aarch64" else r"\s+#.*|\s+$", "", text).replace("\t", " ")
    if ARCH == "riscv64":
        text = RISCV_ADDRESS.sub(lambda at: f"{int(at[1]):#x}(%{at[2]})" if int(at[1]) else f"(%{at[2]})", text)
        return RISCV_JUMP.sub(r"\1, ", text)
    text = SEGMENT.sub("", text)
    return ADDRESS.sub(lambda at: f"{int(at[2]):#x}(%{at[1]})" if at[2] else f"(%{at[1]})", text)


def tables_of(path, functions):
    """Yield each table of an object file with functions: its name, and theirs in its order."""
    text = subprocess.run([OBJDUMP, "-r", str(path)], check=True, capture_output=True, text=True).stdout
    for section in text.split("RELOCATION RECORDS FOR ")[1:]:
        name = SECTION.match(section)
        places = sorted((int(offset, 16), symbol) for offset, symbol in
                        re.findall(r"^([0-9a-f]+) R_\S+ +(\w+)$", section, re.M) if symbol in functions)
        if name and places:
            source = "/".join(path.parts[-3:]).removesuffix(".o")
            yield f"{source}: {re.sub(r'[.][0-9]+$', '', name[1])}", [symbol for _, symbol in places]


def functions_of(path):
    """Yield each function of an object file: its name and its instructions as text, with the
    target of a relocation in place of the number."""
    aliases = ["-M", "no-aliases"] if ARCH == "riscv64" else []
    text = subprocess.run([OBJDUMP, "-dr", "--no-show-raw-insn", *aliases, str(path)], check=True,
                          capture_output=True, text=True).stdout
    name, lines = None, []
    for line in text.splitlines():
        if label := re.match(r"[0-9a-f]+ <(.*)>:$", line):
            if label[1].startswith(".L"):
                continue
            if name:
                yield name, lines
            name, lines = label[1], []
        elif relocation := re.match(r"\s+[0-9a-f]+: R_(?:X86_64|AARCH64|RISCV)_\w+\s+(?!\.L)(\S+)", line):
            lines[-1][1] += " {" + relocation[1] + "}"
        elif instruction := re.match(r"\s*([0-9a-f]+):\t(.*)", line):
            lines.append([int(instruction[1], 16),
                          instruction_text(instruction[2])])
    if name:
        yield name, lines


def readable(lines):
    """The instructions of a function without padding. A jump within it names the distance in
    instructions, so that lengths of encodings do not count."""
    lines = [line for line in lines if not PADDING.match(line[1])]
    place = {address: number for number, (address, _) in enumerate(lines)}
    result = []
    for number, (_, text) in enumerate(lines):
        text = re.sub(r" +", " ", text)
        if jump := JUMP.match(text):
            target = place.get(int(jump[2], 16))
            if "{" in text:
                text = jump[1] + text[text.index(" {"):]
            elif target is not None:
                text = f"{jump[1]} {target - number:+d}"
            else:
                text = re.sub(r" [0-9a-f]+ <([^+>]*).*", r" \1", text)
        result.append(text)
    return result


def split(text):
    """An instruction's text without displacements, and the displacements."""
    numbers = [int(number or "0", 16) for number in DISPLACEMENT.findall(text)]
    return DISPLACEMENT.sub("(", text), numbers


def repetitions(parts, begin, period):
    """How often the operation of that many instructions is repeated from there, with displacements
    that grow by a constant each; and those constants."""
    steps, count = None, 1
    while begin + (count + 1) * period <= len(parts):
        at = begin + count * period
        grown = []
        for i in range(period):
            (template, numbers), (other, others) = parts[begin + i], parts[at + i]
            if template != other:
                return count, steps
            grown += [b - a for a, b in zip(numbers, others)]
        if steps is None:
            steps = grown
        elif grown != [count * step for step in steps]:
            return count, steps
        count += 1
    return count, steps


def shown(parts, begin, period, steps):
    texts, steps = [], list(steps or [])
    for template, numbers in parts[begin:begin + period]:
        for number in numbers:
            step = steps.pop(0) if steps else 0
            text = (f"{number:#x}" if number else "") + (f"+{step:#x}*n" if step else "")
            template = template.replace("(", text + "\0", 1)
        texts.append(template.replace("\0", "("))
    return "; ".join(texts)


def declared(texts):
    """The instructions in one line each; repeated ones once, with their number."""
    parts, result, at = [split(text) for text in texts], [], 0
    while at < len(parts):
        best = (1, 1, None)
        for period in range(1, PERIOD_MAX + 1):
            count, steps = repetitions(parts, at, period)
            if count > 2 and count * period > best[0] * best[1]:
                best = (count, period, steps)
        count, period, steps = best
        if count > 1:
            result.append(f"{count} times: {shown(parts, at, period, steps)}")
        else:
            result.append(texts[at])
        at += count * period
    return result


def count_error(lines):
    """What is wrong with the number that a loop subtracts, if it repeats an operation and the
    number is not 1."""
    for number, line in enumerate(lines[:-1]):
        step = STEP.match(line)
        if not step or not BACK.match(lines[number + 1]):
            continue
        counts = [int(times[1]) for times in (re.match(r"(\d+) times: ", text) for text in
                                              lines[max(0, number - 3):number]) if times]
        if counts and int(step[2], 0) % counts[-1] != 0:
            return f"{counts[-1]} operations, but the counter goes down by {int(step[2], 0)}"
    return None


def objects(build, pattern):
    """Objects whose sources exist. A build directory keeps those of files that have another name now."""
    return [path for path in sorted(build.glob(pattern))
            if pathlib.Path(*path.relative_to(build).parts[1:]).with_suffix("").exists()]


def main():
    build = pathlib.Path(sys.argv[1])
    found, errors = {}, 0
    for pattern in OBJECTS:
        for path in objects(build, pattern):
            for name, lines in functions_of(path):
                found[name] = declared(readable(lines))
    functions = set(found)
    for path in objects(build, MEASURED + "*.c.o"):
        found.update(tables_of(path, functions))
    if sys.argv[-1] == "--update":
        text = re.match(r"(#.*\n)*", DECLARED.read_text())[0]
        for name, lines in found.items():
            unbroken = " | ".join(line.replace(" ", "\0").replace(";\0", "; ") for line in lines)
            text += name + "\n" + textwrap.fill(
                unbroken, WIDTH, initial_indent="\t", subsequent_indent="\t",
                break_long_words=False, break_on_hyphens=False).replace("\0", " ") + "\n"
        DECLARED.write_text(text)
        return 0
    wanted, name = {}, None
    for line in DECLARED.read_text().splitlines():
        if line.startswith("\t"):
            wanted[name] = (wanted[name] + " " + line.strip()).strip()
        elif line and not line.startswith("#"):
            name = line
            wanted[name] = ""
    for name in sorted(found.keys() | wanted.keys()):
        if " | ".join(found.get(name, [])) != wanted.get(name):
            errors += 1
            print(f"{name} differs from its declaration\n"
                  f"  declared: {wanted.get(name)}\n  object:   {' | '.join(found.get(name, []))}")
        elif error := count_error(found[name]):
            errors += 1
            print(f"{name}: {error}")
    print(f"{len(found)} functions and tables compared")
    return 1 if errors or len(found) < (60 if ARCH else 100) else 0


sys.exit(main())
