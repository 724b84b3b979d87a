# SPDX-License-Identifier: MIT
"""The commands in documents: in code blocks, and in backquotes within a line."""
import re

import yaml

# The first words of commands in a code block. Blocks also contain output and files.
PROGRAMS = ("make bareline bareline-linux sudo lsblk sh python3 for set cp git jq sqlite3 dnsmasq "
            "clickhouse-client efibootmgr qemu-system-x86_64 podman dpkg-buildpackage").split()
DIRECTORIES = ("build/", "scripts/", "tests/", "./")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
BLOCK = re.compile(r"(?:(?<=\n\n)|(?<=-->\n))(?:(?:\t|    )[^\n]*\n|\n(?=\t|    ))+")
INLINE = re.compile(r"`((?:make|bareline|bareline-linux|build/bareline[\w.-]*) [^`]+)`")
SHELLS = ("", "sh", "bash")


class Command:
    """A command line of a page."""

    def __init__(self, page, line, text, is_inline):
        self.page = page
        self.line = line
        # "METAL…" may be several arguments; one is enough.
        self.text = re.sub(r"(?<=[A-Z])…", "", text)
        self.is_inline = is_inline

    def __str__(self):
        return f"{self.page}:{self.line}: {self.text}"

    def is_form(self):
        """Whether the text is a synopsis, not a command to run."""
        return re.search(r"[ /]…|\.\.\.|\[--|\b(COMMAND|OPTION)\b", self.text) is not None


def steps_of(job):
    """The shell scripts of a CI job, of either service."""
    for step in job.get("steps", []):
        if "run" in step:
            yield step["run"]
    for part in ("before_script", "script"):
        yield from job.get(part, [])


def blank(match):
    """Empty lines in the number of the matched lines."""
    return re.sub(r"[^\n]", " ", match.group())


def is_command(line):
    word = line.split(None, 1)[0] if line.strip() else ""
    return word in PROGRAMS or word.startswith(DIRECTORIES) or word == "."


def joined(lines):
    """Lines joined with their continuations, and the parts of a loop, as pairs of place and text."""
    start, text = 0, ""
    for i, line in enumerate(lines):
        if not text:
            start = i
        text += line.strip() if not text or text.endswith(" ") else "\n" + line.strip()
        if text.endswith("\\"):
            text = text[:-1].rstrip() + " "
        elif not (text.startswith("for ") and line.strip() != "done"):
            yield start, text
            text = ""


def jobs_of(text):
    """The CI jobs in a block, or none."""
    try:
        jobs = yaml.safe_load(text)
    except yaml.YAMLError:
        return []
    return [job for job in jobs.values() if isinstance(job, dict)] if isinstance(jobs, dict) else []


def of_block(text):
    """The commands of a block's text, each with its first line number. If some lines are marked by
    "$", the others are output."""
    indent = re.match(r"\n*(\t|    |)", text).group(1)
    lines = [line.removeprefix(indent).rstrip() for line in text.split("\n")]
    scripts = [step for job in jobs_of("\n".join(lines)) for step in steps_of(job)]
    for script in scripts:
        yield 0, " ".join(script.split())
    if scripts:
        return
    are_marked = any(line.startswith("$ ") for line in lines)
    if are_marked:
        lines = [line if line.startswith("$ ") or i and lines[i - 1].endswith("\\") else ""
                 for i, line in enumerate(lines)]
    for place, line in joined([line.removeprefix("$ ") for line in lines]):
        if is_command(line):
            yield place, line


def of_page(path):
    """All commands of a page, in order."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = []

    def take(match, group):
        if match.group(group):
            line = text.count("\n", 0, match.start(group)) + 1
            found.extend(Command(path, line + place, command, False)
                         for place, command in of_block(match.group(group)))
        return blank(match)

    rest = FENCE.sub(lambda match: take(match, 2) if match.group(1) in SHELLS else blank(match),
                     text)
    rest = BLOCK.sub(lambda match: take(match, 0), rest)
    rest = re.sub(r"<!--.*?-->", blank, rest, flags=re.S)
    found.extend(Command(path, rest.count("\n", 0, match.start()) + 1,
                         " ".join(match.group(1).replace("\\|", "|").split()), True)
                 for match in INLINE.finditer(rest))
    return sorted(found, key=lambda command: command.line)
