#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Look at the machine's own screen, as a person would: its text mode, and framebuffers of which the
glyphs are compared with the font's. A run has a header that says what machine it is, progress that
does not go back, and at the end the headlines, with the same figures that the host's report has of
the same log: where they are counted exactly the same.

usage: tests/screen.py BUILD [TEST]

TEST is a part of a test's name; without it all are run.
"""
import csv
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time

from ovmf import OVMF_CODE, OVMF_VARS

LIMIT_S = 900                   # for a machine, some fifty times what it takes
TEXT_SCREEN, TEXT_BYTES, TEXT_COLUMNS = 0xb8000, 4000, 80
GLYPH_WIDTH, GLYPH_HEIGHT, GLYPHS = 8, 16, 128
FEW = "null.*,entry.null_syscall,irq.self_ipi,fault.not_present,os.switch_thread,os.thread_run"
STARTED = "20260102-030405-pc"   # a run after which Linux was started
BENCHES = ("null.*,entry.null_syscall,irq.self_ipi,fault.not_present,fault.demand_zero,os.switch_*,"
           "os.thread_run,mem.latency,mem.bandwidth.read")


class Failure(Exception):
    """What is on the screen is not as it should be."""


class Machine:
    """QEMU with a monitor, and what it shows."""

    def __init__(self, build, name, arguments):
        self.directory = os.path.join(build, "screen", name)
        os.makedirs(self.directory, exist_ok=True)
        self.log = os.path.join(self.directory, "serial.log")
        self.deadline = time.monotonic() + LIMIT_S
        ours, theirs = socket.socketpair()
        with theirs:
            # pylint: disable-next=consider-using-with  # ended by end()
            self.process = subprocess.Popen(
                ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-m", "256", "-no-reboot",
                 "-display", "none", "-net", "none", "-serial", "file:" + self.log,
                 "-chardev", f"socket,id=qmp,fd={theirs.fileno()}",
                 "-mon", "chardev=qmp,mode=control"] + arguments,
                pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        ours.settimeout(LIMIT_S)
        self.monitor = ours.makefile("rw")
        self.monitor.readline()
        self.ask("qmp_capabilities")

    def ask(self, command, **arguments):
        """Have the monitor do something."""
        self.monitor.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self.monitor.flush()
        while True:
            answer = json.loads(self.monitor.readline())
            if "error" in answer:
                raise Failure(f"QEMU: {answer['error']}")
            if "return" in answer:
                return answer["return"]

    def text(self):
        """The rows of the text screen."""
        path = os.path.join(self.directory, "text")
        self.ask("pmemsave", val=TEXT_SCREEN, size=TEXT_BYTES, filename=path)
        with open(path, "rb") as file:
            cells = file.read()[::2]
        drawn = "".join(chr(cell) if 32 <= cell < 127 else "#" for cell in cells)
        return [drawn[at:at + TEXT_COLUMNS] for at in range(0, len(drawn), TEXT_COLUMNS)]

    def picture(self):
        """Width, height and pixels of what is shown."""
        path = os.path.join(self.directory, "screen.ppm")
        self.ask("screendump", filename=path)
        with open(path, "rb") as file:
            kind, width, height, _, pixels = file.read().split(maxsplit=4)
        if kind != b"P6":
            raise Failure("no picture of the screen")
        return int(width), int(height), pixels

    def keep(self, name):
        """Leave what is shown as a picture, for the documents."""
        path = os.path.join(os.path.dirname(self.directory), name + ".png")
        self.ask("screendump", filename=path, format="png")

    def wait(self, look, what):
        """Wait until look() returns something true, and return that."""
        while time.monotonic() < self.deadline:
            seen = look()
            if seen:
                return seen
            if self.process.poll() is not None:
                raise Failure(f"the machine ended before {what}")
            time.sleep(0.1)
        raise Failure(f"{what} did not come in {LIMIT_S} s")

    def has_sent(self, pattern):
        """Whether the log holds it."""
        try:
            with open(self.log, "rb") as log:
                return re.search(pattern, log.read()) is not None
        except FileNotFoundError:
            return False

    def end(self):
        """Switch it off."""
        self.process.kill()
        self.process.wait()


def font(build):
    """Each glyph's lines of pixels."""
    with open(os.path.join(build, "font.bin"), "rb") as file:
        data = file.read()
    return {data[at * GLYPH_HEIGHT:(at + 1) * GLYPH_HEIGHT]: chr(at)
            for at in reversed(range(32, GLYPHS - 1))}


