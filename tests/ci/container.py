#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Build the container image of ci/Containerfile from this tree, and run Bareline in it. Then run the
steps of action.yml in a container of its base image, as a job of GitHub does. Needs buildah as root.
Without a registry, the base image is made by debootstrap. All images are in the build directory.

usage: tests/ci/container.py BUILD
"""
import os
import shutil
import subprocess
import sys

import yaml

BASE = "docker.io/library/debian:12"
IMAGE = "bareline-test"
BENCH = "entry.null_syscall"
EXPECTED = "58.05"
BUILD_SECONDS = 3600
RUN_SECONDS = 600


def run(*words, seconds=RUN_SECONDS, **more):
    return subprocess.run(words, check=False, text=True, timeout=seconds, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **more)


def must(*words, **more):
    done = run(*words, **more)
    assert done.returncode == 0, f"{' '.join(words)}: status {done.returncode}\n{done.stdout[-4000:]}"
    return done.stdout


class Engine:
    """buildah with its own storage, without privileges beyond those of root in a container."""

    def __init__(self, directory):
        self.words = ["buildah", "--storage-driver", "vfs", "--root", f"{directory}/images",
                      "--runroot", f"{directory}/run"]
        os.environ["BUILDAH_ISOLATION"] = "chroot"

    def __call__(self, *words, **more):
        return must(*self.words, *words, **more).strip()

    def container(self, image):
        return self("from", "-q", "--pull-never", image)


def why_not(engine, directory):
    """Why the base image cannot be had here; None if the engine has it."""
    if not shutil.which("buildah"):
        return "buildah is not installed"
    if os.geteuid() != 0:
        return "buildah needs root to change the root directory"
    pulled = run(*engine.words, "from", "-q", BASE)
    if pulled.returncode == 0:
        return None
    cause = f"{BASE}: {pulled.stdout.strip().splitlines()[-1]}"
    if not shutil.which("debootstrap"):
        return f"{cause}; and debootstrap is not installed"
    root = f"{directory}/base"
    made = run("debootstrap", "--variant=minbase", "bookworm", root)
    if made.returncode != 0:
        return f"{cause}; debootstrap: {made.stdout.strip().splitlines()[-1]}"
    container = engine("from", "-q", "scratch")
    engine("add", "-q", container, root, "/")
    engine("commit", "-q", container, BASE)
    engine("rm", container)
    shutil.rmtree(root)
    return None


def check_image(engine):
    print(engine("build", "--pull-never", "-f", "ci/Containerfile", "-t", IMAGE, ".",
                 seconds=BUILD_SECONDS).splitlines()[-2])
    container = engine.container(IMAGE)
    output = engine("run", container, "bareline", "run", "--deterministic", BENCH)
    print(output)
    assert EXPECTED in output, f"{BENCH} is not {EXPECTED}"


def check_action(engine, directory):
    """Both steps of the action in a container that has nothing but Debian."""
    with open("action.yml", encoding="utf-8") as file:
        steps = yaml.safe_load(file)["runs"]["steps"]
    tree = f"{directory}/tree"
    os.makedirs(tree)
    must("sh", "-c", f"git ls-files -z | tar --null -T - -c | tar -C {tree} -x")
    container = engine.container(BASE)
    engine("add", "-q", container, tree, "/action")
    engine("run", container, "mkdir", "/project")
    for step in steps:
        values = ["GITHUB_ACTION_PATH=/action", "GITHUB_STEP_SUMMARY=/summary", f"ARGUMENTS={BENCH}", "BASELINE="]
        output = engine("run", container, "env", "-C", "/project", *values, step["shell"], "-e", "-c",
                        step["run"], seconds=BUILD_SECONDS)
        print(step["name"], output.splitlines()[-1:], sep=": ")
    output = engine("run", container, "/action/build/bareline", "show", "/project/bareline-results")
    assert EXPECTED in output, output


def main():
    directory = os.path.abspath(f"{sys.argv[1]}/container")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    engine = Engine(directory)
    reason = why_not(engine, directory)
    if reason is not None:
        print(f"skipped: {reason}")
        return
    check_image(engine)
    check_action(engine, directory)
    shutil.rmtree(directory)
    print("2 passed, 0 failed")


main()
