#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the CI jobs in ci/ on a real kernel. The repository has the distribution's source, a comment,
ten more instructions in getppid(), and another comment. The jobs' own scripts run as in their
services and build the kernels. Each must find the ten instructions; then scripts/bisect-kernel.sh
must name the commit. Takes an hour and 10 GB, mostly for building the kernel.

usage: tests/ci/ci_trial.py BUILD
"""
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import yaml

PACKAGE = "linux-source-6.1"
SLED = 10
SLED_AFTER = "SYSCALL_DEFINE0(getppid)\n{\n\tint pid;\n"
BENCH = "entry.null_syscall"
# In the order of the commits; the first is the unchanged source.
BASE, COMMENT, CHANGED, LATER = range(4)
failures = []


def check(what, good, detail=""):
    print(f"{'pass' if good else 'FAIL'}  {what}{'' if good else ': ' + detail}", flush=True)
    if not good:
        failures.append(what)


def fetched(directory):
    """The source's archive; fetched only once."""
    subprocess.run(["sh", "-c", f". scripts/fetch.sh && fetch_begin {PACKAGE} {directory}/apt && "
                    f'fetch_lists "$fetched" amd64 && '
                    f'fetch_unpack "$fetched" amd64 {directory}/package {PACKAGE}'], check=True)
    return f"{directory}/package/usr/src/{PACKAGE}.tar.xz"


