#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check the machine's own screen. Text mode is read as text; glyphs of framebuffers are compared
with the font. A run must show a header with the machine, progress that never goes back, and a
summary at the end. The summary must match the host's report of the same log; exactly, if
instructions are counted.

usage: tests/boot/screen.py BUILD [TEST]

TEST is a part of a test's name. The default is every test.
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

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ovmf import OVMF_CODE, OVMF_VARS  # noqa: E402

LIMIT_S = 900                   # per machine, about fifty times the usual time
TEXT_SCREEN, TEXT_BYTES, TEXT_COLUMNS = 0xb8000, 4000, 80
GLYPH_WIDTH, GLYPH_HEIGHT, GLYPHS = 8, 16, 128
FEW = "null.*,entry.null_syscall,irq.self_ipi,fault.not_present,os.switch_thread,os.thread_run"
STARTED = "20260102-030405-pc"   # a run followed by Linux
BENCHES = ("null.*,entry.null_syscall,irq.self_ipi,fault.not_present,fault.demand_zero,os.switch_*,"
           "os.thread_run,mem.latency,mem.bandwidth.read")


class Failure(Exception):
    """The screen differs from the expectation."""


class Machine:
    """QEMU with a monitor and a screen."""

    def __init__(self, build, name, arguments):
        self.directory = os.path.join(build, "screen", name)
        os.makedirs(self.directory, exist_ok=True)
        self.log = os.path.join(self.directory, "serial.log")
        self.deadline = time.monotonic() + LIMIT_S
        ours, theirs = socket.socketpair()
        with theirs:
            # pylint: disable-next=consider-using-with  # closed by end()
            self.process = subprocess.Popen(
                ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-m", "256", "-no-reboot",
                 "-display", "none", "-net", "none", "-serial", "file:" + self.log,
                 "-chardev", f"socket,id=qmp,fd={theirs.fileno()}",
                 "-mon", "chardev=qmp,mode=control"] + arguments,
                pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        ours.settimeout(LIMIT_S)
        self.monitor = ours.makefile("rw")
        self.monitor.readline()
        self.execute("qmp_capabilities")

    def execute(self, command, **arguments):
        """Run a monitor command."""
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
        self.execute("pmemsave", val=TEXT_SCREEN, size=TEXT_BYTES, filename=path)
        with open(path, "rb") as file:
            cells = file.read()[::2]
        drawn = "".join(chr(cell) if 32 <= cell < 127 else "#" for cell in cells)
        return [drawn[at:at + TEXT_COLUMNS] for at in range(0, len(drawn), TEXT_COLUMNS)]

    def picture(self):
        """Width, height and pixels of the screen."""
        path = os.path.join(self.directory, "screen.ppm")
        self.execute("screendump", filename=path)
        with open(path, "rb") as file:
            kind, width, height, _, pixels = file.read().split(maxsplit=4)
        if kind != b"P6":
            raise Failure("the monitor wrote no screenshot")
        return int(width), int(height), pixels

    def keep(self, name):
        """Store a screenshot for the documents."""
        path = os.path.join(os.path.dirname(self.directory), name + ".png")
        self.execute("screendump", filename=path, format="png")

    def wait(self, look, what):
        """Return the first true value of look(); fail after a time limit."""
        while time.monotonic() < self.deadline:
            seen = look()
            if seen:
                return seen
            if self.process.poll() is not None:
                raise Failure(f"the machine ended before {what}")
            time.sleep(0.1)
        raise Failure(f"{what}: not found in {LIMIT_S} s")

    def has_sent(self, pattern):
        """Whether the log contains the text."""
        try:
            with open(self.log, "rb") as log:
                return re.search(pattern, log.read()) is not None
        except FileNotFoundError:
            return False

    def end(self):
        """Stop the machine."""
        self.process.kill()
        self.process.wait()


def font(build):
    """Each glyph's lines of pixels."""
    with open(os.path.join(build, "font.bin"), "rb") as file:
        data = file.read()
    return {data[at * GLYPH_HEIGHT:(at + 1) * GLYPH_HEIGHT]: chr(at)
            for at in reversed(range(32, GLYPHS - 1))}


def read_glyphs(picture, glyphs, scale):
    """The rows of a framebuffer. A cell is identified by the pixels that have the background
    colour, the colour of its first pixel. Blocks and unknown glyphs are number signs."""
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
    """Return the match of a row, or fail."""
    for row in rows:
        match = re.search(pattern, row)
        if match:
            return match
    raise Failure(f"{what} ({pattern}): not on the screen:\n" + "\n".join(rows))


