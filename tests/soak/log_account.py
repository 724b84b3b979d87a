# SPDX-License-Identifier: MIT
"""What the tool makes of a log, and whether that is what must be in it."""

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
BY_RESET = ("triple", "keyboard", "acpi-reset")         # the first is where the others lead if they fail
# QEMU's words for what a CPU does at a machine check before its kernel has set it up, or in another
# one.
SHUTS_DOWN = "raising triple fault"
BREAKS = "test."                # benchmarks that go wrong on purpose


class Account:
    """What the tool said: .results, its file; .strict, the status of `show --strict`; .trouble."""

    def __init__(self):
        self.results, self.strict, self.trouble = {}, None, ""

    def ending(self, plan):
        if not self.results["end"]:
            return "records: cut off, by a reset or by a machine check that a CPU is not set up for"
        end = self.results["end"]["status"]
        faults = {fault["kind"] for fault in self.results["faults"]}
        told = " with " + " and ".join(sorted(faults)) if faults else ""
        return f"records: {end}{told}"


def run_tool(arguments):
    """Status, output and what was wrong with that."""
    try:
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TOOL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None, "", f"{arguments[1]} takes over {TOOL_SECONDS} s"
    said = done.stderr.decode("utf-8", "replace")
    fault = SANITIZER.search(said)
    if done.returncode not in TOOL_STATUSES or fault:
        what = fault.group(0) if fault else said[-200:]
        return done.returncode, "", f"{arguments[1]} ends with {done.returncode}: {what}"
    return done.returncode, done.stdout.decode("utf-8", "replace"), ""


def read(tool, log, directory):
    """The account of a log with records in it."""
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
    """What is wrong with how the tool takes a log without records; it has to be said to be none."""
    status, _, trouble = run_tool([tool, "show", log])
    if not trouble and status == 0:
        trouble = "show ends with 0 for a log without records"
    return trouble


def wrong_end(plan, seen, account):
    """The run has an end, of the kind that the events allow."""
    results, checked = account.results, "machine check" in seen.events_done
    if not results["end"]:
        if seen.ended_by == "shutdown" and SHUTS_DOWN in str(seen.monitor):
            return None
        # Of two runs neither of which is complete the tool takes the longer one.
        if "reset" in seen.events_done and last_line(seen.log).startswith("@end "):
            return None
        return "triple fault in a run" if seen.has_tripled else "no end", \
            f"{seen.ended_by} {seen.reason}, last line {last_line(seen.log)}"
    status = results["end"]["status"]
    asked = checked or b"test=panic" in plan.words or is_below_baseline(plan)
    if status == "panic" and not asked:
        return "panic", str(results["panic"])
    if (status == "refused") != (len(plan.words) > COMMAND_LINE_MAX):
        return "command line", f"{len(plan.words)} characters, status {status}"
    if seen.has_tripled and plan.exit not in BY_RESET and not checked:
        return "triple fault after the end", last_line(seen.log)
    return None


def last_line(log):
    return log.decode("latin-1").rstrip().split("\n")[-1][:160]


def wrong_loss(plan, seen, account):
    """Nothing is missing of a run whose way was clear."""
    counts = {name: account.results["account"][name] for name in COUNTS}
    if not account.results["validity"]["complete"] and \
            account.results["end"]["status"] == "complete":
        return "incomplete", str(account.results["validity"]["reasons"])
    lost = {name: count for name, count in counts.items() if count}
    # What a reset cut off, or an exception in the midst of a record.
    if lost and "reset" not in seen.events_done and not (
            is_cut_by_check(plan, seen) and lost in ({"lost": 1, "damaged": 1}, {"lost": 1})):
        return "records lost", str(lost)
    return None


def is_cut_by_check(plan, seen):
    """The CPU that writes the records was hit by a machine check."""
    return "machine check" in seen.events_done and \
        any(event["what"] == "machine check" and event["cpu"] != "last" or plan.cpus == 1
            for event in plan.events)


def is_expected(fault, seen):
    """Time ran out, it goes wrong on purpose, or it waits for an event of its own while others type."""
    return fault["kind"] == "timeout" or fault["bench"].startswith(BREAKS) or \
        "keys" in seen.events_done and fault["bench"].startswith("input.") and \
        fault["detail"] == "the event was not the one sent"


def wrong_benches(plan, seen, account):
    """Each benchmark of the plan ran, was left out for a reason, or was cut short as asked for."""
    results = account.results
    if results["end"]["status"] != "complete":
        return None
    end, planned = results["end"], results["plan"]["benches"]
    # All points of a benchmark may be left out one by one, too.
    if end["run"] + end["skipped"] + end["faulted"] < planned:
        return "benchmarks missing", f"{end} of {planned}"
    faults = [fault for fault in results["faults"] if not is_expected(fault, seen)]
    if faults:
        return "fault", json.dumps(faults[0])[:600]
    return None


def recorded_line(results):
    """What the manifest has of the command line, and what it has no room for."""
    line = results["manifest"]["command_line"]
    for more in results["command_line"]:
        line += more["text"] if more["first"] == len(line) else ""
    return line


def without_blanks(plan, line):
    """As far as blanks arrive: GRUB's menu makes one of several."""
    return " ".join(line.split()) if plan.firmware == "bios-menu" else line.strip()


def wrong_words(plan, seen, account):
    """The command line arrived. A panic may come before it is told."""
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
    """All CPUs were started, or a warning tells of them."""
    cpu, warnings = account.results["cpu"], account.results["warnings"]
    told = any(warning["source"] in ("smp", "cpus", "acpi", "lapic") for warning in warnings)
    if cpu and cpu["online"] < cpu["count"] and b"cpus=" not in plan.words and not told:
        return "CPUs missing", f"{cpu['online']} of {cpu['count']}"
    return None


def wrong_verdict(plan, seen, account):
    """The tool's exit status is that of its own verdict, and QEMU's that of the run."""
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
    """The first thing wrong with a log with records: (what, detail), or None."""
    for check in CHECKS:
        what = check(plan, seen, account)
        if what:
            return what
        if not account.results["end"]:
            return None
    return None
