# SPDX-License-Identifier: MIT
"""Logs of a room of simulated machines, made from the log of one deterministic run: its counts are
taken as times, and each figure of each machine is multiplied by seeded noise.

usage: room.py LOG DIRECTORY [--machines N] [--nights N] [--odd] [--update NIGHT] [--foreign]
               [--slow NUMBER] [--less NUMBER] [--lost NUMBER] [--times FACTOR] [--coarse NUMBER]
               [--bananas NUMBER] [--worst NUMBER]

--odd: node-23 has one of two memory modules since half of the nights; --update: all machines of
model A have other firmware from that night on, and system calls that take --times as long (1.15); --foreign: the odd machine's
names are hostile; --slow: all figures of that machine are doubled; --less: that machine has one of two
memory modules, which changes no figure; --lost: the same from the second half of the nights on; --coarse:
that machine's clock has 2 MHz and its times are the others'; --bananas: it states that unit; --worst:
the update costs that machine three times as much, after which it is like the others."""
import argparse
import datetime
import hashlib
import math
import os
import random
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from wire_line import crc32c, pack, read_records, record, unpack  # noqa: E402

TICKS = 20  # of a simulated clock, for each instruction
MODELS = (("A", 18), ("B", 14), ("C", 8))
SPREAD = 0.008  # standard deviation between machines


def quote(text):
    return '"' + "".join(c if 32 <= ord(c) < 127 and c not in '"\\' else f"\\x{ord(c):02x}"
                         for c in text) + '"'


def noise(*names):
    """A standard normal number that depends on the names only."""
    digest = hashlib.sha256("|".join(map(str, names)).encode()).digest()
    first, second = struct.unpack("<QQ", digest[:16])
    return math.sqrt(-2 * math.log((first + 1) / 2 ** 64)) * math.cos(2 * math.pi * second / 2 ** 64)


