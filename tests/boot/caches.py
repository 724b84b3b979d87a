#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Descriptions of QEMU's machine virt that state caches, which QEMU's own do not.

usage: tests/boot/caches.py tables aarch64|riscv64 DIRECTORY
           ACPI tables of a machine with one CPU, as files of fw_cfg. Prints QEMU's arguments; the machine needs acpi=off.
       tests/boot/caches.py tree IN OUT
           a device tree with caches of the first CPU"""

import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(HERE), "odd"))

import acpi  # noqa: E402

KIB = 1024
UID = 7
CACHE_VALID = 0x7f
DATA, INSTRUCTION, UNIFIED = 0, 4, 8
FADT_BYTES = 276
HARDWARE_REDUCED = 1 << 20
PL011, UART_16550 = 3, 0x12
FW_CFG = {"aarch64": 0x9020000, "riscv64": 0x10100000}

# ---- ACPI ----


def pptt():
    """ACPI Specification 6.5, "Processor Properties Topology Table (PPTT)": a package with an L3, and
    a CPU with L1 and L2."""
    body = b""

    def add(structure):
        nonlocal body
        offset = acpi.HEADER_BYTES + len(body)
        body += structure
        return offset

    def cache(next_level, size, ways, kind):
        return add(struct.pack("<BBHIIIIBBH", 1, 24, 0, CACHE_VALID, next_level, size,
                               size // ways // 64, ways, kind, 64))

    def node(flags, parent, uid, *resources):
        return add(struct.pack(f"<BBHIIII{len(resources)}I", 0, 20 + 4 * len(resources), 0, flags,
                               parent, uid, len(resources), *resources))

    l3 = cache(0, 4096 * KIB, 16, UNIFIED)
    l2 = cache(0, 2048 * KIB, 16, UNIFIED)
    package = node(1, 0, 0, l3)
    node(2 | 8, package, UID, cache(l2, 32 * KIB, 2, DATA), cache(l2, 64 * KIB, 4, INSTRUCTION))
    return body


def aarch64():
    """GICv2 and its frame of messages, PL011, generic timer."""
    gicc = struct.pack("<BBHIIIIIQQQQIQQBBH", 0xb, 80, 0, 0, UID, 1, 0, 23, 0, 0x8010000, 0, 0, 0, 0, 0,
                       0, 0, 0)
    gicd = struct.pack("<BBHIQIB3x", 0xc, 24, 0, 0, 0x8000000, 0, 2)
    timers = struct.pack("<QIIIIIIIIIQII", 2**64 - 1, 0, 29, 0, 30, 0, 27, 0, 26, 0, 2**64 - 1, 0, 0)
    return {"APIC": struct.pack("<II", 0, 0) + gicc + gicd, "GTDT": timers,
            "SPCR": spcr(PL011, 0x9000000, 32), "MCFG": mcfg(0x4010000000)}


def riscv64():
    isa = b"rv64imafdc_zicsr_zifencei_sstc\0\0"
    rintc = struct.pack("<BBBBIQIIQI", 0x18, 36, 1, 0, 1, 0, UID, 0, 0, 0)
    rhct = struct.pack("<IQII", 0, 10000000, 1, 56) + struct.pack("<HHHH", 0, 8 + len(isa), 1,
                                                                 len(isa)) + isa
    return {"APIC": struct.pack("<II", 0, 0) + rintc, "RHCT": rhct,
            "SPCR": spcr(UART_16550, 0x10000000, 8), "MCFG": mcfg(0x30000000)}


def spcr(kind, address, bits):
    return bytes([kind, 0, 0, 0]) + acpi.generic_address(acpi.MEMORY, address, bits) + bytes(28)


def mcfg(address):
    return bytes(8) + struct.pack("<QHBBI", address, 0, 0, 255, 0)


def dsdt(address):
    """What the loader looks for in QEMU's: the fw_cfg device, which has the run's parameters."""
    table = acpi.header(b"DSDT", b"\x08_HID\x0dQEMU0002\0\x86\x09\0\1" + struct.pack("<II", address, 24), 2)
    return table[:10] + b"BOCHS " + table[16:]


def tables(arch, directory):
    into = acpi.Installation()
    into.add("DSDT", dsdt(FW_CFG[arch]))
    fadt = bytearray(acpi.header(b"FACP", bytes(FADT_BYTES - acpi.HEADER_BYTES), 6))
    struct.pack_into("<I", fadt, 112, HARDWARE_REDUCED)
    struct.pack_into("<H", fadt, 129, 3 if arch == "aarch64" else 0)       # PSCI by HVC
    into.add("FACP", bytes(fadt))
    into.point(into.places["FACP"][0] + 140, 8, "DSDT")
    stated = {**(aarch64() if arch == "aarch64" else riscv64()), "PPTT": pptt()}
    for name, body in stated.items():
        into.add(name, acpi.header(name.encode(), body, 3))
    names = ["FACP", *stated]
    for name in ["DSDT", *names]:
        into.finish(name, False)
    spec = acpi.Spec()
    into.add_root(spec, "RSDT", 4, names)
    into.add_root(spec, "XSDT", 8, names)
    words = []
    for number, (name, content) in enumerate(into.files(spec).items()):
        path = os.path.join(directory, f"tables-{number}")
        with open(path, "wb") as out:
            out.write(content)
        words.append(f"-fw_cfg name={name},file={path}")
    print(" ".join(words))


# ---- Device tree: Devicetree Specification 0.4, "Flattened Devicetree (DTB) Format" ----

BEGIN_NODE, END_NODE, PROPERTY, NOTHING = 1, 2, 3, 4
L2 = 0x7001                             # a handle


class Tree:
    """A tree to which properties and a node are added."""

    def __init__(self, old):
        fields = struct.unpack(">10I", old[:40])
        self.head, self.reserved = old[:40], old[fields[4]:fields[2]]
        self.old = old[fields[2]:fields[2] + fields[9]]
        self.strings = bytearray(old[fields[3]:fields[3] + fields[8]])
        self.new = bytearray()

    def property(self, name, value):
        at = len(self.strings)
        self.strings += name.encode() + b"\0"
        content = struct.pack(">I", value) if isinstance(value, int) else value.encode() + b"\0"
        self.new += struct.pack(">III", PROPERTY, len(content), at) + content + bytes(-len(content) % 4)

    def add_caches(self):
        for name, value in (("d-cache-size", 64 * KIB), ("d-cache-line-size", 64),
                            ("d-cache-sets", 512), ("i-cache-size", 48 * KIB), ("next-level-cache", L2)):
            self.property(name, value)

    def add_l2(self):
        self.new += struct.pack(">I", BEGIN_NODE) + b"l2-cache\0\0\0\0"
        for name, value in (("compatible", "cache"), ("phandle", L2), ("cache-level", 2),
                            ("cache-size", 2048 * KIB), ("cache-line-size", 64), ("cache-sets", 2048)):
            self.property(name, value)
        self.new += struct.pack(">I", END_NODE)

    def copy(self):
        at, names = 0, []
        while at < len(self.old):
            begin, token = at, struct.unpack_from(">I", self.old, at)[0]
            at += 4
            if token == BEGIN_NODE:
                names.append(self.old[at:self.old.index(b"\0", at)].decode())
                at = (at + len(names[-1]) + 4) & ~3
            elif token == PROPERTY:
                at = (at + 8 + struct.unpack_from(">I", self.old, at)[0] + 3) & ~3
            elif token == END_NODE:
                if names.pop() == "cpus":
                    self.add_l2()
            self.new += self.old[begin:at]
            if token == BEGIN_NODE and names[-1] == "cpu@0":
                self.add_caches()

    def bytes(self):
        self.copy()
        structure = 40 + len(self.reserved)
        strings = structure + len(self.new)
        total = strings + len(self.strings)
        magic, _, _, _, _, version, last, cpu, _, _ = struct.unpack(">10I", self.head)
        return struct.pack(">10I", magic, total, structure, strings, 40, version, last, cpu,
                           len(self.strings), len(self.new)) + self.reserved + self.new + self.strings


def tree(source, target):
    with open(source, "rb") as old:
        content = Tree(old.read()).bytes()
    with open(target, "wb") as new:
        new.write(content)


def main():
    command, first, second = sys.argv[1:] if len(sys.argv) == 4 else (None, None, None)
    if command not in ("tables", "tree"):
        sys.exit(__doc__)
    (tables if command == "tables" else tree)(first, second)


main()