def check_header(rows):
    """Check the description of the machine."""
    expect(rows[:1], r"^ Bareline \S+  QEMU .*(Valid|Not checked so far)", "title")
    expect(rows[1:2], r"^ CPU     QEMU TCG CPU.*, 1 of 1 CPU, under TCGTCGTCGTCG", "CPU")
    expect(rows[2:3], r"^ Caches  (L\d[di]? \d+ [KM]iB ?)+  Memory  (25[56]|1[0-9]{2}) MiB",
           "caches and memory")
    expect(rows[3:4], r"^ Clock   TSC \d+\.\d{3} GHz by [a-z_0-9]+ +Time  (instr|emul)", "clock")


def check_verdict_and_end(rows):
    """Check the rows that remain after a run."""
    expect(rows[:1], r" Valid, (deterministic|but emulated) $", "verdict")
    expect(rows[4:5], r"^End: \d+ benchmarks run, \d+ skipped, 0 aborted, \d+:\d\d", "end")


def check_headlines(build, machine, rows, is_exact):
    """Check that the screen shows the report's metrics. Exact metrics are equal, with the same
    rounding or one more digit. Returns the number of metrics."""
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
    """Whether the run has ended."""
    return lambda: machine.has_sent(rb"\n@end ")


def begin(build, name, words, arguments):
    """A deterministic machine in text mode."""
    return Machine(build, name, ["-icount", "shift=0,sleep=off", "-rtc", "base=2026-01-01,clock=vm",
                                 "-kernel", os.path.join(build, "kernel.elf"), "-append", words]
                   + arguments)


def test_text_mode(build, _glyphs):
    """Check header, progress and summary."""
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
            raise Failure(f"progress went back or stopped: {places}")
        check_verdict_and_end(rows)
        machine.keep("end-text")
        count = check_headlines(build, machine, rows, True)
        if count != 10:
            raise Failure(f"{count} headlines")
    finally:
        machine.end()


def begin_long(build, name):
    """A machine in real time, with several pages of text. Checks its last page."""
    machine = Machine(build, name, ["-kernel", os.path.join(build, "kernel.elf"), "-append",
                                    "bench=null.*,selftest.*,entry.* samples=3"])
    machine.wait(lambda: any(": scroll" in row for row in machine.text()), "the last page")
    return machine, machine.text()


def test_pages(build, _glyphs):
    """Pages advance from the last to the first, and on to the last."""
    machine, last = begin_long(build, "pages")
    try:
        first = machine.wait(lambda: machine.text() != last and machine.text(), "another page")
        check_verdict_and_end(first)
        expect(first[6:9], "^Bareline ", "first line")
        machine.wait(lambda: machine.text() == last, "the last page again")
    finally:
        machine.end()


def test_keys(build, _glyphs):
    """A key changes the page and stops the automatic advance."""
    machine, last = begin_long(build, "keys")
    try:
        machine.execute("send-key", keys=[{"type": "qcode", "data": "home"}])
        machine.wait(lambda: machine.text()[6:] != last[6:], "the first page")
        expect(machine.text()[6:9], "^Bareline ", "first line")
        machine.execute("send-key", keys=[{"type": "qcode", "data": "end"}])
        machine.wait(lambda: machine.text() == last, "the last page")
    finally:
        machine.end()


def test_noise(build, _glyphs):
    """The watch of an idle machine counts down in instruction time: slowly on a busy host, and
    without gaps."""
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
            raise Failure(f"countdown values on the screen: {sorted(seen)}")
    finally:
        machine.end()


def begin_uefi(build, name, line, more=(), has_linux=False):
    """A machine whose firmware starts our loader from a stick, with the command line in
    bareline.cfg. The stick's Linux is a dummy, and is recorded as started once."""
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
        subprocess.run(["mmd", "-i", stick, "::/linux", "::/linux/x86_64", "::/bareline",
                        "::/bareline/" + STARTED], check=True)
        for file in "linux/x86_64/vmlinuz", f"bareline/{STARTED}/linux-started.txt":
            subprocess.run(["mcopy", "-i", stick, config, "::/" + file], check=True)
    return Machine(build, name, [
        "-machine", "q35",
        "-drive", f"if=pflash,format=raw,readonly=on,file={OVMF_CODE}",
        "-drive", f"if=pflash,format=raw,file={variables}",
        "-drive", f"format=raw,file={stick}", *more])


