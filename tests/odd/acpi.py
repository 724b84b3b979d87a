# SPDX-License-Identifier: MIT
"""ACPI tables of odd machines, as the fw_cfg files from which QEMU's firmware installs tables:
etc/acpi/tables, etc/acpi/rsdp, and etc/table-loader, the script that links them. Structures are
those of the ACPI Specification 6.5, chapter 5."""

import struct
from dataclasses import dataclass, field
from math import isqrt

TABLES, RSDP, LOADER = "etc/acpi/tables", "etc/acpi/rsdp", "etc/table-loader"

# QEMU, hw/acpi/bios-linker-loader.c.
ALLOCATE, ADD_POINTER, ADD_CHECKSUM = 1, 2, 3
ENTRY_BYTES, NAME_BYTES = 128, 56
ZONE_HIGH, ZONE_F_SEGMENT = 1, 2

HEADER_BYTES, CHECKSUM_AT, FACS_BYTES = 36, 9, 64
FADT_BYTES = 276
FADT_FLAGS = 1 << 0 | 1 << 2 | 1 << 5 | 1 << 10          # the last: the reset register exists
HARDWARE_REDUCED = 1 << 20
IO, MEMORY = 1, 0
DAMAGE = 0x5a
FAR = 0x7f0000000000                    # beyond the addresses of `-cpu max`
ABSENT = 0xb8000000                     # reads as ones: nothing is there
RAM = 0x6000000                         # free memory

# \_S5 of type 0.
SOFT_OFF = b"\x08_S5_\x12\x08\x04\x0a\0\x0a\0\0\0"


@dataclass
class Spec:
    """The tables. Lists are in the order of the table."""
    cpus: list = field(default_factory=lambda: [0])      # APIC IDs
    x2apic_cpus: list = field(default_factory=list)      # IDs in structures of the x2APIC
    disabled_cpus: list = field(default_factory=list)
    ioapics: list = field(default_factory=lambda: [(0xfec00000, 0)])     # address, first interrupt
    overrides: list = field(default_factory=lambda: [(0, 2), (9, 9)])    # ISA interrupt, pin
    extra_madt: bytes = b""
    madts: int = 1
    has_fadt: bool = True
    hpet: int = 0xfed00000              # 0: no table
    mcfg: int = 0                       # 0: no table
    segments: list = field(default_factory=list)         # further entries: address, segment, buses
    srat_cpus: list = field(default_factory=list)        # APIC ID, domain; neither: no SRAT
    srat_memory: list = field(default_factory=list)      # address, size, domain
    cedt: list = field(default_factory=list)             # windows for CXL memory: address, size
    slit: list = field(default_factory=list)             # a square of distances
    hmat: list = field(default_factory=list)             # a square of latencies in nanoseconds
    hmat_revision: int = 2              # 1: the latencies are units of 100 ns
    spcr: tuple = None                  # the serial port of the firmware's console: space, address,
                                        # and optionally the bits of a register
    spcr_type: int = 0                  # 3: PL011
    dbg2: list = field(default_factory=list)             # serial ports for debuggers: space, address
    wdat: list = field(default_factory=list)     # a watchdog's register, which holds 0 while it runs
    reset: tuple = (IO, 0xcf9)
    sleep: tuple = None                 # hardware-reduced: the sleep control register
    pm_timer: int = 0x608
    ssdts: int = 0
    soft_off: str = "DSDT"              # the table with \_S5; or ""
    zeros: int = 0                      # entries before those of the tables
    junk: list = field(default_factory=list)     # entries after them
    damaged: tuple = ()                 # signatures whose checksum is wrong; of APIC the first
    has_xsdt: bool = True
    lengths: dict = field(default_factory=dict)  # by signature: false length


def header(signature, body, revision):
    return (signature + struct.pack("<IBB", HEADER_BYTES + len(body), revision, 0) + b"ODD   ODD     "
            + struct.pack("<I4sI", 1, b"ODD ", 1) + body)


def generic_address(space, address, bits=8):
    return struct.pack("<BBBBQ", space, bits, 0, bits.bit_length() - 3, address)


def madt(spec):
    body = struct.pack("<II", 0xfee00000, 1)
    for apic_id in spec.cpus + spec.disabled_cpus:
        body += struct.pack("<BBBBI", 0, 8, apic_id & 0xff, apic_id, apic_id in spec.cpus)
    for apic_id in spec.x2apic_cpus:
        body += struct.pack("<BBHIII", 9, 16, 0, apic_id, 1, apic_id)
    for number, (address, first) in enumerate(spec.ioapics):
        body += struct.pack("<BBBBII", 1, 12, number, 0, address, first)
    for irq, pin in spec.overrides:
        body += struct.pack("<BBBBIH", 2, 10, 0, irq, pin, 0)
    return body + spec.extra_madt


