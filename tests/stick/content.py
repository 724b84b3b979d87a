# SPDX-License-Identifier: MIT
"""What is on a stick, whatever befell it: whether its file system is sound, and its logs whole."""
import pathlib
import re
import shutil
import subprocess
import sys

TAKE = pathlib.Path(__file__).parent.parent / "boot" / "stick.py"

# What fsck.fat may say after a kill, since it costs no file. The firmware's driver writes piece by piece:
# space that is taken for a file nobody knows of, until it is repaired; one table and not yet its copy, of
# which all systems read the first; a new directory and not yet what it begins with.
HARMLESS = re.compile(r"""^$|^fsck\.fat\ |irty\ bit|not\ properly\ unmounted|^Reclaimed\ \d+\ unused\ clusters?\ |
                      ^Leaving\ filesystem\ unchanged|:\ \d+\ files,\ |
                      ^FATs\ differ\ but\ appear\ to\ be\ intact|^\ \ Using\ first\ FAT|
                      ^/BARELINE/[^/]+$|^\ \ Expected\ a\ valid\ '\.\.?'\ entry\ .*,\ found\ free\ entry|
                      ^\ \ Creating\.""", re.VERBOSE)
STATE_RESTORED = b"firmware state restored: "
FOUND_LATER = (b"Aborted run; ", b"Complete run; ")


def take_partition(image, partition):
    """The EFI system partition of an image, into a file."""
    subprocess.run([sys.executable, TAKE, "take", image, partition], check=True)


def put_partition(image, partition):
    """The same, back into the image."""
    subprocess.run([sys.executable, TAKE, "put", image, partition], check=True)


def look(partition, directory, *names):
    """What fsck.fat says of a partition, and its files by path, of these directories alone if any is
    named; they are left in directory/tree."""
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
    """The lines of fsck.fat that tell of damage."""
    return [line for line in judged.stdout.splitlines() if not HARMLESS.search(line)]


def logs(files):
    """Those that have their name, which they get when they are whole."""
    return {path: content for path, content in files.items() if path.name == "log.txt"}


def wrong_end(content):
    """Why a log is not whole, or reports firmware state that was not restored; empty if nothing
    is wrong with it."""
    last = content.rstrip(b"\n").split(b"\n")[-1]
    if not last.startswith((STATE_RESTORED, *FOUND_LATER)):
        return f"not whole: it ends in {last[:60]}"
    if last.startswith(STATE_RESTORED) and b"; 0 differ; CPUs not returned: 0;" not in last:
        return last.decode("latin-1")
    return ""
