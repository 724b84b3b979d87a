#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Exact gates on a user's own kernel. The baseline is the distribution's kernel, unpacked. A kernel
with another name and ten more instructions in one system call must show 10 more in that call, and no
other change, even with its benchmarks in another order. Files that are no kernel, archive or firmware
must be refused by name. QEMU's own boot method must be refused too. Without "gate" or "long", only the
refusals are tested. With "long", a bisection must name the commit that adds the instructions, a table of
both kernels must show them, and a run with only skipped benchmarks must give the reason.

usage: tests/linux/own_kernel.py BUILD [gate|long]
"""
import json
import os
import re
import shutil
import struct
import subprocess
import sys

BENCHMARKS = ("null.timing", "entry.*", "fault.not_present", "fault.write_protect", "fault.no_execute")
# Linux, scripts/Makefile.lib: the compressors of a kernel, and the first bytes of their data.
PACKERS = {"lz4": b"\x02\x21\x4c\x18", "zstd": b"\x28\xb5\x2f\xfd"}
# Linux calibrates this timer in half the time of a counted boot.
APPENDED = "nolapic_timer"
# Linux, arch/x86/entry/syscalls/syscall_64.tbl: getppid, and numbers without a function in every
# kernel, which identify the table.
GETPPID = 110
UNUSED_NUMBERS = (174, 177, 178, 180, 181, 182, 183, 184, 185)
TABLE_ENTRIES = 330
SLED = 10
NOP = b"\x90"
UNUSED_SPACE = b"\xcc" * 1024
# mov $1, %esi, as in getppid: five bytes, the size of a jump.
REPLACED = b"\xbe\x01\x00\x00\x00"

failures = []


def check(what, good, detail=""):
    if not good:
        print(f"failed: {what}\n{detail}")
        failures.append(what)


def unpacked(path):
    with open(path, "rb") as file:
        packed = file.read()
    for packer, begin in PACKERS.items():
        if begin in packed:
            image = subprocess.run([packer, "-dc"], input=packed[packed.index(begin):], check=False,
                                   capture_output=True).stdout
            if image[:4] == b"\x7fELF":
                return image
    sys.exit(f"{path}: expected a kernel packed by {' or '.join(PACKERS)}")


def segments(image):
    """File offset, address, length and flags of each loaded segment."""
    start, size, count = (struct.unpack_from("<Q", image, 32)[0],
                          *struct.unpack_from("<HH", image, 54))
    for number in range(count):
        kind, flags, place, address = struct.unpack_from("<IIQQ", image, start + number * size)
        length = struct.unpack_from("<Q", image, start + number * size + 32)[0]
        if kind == 1:
            yield place, address, length, flags


def place_of_getppid(image):
    """File offset of a system call's function, from the table of system calls."""
    place, address, length, _ = next(segments(image))
    words = memoryview(image)[place:place + length - length % 8].cast("Q")
    for at in range(len(words) - TABLE_ENTRIES):
        nothing = words[at + UNUSED_NUMBERS[0]]
        if (address <= nothing < address + length and words[at] != nothing
                and words[at + GETPPID] != nothing
                and all(words[at + number] == nothing for number in UNUSED_NUMBERS)):
            return words[at + GETPPID] - address + place
    sys.exit("cannot find the kernel's table of system calls")


def jump(at, to):
    return b"\xe9" + struct.pack("<i", to - at - 5)


def with_sled(image):
    """Redirect getppid through unused space between functions. The jumps there and back are two of
    the ten instructions."""
    place, _, length, _ = next(segments(image))
    function = place_of_getppid(image)
    at = image.index(REPLACED, function, function + 64)
    space = image.index(UNUSED_SPACE, place, place + length) + len(UNUSED_SPACE) // 2
    sled = NOP * (SLED - 2) + REPLACED
    changed = bytearray(image)
    changed[at:at + 5] = jump(at, space)
    changed[space:space + len(sled) + 5] = sled + jump(space + len(sled), at + 5)
    return bytes(changed)


def version_of(path):
    with open(path, "rb") as file:
        return tuple(int(part) for part in
                     re.search(rb"Linux version (\d+)\.(\d+)", file.read()).groups())


def build_with_other_name(image):
    """A longer release name: struct new_utsname has 65 characters for it."""
    release = re.search(rb"Linux version (\S+) ", image).group(1)
    changed, count = re.subn(re.escape(release) + rb"\0{20}",
                             release + b"-called.otherwise\0\0\0", image)
    if count == 0:
        sys.exit("cannot find the kernel's name")
    return changed