def srat(spec):
    body = struct.pack("<IQ", 1, 0)
    for apic_id, domain in spec.srat_cpus:
        body += struct.pack("<BBHIIIII", 2, 24, 0, domain, apic_id, 1, 0, 0)
    for base, size, domain in spec.srat_memory:
        body += struct.pack("<BBIHQQIIQ", 1, 40, domain, 0, base, size, 0, 1, 0)
    return body


def cedt(spec):
    """Compute Express Link Specification, "CXL Fixed Memory Window Structure": one target each."""
    return b"".join(struct.pack("<BBHIQQBBHIHHI", 1, 0, 40, 0, base, size, 0, 0, 0, 0, 0, 0, 0)
                    for base, size in spec.cedt)


def hmat(spec):
    """Latencies of reads, in revision 2's picoseconds."""
    side = isqrt(len(spec.hmat))
    entries = struct.pack(f"<{len(spec.hmat)}H", *spec.hmat)
    return struct.pack("<IHHIBBBBIIIQ", 0, 1, 0, 32 + 8 * side + len(entries), 0, 1, 0, 0, side, side,
                       0, 1000) + struct.pack(f"<{side}I", *range(side)) * 2 + entries


def spcr(spec):
    """Microsoft, "Serial Port Console Redirection Table (SPCR)", revision 2."""
    return (bytes([spec.spcr_type]) + bytes(3) + generic_address(*spec.spcr) + bytes(6) + bytes([7, 0, 1, 0, 3]) + bytes(19))


def dbg2(spec):
    """Microsoft, "Microsoft Debug Port Table 2 (DBG2)". Each device has one address and no name."""
    body = struct.pack("<II", 44, len(spec.dbg2))
    for place in spec.dbg2:
        body += struct.pack("<BHBHHHHHHHHH", 0, 38, 1, 0, 38, 0, 0, 0x8000, 0, 0, 22, 34)
        body += generic_address(*place) + struct.pack("<I", 8)
    return body


def wdat(spec):
    """Microsoft, "Hardware Watchdog Timers Design Specification". A timer that is stopped by 1."""
    (space, address), = spec.wdat
    query_running, set_running, set_stopped, read, write_and_preserve = 8, 9, 11, 0, 0x82
    steps = ((query_running, read, 0), (set_running, write_and_preserve, 0),
             (set_stopped, write_and_preserve, 1))
    body = struct.pack("<IHBBB3xIIIB3xI", 32, 0xff, 0xff, 0xff, 0xff, 1000, 100, 1, 1, len(steps))
    for action, instruction, value in steps:
        body += struct.pack("<BBH", action, instruction, 0) + struct.pack(
            "<BBBBQ", space, 8, 0, 1, address) + struct.pack("<II", value, 1)
    return body


def fadt(spec):
    """Without the addresses of FACS and DSDT."""
    table = bytearray(header(b"FACP", bytes(FADT_BYTES - HEADER_BYTES), 5))
    flags = FADT_FLAGS | (HARDWARE_REDUCED if spec.sleep else 0)
    for offset, form, value in ((46, "<H", 9), (56, "<I", 0x600), (64, "<I", 0x604),
                                (76, "<I", spec.pm_timer), (88, "<BB", (4, 2)), (91, "<B", 4),
                                (108, "<B", 0x32), (109, "<H", 2), (112, "<I", flags),
                                (128, "<B", 15)):
        struct.pack_into(form, table, offset, *(value if isinstance(value, tuple) else (value,)))
    table[116:128] = generic_address(*spec.reset)
    if spec.sleep:
        table[244:256] = table[256:268] = generic_address(*spec.sleep)
    return bytes(table)


