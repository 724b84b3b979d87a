# SPDX-License-Identifier: MIT
"""The plan of one boot: a pure function of a seed and an index."""

from dataclasses import dataclass, field

import devices
import events
import machine
import medium
import odd_tables
import words
from draw import Draw


@dataclass
class Plan:
    """One boot. In arguments, {dir} is a private directory and {build} the build directory."""
    seed: str
    index: int
    small: bool                     # fast, and without anything that depends on the host's speed
    machine: str = ""               # the type, without its properties
    cpu: str = ""
    cpus: int = 1
    memory_mb: int = 256
    is_counted: bool = False        # -icount: a tick is an instruction
    firmware: str = "kernel"        # the loader of the image
    medium: str = ""                # its medium
    is_writable: bool = False       # the medium is a copy, checked after the boot
    serial: str = "com1"
    has_screen: bool = True
    has_exit_device: bool = True
    has_acpi: bool = True
    reboots: bool = False           # a reset restarts the machine instead of ending QEMU
    exit: str = "isa-debug"
    words: bytes = b""              # the command line
    arguments: list = field(default_factory=list)   # QEMU's, without the words and the serial port
    odd_tables: str = ""            # ACPI tables of tests/odd
    spoilt: str = ""                # errors of the firmware, by tests/odd/spoil.c
    events: list = field(default_factory=list)
    drawn: list = field(default_factory=list)

    @property
    def has_reader(self):
        """Whether the target has a serial port with a reader."""
        return self.serial not in ("none", "card")


def make_plan(seed, index, small=False):
    """The boot with that number. Depends only on the arguments."""
    draw = Draw(seed, index)
    plan = Plan(seed=str(seed), index=index, small=small)
    machine.draw_machine(draw, plan)
    medium.draw_medium(draw, plan)
    devices.draw_devices(draw, plan)
    events.draw_events(draw, plan)
    words.draw_words(draw, plan)
    odd_tables.draw_odd(draw, plan)
    plan.drawn = draw.drawn
    return plan
