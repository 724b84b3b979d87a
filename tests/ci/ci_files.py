#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check the CI jobs in ci/ and the action without their services. They must be YAML, with shell scripts,
and with existing commands and options of Bareline. The action's steps run here: against a baseline, and
against a wrong one. The Containerfile must have known instructions and existing make targets, and on the
same Debian the packages of all libraries of the program; container.py builds it.

usage: tests/ci/ci_files.py BUILD
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import yaml

INSTRUCTIONS = {"FROM", "COPY", "WORKDIR", "RUN", "CMD"}
OURS = {"run", "compare"}
COUNTED = {"count"}


def output(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, text=True, **more).stdout


def steps_of(job):
    """The shell scripts of a job of either service."""
    for step in job.get("steps", []):
        if "run" in step:
            yield step["run"]
    for part in ("before_script", "script"):
        yield from job.get(part, [])


def check_script(bareline, script, where, allowed):
    output("sh", "-n", input=script)
    found = 0
    for line in script.splitlines():
        match = re.search(r"(?:^|\s)bareline (\w+) .*", line.strip())
        if match is None:
            continue
        command = match.group(1)
        assert command in allowed, f"{where}: bareline {command}"
        known = output(bareline, command, "--help")
        for word in shlex.split(match.group()):
            option = re.match(r"--?[a-z][a-z-]*$", word)
            assert option is None or re.search(rf"(?:^|[\s,]){word}\b", known), f"{where}: {word}"
        found += 1
    return found


def check_jobs(bareline, path, commands):
    with open(path, encoding="utf-8") as file:
        jobs = yaml.safe_load(file)
    jobs = jobs.get("jobs", jobs)
    found = sum(check_script(bareline, script, path, commands) for job in jobs.values()
                for script in steps_of(job))
    assert found == len(commands), f"{path}: {found} commands of Bareline"


# Comments are files, by number; --jq selects what the job expects.
FAKE_GH = r"""#!/usr/bin/python3
import os, re, sys
words, comments = sys.argv[1:], os.environ["COMMENTS"]
body = next((open(word[6:]).read() for word in words if word.startswith("body=@")), None)
assert words[0] == "api"
if body is None:
    marker = re.search(r'startswith\("(.*)"\)', words[words.index("--jq") + 1]).group(1)
    assert "repos/o/r/issues/7/comments" in words and 'login == "github-actions[bot]"' in words[-1]
    for name in sorted(os.listdir(comments)):
        if open(f"{comments}/{name}").read().startswith(marker):
            print(name)
elif "PATCH" in words:
    number = re.search(r"repos/o/r/issues/comments/(\d+)$", words[words.index("PATCH") + 1]).group(1)
    assert os.path.exists(f"{comments}/{number}")
    open(f"{comments}/{number}", "w").write(body)
else:
    assert "POST" in words and "repos/o/r/issues/7/comments" in words
    open(f"{comments}/{100 + len(os.listdir(comments))}", "w").write(body)
"""


def check_comment(path):
    """The job creates its comment once; later runs update the comment."""
    with open(path, encoding="utf-8") as file:
        steps = yaml.safe_load(file)["jobs"]["comment"]["steps"]
    script = next(step["run"] for step in steps if "run" in step)
    with tempfile.TemporaryDirectory() as directory:
        comments = f"{directory}/comments"
        os.mkdir(comments)
        with open(f"{directory}/gh", "w", encoding="utf-8") as file:
            file.write(FAKE_GH)
        os.chmod(f"{directory}/gh", 0o755)
        with open(f"{comments}/100", "w", encoding="utf-8") as file:
            file.write("another user's comment")
        environment = {"PATH": f"{directory}:{os.environ['PATH']}", "COMMENTS": comments, "NUMBER": "7",
                       "GITHUB_REPOSITORY": "o/r"}

        def run():
            output("sh", "-c", script, cwd=directory, env=environment)

        run()
        assert os.listdir(comments) == ["100"], "an empty comment"
        for words in "first", "second":
            with open(f"{directory}/change.md", "w", encoding="utf-8") as file:
                file.write(words)
            run()
            assert sorted(os.listdir(comments)) == ["100", "101"], os.listdir(comments)
            with open(f"{comments}/101", encoding="utf-8") as file:
                assert file.read().endswith(f"\n{words}"), words


def check_containerfile(path):
    with open(path, encoding="utf-8") as file:
        text = file.read().replace("\\\n", " ")
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word in ("", "#"):
            continue
        assert word in INSTRUCTIONS, f"{path}: {word}"
        if word == "RUN":
            output("sh", "-n", input=rest)
        for targets in re.findall(r"\bmake (-j\S+ [^&]*|SETUP=no [^&]*)", rest) if word == "RUN" else []:
            words = [target for target in targets.split() if not target.startswith("-")]
            done = subprocess.run(["make", "-n", "SETUP=no", "HEADERS=no", *words], check=False,
                                  capture_output=True, text=True)
            assert done.returncode == 0, f"{path}: make {words}: {done.stderr}"


