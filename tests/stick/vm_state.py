# SPDX-License-Identifier: MIT
"""QEMU's migration state of a machine, as numbers by name: the state of its CPUs and devices,
independent of the guest. QEMU, docs/devel/migration.rst: each device is a section with a header and
a footer. A description of all fields, in JSON, follows the last section."""
import json
import struct

FULL_SECTION, FOOTER, DESCRIPTION = 0x04, 0x7e, b"\x06"
BEGINS = b'{"configuration"', b'{"page_size"', b'{"devices"'       # of the description, by version


def read_description(stream):
    """The JSON after the last section, by its length."""
    at = max(stream.rfind(first) for first in BEGINS)
    length, = struct.unpack_from(">I", stream, at - 4)
    if stream[at - 5:at - 4] != DESCRIPTION:
        raise ValueError("no description of the state")
    return json.loads(stream[at:at + length])


def find_section(stream, device):
    """The offset of a device's fields."""
    name = device["name"].encode()
    head = bytes([len(name)]) + name + struct.pack(">II", device["instance_id"], device["version"])
    at = stream.rfind(head)
    if at < 5 or stream[at - 5] != FULL_SECTION:
        raise ValueError(f"no section of {device['name']}")
    return stream[at - 4:at], at + len(head)


class Section:
    """Iterates over the bytes of one device, by its description."""

    def __init__(self, stream, at, values):
        self.stream, self.at, self.values = stream, at, values

    def take(self, name, size):
        self.values[name] = self.stream[self.at:self.at + size].hex()
        self.at += size

    def field(self, prefix, field):
        name = prefix + field["name"]
        if "index" in field:
            name += f"[{field['index']}]"
        for element in range(field.get("array_len", 1)):
            this = f"{name}[{element}]" if "array_len" in field else name
            if "struct" in field:
                self.fields(this + ".", field["struct"])
            else:
                self.take(this, field["size"])

    def fields(self, prefix, described):
        for field in described.get("fields", []):
            self.field(prefix, field)
        for part in described.get("subsections", []):
            self.at += 1 + 1 + len(part["vmsd_name"]) + 4       # its mark, name and version
            self.fields(f"{prefix}{part['vmsd_name']}.", part)


def read_state(path, names):
    """The fields of all devices of these names: "ioapic/0/ioredtbl[2]" and its bytes."""
    with open(path, "rb") as file:
        stream = file.read()
    values = {}
    for device in read_description(stream)["devices"]:
        if device["name"].rpartition("/")[2] not in names:
            continue
        number, at = find_section(stream, device)
        section = Section(stream, at, {})
        section.fields(f"{device['name']}/{device['instance_id']}/", device)
        if stream[section.at:section.at + 5] != bytes([FOOTER]) + number:
            raise ValueError(f"{device['name']} has another length than its description")
        values.update(section.values)
    return values
