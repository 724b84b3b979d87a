# SPDX-License-Identifier: MIT
"""The table of odd machines (`machines`), and the ACPI tables of a line."""

import pathlib
import re
from dataclasses import dataclass, field, fields

import acpi

TABLE = pathlib.Path(__file__).with_name("machines")
IMAGE = 0x108000                        # within the kernel's code (linker.ld: it begins at 1 MiB)
PLACES = {"image": IMAGE, "ram": acpi.RAM, "absent": acpi.ABSENT, "far": acpi.FAR,
          "io": acpi.IO, "memory": acpi.MEMORY}
COLUMNS = "name set boot firmware qemu cpus words holds".split()
TERMS = ("warns", "aborts", "has", "lacks", "says", "cpus", "stick", "text", "line", "qemu", "reset", "off",
         "halt", "stuck", "within", "bad-bit", "strict")


@dataclass
class Machine:
    """A line. holds is a list of (term, rest of its text)."""
    name: str
    set: str
    boot: str
    firmware: str
    qemu: str
    cpus: int
    words: str
    holds: list = field(default_factory=list)

    def terms(self, name):
        return [text for term, text in self.holds if term == name]

    @property
    def end(self):
        """exit, off, halt, stuck, or end: the last record."""
        for name in ("off", "halt", "stuck"):
            if self.terms(name):
                return name
        return "end" if "exit=halt" in self.words else "exit"


def read_line(line):
    cells = dict(zip(COLUMNS, (cell.strip() for cell in line.split("|")), strict=True))
    terms = [term.strip().partition(" ") for term in cells["holds"].split(";") if term.strip()]
    for term, _, _ in terms:
        if term not in TERMS:
            raise ValueError(f"{cells['name']}: unknown term {term}")
    cells.update(cpus=int(cells["cpus"]), holds=[(term, text) for term, _, text in terms])
    return Machine(**cells)


def read_all():
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [read_line(line) for line in lines if line and not line.startswith("#")]


# ---- ACPI tables ----

def number(text):
    return PLACES[text] if text in PLACES else int(text, 0)


def numbers(text):
    """Of the form 0-3,7,0x10@2,absent@24*19: ranges, pairs and repetitions."""
    found = []
    for item in filter(None, text.split(",")):
        item, _, times = item.partition("*")
        first, dash, last = item.partition("-")
        if "@" in item:
            found += [tuple(number(part) for part in item.split("@"))] * int(times or 1)
        elif dash:
            found += range(int(first), int(last) + 1)
        else:
            found.append(number(item))
    return found


def value_of(name, default, text):
    if name == "damaged":
        return tuple(text.split(","))
    if name == "lengths":
        return {signature: int(length, 0) for signature, length in
                (item.split("@") for item in text.split(","))}
    if name in ("reset", "sleep", "spcr"):
        return numbers(text)[0]
    if isinstance(default, list):
        return numbers(text)
    return text if isinstance(default, str) else type(default)(number(text))


def spec_of(text):
    """The ACPI tables of a line's third column."""
    plain = acpi.Spec()
    known = {item.name for item in fields(plain)}
    given = {}
    for word in filter(None, re.split(r";\s*", text)):
        name, _, value = word.partition("=")
        if name not in known:
            raise ValueError(f"unknown key {name}")
        given[name] = value_of(name, getattr(plain, name), value)
    return acpi.Spec(**given)
