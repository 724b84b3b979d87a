# SPDX-License-Identifier: MIT
"""A bit of RAM that is always 0: QEMU's gdb stub stops the machine after each write of its word, and
this clears the bit. GDB manual, "GDB Remote Serial Protocol"."""

import threading

RAM_BASE_VIRT = 0xffff800000000000      # kernel/mm/memory.h
WORD_BYTES = 8
BIT = 20                                # 1 in the pattern of the word, or in its complement


class BadBit(threading.Thread):
    """Ends when QEMU closes its end of the link."""

    def __init__(self, link, address):
        super().__init__(daemon=True)
        self.link = link
        self.place = f"{RAM_BASE_VIRT + address:x},{WORD_BYTES:x}"
        self.pending = b""

    def send(self, packet):
        self.link.sendall(f"${packet}#{sum(packet.encode()) & 0xff:02x}".encode())

    def receive(self):
        """The next packet, which is acknowledged."""
        while True:
            begin, end = self.pending.find(b"$"), self.pending.find(b"#")
            if begin >= 0 and 0 <= end < len(self.pending) - 2:
                packet = self.pending[begin + 1:end].decode()
                self.pending = self.pending[end + 3:]
                self.link.sendall(b"+")
                return packet
            data = self.link.recv(4096)
            if not data:
                raise EOFError
            self.pending += data

    def ask(self, packet):
        self.send(packet)
        return self.receive()

    def clear(self):
        word = int.from_bytes(bytes.fromhex(self.ask(f"m{self.place}")), "little") & ~(1 << BIT)
        self.ask(f"M{self.place}:{word.to_bytes(WORD_BYTES, 'little').hex()}")

    def run(self):
        try:
            self.ask("?")
            assert self.ask(f"Z2,{self.place}") == "OK"
            while "watch" in self.ask("c"):
                self.clear()
        except (EOFError, OSError):
            pass