def read_glyphs(picture, glyphs, scale):
    """The rows of a framebuffer. A cell is told by which of its pixels have the ground's colour,
    which its first one has; blocks, and what is no glyph, are number signs."""
    width, height, pixels = picture
    rows = []
    for top in range(0, height - GLYPH_HEIGHT * scale + 1, GLYPH_HEIGHT * scale):
        row = ""
        for left in range(0, width - GLYPH_WIDTH * scale + 1, GLYPH_WIDTH * scale):
            lines = bytearray()
            ground = None
            for y in range(GLYPH_HEIGHT):
                begin = ((top + y * scale) * width + left) * 3
                line = [pixels[begin + x * scale * 3:begin + x * scale * 3 + 3]
                        for x in range(GLYPH_WIDTH)]
                ground = ground or line[0]
                lines.append(sum(0x80 >> x for x in range(GLYPH_WIDTH) if line[x] != ground))
            row += glyphs.get(bytes(lines), "#")
        rows.append(row)
    return rows


def expect(rows, pattern, what):
    """Fail unless a row matches. Returns the match."""
    for row in rows:
        match = re.search(pattern, row)
        if match:
            return match
    raise Failure(f"no {what} ({pattern}) on the screen:\n" + "\n".join(rows))


def check_header(rows):
    """What machine it is."""
    expect(rows[:1], r"^ Bareline \S+  QEMU .*VALID", "title")
    expect(rows[1:2], r"^ CPU     QEMU TCG CPU.*, 1 of 1 CPU, under TCGTCGTCGTCG", "CPU")
    expect(rows[2:3], r"^ Caches  (L\d[di]? \d+ [KM]iB ?)+  Memory  (25[56]|1[0-9]{2}) MiB",
           "caches and memory")
    expect(rows[3:4], r"^ Clock   TSC \d+\.\d{3} GHz by [a-z_0-9]+ +Time  (instr|emul)", "clock")


def check_verdict_and_end(rows):
    """The rows that stay when a run is over."""
    expect(rows[:1], r" VALID $", "verdict")
    expect(rows[4:5], r"^End: \d+ benchmarks run, \d+ skipped, 0 aborted, \d+:\d\d", "end")


def check_headlines(build, machine, rows, is_exact):
    """The figures of the report are on the screen; where they are exact they are the same, rounded
    the same or to a place more. Returns how many."""
    tables = os.path.join(machine.directory, "tables")
    subprocess.run([os.path.join(build, "bareline"), "show", "--csv", tables, machine.log],
                   check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(tables, "figures.csv"), encoding="utf-8", newline="") as file:
        figures = list(csv.DictReader(file))
    for figure in figures:
        unit = re.escape(figure["unit"]) if is_exact else "(ns|GB/s)"
        shown = expect(rows, f"^ {re.escape(figure['what'])} +([0-9.]+) {unit} *$", "headline")
        places = len(shown[1].partition(".")[2])
        if is_exact and abs(float(shown[1]) - float(figure["median"])) > 1.01 * 10 ** -places:
            raise Failure(f"{figure['what']}: {shown[1]} on the screen, {figure['median']} in the "
                          "report")
    return len(figures)


def is_finished(machine):
    """The run is over."""
    return lambda: machine.has_sent(rb"\n@end ")


def begin(build, name, words, arguments):
    """A deterministic machine in text mode."""
    return Machine(build, name, ["-icount", "shift=0,sleep=off", "-rtc", "base=2026-01-01,clock=vm",
                                 "-kernel", os.path.join(build, "kernel.elf"), "-append", words]
                   + arguments)


