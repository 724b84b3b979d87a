#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the initial file system of the stick's Linux: modules sorted by name, bareline-linux as /init,
and the host tool, if there is one for the processor, as /bareline. Linux,
Documentation/driver-api/early-userspace/buffer-format.rst. The same files give the same bytes.

usage: scripts/initrd.py OUTPUT MODULES-DIRECTORY PROGRAM [TOOL]
"""
import gzip
import pathlib
import sys

DIRECTORY, FILE = 0o040755, 0o100644
EXECUTABLE = 0o100755


def entry(number, name, mode, content=b""):
    fields = [number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name) + 1, 0]
    head = b"070701" + b"".join(b"%08x" % field for field in fields) + name.encode() + b"\0"
    return pad(head) + pad(content)


def pad(data):
    return data + bytes(-len(data) % 4)


def main(output, modules, program, *tools):
    entries = [(name, DIRECTORY, b"") for name in ("dev", "proc", "sys", "tmp", "modules")]
    entries.append(("init", EXECUTABLE, pathlib.Path(program).read_bytes()))
    entries += [("bareline", EXECUTABLE, pathlib.Path(tool).read_bytes()) for tool in tools]
    entries += [(f"modules/{path.name}", FILE, path.read_bytes())
                for path in sorted(pathlib.Path(modules).glob("*.ko"))]
    entries.append(("TRAILER!!!", 0, b""))
    archive = b"".join(entry(number, *fields) for number, fields in enumerate(entries, 1))
    with open(output, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(archive)


main(*sys.argv[1:])
