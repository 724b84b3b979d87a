# SPDX-License-Identifier: MIT
"""The files of an odd machine: its ACPI tables, or a stick whose firmware misbehaves."""

import os
import struct
import subprocess

import acpi
from table import spec_of

TABLES = (acpi.TABLES, acpi.RSDP, acpi.LOADER)


def write_tables(text, directory):
    """Write the ACPI tables of a cell of the table."""
    for name, data in acpi.files(spec_of(text)).items():
        with open(f"{directory}/{os.path.basename(name)}", "wb") as file:
            file.write(data)


def table_arguments(directory):
    """QEMU's arguments for the files of write_tables; the machine also needs acpi=off."""
    return [part for name in TABLES
            for part in ("-fw_cfg", f"name={name},file={directory}/{os.path.basename(name)}")]


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def put_file(partition, name, text, directory):
    """Write a file of text, with Python's escape sequences, to the root of a partition."""
    with open(f"{directory}/{name}", "wb") as file:
        file.write(text.encode("ascii").decode("unicode_escape").encode("latin-1"))
    run("mcopy", "-o", "-i", partition, f"{directory}/{name}", "::")


def make_cyclic(partition):
    """Fill the first cluster of the directory of runs, and let its chain lead back to it. Microsoft,
    "FAT: General Overview of On-Disk Format", FAT16."""
    run("mmd", "-i", partition, "::/bareline")
    with open(partition, "rb") as file:
        data = bytearray(file.read())
    sector, per_cluster, reserved, fats, roots = struct.unpack_from("<HBHBH", data, 11)
    per_fat, = struct.unpack_from("<H", data, 22)
    root = (reserved + fats * per_fat) * sector
    cluster, = struct.unpack_from("<H", data, data.index(b"BARELINE   \x10", root) + 26)
    size = per_cluster * sector
    at = root + roots * 32 + (cluster - 2) * size
    for number, entry in enumerate(range(at + 64, at + size, 32)):
        data[entry:entry + 32] = b"RUN%05d   \x10" % number + bytes(20)
    for fat in range(fats):
        struct.pack_into("<H", data, (reserved + fat * per_fat) * sector + 2 * cluster, cluster)
    with open(partition, "wb") as file:
        file.write(data)


def spoil(partition, text, build, directory):
    """Put spoil.efi before the loader of an EFI system partition, with the words of a cell."""
    run("mmove", "-i", partition, "::/EFI/BOOT/BOOTX64.EFI", "::/EFI/BOOT/LOADER.EFI")
    run("mcopy", "-i", partition, f"{build}/boot-test/spoil.efi", "::/EFI/BOOT/BOOTX64.EFI")
    if "chain=cyclic" in text:
        make_cyclic(partition)
    put_file(partition, "spoil.cfg", text.replace(";", " "), directory)
