# SPDX-License-Identifier: MIT
"""A line of a log according to docs/record-format.md, for tests that make or change lines."""


def crc32c(data):
    crc = 0xffffffff
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
    return crc ^ 0xffffffff


def record(text):
    """The line of a record, from the text between @ and *."""
    return f"@{text} *{crc32c(f'@{text}'.encode()):08x}\n".encode()