def test_text_mode(build, _glyphs):
    """Header, progress that goes on, headlines."""
    machine = begin(build, "text", f"bench={BENCHES}", [])
    places = []

    def progress():
        rows = machine.text()
        match = re.search(r"^ \[(\d+)/(\d+)\] (\S+), \d+:\d\d left", rows[4])
        if match:
            check_header(rows)
            places.append((int(match[1]), int(match[2])))
            keep_run(machine, rows, "run-text")
        return machine.has_sent(rb"\n@end ")

    try:
        machine.wait(progress, "the end of the run")
        rows = machine.wait(lambda: [row for row in machine.text() if ": scroll" in row]
                            and machine.text(), "the last page")
        check_header(rows)
        if places != sorted(places) or not places or any(at > of for at, of in places):
            raise Failure(f"the progress was {places}")
        check_verdict_and_end(rows)
        machine.keep("end-text")
        count = check_headlines(build, machine, rows, True)
        if count != 10:
            raise Failure(f"{count} headlines")
    finally:
        machine.end()


def begin_long(build, name):
    """A machine in its own time, whose text is longer than a page, and its last page."""
    machine = Machine(build, name, ["-kernel", os.path.join(build, "kernel.elf"), "-append",
                                    "bench=null.*,selftest.*,entry.* samples=3"])
    machine.wait(lambda: any(": scroll" in row for row in machine.text()), "the last page")
    return machine, machine.text()


def test_pages(build, _glyphs):
    """Pages turn from the last one to the first, and on to the last."""
    machine, last = begin_long(build, "pages")
    try:
        first = machine.wait(lambda: machine.text() != last and machine.text(), "another page")
        check_verdict_and_end(first)
        expect(first[6:9], "^Bareline ", "first line")
        machine.wait(lambda: machine.text() == last, "the last page again")
    finally:
        machine.end()


def test_keys(build, _glyphs):
    """A key moves the page, and no page turns after it: the last one stays on."""
    machine, last = begin_long(build, "keys")
    try:
        machine.ask("send-key", keys=[{"type": "qcode", "data": "home"}])
        machine.wait(lambda: machine.text()[6:] != last[6:], "the first page")
        expect(machine.text()[6:9], "^Bareline ", "first line")
        machine.ask("send-key", keys=[{"type": "qcode", "data": "end"}])
        machine.wait(lambda: machine.text() == last, "the last page")
    finally:
        machine.end()


def test_noise(build, _glyphs):
    """A watch of an idle machine counts down. Its time is that of its instructions: on a busy host
    it goes slower, and skips nothing."""
    machine = Machine(build, "noise", ["-kernel", os.path.join(build, "kernel.elf"), "-append",
                                       "suite=noise duration=8s", "-icount", "shift=5,sleep=off"])
    seen = set()

    def count_down():
        match = re.search(r"noise\.gaps, (\d+):(\d\d) left", machine.text()[4])
        if match:
            seen.add(int(match[1]) * 60 + int(match[2]))
        return machine.has_sent(rb"\n@end ")

    try:
        machine.wait(count_down, "the end of the run")
        if len(seen) < 4 or max(seen) > 20:
            raise Failure(f"the countdown was seen at {sorted(seen)}")
    finally:
        machine.end()


