# SPDX-License-Identifier: MIT
"""Classify a boot: records, or a known reason for missing records. Anything else is a finding."""

import re
from dataclasses import dataclass

import log_account
import stick_account
from firmware import firmware_reason, has_long_mode, lacks_sse2

GOOD_STATUS, BAD_STATUS = 33, 35        # of isa-debug-exit
KERNEL_ADDRESS = re.compile(r"[RE]IP=ffffffff8")
# Messages of a loader that cannot continue.
LOADER_WORDS = re.compile(r"error: [^\n]*|No bootable device[^\n]*|Boot failed[^\n]*|"
                          r"BdsDxe: (?:failed|No bootable)[^\n]*")
# Messages of the image when it cannot write records.
REASON = re.compile(r"Bareline: (?:this|not started|the|no|cannot) [^\n\r]+|panic: [^\n\r]+")
FIRST_RECORD = re.compile(rb"@(?:manifest|panic) seq=0 ")
FIRST_PORT = ("com1", "two")
TAKES_MEDIUM = {"eject", "unplug stick"}        # firmware may then find nothing to start
MENU = "GNU GRUB"
CLEARED = b"\x1b[H\x1b[J"                # GRUB's sequence to clear a serial terminal
TERMINAL = re.compile(r"\x1b\[[0-9;?=]*[A-Za-z]")


@dataclass
class Ending:
    """Class of the ending, its details, and whether it is a finding."""
    what: str
    detail: str = ""
    is_finding: bool = False


def finding(what, detail=""):
    return Ending(what, detail, True)


def judge_exit_without_records(plan, seen):
    """QEMU ended by itself, and no record has the reason."""
    errors = [line for line in seen.stderr.splitlines() if "warning: " not in line]
    if seen.status < 0 or "Assertion" in seen.stderr:
        return Ending("QEMU failed", f"signal {-seen.status}: " + " ".join(errors[-1:]))
    if "CPU Reset" not in seen.resets or seen.status == 1:
        if errors:
            return Ending("refused by QEMU", errors[0])
        return finding("QEMU ended without a message", f"status {seen.status}")
    if seen.status in (GOOD_STATUS, BAD_STATUS) and not plan.has_reader:
        return Ending("status alone: " + ("good" if seen.status == GOOD_STATUS else "bad"))
    return finding("QEMU ended without a record", f"status {seen.status}")


def is_unreadable(plan, seen):
    """Whether no output can be seen: the loader writes only to COM1, and a graphical screen is not
    read."""
    if not has_long_mode(plan) or lacks_sse2(plan):
        return plan.serial not in FIRST_PORT and (not plan.has_screen or not seen.screen)
    return not plan.has_reader and not plan.has_screen and bool(
        TAKES_MEDIUM.intersection(seen.events_done))


def is_held_by_a_key(seen):
    """Whether GRUB's menu waits for Enter. A key press stops its countdown, and the pressed key can
    be lost. The menu must be the last output."""
    return "keys" in seen.events_done and not KERNEL_ADDRESS.search(seen.registers) and \
        (MENU.encode() in seen.log.rpartition(CLEARED)[2] or MENU in seen.screen)


def judge_silence(plan, seen):
    """No record, and QEMU still runs."""
    text = TERMINAL.sub("", seen.log.decode("latin-1"))
    reason = REASON.search(text) or REASON.search(seen.screen)
    if reason:
        return Ending("message", reason.group(0))
    loader = LOADER_WORDS.search(text) or LOADER_WORDS.search(seen.screen)
    if loader:
        return Ending("loader's message", loader.group(0))
    if not plan.has_reader and "\nEnd: " in seen.screen:
        return Ending("screen alone")
    if firmware_reason(plan) and not KERNEL_ADDRESS.search(seen.registers):
        return Ending("firmware does not start", firmware_reason(plan))
    if is_held_by_a_key(seen):
        return Ending("menu stopped by a key")
    if is_unreadable(plan, seen):
        return Ending("output not visible")
    if seen.has_tripled:
        return finding("triple fault without a record")
    return finding("no record and no reason", f"{seen.ended_by} {seen.reason}")


def judge(plan, seen, tool, directory):
    """The ending of a boot. tool is the command `bareline`."""
    wrong = stick_account.wrong(plan, seen, directory)
    return finding(*wrong) if wrong else judge_records(plan, seen, tool, directory)


def judge_records(plan, seen, tool, directory):
    """The output on the serial port or screen."""
    if FIRST_RECORD.search(seen.log):
        account = log_account.read(tool, f"{directory}/serial.log", directory)
        if account.trouble:
            return finding("the tool fails", account.trouble)
        wrong = log_account.wrong(plan, seen, account)
        if wrong:
            return finding(*wrong)
        return Ending(account.ending(plan))
    trouble = log_account.read_nothing(tool, f"{directory}/serial.log")
    if trouble:
        return finding("the tool fails", trouble)
    if seen.ended_by == "exit":
        return judge_exit_without_records(plan, seen)
    return judge_silence(plan, seen)
