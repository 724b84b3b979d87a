#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check the CI jobs in ci/ without their services. They must be YAML, with shell scripts, and with
existing commands and options of Bareline. The Containerfile must have known instructions and
existing make targets. With podman or buildah, it is built.

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

BASE = "docker.io/library/debian:12"
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
            done = subprocess.run(["make", "-n", "SETUP=no", *words], check=False,
                                  capture_output=True, text=True)
            assert done.returncode == 0, f"{path}: make {words}: {done.stderr}"


def in_container(builder, image, *words):
    """Run a command in a container of an image; fetches the image if missing."""
    if builder == "podman":
        return output(builder, "run", "--rm", image, *words, timeout=300)
    container = output(builder, "from", "-q", image, timeout=300).strip()
    try:
        return output(builder, "run", container, *words, timeout=300)
    finally:
        subprocess.run([builder, "rm", container], check=False, capture_output=True)


def container_builder():
    """A program that can run the Containerfile's base image here."""
    for name in ("podman", "buildah"):
        try:
            if shutil.which(name):
                in_container(name, BASE, "true")
                return name
        except subprocess.SubprocessError:
            pass
    return None


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
    check_containerfile("ci/Containerfile")
    builder = container_builder()
    if builder is None:
        print(f"skipped: the Containerfile is built: neither podman nor buildah can run {BASE} here")
    else:
        subprocess.run([builder, "build", "-f", "ci/Containerfile", "-t", "bareline-test", "."],
                       check=True, timeout=1800)
        print(in_container(builder, "bareline-test", "bareline", "--version"))
    print("5 passed, 0 failed")


main()
