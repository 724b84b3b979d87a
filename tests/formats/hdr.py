# SPDX-License-Identifier: MIT
# Read an HdrHistogram log according to its format description. Compare its medians, counts and
# maxima with the newline-delimited JSON of the same runs.
# usage: hdr.py LOG NDJSON
import base64
import json
import struct
import sys
import zlib


def varints(data):
    at = 0
    while at < len(data):
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            if shift == 56:
                value |= byte << shift
                break
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        yield value >> 1 ^ -(value & 1)


def buckets(text):
    raw = base64.b64decode(text, validate=True)
    cookie, length = struct.unpack(">II", raw[:8])
    assert cookie == 0x1C849314 and length == len(raw) - 8
    plain = zlib.decompress(raw[8:])
    cookie, length, offset, digits, low, high, ratio = struct.unpack(">IIIIQQd", plain[:40])
    assert (cookie, offset, digits, low, ratio) == (0x1C849313, 0, 3, 1, 1.0)
    assert length == len(plain) - 40
    index = 0
    for count in varints(plain[40:]):
        if count < 0:
            index -= count
            continue
        shift = max(index // 1024 - 1, 0)
        start = (index - shift * 1024) << shift
        assert start <= high
        yield start, start + (1 << shift), count
        index += 1


def median_range(found, total):
    seen = 0
    low = None
    for start, end, count in found:
        seen += count
        if low is None and 2 * seen >= total:
            low = start
        if 2 * seen > total:
            return low, end


with open(sys.argv[1]) as file:
    lines = [line.rstrip("\n") for line in file]
with open(sys.argv[2]) as file:
    rows = [json.loads(line) for line in file]
assert lines[0].startswith("#[Histogram log format version 1.3]")
lines = [line for line in lines if line.startswith("Tag=")]
assert len(lines) == len(rows) > 0
several = len({row["run"] for row in rows}) > 1
tags = set()
for line, row in zip(lines, rows):
    tag, start, length, largest, text = line.split(",")
    parts = [row["run"] if several else "", row["bench"], row["point"], row["stage"],
             "cold" if row["cache"] == "cold" else "", row["unit"]]
    name = "/".join(part for part in parts if part)
    assert tag == "Tag=" + name.replace(",", ";").replace(" ", ";"), tag
    tags.add(tag)
    found = list(buckets(text))
    assert sum(count for _, _, count in found) == row["n"]
    low, end = median_range(found, row["n"])
    assert low - 1 <= row["median"] * 1000 <= end + 1, line
    assert abs(float(largest) - row["max"]) <= 0.001
assert len(tags) == len(rows)