def missing_packages(program, installed):
    """The packages of the program's libraries that an image with these packages lacks, on its release."""
    closure = set(installed)
    for line in output("apt-cache", "depends", "--recurse", "--no-recommends", "--no-suggests",
                       "--no-conflicts", "--no-breaks", "--no-replaces", "--no-enhances",
                       *installed).splitlines():
        closure.add(line.split()[-1].split(":")[0])
    # The package names the file in /lib or in /usr/lib, which are one directory.
    paths = {path.removeprefix("/usr") for path in re.findall(r"=> (/\S+)", output("ldd", program))}
    names = subprocess.run(["dpkg", "-S", *paths, *(f"/usr{path}" for path in paths)],
                           check=False, capture_output=True, text=True).stdout
    found = {}
    for line in names.splitlines():
        package, path = line.split(": ")
        found[path.removeprefix("/usr")] = package.partition(":")[0]
    assert found.keys() == paths, f"of no package: {paths - found.keys()}"
    return set(found.values()) - closure


def check_packages(program, path):
    """The image has the libraries of the program. Returns whether this host has the image's release."""
    with open("/etc/os-release", encoding="utf-8") as file:
        if 'VERSION_ID="12"' not in file.read() or not shutil.which("apt-cache"):
            return False
    with open(path, encoding="utf-8") as file:
        installed = re.findall(r"recommends ([^&]*)", file.read())[-1].split()
    missing = missing_packages(program, installed)
    assert not missing, f"{path}: no {missing}"
    fewer = [name for name in installed if not name.startswith("libgsl")]
    assert missing_packages(program, fewer), "a package that is left out is not missed"
    return True


def run_step(step, inputs, environment, where):
    """Run a step of a composite action. Returns its exit status."""
    assert step["shell"] == "sh"
    given = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: inputs[match[1]], value)
             for name, value in step.get("env", {}).items()}
    done = subprocess.run(["sh", "-e", "-c", step["run"]], check=False, cwd=where, timeout=600, text=True,
                          stdout=subprocess.PIPE, env={**os.environ, **environment, **given})
    print(done.stdout, end="")
    assert "foreign" not in done.stdout, "a file of the repository is printed as a command"
    return done.returncode


def check_action(build, path):
    """The steps of the action, in an empty directory. The first one's make is only printed."""
    with open(path, encoding="utf-8") as file:
        action = yaml.safe_load(file)
    make, count = action["runs"]["steps"]
    assert action["runs"]["using"] == "composite"
    assert make["run"].splitlines()[-1] == 'make -C "$GITHUB_ACTION_PATH" all'
    output("sh", "-n", input=make["run"])
    output("make", "-n", "SETUP=no", "HEADERS=no", "all")
    with tempfile.TemporaryDirectory() as directory:
        os.symlink(os.path.realpath(build), f"{directory}/build")
        environment = {"GITHUB_ACTION_PATH": directory, "GITHUB_STEP_SUMMARY": f"{directory}/summary"}
        inputs = {name: value.get("default", "") for name, value in action["inputs"].items()}
        inputs["arguments"] = "null.* entry.null_syscall"
        os.mkdir(f"{directory}/project")

        def status(baseline):
            shutil.rmtree(f"{directory}/project/bareline-results", ignore_errors=True)
            return run_step(count, {**inputs, "baseline": baseline}, environment, f"{directory}/project")

        # Files of the repository with names of the step's own.
        os.symlink(f"{directory}/secret", f"{directory}/project/bareline.md")
        for path in (f"{directory}/secret", f"{directory}/project/bareline.txt"):
            with open(path, "w", encoding="utf-8") as file:
                file.write("::warning::foreign\n")
        assert status("") == 0
        assert not os.path.exists(f"{directory}/summary"), "a file of the repository is in the summary"
        output(f"{directory}/build/bareline", "run", "--quiet", "--deterministic", "-o", "runs", "null.*",
               "entry.null_syscall", "--baseline", "baseline.txt", "--update", cwd=f"{directory}/project")
        assert status("baseline.txt") == 0
        with open(f"{directory}/project/baseline.txt", encoding="utf-8") as file:
            text = file.read()
        wrong = re.sub(r"(entry\.null_syscall .*: )(\d+)", lambda match: f"{match[1]}{int(match[2]) + 5000}", text)
        assert wrong != text
        with open(f"{directory}/project/baseline.txt", "w", encoding="utf-8") as file:
            file.write(wrong)
        assert status("baseline.txt") == 1, "a change passed"
        with open(f"{directory}/summary", encoding="utf-8") as file:
            assert "52.05" in file.read()
        assert status("absent.txt") == 2


def refused(bareline, script):
    """Whether an injected error in a script is found."""
    try:
        check_script(bareline, script, "wrong", OURS)
    except (AssertionError, subprocess.CalledProcessError):
        return True
    return False


def main():
    bareline = f"{sys.argv[1]}/bareline"
    for wrong in ("bareline run --no-such", "bareline nothing --linux", "if true; then"):
        assert refused(bareline, wrong), wrong
    check_jobs(bareline, "ci/github.yml", OURS)
    check_comment("ci/github.yml")
    check_jobs(bareline, "ci/gitlab.yml", OURS)
    check_jobs(bareline, "ci/program.yml", COUNTED)
    check_action(sys.argv[1], "action.yml")
    check_containerfile("ci/Containerfile")
    if not check_packages(bareline, "ci/Containerfile"):
        print("skipped: the packages of the Containerfile: this host is not Debian 12")
    print("7 passed, 0 failed")


main()