def bareline(build, *words):
    done = subprocess.run([f"{build}/bareline", "run", "--quiet", *words], check=False,
                          capture_output=True, text=True, timeout=900)
    return done.returncode, done.stdout, done.stderr


def measured(build, directory, kernel, *words, append=APPENDED, benchmarks=BENCHMARKS):
    benches = [word for bench in benchmarks for word in ("--bench", bench)]
    if append:
        words += ("--kernel-append", append)
    return bareline(build, "--linux", "--deterministic", "--timeout", "600", "--kernel",
                    f"{directory}/{kernel}", "-o", f"{directory}/run-{kernel}", "--baseline",
                    f"{directory}/baseline.txt", *benches, *words)


def changes(build, directory, run):
    """Metrics with their differences, of those that changed."""
    done = subprocess.run([f"{build}/bareline", "compare", "--json", "-", f"{directory}/baseline.txt",
                           f"{directory}/{run}"], check=False, capture_output=True, text=True)
    return {(row["benchmark"], row["point"], row.get("stage") or ""): row["difference"]
            for table in json.loads(done.stdout)["tables"] for row in table["rows"]
            if row.get("verdict") in ("regressed", "improved", "changed")}


def gate(build, directory):
    status, _, errors = measured(build, directory, "original", "--update")
    check("a baseline is written", status == 0 and "metrics written to" in errors, errors)
    with open(f"{directory}/run-original/layout-1/manifest.json", encoding="utf-8") as file:
        kernel = json.load(file)["linux_kernel"]
    digest = subprocess.run(["sha256sum", f"{directory}/original"], check=True,
                            capture_output=True, text=True).stdout.split()[0]
    check("the manifest has the kernel's checksum", kernel["sha256"] == digest, str(kernel))
    never = f"{directory}/never"
    for words, append in (((), "quiet"), (("--bench", "null.*"), APPENDED)):
        status, text, errors = measured(build, directory, "original", "-o", never, *words, append=append)
        check(f"refused before a boot: {' '.join(words) or append}",
              status == 2 and "nothing booted" in errors and not os.path.exists(never), text + errors)
    status, text, errors = measured(build, directory, "changed", "--layouts", "1", "--ktap",
                                    f"{directory}/changed.ktap", benchmarks=BENCHMARKS[::-1])
    check("the new name is a note", re.search(r"– Kernel: \S+otherwise, was ", text), text)
    # No layout changes the path into the kernel, and no interrupt falls in a cold sample of it.
    found = changes(build, directory, "run-changed")
    paths = {point for _, point, _ in found}
    check("ten more instructions are found, warm and cold, and no other metric changes",
          status == 1 and " regressed" in text and " 0 improved" in text and paths
          and found == {("entry.null_syscall", path, stage): SLED
                        for path in paths for stage in ("", "cold")},
          f"status {status}, {found}\n{text}{errors}")
    done = subprocess.run([sys.executable, "tests/formats/ktap.py", f"{directory}/changed.ktap",
                           "entry.null_syscall "], check=False, capture_output=True, text=True)
    check("KTAP has them as failed tests", done.returncode == 0, done.stderr)


def side_by_side(build, directory):
    """Two kernels in columns, with the difference of the second."""
    out = f"{directory}/kernels.json"
    done = subprocess.run([f"{build}/bareline", "overhead", "--qemu", "--deterministic", "--boots", "1",
                           "--kernel", f"{directory}/original", "--kernel", f"{directory}/changed",
                           "--bench", "null.timing", "--bench", "entry.null_syscall", "--keep",
                           f"{directory}/kernels", "-o", out], check=False, capture_output=True,
                          text=True)
    if done.returncode != 0:
        check("kernels are compared side by side", False, done.stderr)
        return
    with open(out, encoding="utf-8") as file:
        tables = json.load(file)["tables"]
    changes = {row["benchmark"]: row["change_2"] for table in tables
               for row in table["rows"] if "change_2" in row}
    rows = next((table["rows"] for table in tables if table["name"] == "overhead.predictions"), [])
    check("each kernel is predicted", [row["base"] for row in rows] == [rows[0]["base"]] * 2 and all(
        rows[1][column] - rows[0][column] == SLED for column in ("overhead", "predicted", "measured")),
          str(rows))
    check("side by side, the second has ten more",
          changes == {"null.timing": 0, "entry.null_syscall": SLED}, str(changes))