def keep_run(machine, rows, name):
    """A screenshot of a run in progress, with a curve."""
    if any(re.match(r" \[\d+/\d+\] mem\.latency, ", row) for row in rows):
        machine.keep(name)


def begin_menu(build, name, more=(), has_linux=False):
    """A machine whose menu has a long timeout."""
    machine = begin_uefi(build, name, "menu=86400 suite=full", more, has_linux)
    machine.wait(lambda: machine.has_sent(rb"Arrows, Home, End: select"), "the menu")
    return machine


def last_page(machine, glyphs, scale):
    """The framebuffer after the run's last line is drawn."""
    rows = read_glyphs(machine.picture(), glyphs, scale)
    keep_run(machine, rows, f"run-{machine.picture()[0]}")
    return any(": scroll" in row for row in rows) and rows


def check_framebuffer(build, machine, glyphs, shape):
    """Check the last page of a run in pixels."""
    width, height, scale = shape
    try:
        rows = machine.wait(lambda: last_page(machine, glyphs, scale), "the last page")
        if machine.picture()[:2] != (width, height):
            raise Failure(f"screen size: {machine.picture()[:2]}")
        check_header(rows)
        machine.keep(f"end-{width}")
        if check_headlines(build, machine, rows, False) < 4:
            raise Failure("the summary is missing")
    finally:
        machine.end()


def test_framebuffer(build, glyphs, width, height, scale):
    """The same, drawn in pixels."""
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
    """Press keys together."""
    machine.execute("send-key", keys=[{"type": "qcode", "data": name} for name in names])


def press_until(machine, name, pattern, what):
    """Press a harmless key, and repeat: a key press can come before the firmware's keyboard driver."""
    def is_seen():
        if machine.has_sent(pattern):
            return True
        strike(machine, name)
        time.sleep(1)
        return False

    machine.wait(is_seen, what)


def type_words(machine, words):
    """Press keys one by one, and wait until each appears on the screen."""
    for count, character in enumerate(words, 1):
        strike(machine, *KEYS.get(character, [character]))
        shown = re.escape(words[:count].encode()) + b"_"
        machine.wait(lambda: machine.has_sent(rb"> " + shown), f"{words[:count]} in the line")


# The firmware then has a text mode of 80 by 25 characters.
SCREEN_OF_25_ROWS = "-vga", "none", "-device", "VGA,xres=640,yres=480"
# The terminal sequence before the text of the selected entry.
CHOSEN = rb"\x1b\[30m\x1b\[47m[^\n]{0,40}  "


def test_menu(build, _glyphs):
    """Under UEFI, the user types a command line in the menu. The menu waits for its timeout."""
    machine = begin_menu(build, "menu")
    try:
        if machine.has_sent(rb"Bare metal, then Linux"):
            raise Failure("the menu has an entry for Linux, but the stick has none")
        if machine.has_sent(rb"Only \w+\.\* "):
            raise Failure("the menu has a family without a description")
        machine.keep("menu-uefi")
        press_until(machine, "end", CHOSEN + rb"Type a command line", "the last entry")
        strike(machine, "ret")
        machine.wait(lambda: machine.has_sent(rb"Escape: back"), "the line")
        type_words(machine, "bench=null.* cpus=1")
        strike(machine, "ret")
        machine.wait(is_finished(machine), "the end of the run")
        if not machine.has_sent(rb'\n@manifest .* command_line="bench=null.\* cpus=1" '):
            raise Failure("the typed command line did not arrive")
    finally:
        machine.end()


def test_menu_linux(build, _glyphs):
    """A stick with Linux has a menu entry for Linux. The key help stays visible on a screen of 25
    rows, which is too small for all entries."""
    machine = begin_menu(build, "menu-linux", SCREEN_OF_25_ROWS, has_linux=True)
    try:
        if not machine.has_sent(rb"\x1b\[24;01HArrows"):
            raise Failure("expected the key help in the last row but one")
        if not machine.has_sent(rb"\x1b\[02;01HLinux did not finish after run: " + STARTED.encode()):
            raise Failure("expected the earlier message above the entries")
        # Home, and this number of steps down: one more would be another entry.
        press_until(machine, "home", CHOSEN + rb"From bareline.cfg", "the first entry")
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
    """Run every test, and count failures."""
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
