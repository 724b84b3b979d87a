# SPDX-License-Identifier: MIT
"""One boot of a random machine, with its event. It ends within LIMIT_SECONDS."""

import os
import socket
import subprocess
import time
from dataclasses import dataclass

from log_account import read_log
from monitor import Gone, Monitor

LIMIT_SECONDS = 300                     # the full suite with the maximum number of disks, on a busy host
POLL_SECONDS = 0.01
COMMON = ["-accel", "tcg", "-m", "256M", "-display", "none", "-monitor", "none", "-net", "none",
          "-no-reboot", "-device", "isa-debug-exit,iobase=0xf4,iosize=4"]


@dataclass
class Seen:
    """The log; QEMU's status, None if it was stopped; its messages; its duration."""
    log: str = ""
    status: int = None
    stderr: str = ""
    seconds: float = 0.0


def write_files(plan, made, directory):
    for drive, name in plan.files.items():
        with open(f"{directory}/{drive}.img", "wb") as file:
            file.write(made[name])


def command(plan, build, directory, link):
    return (["qemu-system-x86_64"] + COMMON + ["-kernel", f"{build}/kernel.elf", "-serial",
             f"file:{directory}/serial.log", "-chardev", f"socket,id=qmp,fd={link.fileno()}",
             "-mon", "chardev=qmp,mode=control"]
            + [text.replace("{directory}", directory) for text in plan.arguments])


def perform_event(plan, monitor, directory):
    """Perform the plan's event. QEMU may refuse, for example without a file to truncate."""
    drive = next(iter(plan.files), None)
    if plan.event == "truncate" and drive:
        os.truncate(f"{directory}/{drive}.img", 4096)
    drive = drive or next(iter(plan.drives), "none")
    if plan.event == "drive_del":
        monitor.human_command(f"drive_del {drive}")
    if plan.event == "device_del":
        monitor.execute("device_del", id=plan.devices[0])
    if plan.event == "throttle":
        monitor.execute("block_set_io_throttle", device=drive, iops=20, iops_rd=0, iops_wr=0, bps=0,
                    bps_rd=0, bps_wr=0)
    if plan.event == "resize":
        monitor.execute("block_resize", device=drive, size=512)
    if plan.event == "pause":
        monitor.execute("stop")
        time.sleep(1)
        monitor.execute("cont")


def follow(qemu, plan, monitor, directory):
    """Until QEMU ends or its time is over. The event happens at the first opened disk."""
    end = time.monotonic() + LIMIT_SECONDS
    is_due = plan.event != ""
    monitor.execute("qmp_capabilities")
    while qemu.poll() is None and time.monotonic() < end:
        if is_due and "\n@disk " in read_log(directory):
            is_due = False
            perform_event(plan, monitor, directory)
        time.sleep(POLL_SECONDS)


def wait(qemu, plan, monitor, directory, begun):
    """QEMU's status, None after the time limit. A closed monitor means that QEMU ends."""
    try:
        follow(qemu, plan, monitor, directory)
    except Gone:
        pass
    try:
        return qemu.wait(max(1, begun + LIMIT_SECONDS - time.monotonic()))
    except subprocess.TimeoutExpired:
        return None


def boot(plan, build, directory):
    """The result of the boot."""
    ours, theirs = socket.socketpair()
    begun = time.monotonic()
    with ours, open(f"{directory}/stderr", "w+", encoding="utf-8", errors="replace") as stderr:
        with theirs:
            qemu = subprocess.Popen(command(plan, build, directory, theirs), stderr=stderr,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                    pass_fds=[theirs.fileno()])
        try:
            status = wait(qemu, plan, Monitor(ours), directory, begun)
        finally:
            qemu.kill()
            qemu.wait()
        stderr.seek(0)
        return Seen(read_log(directory), status, stderr.read(), time.monotonic() - begun)
