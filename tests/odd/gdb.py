# SPDX-License-Identifier: MIT
"""QEMU's gdb stub. GDB manual, "GDB Remote Serial Protocol"."""

import threading


class Gdb(threading.Thread):
    """A thread that follows the machine by watch(), until QEMU closes its end of the link."""

    def __init__(self, link):
        super().__init__(daemon=True)
        self.link = link
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

    def require(self, packet):
        found = self.ask(packet)
        assert found == "OK", (packet, found)

    def read(self, address, size):
        return int.from_bytes(bytes.fromhex(self.ask(f"m{address:x},{size:x}")), "little")

    def write(self, address, size, value):
        self.require(f"M{address:x},{size:x}:{value.to_bytes(size, 'little').hex()}")

    def run(self):
        try:
            self.ask("?")
            self.watch()
        except (EOFError, OSError):
            pass