def begin_uefi(build, name, line, more=(), has_linux=False):
    """A machine whose firmware starts our loader from a stick whose bareline.cfg holds the line.
    What is called Linux on it is none, and is said to have been started once."""
    directory = os.path.join(build, "screen", name)
    os.makedirs(directory, exist_ok=True)
    variables, stick, config = (os.path.join(directory, file)
                                for file in ("variables.fd", "esp.img", "bareline.cfg"))
    subprocess.run(["cp", OVMF_VARS, variables], check=True)
    subprocess.run(["cp", os.path.join(build, "esp.img"), stick], check=True)
    with open(config, "w", encoding="ascii") as file:
        file.write(line + "\n")
    subprocess.run(["mcopy", "-o", "-i", stick, config, "::"], check=True)
    if has_linux:
        subprocess.run(["mmd", "-i", stick, "::/linux", "::/bareline", "::/bareline/" + STARTED],
                       check=True)
        for file in "linux/vmlinuz", f"bareline/{STARTED}/linux-started.txt":
            subprocess.run(["mcopy", "-i", stick, config, "::/" + file], check=True)
    return Machine(build, name, [
        "-machine", "q35",
        "-drive", f"if=pflash,format=raw,readonly=on,file={OVMF_CODE}",
        "-drive", f"if=pflash,format=raw,file={variables}",
        "-drive", f"format=raw,file={stick}", *more])


def keep_run(machine, rows, name):
    """A picture of a run under way, when it has a curve to show."""
    if any(re.match(r" \[\d+/\d+\] mem\.latency, ", row) for row in rows):
        machine.keep(name)


def begin_menu(build, name, more=(), has_linux=False):
    """One whose menu waits long."""
    machine = begin_uefi(build, name, "menu=86400 suite=full", more, has_linux)
    machine.wait(lambda: machine.has_sent(rb"Arrows, Home, End: select"), "the menu")
    return machine


def last_page(machine, glyphs, scale):
    """What a framebuffer shows once the run's last line is drawn."""
    rows = read_glyphs(machine.picture(), glyphs, scale)
    keep_run(machine, rows, f"run-{machine.picture()[0]}")
    return any(": scroll" in row for row in rows) and rows


def check_framebuffer(build, machine, glyphs, shape):
    """What a run's last page shows by pixels."""
    width, height, scale = shape
    try:
        rows = machine.wait(lambda: last_page(machine, glyphs, scale), "the last page")
        if machine.picture()[:2] != (width, height):
            raise Failure(f"the screen is {machine.picture()[:2]}")
        check_header(rows)
        machine.keep(f"end-{width}")
        if check_headlines(build, machine, rows, False) < 4:
            raise Failure("headlines are missing")
    finally:
        machine.end()


def test_framebuffer(build, glyphs, width, height, scale):
    """The same, drawn by pixels."""
    with tempfile.TemporaryDirectory() as directory:
        os.makedirs(directory + "/boot/grub")
        for name, to in (("bareline.elf", "boot"), ("eltorito.img", "boot/grub")):
            subprocess.run(["cp", os.path.join(build, name), os.path.join(directory, to)],
                           check=True)
        with open(directory + "/boot/grub/grub.cfg", "w", encoding="ascii") as config:
            config.write(f"set gfxpayload={width}x{height}x32\n"
                         f"multiboot2 /boot/bareline.elf bench={BENCHES if width == 800 else FEW}\n"
                         "boot\n")
        medium = os.path.join(build, "screen", f"{width}.iso")
        os.makedirs(os.path.dirname(medium), exist_ok=True)
        subprocess.run(["xorriso", "-as", "mkisofs", "-quiet", "-o", medium, "-b",
                        "boot/grub/eltorito.img", "-no-emul-boot", "-boot-load-size", "4",
                        "-boot-info-table", "--grub2-boot-info", directory],
                       check=True, stderr=subprocess.DEVNULL)
    machine = Machine(build, str(width), [
        "-cdrom", medium, "-vga", "none",
        "-device", f"VGA,vgamem_mb=64,xres={width},yres={height}"])
    check_framebuffer(build, machine, glyphs, (width, height, scale))


KEYS = {" ": ["spc"], "=": ["equal"], ".": ["dot"], "-": ["minus"], "*": ["shift", "8"]}


def strike(machine, *names):
    """Strike keys together."""
    machine.ask("send-key", keys=[{"type": "qcode", "data": name} for name in names])


def strike_until(machine, name, pattern, what):
    """Strike a key that does no harm when it comes twice, since one may be struck before the
    firmware's keyboard is there."""
    def is_seen():
        if machine.has_sent(pattern):
            return True
        strike(machine, name)
        time.sleep(1)
        return False

    machine.wait(is_seen, what)


