# SPDX-License-Identifier: MIT
"""Follow one boot to its end: serial log, QEMU's messages and events, all with time limits. Silence
is counted in QEMU's own run time, so a busy host does not matter."""

import os
import re
import select
import time
from dataclasses import dataclass, field

from firmware import firmware_reason
from inject import inject
from monitor import Gone
from qemu import Machine

TOTAL_SECONDS = 900             # several times the slowest boot on a busy host
IDLE_SECONDS = 300              # silence of a machine with little to do
SILENCE_SECONDS = 150           # run time: neither a benchmark nor firmware is silent longer
FIRMWARE_SILENCE_SECONDS = 45   # once firmware has no further messages
HALTED_SECONDS = 2              # then check whether all CPUs halt
LOOKS = 2                       # number of repeated checks, with this time between them
GRACE_SECONDS = 10              # from the last record to QEMU's end, if the run ends QEMU
GRACE_HALT_SECONDS = 1
TEXT_SCREEN = 0xb8000
TEXT_SCREEN_BYTES = 4000
BIOS_AREA = range(0xc0000, 0x100000)
END = re.compile(rb"@end seq=\d+ [^\n]*\n")


@dataclass
class Seen:
    """The result of one boot."""
    log: bytes = b""
    ended_by: str = ""          # exit, shutdown, end record, halted, silence, bound
    reason: str = ""            # QEMU's, of a shutdown
    status: int = 0             # QEMU's exit status, if it ended by itself
    stderr: str = ""
    resets: str = ""
    screen: str = ""
    registers: str = ""
    monitor: list = field(default_factory=list)
    events_done: list = field(default_factory=list)
    seconds: float = 0

    @property
    def has_tripled(self):
        """Whether QEMU logged a triple fault, apart from SeaBIOS' own way to reset."""
        places = re.findall(r"Triple fault.*?\n[RE]IP=([0-9a-f]+)", self.resets, re.DOTALL)
        return "Triple fault" in self.resets and not (
            places and all(int(place, 16) in BIOS_AREA for place in places))


def worked_seconds(process):
    """The process's CPU time; 0 after its end."""
    try:
        with open(f"/proc/{process.pid}/stat", encoding="ascii", errors="replace") as stat:
            fields = stat.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_dead(registers):
    """Whether all CPUs halt, the first with interrupts disabled: only an NMI could wake them."""
    halts = re.findall(r"HLT=(\d)", registers)
    flags = re.search(r"(?:RFL|EFL)=([0-9a-f]+)", registers)
    return bool(halts) and "0" not in halts and flags and not int(flags.group(1), 16) & 0x200


