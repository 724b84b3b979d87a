# SPDX-License-Identifier: MIT
"""Judge the boot of an odd machine: a table of rules, each with a sentence and a function that
returns what violates it."""

import json
import re
import subprocess
from collections import Counter

from log_account import COUNTS

GOOD_STATUS, BAD_STATUS = 33, 35        # of isa-debug-exit
FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S*)')
# Text has a few colours, of which the most frequent is the ground.
COLOURS_MAX = 16
INK_PIXELS_MIN = 2000
# A busy host disturbs the comparison of clocks, and samples until they are unstable.
IGNORED_WARNINGS = ("tsc", "runner")
RESTORED = re.compile(r"^firmware state restored: .*; 0 differ; CPUs not returned: 0; .*dropped: 0$",
                      re.M)


def records(log, name):
    return re.findall(rf"^@{name} (.*)$", log.replace("\r", ""), re.M)


def fields_of(record):
    return {key: value.strip('"') for key, value in FIELD.findall(record)}


def warnings(log):
    """As SOURCE: TEXT."""
    found = [fields_of(record) for record in records(log, "warning")]
    return [f"{warning['source']}: {warning['text']}" for warning in found
            if warning["source"] not in IGNORED_WARNINGS]


def matches(wanted, warning):
    source, _, pattern = wanted.partition(": ")
    return warning.startswith(f"{source}: ") and \
        re.search(pattern, warning.removeprefix(f"{source}: "))


def parse(build, log):
    """The tool's account of a log: its counts, and whether it is complete."""
    done = subprocess.run([f"{build}/bareline", "parse", "-o", f"{log}.json", log],
                          capture_output=True, check=False, timeout=300)
    try:
        with open(f"{log}.json", encoding="utf-8") as file:
            results = json.load(file)
    except (OSError, ValueError):
        return {"status": done.returncode}
    counts = {name: results["account"][name] for name in COUNTS if results["account"][name]}
    return counts if results["validity"]["complete"] else {"complete": False, **counts}


def rule_ends(machine, seen):
    if seen.end != machine.end:
        return [f"expected {machine.end}, found {seen.end or 'no end in time'}"]
    if seen.end == "exit" and seen.status != (BAD_STATUS if machine.terms("aborts") else GOOD_STATUS):
        return [f"status {seen.status} {seen.stderr.strip()[-200:]}"]
    return []


def rule_no_panic(_machine, seen):
    return records(seen.log, "panic") + re.findall(r"^panic: .*$", seen.log, re.M)


def rule_is_whole(machine, seen):
    if machine.end == "stuck":
        return records(seen.log, "end")
    ends = [fields_of(end).get("status") for end in records(seen.log, "end")]
    after = re.findall(r"^@(?!end ).*$", seen.log.partition("\n@end ")[2], re.M)
    return ([] if ends == ["complete"] else [f"its ends: {ends}"]) + after + (
        [f"{seen.account}"] if seen.account else [])


def rule_aborts(machine, seen):
    found, wanted = records(seen.log, "fault"), machine.terms("aborts")
    return [f"missing: {want}" for want in wanted if not any(re.search(want, one) for one in found)] + \
        [one for one in found if not any(re.search(want, one) for want in wanted)]


def rule_warnings(machine, seen):
    found, wanted = warnings(seen.log), machine.terms("warns")
    return [f"missing: {want}" for want in wanted if not any(matches(want, one) for one in found)] + \
        [f"unexpected: {one}" for one in found if not any(matches(want, one) for want in wanted)]


def rule_cpus(machine, seen):
    online, count = (machine.terms("cpus") or [f"{machine.cpus}/{machine.cpus}"])[0].split("/")
    found = records(seen.log, "cpu")
    return [] if machine.end == "stuck" or found and f" count={count} online={online} " in found[0] else [
        f"expected {online} of {count}: {found[:1]}"]


def rule_contents(machine, seen):
    """Also of records: a series has samples, so every benchmark that is not skipped is whole."""
    wrong = []
    for term, is_wanted in (("has", True), ("lacks", False)):
        for text in machine.terms(term):
            name, _, pattern = text.partition(" ")
            if any(re.search(pattern, record) for record in records(seen.log, name)) != is_wanted:
                wrong.append(f"{term} {text}")
    return wrong + [f"says {text}" for text in machine.terms("says")
                    if not re.search(text, seen.log)]


def rule_stick(machine, seen):
    wrong = []
    for name in machine.terms("stick"):
        if len(seen.stick) != 1 or not re.match(name, list(seen.stick)[0]) and name != "qemu" or \
                name == "qemu" and "qemu" not in list(seen.stick)[0]:
            wrong.append(f"directories: {list(seen.stick)}")
            continue
        log = list(seen.stick.values())[0]
        if re.findall(r"^@.*$", log, re.M) != re.findall(r"^@.*$", seen.log.replace("\r", ""), re.M):
            wrong.append("the records differ from those of the serial line")
        if not RESTORED.search(log):
            wrong.append(f"{re.findall('^firmware state.*$', log, re.M)}")
    return wrong


def rule_screen(machine, seen):
    wrong = []
    for device in machine.terms("text"):
        size, pixels = seen.screens.get(device, ("", ()))
        colours = Counter(pixels)
        inks = len(pixels) - max(colours.values(), default=0)
        shows_text = len(colours) <= COLOURS_MAX and INK_PIXELS_MIN <= inks < len(pixels) / 2
        if not shows_text or machine.boot == "grub" and not machine.firmware.startswith(f"{size}x"):
            wrong.append(f"{device}: {size}, {len(colours)} colours, {inks} pixels are not of the ground")
    return wrong + ["screens differ"] * (len(set(seen.screens.values())) > 1)


def rule_duration(machine, seen):
    return [f"{seen.lasted} s" for limit in machine.terms("within")
            if seen.lasted is None or seen.lasted > int(limit)]


RULES = (
    ("it ends by itself, as expected", rule_ends),
    ("nothing panics", rule_no_panic),
    ("its log is whole", rule_is_whole),
    ("no benchmark is aborted, or the expected ones", rule_aborts),
    ("its warnings are exactly the expected ones", rule_warnings),
    ("all CPUs run that exist", rule_cpus),
    ("the log has what the line names", rule_contents),
    ("the stick has the results, and the firmware's state was restored", rule_stick),
    ("the screen has its size, and all show the same text", rule_screen),
    ("it does not last too long", rule_duration),
)


def broken(machine, seen):
    """The violated rules, with evidence."""
    return [f"{sentence}: {'; '.join(why)}" for sentence, rule in RULES
            if (why := rule(machine, seen))]