class Repository:
    """A kernel's tree, and its commits."""

    def __init__(self, directory, archive):
        self.tree = f"{directory}/tree"
        os.makedirs(self.tree)
        subprocess.run(["tar", "xJf", archive, "-C", self.tree, "--strip-components=1"], check=True)
        self.git("init", "-q")
        self.commits = [self.commit("The unchanged source")]
        self.append("kernel/sys.c", "/* A comment. */\n")
        self.commits.append(self.commit("A comment"))
        self.add_instructions()
        self.commits.append(self.commit("Ten more instructions in getppid()"))
        self.append("kernel/fork.c", "/* Another comment. */\n")
        self.commits.append(self.commit("Another comment"))

    def git(self, *words, status=0):
        done = subprocess.run(("git", "-C", self.tree, "-c", "user.name=test", "-c",
                               "user.email=test@example.org", *words), check=False,
                              capture_output=True, text=True)
        if done.returncode != status:
            sys.exit(f"git {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout.strip()

    def append(self, name, text):
        with open(f"{self.tree}/{name}", "a", encoding="utf-8") as file:
            file.write(text)

    def add_instructions(self):
        with open(f"{self.tree}/kernel/sys.c", encoding="utf-8") as file:
            text = file.read()
        assert text.count(SLED_AFTER) == 1, "cannot find getppid() in the source"
        sled = f'\tasm volatile(".rept {SLED}; nop; .endr");\n'
        with open(f"{self.tree}/kernel/sys.c", "w", encoding="utf-8") as file:
            file.write(text.replace(SLED_AFTER, SLED_AFTER + "\n" + sled))

    def commit(self, message):
        self.git("add", "-Af")
        self.git("commit", "-qm", message)
        return self.git("rev-parse", "HEAD")


def environment(build, **more):
    others = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return {**others, "PATH": f"{os.path.abspath(build)}:{os.environ['PATH']}", **more}


def run_script(script, where, log, env):
    """Run a script like GitHub in a container, and GitLab: by sh, which ends at the first error."""
    with open(log, "a", encoding="utf-8") as file:
        return subprocess.run(["sh", "-e", "-c", script], cwd=where, env=env, check=False, stdout=file,
                              stderr=file).returncode


def clear(tree):
    for name in ("change.md", "change.xml", "change.ktap", "new.bzImage", "base.bzImage"):
        if os.path.exists(f"{tree}/{name}"):
            os.unlink(f"{tree}/{name}")
    shutil.rmtree(f"{tree}/runs", ignore_errors=True)


def has_ten_more(service, tree):
    """Check the job's results: one regressed metric with ten more instructions, and no other
    change."""
    with open(f"{tree}/change.md", encoding="utf-8") as file:
        markdown = file.read()
    rows = re.findall(r"^\| ([a-z].*?) \| [\d.]+ \| [\d.]+ \| (\S+) \|", markdown.replace("\\", ""),
                      re.MULTILINE)
    check(f"{service}: the Markdown names only the calls of getppid(), with ten more",
          len(rows) > 0 and all(name.startswith(f"{BENCH} ") and change == f"+{SLED}"
                                for name, change in rows), markdown)
    with open(f"{tree}/change.ktap", encoding="utf-8") as file:
        failed = [line for line in file if re.match(r"\s*not ok", line)]
    check(f"{service}: the KTAP names only those calls", any(BENCH in line for line in failed), str(failed))
    cases = xml.etree.ElementTree.parse(f"{tree}/change.xml").iter("testcase")
    wrong = [case.get("name") for case in cases if case.find("failure") is not None]
    check(f"{service}: the JUnit names only those calls",
          len(wrong) > 0 and all(name.startswith(f"{BENCH} ") for name in wrong), str(wrong))


def github(build, directory, repository):
    with open("ci/github.yml", encoding="utf-8") as file:
        steps = yaml.safe_load(file)["jobs"]["cost"]["steps"]
    tree, log, summary = repository.tree, f"{directory}/github.log", f"{directory}/summary.md"
    repository.git("checkout", "-qf", repository.commits[CHANGED])
    clear(tree)
    env = environment(build, GITHUB_STEP_SUMMARY=summary, HOME=directory)
    scripts = [step["run"] for step in steps if "run" in step]
    states = [run_script(script, tree, log, env) for script in scripts]
    check("github: every step passes except the last, which finds a regression",
          states == [0] * (len(scripts) - 1) + [1], f"{states}, {log}")
    has_ten_more("github", tree)
    with open(summary, encoding="utf-8") as file, open(f"{tree}/change.md", encoding="utf-8") as other:
        check("github: the job's page has the Markdown", file.read() == other.read())


def gitlab(build, directory, repository):
    with open("ci/gitlab.yml", encoding="utf-8") as file:
        job = yaml.safe_load(file)["bareline"]
    tree, log = repository.tree, f"{directory}/gitlab.log"
    repository.git("checkout", "-qf", repository.commits[CHANGED])
    clear(tree)
    env = environment(build, CI_MERGE_REQUEST_DIFF_BASE_SHA=repository.commits[BASE])
    status = run_script("\n".join(job["before_script"] + job["script"]), tree, log, env)
    check("gitlab: the job fails because of the regression", status == 1, f"{status}, {log}")
    has_ten_more("gitlab", tree)
    missing = [word for word in job["artifacts"]["paths"] + [job["artifacts"]["reports"]["junit"]]
            if not os.path.exists(f"{tree}/{word}")]
    check("gitlab: every artefact exists", not missing, str(missing))


def bisect(build, directory, repository):
    tree, log = repository.tree, f"{directory}/bisect.log"
    baseline, kernel = f"{os.path.abspath(directory)}/kernel.txt", "arch/x86/boot/bzImage"
    benches = ["null.*", "entry.*"]
    words = " ".join(f"--bench '{bench}'" for bench in benches)
    status = run_script(f"bareline run --quiet --linux --deterministic --kernel base.bzImage {words} "
                        f"--baseline {baseline} --update -o runs/baseline", tree, log, environment(build))
    check("bisect: the good commit gives a baseline", status == 0, log)
    repository.git("checkout", "-qf", repository.commits[LATER])
    repository.git("bisect", "start", repository.commits[LATER], repository.commits[BASE])
    script = os.path.abspath("scripts/bisect-kernel.sh")
    with open(log, "a", encoding="utf-8") as file:
        subprocess.run(["git", "bisect", "run", script, baseline, kernel, *benches, "--", "make", "-s",
                        f"-j{os.cpu_count()}", "bzImage"], cwd=tree, env=environment(build), check=False,
                       stdout=file, stderr=file)
    with open(log, encoding="utf-8") as file:
        output = file.read()
    check("bisect: the commit with ten more is named",
          f"{repository.commits[CHANGED]} is the first bad commit" in output, log)


def main():
    build = sys.argv[1]
    if os.geteuid() != 0:
        sys.exit("ci-trial: the jobs install packages, and need root")
    directory = os.path.abspath(f"{build}/ci-trial")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    repository = Repository(directory, fetched(directory))
    github(build, directory, repository)
    gitlab(build, directory, repository)
    bisect(build, directory, repository)
    shutil.rmtree(repository.tree)
    print(f"{len(failures)} failed")
    sys.exit(len(failures) > 0)


if __name__ == "__main__":
    main()