class Watch:
    """Follows one machine."""

    def __init__(self, plan, machine, directory):
        self.plan, self.machine, self.directory = plan, machine, directory
        self.seen = Seen()
        self.log = bytearray()
        self.is_reading = True
        self.start = self.last_sign = self.last_event = time.monotonic()
        self.last_worked = 0            # QEMU's run time at the last output
        self.end_seen = None
        self.end_from = 0               # earlier output belongs to a run before a reset
        self.pending = list(plan.events)
        self.timers = []
        self.looked = self.looks = 0

    # ---- For events ----

    def later(self, seconds, do):
        """Call do after a number of seconds."""
        self.timers.append((time.monotonic() + seconds, do))

    def read_again(self):
        self.is_reading = True

    def forget_end(self):
        """The machine restarts."""
        self.end_seen, self.end_from = None, len(self.log)

    # ---- One step ----

    def note_sign(self):
        self.last_sign = time.monotonic()
        self.last_worked = worked_seconds(self.machine.process)

    def is_silent(self, now):
        if now - self.last_sign > IDLE_SECONDS:
            return True
        limit = FIRMWARE_SILENCE_SECONDS if firmware_reason(self.plan) else SILENCE_SECONDS
        return now - self.last_sign > limit and \
            worked_seconds(self.machine.process) - self.last_worked > limit

    def read_serial(self):
        data = self.machine.read() if self.is_reading else b""
        if not data:
            return
        self.log += data
        self.note_sign()
        if self.end_seen is None and END.search(self.log, max(self.end_from, len(self.log) - 70000)):
            self.end_seen = time.monotonic()

    def is_due(self, event):
        if "records" in event:
            return self.log.count(b"\n@", self.end_from) >= event["records"]
        return time.monotonic() - self.last_event >= event["seconds"]

    def do_events(self):
        now = time.monotonic()
        due = [do for when, do in self.timers if when <= now]
        self.timers = [timer for timer in self.timers if timer[0] > now]
        for do in due:
            do()
        # No events after the last record.
        if not self.timers and self.pending and self.end_seen is None and \
                self.is_due(self.pending[0]):
            event = self.pending.pop(0)
            self.seen.events_done.append(event["what"])     # the event may end the machine
            inject(self.machine.monitor, self, event)
            self.last_event = time.monotonic()
            self.note_sign()

    def looks_dead(self):
        now = time.monotonic()
        if now - max(self.last_sign, self.looked) < HALTED_SECONDS:
            return False
        self.looked = now
        dead = is_dead(self.machine.monitor.human_command("info registers -a"))
        self.looks = self.looks + 1 if dead else 0
        return self.looks >= LOOKS

    def grace(self):
        ways = ("", "halt") if self.plan.has_exit_device else ("", "halt", "isa-debug", "bochs")
        return GRACE_HALT_SECONDS if self.plan.exit in ways else GRACE_SECONDS

    def ending(self):
        """The reason for the end, or nothing."""
        now = time.monotonic()
        shutdown = self.machine.monitor.has_seen("SHUTDOWN")
        if shutdown:
            self.seen.reason = shutdown["data"]["reason"]
            return "shutdown"
        if self.end_seen and not self.timers and now - self.end_seen > self.grace():
            return "end record"
        if now - self.start > TOTAL_SECONDS:
            return "bound"
        if self.timers:
            return None
        if self.is_silent(now):
            return "silence"
        return "halted" if self.looks_dead() else None

    def step(self):
        serial = [self.machine.serial] if self.is_reading else []
        select.select([self.machine.monitor.link] + serial, [], [], 0.05)
        self.read_serial()
        if self.machine.process.poll() is not None:
            return "exit"
        self.machine.monitor.read()
        self.do_events()
        ending = self.ending()
        # A closed pipe is always ready.
        if not self.log:
            time.sleep(0.02)
        return ending

    # ---- The whole boot ----

    def look(self):
        """The screen in text mode, and the registers."""
        monitor, file = self.machine.monitor, f"{self.directory}/screen"
        self.seen.registers = monitor.human_command("info registers -a")
        monitor.execute("pmemsave", val=TEXT_SCREEN, size=TEXT_SCREEN_BYTES, filename=file)
        with open(file, "rb") as screen:
            cells = screen.read()[::2]
        text = "".join(chr(cell) if 32 <= cell < 127 else " " for cell in cells)
        rows = [text[at:at + 80].rstrip() for at in range(0, len(text), 80)]
        self.seen.screen = "\n".join(row for row in rows if row)

    def follow(self):
        """Follow the boot to its end."""
        try:
            self.machine.monitor.execute("qmp_capabilities")
            while not self.seen.ended_by:
                self.seen.ended_by = self.step() or ""
            if self.seen.ended_by != "exit":
                self.look()
        except Gone:
            self.seen.ended_by = "exit"
        self.finish()

    def finish(self):
        """Read the remaining output of an ending QEMU."""
        if self.seen.ended_by == "exit":
            self.machine.process.wait(30)
        data = self.machine.read()
        while data:
            self.log += data
            data = self.machine.read()
        self.seen.log = bytes(self.log)
        self.seen.seconds = time.monotonic() - self.start


def read_text(file):
    try:
        with open(file, encoding="utf-8", errors="replace") as opened:
            return opened.read()
    except FileNotFoundError:
        return ""


def boot(plan, build, directory):
    """Boot the plan in an empty directory, and return the result. Leaves no QEMU."""
    machine = Machine(plan, build, directory)
    watch = Watch(plan, machine, directory)
    try:
        watch.follow()
    finally:
        watch.seen.status = machine.end()
    watch.seen.monitor = machine.monitor.log
    watch.seen.stderr = read_text(f"{directory}/stderr")
    watch.seen.resets = read_text(f"{directory}/resets")
    return watch.seen
