# SPDX-License-Identifier: MIT
"""A bit of RAM that is always 0: QEMU's gdb stub stops the machine after each write of its word, and
this clears the bit."""

from gdb import Gdb

RAM_BASE_VIRT = 0xffff800000000000      # kernel/mm/memory.h
WORD_BYTES = 8
BIT = 20                                # 1 in the pattern of the word, or in its complement


class BadBit(Gdb):
    def __init__(self, link, address):
        super().__init__(link)
        self.place = RAM_BASE_VIRT + address

    def watch(self):
        self.require(f"Z2,{self.place:x},{WORD_BYTES:x}")
        while "watch" in self.ask("c"):
            word = self.read(self.place, WORD_BYTES)
            self.write(self.place, WORD_BYTES, word & ~(1 << BIT))