def type_words(machine, words):
    """Strike keys one by one; each is on the screen when the next one is struck."""
    for count, character in enumerate(words, 1):
        strike(machine, *KEYS.get(character, [character]))
        shown = re.escape(words[:count].encode()) + b"_"
        machine.wait(lambda: machine.has_sent(rb"> " + shown), f"{words[:count]} in the line")


# The firmware writes in 80 by 25 characters then.
SCREEN_OF_25_ROWS = "-vga", "none", "-device", "VGA,xres=640,yres=480"
# How a terminal is told to show what is chosen, before its text.
CHOSEN = rb"\x1b\[30m\x1b\[47m[^\n]{0,40}  "


def test_menu(build, _glyphs):
    """Under UEFI a command line is written in the menu, which waits for it as long as it is told
    to."""
    machine = begin_menu(build, "menu")
    try:
        if machine.has_sent(rb"Bare metal, then Linux"):
            raise Failure("a Linux is offered where there is none")
        if machine.has_sent(rb"Only \w+\.\* "):
            raise Failure("there is a family of which the menu tells the name alone")
        machine.keep("menu-uefi")
        strike_until(machine, "end", CHOSEN + rb"Type a command line", "the last entry")
        strike(machine, "ret")
        machine.wait(lambda: machine.has_sent(rb"Escape: back"), "the line")
        type_words(machine, "bench=null.* cpus=1")
        strike(machine, "ret")
        machine.wait(is_finished(machine), "the end of the run")
        if not machine.has_sent(rb'\n@manifest .* command_line="bench=null.\* cpus=1" '):
            raise Failure("the words that were typed did not arrive")
    finally:
        machine.end()


def test_menu_linux(build, _glyphs):
    """Where there is a Linux on the stick, it is offered. What to do stays on a screen of 25 rows,
    which has none for all that is offered."""
    machine = begin_menu(build, "menu-linux", SCREEN_OF_25_ROWS, has_linux=True)
    try:
        if not machine.has_sent(rb"\x1b\[24;01HArrows"):
            raise Failure("what to do is not in the last row but one")
        if not machine.has_sent(rb"\x1b\[02;01HLinux did not finish after run: " + STARTED.encode()):
            raise Failure("what was said before the menu is not above its entries")
        # Home, and so many times down: one more would be another entry.
        strike_until(machine, "home", CHOSEN + rb"From bareline.cfg", "the first entry")
        labels = rb"Quick suite", rb"Full suite", rb"Noise suite", rb"Bare metal, then Linux"
        for label in labels:
            strike(machine, "down")
            shown = CHOSEN + label
            machine.wait(lambda: machine.has_sent(shown), label.decode())
        strike(machine, "e")
        machine.wait(lambda: machine.has_sent(rb"> suite=quick then=linux_"), "its words")
    finally:
        machine.end()


def main():
    """Every test, and how many failed."""
    build = sys.argv[1]
    glyphs = font(build)
    tests = [("text mode", test_text_mode), ("pages", test_pages), ("keys", test_keys),
             ("a countdown", test_noise),
             ("menu", test_menu), ("menu with Linux", test_menu_linux)]
    for width, height, scale in ((800, 600, 1), (1280, 800, 1), (2560, 1600, 3)):
        tests.append((f"{width} by {height}",
                      lambda build, glyphs, w=width, h=height, s=scale:
                      test_framebuffer(build, glyphs, w, h, s)))
    passed = 0
    tests = [(name, test) for name, test in tests if len(sys.argv) < 3 or sys.argv[2] in name]
    for name, test in tests:
        try:
            test(build, glyphs)
            print(f"ok      {name}", flush=True)
            passed += 1
        except Failure as failure:
            print(f"FAILED  {name}: {failure}", flush=True)
    failed = len(tests) - passed
    print(f"{passed} passed, {failed} failed")
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
