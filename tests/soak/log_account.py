# SPDX-License-Identifier: MIT
"""Compare the tool's results for a log with the expected contents."""

import json
import os
import re
import subprocess

from firmware import is_below_baseline

TOOL_SECONDS = 120
TOOL_STATUSES = (0, 1, 2, 3)
SANITIZER = re.compile(r"ERROR: \w*Sanitizer|runtime error: [^\n]*")
COUNTS = ("lost", "damaged", "malformed", "unknown", "unattached", "over_limit", "duplicated",
          "reordered")
COMMAND_LINE_MAX = 4095
BY_RESET = ("triple", "keyboard", "acpi-reset")         # the first comes first because it causes the others
# QEMU's messages when a CPU gets a machine check before set-up, or during another machine check.
SHUTS_DOWN = "raising triple fault"
BREAKS = "test."                # benchmarks that fail on purpose


def read_log(directory):
    """The text of a boot's log, empty before its first byte."""
    try:
        with open(f"{directory}/serial.log", encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""


class Account:
    """The tool's output: .results, its file; .strict, the status of `show --strict`; .trouble."""

    def __init__(self):
        self.results, self.strict, self.trouble = {}, None, ""

    def ending(self, plan):
        if not self.results["end"]:
            return "records: cut off, by a reset or by an early machine check of a CPU"
        end = self.results["end"]["status"]
        faults = {fault["kind"] for fault in self.results["faults"]}
        named = " with " + " and ".join(sorted(faults)) if faults else ""
        return f"records: {end}{named}"


def run_tool(arguments):
    """Status, output and error of a command."""
    try:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TOOL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None, "", f"{arguments[1]} takes more than {TOOL_SECONDS} s"
    errors = done.stderr.decode("utf-8", "replace")
    fault = SANITIZER.search(errors)
    if done.returncode not in TOOL_STATUSES or fault:
        what = fault.group(0) if fault else errors[-200:]
        return done.returncode, "", f"{arguments[1]} ends with {done.returncode}: {what}"
    return done.returncode, done.stdout.decode("utf-8", "replace"), ""


def read(tool, log, directory):
    """The tool's results for a log with records."""
    account, file = Account(), f"{directory}/results.json"
    _, _, account.trouble = run_tool([tool, "parse", "-o", file, log])
    if not account.trouble:
        if not os.path.exists(file):
            account.trouble = "parse writes nothing"
            return account
        with open(file, encoding="utf-8") as opened:
            account.results = json.load(opened)
        account.strict, shown, account.trouble = run_tool([tool, "show", "--strict", log])
        if not account.trouble and "validity" not in shown:
            account.trouble = "show gives no verdict"
    return account


def read_nothing(tool, log):
    """Check a log without records: the tool must report it as empty."""
    status, _, trouble = run_tool([tool, "show", log])
    if not trouble and status == 0:
        trouble = "show ends with 0 for a log without records"
    return trouble


def wrong_end(plan, seen, account):
    """Check that the run has an end, of a kind allowed by the events."""
    results, checked = account.results, "machine check" in seen.events_done
    if not results["end"]:
        if seen.ended_by == "shutdown" and SHUTS_DOWN in str(seen.monitor):
            return None
        # Of two incomplete runs, the tool takes the longer one.
        if "reset" in seen.events_done and last_line(seen.log).startswith("@end "):
            return None
        return "triple fault in a run" if seen.has_tripled else "no end", \
            f"{seen.ended_by} {seen.reason}, last line {last_line(seen.log)}"
    status = results["end"]["status"]
    expected = checked or b"test=panic" in plan.words or is_below_baseline(plan)
    if status == "panic" and not expected:
        return "panic", str(results["panic"])
    if (status == "refused") != (len(plan.words) > COMMAND_LINE_MAX):
        return "command line", f"{len(plan.words)} characters, status {status}"
    if seen.has_tripled and plan.exit not in BY_RESET and not checked:
        return "triple fault after the end", last_line(seen.log)
    return None


def last_line(log):
    return log.decode("latin-1").rstrip().split("\n")[-1][:160]


def wrong_loss(plan, seen, account):
    """Check that an undisturbed run is complete."""
    counts = {name: account.results["account"][name] for name in COUNTS}
    if not account.results["validity"]["complete"] and \
            account.results["end"]["status"] == "complete":
        return "incomplete", str(account.results["validity"]["reasons"])
    lost = {name: count for name, count in counts.items() if count}
    # Records cut off by a reset, or by an exception inside a record.
    if lost and "reset" not in seen.events_done and not (
            is_cut_by_check(plan, seen) and lost in ({"lost": 1, "damaged": 1}, {"lost": 1})):
        return "records lost", str(lost)
    return None


def is_cut_by_check(plan, seen):
    """Whether a machine check hit the CPU that writes the records."""
    return "machine check" in seen.events_done and \
        any(event["what"] == "machine check" and event["cpu"] != "last" or plan.cpus == 1
            for event in plan.events)


def is_expected(fault, seen):
    """Whether a fault is expected: time limit, failure on purpose, or competing input events."""
    return fault["kind"] == "timeout" or fault["bench"].startswith(BREAKS) or \
        "keys" in seen.events_done and fault["bench"].startswith("input.") and \
        fault["detail"] == "the event was not the one sent"


def wrong_benches(plan, seen, account):
    """Check that each planned benchmark ran, was skipped with a reason, or was aborted on request."""
    results = account.results
    if results["end"]["status"] != "complete":
        return None
    end, planned = results["end"], results["plan"]["benches"]
    # Or every point of a benchmark is skipped.
    if end["run"] + end["skipped"] + end["faulted"] < planned:
        return "benchmarks missing", f"{end} of {planned}"
    faults = [fault for fault in results["faults"] if not is_expected(fault, seen)]
    if faults:
        return "fault", json.dumps(faults[0])[:600]
    return None


def recorded_line(results):
    """The command line in the manifest, and its overflow record."""
    line = results["manifest"]["command_line"]
    for more in results["command_line"]:
        line += more["text"] if more["first"] == len(line) else ""
    return line


def without_blanks(plan, line):
    """With normalised spaces: GRUB's menu joins several spaces."""
    return " ".join(line.split()) if plan.firmware == "bios-menu" else line.strip()


def wrong_words(plan, seen, account):
    """Check that the command line arrived. A panic may come before its record."""
    if not account.results["manifest"]:
        return None if account.results["panic"] else ("no manifest", last_line(seen.log))
    line = recorded_line(account.results)
    wanted = plan.words.decode("latin-1")
    is_plain = plan.words.isascii() and wanted.isprintable()
    if len(wanted) <= COMMAND_LINE_MAX and is_plain and \
            without_blanks(plan, line) != without_blanks(plan, wanted):
        return "command line", f"sent {len(wanted)} characters, recorded {len(line)}: " \
            f"{wanted[:60]!r} {line[:60]!r}"
    return None


def wrong_cpus(plan, seen, account):
    """Check that every CPU started, or a warning names it."""
    cpu, warnings = account.results["cpu"], account.results["warnings"]
    named = any(warning["source"] in ("smp", "cpus", "acpi", "lapic") for warning in warnings)
    if cpu and cpu["online"] < cpu["count"] and b"cpus=" not in plan.words and not named:
        return "CPUs missing", f"{cpu['online']} of {cpu['count']}"
    return None


def wrong_verdict(plan, seen, account):
    """Check the exit statuses: the tool's matches its verdict, QEMU's matches the run."""
    valid = account.results["validity"]["valid"] and account.results["validity"]["complete"]
    if (account.strict == 0) != valid:
        return "verdict", f"show --strict ends with {account.strict}, valid is {valid}"
    clean = not account.results["faults"] and not account.results["failed_checks"] and \
        account.results["end"]["status"] == "complete"
    if seen.ended_by == "exit" and seen.status != (33 if clean else 35):
        return "exit status", f"{seen.status}, the records are {'' if clean else 'not '}clean"
    return None


CHECKS = (wrong_end, wrong_loss, wrong_benches, wrong_words, wrong_cpus, wrong_verdict)


def wrong(plan, seen, account):
    """The first error in a log with records: (what, detail), or None."""
    for check in CHECKS:
        what = check(plan, seen, account)
        if what:
            return what
        if not account.results["end"]:
            return None
    return None
