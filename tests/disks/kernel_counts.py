# SPDX-License-Identifier: MIT
"""Compare the bytes that Linux counts as read from a disk with those that the Linux process claims.

usage: kernel_counts.py PROGRAM IMAGE LOG

Linux adds the counts of a process that was waited for to its parent's: proc(5), "/proc/pid/io".
"""
import mmap
import os
import re
import subprocess
import sys

PAGE = 4096


def bytes_from_disks():
    """None if the kernel does not count them."""
    try:
        return int(re.search(r"^read_bytes: (\d+)", open("/proc/self/io").read(), re.M)[1])
    except (OSError, TypeError):
        return None


def counts_reads(image):
    """Whether the kernel counts a direct read of this file."""
    before = bytes_from_disks()
    file = os.open(image, os.O_RDONLY | os.O_DIRECT)
    os.preadv(file, [mmap.mmap(-1, PAGE)], 0)
    os.close(file)
    return before is not None and bytes_from_disks() - before >= PAGE


def main():
    program, image, log = sys.argv[1:]
    if not counts_reads(image):
        print("skipped: Linux's count of reads: this kernel or file system has none")
        return
    before = bytes_from_disks()
    subprocess.run([program, "--quiet", "--bench", "disk.read", "--disk", image, "-o", log], check=True)
    counted = bytes_from_disks() - before
    claimed = sum(map(int, re.findall(r"^@disk_use .* bytes=(\d+)", open(log, errors="replace").read(), re.M)))
    if not 0 < claimed <= counted:
        sys.exit(f"disk.read claims {claimed} bytes, but Linux read {counted} from disks")
    print(f"disk.read claims {claimed} bytes, and Linux read {counted}")


main()
