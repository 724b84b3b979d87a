#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check the screen of a machine that starts from a stick by UEFI: on a 4K screen, and while Linux
measures after bare metal. No text may overwrite other text, both parts must show progress, and both
must end with the place of the results.

usage: tests/stick/screens.py BUILD [TEST]
"""
import gzip
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "boot")]
from ovmf import OVMF_CODE, OVMF_VARS                                    # noqa: E402
from screen import (Failure, FEW, GLYPH_HEIGHT, Machine, begin_uefi,      # noqa: E402
                    check_framebuffer, check_headlines, font, read_glyphs)

# Characters used by Linux's progress. All but two are in the font file of its console.
LINUX_FONT, FONT_HEADER = "/usr/share/consolefonts/Lat15-VGA16.psf.gz", 4
OTHER_LETTERS = "[fv]"
WIDE, HIGH, SCALE = 3840, 2160, 4
# The firmware selects the screen's reported size, if it can express the refresh rate.
SCREEN_4K = f"VGA,vgamem_mb=64,xres={WIDE},yres={HIGH},refresh_rate=30000"
# The last one must be visible.
WORDS = "bench=null.*,entry.null_syscall,noise.gaps samples=5 duration=10s then=linux"


def linux_font():
    """Each glyph's lines of pixels."""
    with gzip.open(LINUX_FONT) as file:
        data = file.read()[FONT_HEADER:]
    return {data[at * GLYPH_HEIGHT:(at + 1) * GLYPH_HEIGHT]: chr(at)
            for at in reversed(range(32, 127))}


def test_4k(build):
    """The last page of a run, in pixels."""
    machine = begin_uefi(build, "4k", f"menu=0 bench={FEW}", ["-vga", "none", "-device", SCREEN_4K])
    check_framebuffer(build, machine, font(build), (WIDE, HIGH, SCALE))


def begin_stick(build, name, words):
    """A machine with a copy of the stick on USB."""
    directory = os.path.join(build, "screen", name)
    os.makedirs(directory, exist_ok=True)
    variables, stick = (os.path.join(directory, file) for file in ("variables.fd", "stick.img"))
    subprocess.run(["cp", OVMF_VARS, variables], check=True)
    subprocess.run(["cp", os.path.join(build, "stick.img"), stick], check=True)
    return Machine(build, name, [
        "-machine", "q35", "-m", "1G",
        "-drive", f"if=pflash,format=raw,readonly=on,file={OVMF_CODE}",
        "-drive", f"if=pflash,format=raw,file={variables}",
        "-drive", f"if=none,id=stick,format=raw,file={stick}",
        "-device", "qemu-xhci", "-device", "usb-storage,drive=stick",
        "-fw_cfg", "name=opt/org.bareline/cmdline,string=" + words.replace(",", ",,")])


def look_for(machine, glyphs, *patterns):
    """Wait until each pattern matches the begin of a row at one time. Returns rows and matches."""
    def seen():
        rows = read_glyphs(machine.picture(), glyphs, 1)
        matches = [next((match for row in rows if (match := re.match(pattern, row))), None)
                   for pattern in patterns]
        return all(matches) and (rows, matches)

    return machine.wait(seen, patterns)


def look_at_linux(machine, *patterns):
    """The same for Linux's screen."""
    look_for(machine, linux_font(), *(re.sub(OTHER_LETTERS, ".", pattern) for pattern in patterns))


def test_linux(build):
    """Check the complete end of the bare-metal part; then Linux's progress and end."""
    machine = begin_stick(build, "linux", WORDS)
    try:
        rows, (results, _) = look_for(machine, font(build), r"Results: (\\bareline\\\S+) on the stick\. *$",
                                      r"Next: the same benchmarks under Linux\. *$")
        if check_headlines(build, machine, rows, False) < 1:
            raise Failure("expected a key metric of bare metal")
        where = re.escape(results[1])
        look_at_linux(machine, r" Bareline \S+  part 2 of 2: under Linux *$",
                      r" Machine  QEMU .+, 1 of 1 CPU *$", r" System   Linux \d+\.\S+ *$",
                      r" \[(\d+)/\1\] noise\.gaps, \d+:\d\d left *$",
                      rf" Results go to {where} on the stick", r"null\.timing: median ")
        look_at_linux(machine, r" End: \d+ benchmarks finished, \d+ skipped, \d+ aborted, \d+:\d\d *$",
                      rf"Results: {where} on the stick, ", r"Overhead of Linux: see overhead\.txt",
                      r"    a null system call +[\d.]+ ", r"The machine switches off in \d+ s")
        machine.keep("end-linux")
    finally:
        machine.end()


def main():
    """Run every test, and count failures."""
    tests = [(name, test) for name, test in (("4K", test_4k), ("Linux", test_linux))
             if len(sys.argv) < 3 or sys.argv[2] in name]
    failed = 0
    for name, test in tests:
        try:
            test(sys.argv[1])
            print(f"ok      {name}", flush=True)
        except Failure as failure:
            print(f"FAILED  {name}: {failure}", flush=True)
            failed += 1
    print(f"{len(tests) - failed} passed, {failed} failed")
    return failed != 0 or not tests


sys.exit(main())
