# SPDX-License-Identifier: MIT
"""Check a writable medium after any ending of its boot. QEMU may have ended during a write of the
firmware, which resembles a power failure."""

import os
import sys

from medium import WRITABLE_IMAGES

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "stick"))
import content  # noqa: E402

WRITTEN = b"Results: \\bareline\\"       # what the firmware's console says of a log that is on the stick


def wrong(plan, seen, directory):
    """The error of the medium: (what, detail), or None."""
    if not plan.is_writable:
        return None
    partition = f"{directory}/esp.img"
    if WRITABLE_IMAGES[plan.firmware] != "esp.img":
        content.take_partition(f"{directory}/{WRITABLE_IMAGES[plan.firmware]}", partition)
    judged, files = content.look(partition, directory)
    damage, logs = content.unsound(judged), content.logs(files)
    if damage:
        return "the medium's file system is damaged", str(damage)
    if WRITTEN in seen.log and not logs:
        return "no results", "the firmware's console reports written results"
    for path, log in logs.items():
        why = content.wrong_end(log)
        # An event during the write may leave a damaged file system.
        if why and not (seen.events_done and log.rstrip(b"\n").rpartition(b"\n")[2].startswith(
                content.STATE_RESTORED)):
            return "a log on the stick", f"{path}: {why}"
    return None
