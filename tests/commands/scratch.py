# SPDX-License-Identifier: MIT
"""The working directory of commands: one per page, with the files that the page assumes."""
import os
import re
import shlex
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.getcwd()
# Reached only after an error.
LIMIT_SECONDS = 1800
SHOWN_OF_OUTPUT = 1500


def rows_of(name, columns):
    """The lines of a table, as lists of columns."""
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and line[0] != "#"]
    return [[cell.strip() for cell in line.split(" | ", columns - 1)] for line in lines]


def bare(command):
    """A command without its comment, in one line."""
    lines = [re.sub(r"(^|\s+)# .*$", "", line) for line in command.text.split("\n")]
    return "; ".join(lines)


class Boots:
    """Results of deterministic boots, stored by their arguments, and shared with other checks."""

    def __init__(self, build):
        self.results = {}
        self.build = build

    @staticmethod
    def key(text):
        """The arguments of a boot with reusable results, and its output directory."""
        words = shlex.split(re.sub(r"--timeout \d+", "", text), comments=True)
        is_boot = "run" in words[:2] and "--deterministic" in words or "explain" in words[:2] and "--layer" in words
        if not is_boot or words.count("-o") != 1 or "--baseline" in words or re.search(r"[;&|<>$]", text):
            return None, None
        at = words.index("-o")
        return tuple(sorted(words[1:at] + words[at + 2:])), words[at + 1]

    def again(self, text, directory):
        """Copy the results of an earlier boot with the same arguments. Returns whether they exist."""
        key, name = self.key(text)
        if key not in self.results:
            return False
        shutil.rmtree(os.path.join(directory, name), ignore_errors=True)
        shutil.copytree(self.results[key], os.path.join(directory, name))
        return True

    def keep(self, text, directory, keeper):
        key, name = self.key(text)
        if key:
            self.results[key] = os.path.join(keeper, f"boot-{len(self.results)}")
            shutil.copytree(os.path.join(directory, name), self.results[key])

    def command(self, text):
        """The program that runs a command: a shell, or for a boot the script that shares runs."""
        key, name = self.key(text)
        if not key or "--image" in key:
            return ["bash", "-c", text]
        words = shlex.split(re.sub(r"--timeout \d+", "", text), comments=True)[1:]
        words[words.index("-o") + 1] = "@"
        return ["sh", os.path.join(ROOT, "tests", "shared.sh"), self.build, name, *words]


class Scratch:
    """The working directories: one per page, with the files that pages assume."""

    def __init__(self, build, directory):
        self.build = build
        self.directory = directory
        self.boots = Boots(build)
        self.inputs = {name: how for names, how in rows_of("inputs", 2) for name in names.split()}
        self.environment = dict(os.environ, PATH=f"{build}:{os.environ['PATH']}", NO_COLOR="1")
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)

    def of_page(self, page):
        """The directory of a page's commands."""
        path = os.path.join(self.directory, re.sub(r"\W", "-", page))
        if not os.path.isdir(path):
            os.makedirs(path)
            os.symlink(self.build, os.path.join(path, "build"))
            for name in ("docs", "scripts", "tests"):
                os.symlink(os.path.join(ROOT, name), os.path.join(path, name))
        return path

    def shell(self, text, directory):
        """Run a command. Returns its status and output."""
        if self.boots.again(text, directory):
            return 0, ""
        try:
            done = subprocess.run(self.boots.command(text), cwd=directory, env=self.environment,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=LIMIT_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return -1, f"no end after {LIMIT_SECONDS} s"
        if done.returncode == 0:
            self.boots.keep(text, directory, self.directory)
        return done.returncode, done.stdout.decode(errors="replace")

    def named_by(self, text):
        """The inputs named in a command, without its output directory and its own name."""
        text = re.sub(r"(?<!\w)-o \S+|bareline (flow )?[a-z]+", "", text)
        for word in re.split(r"[\s;'\"<=]+", text):
            word = word.removeprefix("./")
            for name in self.inputs:
                if word == name or word.startswith(name.rstrip("/") + "/"):
                    yield name

    def make(self, name):
        """Make an input, after its own inputs. Returns the error, or None."""
        directory = self.of_page("inputs")
        if os.path.exists(os.path.join(directory, name)):
            return None
        how = self.inputs[name].replace("@", name)
        together = {same for same in self.inputs if self.inputs[same] == self.inputs[name]}
        for other in sorted(set(self.named_by(self.inputs[name])) - together):
            error = self.make(other)
            if error:
                return error
        status, output = self.shell(how, directory)
        return f"cannot make {name}: {how}\n{output[-SHOWN_OF_OUTPUT:]}" if status else None

    def provide(self, text, directory):
        """Place the files named in a command. Returns the error, or None."""
        for name in sorted(set(self.named_by(text))):
            wanted = os.path.join(directory, name)
            error = None if os.path.exists(wanted) else self.make(name)
            if error:
                return error
            made = os.path.join(self.of_page("inputs"), name)
            if not os.path.exists(wanted):
                (shutil.copytree if os.path.isdir(made) else shutil.copy)(made, wanted)
        return None

    def wrong(self, command, statuses, is_alone):
        """Run a command of a page. Returns the error, or None."""
        directory = self.of_page(f"{command.page}-{command.line}" if is_alone else command.page)
        error = self.provide(bare(command), directory)
        if error:
            return error
        status, output = self.shell(command.text, directory)
        return None if status in statuses else f"status {status}:\n{output[-SHOWN_OF_OUTPUT:]}"
