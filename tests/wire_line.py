# SPDX-License-Identifier: MIT
"""Lines of a log according to docs/record-format.md, for tests that make or change them."""
import base64
import re

FIELD = re.compile(r'(\w+)=("(?:\\.|[^"\\])*"|\S*)')
RECORD = re.compile(r"@(\w+) seq=\d+ ?(.*) \*[0-9a-f]{8}\r?$")
TABLE = []
for number in range(256):
    for _ in range(8):
        number = number >> 1 ^ (0x82f63b78 if number & 1 else 0)
    TABLE.append(number)


def crc32c(data):
    crc = 0xffffffff
    for byte in data:
        crc = TABLE[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xffffffff


def record(text):
    """The line of a record, from the text between @ and *."""
    return f"@{text} *{crc32c(f'@{text}'.encode()):08x}\n".encode()


def read_records(path):
    """The records of a log as [kind, fields], without their numbers. Values are as in the log, with quotes."""
    with open(path, encoding="latin-1") as file:
        found = (RECORD.search(line.rstrip("\n")) for line in file)
        return [[record[1], dict(FIELD.findall(record[2]))] for record in found if record]


def unpack(text):
    """The values of a samples record's data."""
    values, value, shift, last = [], 0, 0, 0
    for byte in base64.b64decode(text):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            last += value >> 1 ^ -(value & 1)
            values.append(last)
            value = shift = 0
    return values


def pack(values):
    data, last = bytearray(), 0
    for value in values:
        step = (value - last) << 1 if value >= last else ((last - value) << 1) - 1
        last = value
        while step >= 128:
            data.append(step & 127 | 128)
            step >>= 7
        data.append(step)
    return base64.b64encode(data).decode()