class Machine:
    def __init__(self, number, model, odd, foreign):
        self.number, self.model, self.odd = number, model, odd
        self.factor_of_all, self.times, self.before = 1, 1.15, 1
        self.ticks, self.unit = TICKS, None
        self.name = f"node-{number:02}"
        self.product = f"Model {model}"
        if foreign and odd:
            self.product = "<script>alert(1)</script>\x1b[31m=1+1|`\""

    def factor(self, figure, bench, point, night, is_odd, update):
        size = SPREAD * (0.5 + (crc32c(figure.encode()) % 16) / 8)
        factor = {"A": 1.25, "B": 1, "C": 0.8}[self.model] * self.factor_of_all
        factor *= math.exp(size * noise("machine", self.name, figure))
        factor *= math.exp(size / 3 * noise("night", self.name, night, figure))
        if is_odd and bench.startswith("mem.bandwidth"):
            factor *= 1.83
        if is_odd and bench == "mem.latency" and int(dict(
                part.split("=") for part in point.split()).get("size_bytes", 0)) > 1 << 20:
            factor *= 1.2
        if is_odd and bench == "fault.demand_zero":
            factor *= 1.25
        if bench == "entry.null_syscall":
            factor *= self.before * (self.times if update else 1)
        return factor

    def log(self, base, night, is_odd, has_less, update):
        lines, bench_of, series_of, number = [], {}, {}, 0
        overhead = 0
        start = datetime.datetime(2026, 10, 1, 2, 0, 0) + datetime.timedelta(
            days=night, minutes=self.number)
        for kind, old in base:
            fields = dict(old)
            copies = [fields]
            if kind == "manifest":
                fields.update(time_base="real", hypervisor='""',
                              tsc_hz=str(round(self.ticks * int(fields["tsc_hz"]))))
            elif kind == "timer":
                fields["tsc_hz"] = str(round(self.ticks * int(fields["tsc_hz"])))
            elif kind == "machine":
                fields.update(product=quote(self.product), maker="Example",
                              uuid_hash=hashlib.sha256(self.name.encode()).hexdigest()[:16],
                              bios="2.0" if update else "1.0")
            elif kind == "smbios":
                fields.update(slots="2", devices="1" if has_less else "2")
            elif kind == "memory_device":
                fields.update(size_bytes=str(8 << 30), type="DDR4", rated_mts="3200", mts="3200",
                              data_bits="64", total_bits="64", locator="ChannelA-DIMM0")
                if not has_less:
                    copies.append(dict(fields, locator="ChannelB-DIMM0"))
            elif kind == "made":
                fields.update(utc=start.strftime("%Y-%m-%dT%H:%M:%SZ"), source="rtc", problem='""')
            elif kind == "bench":
                bench_of[fields["id"]] = fields["name"]
                fields["unit"] = self.unit or fields["unit"]
            elif kind == "series":
                series_of[fields["id"]] = fields
            elif kind == "samples":
                series = series_of[fields["series"]]
                bench = bench_of[series["bench"]]
                values = unpack(fields["data"])
                point, stage = series["point"].strip('"'), series["stage"].strip('"')
                if bench == "null.timing":
                    overhead = values[-1]
                    values = [round(self.ticks * value) for value in values]
                else:
                    factor = 1.0 if bench.startswith(("null.", "selftest.")) else self.factor(
                        f"{bench}|{point}|{stage}", bench, point, night, is_odd, update)
                    seed = random.Random(f"{self.name}|{night}|{series['id']}")
                    timed = overhead if series["timed"] == "1" else 0
                    values = [max(0, round(self.ticks * (timed + (value - timed) * factor *
                                                    (1 + 0.002 * (seed.random() - 0.5)))))
                              for value in values]
                fields["data"] = pack(values)
            elif kind == "end":
                fields["records"] = str(number)
            for copy in copies:
                values = " ".join(f"{name}={value}" for name, value in copy.items())
                lines.append(record(f"{kind} seq={number} {values}").decode())
                number += 1
        return "".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("log")
    parser.add_argument("directory")
    parser.add_argument("--machines", type=int, default=40)
    parser.add_argument("--nights", type=int, default=1)
    parser.add_argument("--odd", action="store_true")
    parser.add_argument("--foreign", action="store_true")
    parser.add_argument("--update", type=int, default=1 << 30)
    parser.add_argument("--slow", type=int)
    parser.add_argument("--less", type=int)
    parser.add_argument("--lost", type=int)
    parser.add_argument("--coarse", type=int)
    parser.add_argument("--bananas", type=int)
    parser.add_argument("--worst", type=int)
    parser.add_argument("--times", type=float, default=1.15)
    arguments = parser.parse_args()
    base = read_records(arguments.log)
    assert base[0][0] == "manifest" and base[-1][0] == "end"
    number = 0
    for model, count in MODELS:
        for _ in range(count):
            number += 1
            if number > arguments.machines:
                return
            machine = Machine(number, model, arguments.odd and number == 23, arguments.foreign)
            machine.factor_of_all = 2 if number == arguments.slow else 1
            machine.times = arguments.times
            if number == arguments.worst:
                machine.times = 1 + 3 * (arguments.times - 1)
                machine.before = arguments.times / machine.times
            machine.ticks = 0.002 if number == arguments.coarse else TICKS
            machine.unit = "bananas" if number == arguments.bananas else None
            for night in range(arguments.nights):
                directory = f"{arguments.directory}/{machine.name}/night-{night + 1:02}"
                os.makedirs(directory, exist_ok=True)
                is_late = night >= arguments.nights // 2
                is_odd = machine.odd and is_late
                has_less = is_odd or number == arguments.less or (
                    number == arguments.lost and is_late)
                update = model == "A" and night >= arguments.update
                with open(f"{directory}/serial.log", "w", encoding="latin-1") as file:
                    file.write(machine.log(base, night, is_odd, has_less, update))


main()
