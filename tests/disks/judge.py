# SPDX-License-Identifier: MIT
"""Judge a boot with malformed disks: it must end with records, and with a skip or fault that names
the device of each missing result. A table of rules, each with a sentence and a function that
returns a violation."""

import re

GOOD_STATUS, BAD_STATUS = 33, 35        # of isa-debug-exit; bad means that a benchmark was aborted
DEVICE = re.compile(r"\b(?:virtio\d+|nvme\d+(?:n\d+)?|ahci\d+(?:p\d+)?)\b")
FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S*)')
UNUSED = "disks or controllers are not used"       # the warning of kernel/disk/disk.c


def records(seen, name):
    """The records of a name, as {field: text}."""
    return [{key: value.strip('"') for key, value in FIELD.findall(line)}
            for line in re.findall(rf"^@{name} (.*)$", seen.log, re.M)]


def is_refused(seen):
    """QEMU refuses the machine."""
    return seen.status == 1 and "@manifest" not in seen.log


def has_crashed(seen):
    """QEMU crashed, for which no guest is responsible. QEMU 7.2 has such bugs: an NVMe controller
    that is reset while reads fail leaves stale requests behind (`cq->cqid == req->sq->cqid`, or
    freed memory)."""
    return seen.status is not None and seen.status < 0


def rule_ends(_plan, seen):
    return [] if seen.status in (GOOD_STATUS, BAD_STATUS) else [f"status {seen.status}"]


def rule_is_complete(_plan, seen):
    ends = [end.get("status") for end in records(seen, "end")]
    return [] if ends == ["complete"] else [f"its ends: {ends}"]


def rule_no_panic(_plan, seen):
    return [panic.get("reason", "?") for panic in records(seen, "panic")]


def rule_faults_are_errors(plan, seen):
    allowed = ("error", "timeout") if plan.may_be_slow else ("error",)
    return [f"{fault}" for fault in records(seen, "fault") if fault.get("kind") not in allowed]


def rule_faults_name_the_device(_plan, seen):
    return [f"{fault}" for fault in records(seen, "fault")
            if not DEVICE.search(fault.get("point", "") + " " + fault.get("detail", ""))]


def rule_skips_name_the_device(_plan, seen):
    """Or the log is empty. Without a scratch disk, disk.write has no device."""
    return [f"{skip}" for skip in records(seen, "skip")
            if not DEVICE.search(skip.get("point", "") + " " + skip.get("detail", ""))
            and "PCI functions is" not in skip.get("detail", "") and skip.get("missing") != "scratch"]


def rule_good_disks_are_read(plan, seen):
    if plan.is_changed or UNUSED in seen.log:
        return []
    read = [disk["driver"] for disk in records(seen, "disk")]
    return [f"{driver}: {read.count(driver)} of {count}" for driver, count in plan.sound.items()
            if read.count(driver) < count]


def rule_no_unexpected_failure(plan, seen):
    if plan.may_fail or plan.may_lie or plan.is_changed:
        return []
    return [f"{fault}" for fault in records(seen, "fault")]


def rule_no_unexpected_data(plan, seen):
    if plan.may_lie or plan.is_changed:
        return []
    return [f"{fault}" for fault in records(seen, "fault")
            if "wrong data" in fault.get("detail", "")]


def rule_failed_reads_are_reported(_plan, seen):
    names = [use["name"] for use in records(seen, "disk_use") if use["failed"] != "0"]
    faults = " ".join(re.findall(r"^@fault .*$", seen.log, re.M))
    return [name for name in names if not re.search(rf"\b{name}\b", faults)]


def rule_result_or_reason(_plan, seen):
    """An opened disk has results, or a reason."""
    records_of_disks = " ".join(re.findall(r"^@(?:series|skip|fault) .*$", seen.log, re.M))
    return [disk["name"] for disk in records(seen, "disk")
            if not re.search(rf"\b{disk['name']}\b", records_of_disks)]


RULES = (
    ("it ends by itself, in time", rule_ends),
    ("its records end with completion", rule_is_complete),
    ("nothing panics", rule_no_panic),
    ("a fault is an error, or the time limit of a benchmark with a slowed disk",
     rule_faults_are_errors),
    ("a fault names the device", rule_faults_name_the_device),
    ("a skip names the device, or reports that no disk exists", rule_skips_name_the_device),
    ("disks without injected errors are read", rule_good_disks_are_read),
    ("no fault without an injected failure", rule_no_unexpected_failure),
    ("no wrong data without an injected change", rule_no_unexpected_data),
    ("failed reads are reported", rule_failed_reads_are_reported),
    ("an opened disk has results or a reason", rule_result_or_reason),
)


def broken(plan, seen):
    """The violated rules, with evidence."""
    return [f"{sentence}: {'; '.join(why)}" for sentence, rule in RULES
            if (why := rule(plan, seen))]