class Installation:
    """The three files under construction."""

    def __init__(self):
        self.tables = bytearray()
        self.places = {}                # name: offset and size
        self.script = [self.allocate(RSDP, 16, ZONE_F_SEGMENT), self.allocate(TABLES, 64, ZONE_HIGH)]

    @staticmethod
    def name(text):
        return text.encode().ljust(NAME_BYTES, b"\0")

    def allocate(self, file, align, zone):
        return struct.pack("<I", ALLOCATE) + self.name(file) + struct.pack("<IB", align, zone)

    def add(self, name, table, align=8):
        self.tables += bytes(-len(self.tables) % align)
        self.places[name] = len(self.tables), len(table)
        self.tables += table

    def point(self, offset, size, target, file=TABLES):
        """The field at offset gets the address of a table. Returns its value before."""
        value = self.places[target][0].to_bytes(size, "little")
        if file == TABLES:
            self.tables[offset:offset + size] = value
        self.script.append(struct.pack("<I", ADD_POINTER) + self.name(file) + self.name(TABLES)
                           + struct.pack("<IB", offset, size))
        return value

    def checksum(self, at, start, size, file=TABLES):
        self.script.append(struct.pack("<I", ADD_CHECKSUM) + self.name(file)
                           + struct.pack("<III", at, start, size))

    def finish(self, name, is_damaged):
        offset, size = self.places[name]
        if is_damaged:
            self.tables[offset + CHECKSUM_AT] = DAMAGE
        else:
            self.checksum(offset + CHECKSUM_AT, offset, size)

    def add_root(self, spec, signature, entry_bytes, names):
        entries = [0] * (spec.zeros + len(names)) + [value % (1 << 8 * entry_bytes)
                                                     for value in spec.junk]
        self.add(signature, header(signature.encode(), b"".join(
            value.to_bytes(entry_bytes, "little") for value in entries), 1), 16)
        for number, name in enumerate(names, spec.zeros):
            self.point(self.places[signature][0] + HEADER_BYTES + number * entry_bytes,
                       entry_bytes, name)
        self.finish(signature, signature in spec.damaged)

    def files(self, spec):
        rsdp = bytearray(b"RSD PTR \0ODD   \2" + bytes(4) + struct.pack("<I", 36) + bytes(12))
        rsdp[16:20] = self.point(16, 4, "RSDT", RSDP)
        if spec.has_xsdt:
            rsdp[24:32] = self.point(24, 8, "XSDT", RSDP)
        if "RSDP" in spec.damaged:
            rsdp[8] = DAMAGE
        else:
            self.checksum(8, 0, 20, RSDP)
            self.checksum(32, 0, 36, RSDP)
        return {TABLES: bytes(self.tables), RSDP: bytes(rsdp),
                LOADER: b"".join(entry.ljust(ENTRY_BYTES, b"\0") for entry in self.script)}


def add_plain_tables(spec, into):
    """DSDT, SSDTs, HPET, MCFG, tables of nodes and MADTs, without their checksums. Returns the names for the root."""
    names = []

    def add(name, signature, body, revision):
        into.add(name, header(signature, body, revision))
        names.append(name)

    into.add("DSDT", header(b"DSDT", SOFT_OFF if spec.soft_off == "DSDT" else b"", 2))
    into.add("FACS", b"FACS" + struct.pack("<I", FACS_BYTES) + bytes(FACS_BYTES - 8), FACS_BYTES)
    for number in range(spec.ssdts):
        is_last = number == spec.ssdts - 1
        add(f"SSDT{number}", b"SSDT", SOFT_OFF if is_last and spec.soft_off == "SSDT" else bytes(16), 2)
    if spec.hpet:
        add("HPET", b"HPET", struct.pack("<I", 0x8086a201) + generic_address(MEMORY, spec.hpet)
            + bytes(4), 1)
    if spec.mcfg:
        add("MCFG", b"MCFG", bytes(8) + b"".join(
            struct.pack("<QHBBI", *entry, 0) for entry in [(spec.mcfg, 0, 0, 255), *spec.segments]), 1)
    if spec.spcr:
        add("SPCR", b"SPCR", spcr(spec), 2)
    if spec.dbg2:
        add("DBG2", b"DBG2", dbg2(spec), 0)
    if spec.wdat:
        add("WDAT", b"WDAT", wdat(spec), 1)
    if spec.srat_cpus or spec.srat_memory:
        add("SRAT", b"SRAT", srat(spec), 3)
    if spec.cedt:
        add("CEDT", b"CEDT", cedt(spec), 1)
    if spec.slit:
        add("SLIT", b"SLIT", struct.pack("<Q", isqrt(len(spec.slit))) + bytes(spec.slit), 1)
    if spec.hmat:
        add("HMAT", b"HMAT", hmat(spec), spec.hmat_revision)
    for number in range(spec.madts):
        add("APIC" if number == 0 else f"APIC{number}", b"APIC", madt(spec), 3)
    return names


def add_fadt(spec, into):
    into.add("FACP", fadt(spec))
    offset = into.places["FACP"][0]
    into.point(offset + 36, 4, "FACS")
    into.point(offset + 40, 4, "DSDT")
    into.point(offset + 140, 8, "DSDT")


def files(spec):
    """The fw_cfg files by name."""
    into = Installation()
    names = add_plain_tables(spec, into)
    if spec.has_fadt:
        add_fadt(spec, into)
        names.append("FACP")
    for name in names + ["DSDT"]:
        if name in spec.lengths:
            struct.pack_into("<I", into.tables, into.places[name][0] + 4, spec.lengths[name])
        into.finish(name, name in spec.damaged)
    into.add_root(spec, "RSDT", 4, names)
    if spec.has_xsdt:
        into.add_root(spec, "XSDT", 8, names)
    return into.files(spec)
