# SPDX-License-Identifier: MIT
"""A serial port whose registers are in memory, which QEMU's PCs lack. The registers are memory of
the graphics card, where SeaBIOS has put it, after the 256 KiB of text mode. QEMU's gdb stub stops the machine after each
write of the data register. The status is constant: the transmitter is empty, and a byte is there,
which is the last one written, so the port also passes a test in loopback mode."""

import subprocess

from gdb import Gdb

PLACE = 0xfd100000
STATUS = {"memory": (5, 0x61),          # registers of a 16550: offset and value of the line status
          "memory-16": (2 * 5, 0x61),   # two bytes apart
          "memory-32": (4 * 5, 0x61),   # four bytes apart
          "pl011": (0x18, 0x80)}        # flags: the transmitter is empty


def symbol(kernel, name):
    for line in subprocess.run(["nm", kernel], capture_output=True, text=True, check=True).stdout.splitlines():
        address, _, found = line.split(maxsplit=2)
        if found == name:
            return int(address, 16)
    raise ValueError(f"{kernel}: no symbol {name}")


class MemoryUart(Gdb):
    def __init__(self, link, kind, kernel, log):
        super().__init__(link)
        self.status = STATUS[kind]
        self.log = log
        self.find, self.next_virt = (symbol(kernel, name) for name in ("serial_find", "next_device_virt"))

    def watch(self):
        """The port of the SPCR is the first that serial_find() maps."""
        self.require(f"Z1,{self.find:x},1")
        assert self.ask("c").startswith("T05")
        self.require(f"z1,{self.find:x},1")
        offset, value = self.status
        self.require("Qqemu.PhyMemMode:1")
        self.write(PLACE + offset, 4, value)
        assert self.read(PLACE + offset, 4) == value, f"no graphics card at {PLACE:#x}"
        self.require("Qqemu.PhyMemMode:0")
        data = self.read(self.next_virt, 8)
        self.require(f"Z2,{data:x},1")
        with open(self.log, "wb", buffering=0) as log:
            while "watch" in self.ask("c"):
                log.write(self.read(data, 1).to_bytes(1, "little"))
