#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check every command in README.md, CONTRIBUTING.md and docs/. Its options and files must exist,
and it must run unchanged as documented, unless `table` has an exception. The commands of a page run
in order in their own directory, in which `build`, `docs` and others link to the tree. `inputs`
makes assumed files. Two commands with the same boot share a run.

usage: python3 tests/commands/check.py BUILD [--long] [PAGE]...
"""
import functools
import glob
import os
import re
import resource
import subprocess
import sys

sys.dont_write_bytecode = True
import collect  # noqa: E402
from known import Known  # noqa: E402
from scratch import Scratch, bare, rows_of  # noqa: E402

PAGES = ["README.md", "CONTRIBUTING.md", *sorted(glob.glob("docs/*.md"))]
SLOWEST_SHOWN = 5


class Rule:
    """A row of `table`: the treatment of commands that match its pattern, and the reason."""

    def __init__(self, how, pattern, why):
        self.words = how.split()
        self.why = why
        self.pattern = pattern
        self.is_used = False

    def matches(self, command):
        text = f"{os.path.basename(command.page)}: {bare(command)}"
        parts = self.pattern if ".md: " in self.pattern else "*.md: " + self.pattern
        return re.fullmatch(re.escape(parts).replace(r"\*", ".*"), text, re.S) is not None


def is_name(command):
    """Whether a sentence names only a command."""
    return command.is_inline and bool(re.fullmatch(r"bareline [a-z]+( [a-z]+)?", command.text))


def statuses(words):
    """The statuses allowed for a command, from the words of its rule."""
    if "real" in words:
        return {0, 1}
    return {int(word) for word in words if word.isdigit()} or {0}


def cpu_seconds():
    """CPU time used by commands so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Check:
    """The checked commands, and their errors."""

    def __init__(self, build, is_long, has_reader=True):
        self.known = Known(build)
        self.rules = [Rule(*row) for row in rows_of("table", 3)]
        self.scratch = Scratch(build, os.path.join(build, "commands-test"))
        self.is_long = is_long
        self.has_reader = has_reader        # or errors are only counted
        self.passed = self.failed = 0
        self.costs = []

    def rule_of(self, command):
        """The first matching row, or None."""
        found = [rule for rule in self.rules if rule.matches(command)][:1]
        for rule in found:
            rule.is_used = True
        return found[0] if found else None

    def is_given(self, command, rule):
        """Whether a command runs."""
        words = rule.words if rule else []
        return not ("not" in words or "long" in words and not self.is_long
                    or command.is_form() or is_name(command)
                    or "kvm" in words and not self.has_kvm())

    @functools.lru_cache(maxsize=None)
    def has_kvm(self):
        """Whether KVM can run a guest under this host's QEMU, by emulation."""
        output = subprocess.run([os.path.join(self.known.build, "bareline"), "doctor"], check=False,
                              capture_output=True, text=True, timeout=600).stdout
        status = re.search("^ *(found|missing) +KVM under emulation", output, re.M)
        if status is None:
            self.add_error(f"no line of doctor about KVM under emulation:\n{output}")
        has = status is not None and status[1] == "found"
        if not has:
            print("skipped: commands that need KVM under emulation", flush=True)
        return has

    def look_at(self, command):
        errors = list(self.known.wrong(command.text))
        rule = self.rule_of(command)
        if not errors and self.is_given(command, rule):
            words = rule.words if rule else []
            before = cpu_seconds()
            error = self.scratch.wrong(command, statuses(words), "alone" in words)
            self.costs.append((cpu_seconds() - before, str(command)))
            errors += [error] if error else []
        self.passed += not errors
        for error in errors:
            self.add_error(f"{command}\n\t{error}")

    def add_error(self, text):
        self.failed += 1
        if self.has_reader:
            print(text, flush=True)

    def look_at_rules(self):
        """A row without a matching command is an error, after all pages are checked."""
        for rule in self.rules:
            if not rule.is_used:
                self.add_error(f"tests/commands/table: no command matches {rule.pattern}")

    def sum_up(self):
        print(f"{len(self.costs)} commands run, {cpu_seconds():.0f} s of CPU time; the slowest:")
        for seconds, command in sorted(self.costs, reverse=True)[:SLOWEST_SHOWN]:
            print(f"  {seconds:5.1f} s  {command}")
        print(f"{self.passed} passed, {self.failed} failed")
        return self.failed > 0


WRONG_COMMANDS = """# Errors that must be found

	build/bareline show --nonsense DIRECTORY
	build/bareline shwo DIRECTORY
	build/bareline show NOWHERE     # there is none
	build/bareline overhead --qemu -- --imgae build/kernel.elf
	bareline flow pth run
	make no-such-target
	sudo scripts/no-such.sh /dev/sdX

Also `make test CHEKS=input`, `bareline run --no-such` and `bareline-linux --siute quick`.
"""


def finds_injected_errors(build):
    """Check that each error of an artificial page is found."""
    path = os.path.join(build, "commands-wrong.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write(WRONG_COMMANDS)
    check = Check(build, False, False)
    for command in collect.of_page(path):
        before = check.failed
        check.look_at(command)
        if check.failed == before:
            print(f"expected an error in: {command}")
            return False
    return check.failed == 10


def main():
    build = os.path.abspath(sys.argv[1])
    if not finds_injected_errors(build):
        print("0 passed, 1 failed")
        sys.exit(1)
    pages = [word for word in sys.argv[2:] if word != "--long"]
    check = Check(build, "--long" in sys.argv)
    for page in pages or PAGES:
        for command in collect.of_page(page):
            check.look_at(command)
    if not pages:
        check.look_at_rules()
    sys.exit(check.sum_up())


main()
