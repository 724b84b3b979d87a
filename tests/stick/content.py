# SPDX-License-Identifier: MIT
"""The contents of a stick after any event: is its file system undamaged, are its logs complete?"""
import pathlib
import re
import shutil
import subprocess
import sys

TAKE = pathlib.Path(__file__).parent.parent / "boot" / "stick.py"

# Messages of fsck.fat allowed after a kill, which cost no file. The firmware's driver writes piece
# by piece: allocated clusters without a file, until repair; one table without its copy, of which
# every system reads the first; a new directory without its first entries.
HARMLESS = re.compile(r"""^$|^fsck\.fat\ |irty\ bit|not\ properly\ unmounted|^Reclaimed\ \d+\ unused\ clusters?\ |
                      ^Leaving\ filesystem\ unchanged|:\ \d+\ files,\ |
                      ^FATs\ differ\ but\ appear\ to\ be\ intact|^\ \ Using\ first\ FAT|
                      ^/BARELINE/[^/]+$|^\ \ Expected\ a\ valid\ '\.\.?'\ entry\ .*,\ found\ free\ entry|
                      ^\ \ Creating\.""", re.VERBOSE)
STATE_RESTORED = b"firmware state restored: "
FOUND_LATER = (b"Aborted run; ", b"Complete run; ")


def take_partition(image, partition):
    """Copy the EFI system partition of an image to a file."""
    subprocess.run([sys.executable, TAKE, "take", image, partition], check=True)


def put_partition(image, partition):
    """Copy it back into the image."""
    subprocess.run([sys.executable, TAKE, "put", image, partition], check=True)


def look(partition, directory, *names):
    """The output of fsck.fat for a partition, and its files by path, limited to these directories
    if any is named. Leaves the files in directory/tree."""
    judged = subprocess.run(["fsck.fat", "-n", partition], capture_output=True, text=True,
                            errors="replace", check=False)
    tree = pathlib.Path(directory) / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir()
    subprocess.run(["mcopy", "-n", "-s", "-i", partition,
                    *(f"::/{name}" for name in names or ("",)), tree], check=True,
                   stdout=subprocess.DEVNULL)
    return judged, {path.relative_to(tree): path.read_bytes()
                    for path in sorted(tree.rglob("*")) if path.is_file()}


def unsound(judged):
    """The lines of fsck.fat that report damage."""
    return [line for line in judged.stdout.splitlines() if not HARMLESS.search(line)]


def logs(files):
    """The logs with their final name, which they get when complete."""
    return {path: content for path, content in files.items() if path.name == "log.txt"}


def wrong_end(content):
    """The reason why a log is incomplete or reports unrestored firmware state; empty if the log is
    good."""
    last = content.rstrip(b"\n").split(b"\n")[-1]
    if not last.startswith((STATE_RESTORED, *FOUND_LATER)):
        return f"incomplete: it ends in {last[:60]}"
    if last.startswith(STATE_RESTORED) and b"; 0 differ; CPUs not returned: 0;" not in last:
        return last.decode("latin-1")
    return ""