def bisect(build, directory):
    """Four commits. The third adds the instructions, and the script must name it. The build of a
    commit is the kernel named in it."""
    tree = f"{directory}/tree"
    os.makedirs(tree)

    def git(*words):
        return subprocess.run(("git", "-C", tree, "-c", "user.name=test", "-c",
                               "user.email=test@example.org", *words), check=True,
                              capture_output=True, text=True,
                              env={**os.environ, "BARELINE": os.path.abspath(f"{build}/bareline")}
                              ).stdout

    git("init", "-q")
    for number, kernel in enumerate(("original", "renamed", "changed", "changed")):
        with open(f"{tree}/kernel", "w", encoding="ascii") as file:
            file.write(f"{kernel} {number}\n")
        git("add", "kernel")
        git("commit", "-qm", f"number {number}")
    git("bisect", "start", "HEAD", "HEAD~3")
    above = os.path.abspath(directory)
    errors = git("bisect", "run", os.path.abspath("scripts/bisect-kernel.sh"),
               f"{above}/baseline.txt", f"{above}/built", *BENCHMARKS, "--", "sh", "-c",
               f'read -r name number <kernel && ln -sf "$name" "{above}/built"')
    check("a bisection names the commit that changed the metric",
          re.search(r"is the first bad commit(.|\n)*number 2", errors), errors)


def refusals(build, directory):
    junk, volume, out = f"{directory}/junk", f"{directory}/volume", f"{directory}/never"
    with open(junk, "wb") as file:
        file.write(b"junk" * 5000)
    with open(volume, "wb") as file:
        file.write((bytes(40) + b"_FVH").ljust(5 << 20, b"\0"))
    cases = (
        (("--linux", "--kernel", junk), "junk: not a kernel"),
        (("--linux", "--kernel", f"{directory}/none"), "No such file"),
        (("--kernel", f"{directory}/original"), "apply to Linux only"),
        (("--linux", "--initramfs", junk), "junk: not an initramfs"),
        (("--firmware", "uefi", "--firmware-code", junk), "junk: not usable as firmware"),
        (("--firmware-code", junk), "needs the kind of firmware"),
        (("--media", "fw_cfg"), "--firmware uefi"),
        (("--firmware", "uefi", "--firmware-vars", junk), "--firmware-code"),
        (("--firmware", "uefi", "--firmware-code", volume, "--firmware-vars", volume),
         "together larger than the 8 MiB"),
        (("--firmware", "uefi", "--", "-bios", junk), "--firmware-code FILE"),
        (("--firmware", "uefi", "--", "-drive", f"if=pflash,file={junk}"), "--firmware-code FILE"),
        (("--layouts", "2"), "--layouts: applies to --linux"),
    )
    if version_of(f"{directory}/original") < (6, 5):
        cases += ((("--linux", "--deterministic", "--cpus", "2"), "before 6.5 Linux cannot start a second CPU"),)
    for words, expected in cases:
        status, _, errors = bareline(build, "-o", out, *words)
        check(f"refused: {' '.join(words)}", status == 2 and expected in errors, errors)
    check("a refused run writes nothing", not os.path.exists(out))
    os.unlink(volume)


def all_skipped(build, directory):
    status, _, errors = bareline(build, "--linux", "--accel", "tcg", "--timeout", "600", "--bench",
                               "irq.self_ipi", "-o", f"{directory}/skipped")
    check("a run with only skipped benchmarks gives the reason",
          status == 2 and "nothing was measured" in errors and "  irq.self_ipi: " in errors,
          f"status {status}\n{errors}")


def main():
    build, *kind = sys.argv[1:]
    directory = "-".join([f"{build}/own-kernel", *kind])
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    image = unpacked(f"{build}/linux/vmlinuz")
    for name, data in (("original", image), ("renamed", build_with_other_name(image)),
                       ("changed", with_sled(build_with_other_name(image)))):
        with open(f"{directory}/{name}", "wb") as file:
            file.write(data)
    if kind == ["long"]:
        measured(build, directory, "original", "--update", append="")
        bisect(build, directory)
        side_by_side(build, directory)
        all_skipped(build, directory)
    elif kind == ["gate"]:
        gate(build, directory)
    else:
        refusals(build, directory)
    for name in ("original", "renamed", "changed"):
        os.unlink(f"{directory}/{name}")
    print(f"{len(failures)} failed")
    sys.exit(len(failures) > 0)


if __name__ == "__main__":
    main()
