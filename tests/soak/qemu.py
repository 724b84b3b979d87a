# SPDX-License-Identifier: MIT
"""QEMU's command and process: the serial port is a pipe, the monitor a socket pair."""

import fcntl
import os
import socket
import subprocess

from devices import SERIAL_ARGUMENTS
from monitor import Monitor

PIPE_BYTES = 4096       # small, so that a pausing reader blocks the writer


def pass_parameters(plan):
    """Passes the parameters to the kernel. In a value of fw_cfg, commas are doubled."""
    if plan.firmware == "kernel":
        return ["-append", plan.words]
    if plan.firmware in ("bios-menu", "uefi-file"):
        return []
    return ["-fw_cfg", b"name=opt/org.bareline/cmdline,string=" + plan.words.replace(b",", b",,")]


def command(plan, build, directory, monitor):
    """The whole command; monitor is the file descriptor of the socket."""
    # A shutdown only stops the machine, so that its state can be read.
    reboot = "reset" if plan.reboots else "shutdown"
    arguments = ["qemu-system-x86_64", "-nodefaults"] + plan.arguments + [
        "-display", "none", "-action", f"reboot={reboot},shutdown=pause",
        "-d", "cpu_reset", "-D", "{dir}/resets",
        "-chardev", f"socket,id=monitor,fd={monitor}", "-mon", "chardev=monitor,mode=control"]
    if plan.has_reader or plan.serial == "card":
        arguments += ["-chardev", "file,id=log,path={dir}/pipe"]
    arguments += SERIAL_ARGUMENTS[plan.serial] + pass_parameters(plan)
    if "-vga" not in arguments and plan.machine != "microvm":
        arguments += ["-vga", "cirrus" if plan.machine == "isapc" else "std"]
    return [part if isinstance(part, bytes)
            else part.replace("{dir}", directory).replace("{build}", build).encode("latin-1")
            for part in arguments]


class Machine:
    """A running QEMU: .process, .monitor, and .serial, the pipe's read end."""

    def __init__(self, plan, build, directory):
        ours, theirs = socket.socketpair()
        os.mkfifo(f"{directory}/pipe")
        self.serial = os.open(f"{directory}/pipe", os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(self.serial, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self.command = command(plan, build, directory, theirs.fileno())
        with open(f"{directory}/stderr", "wb") as errors:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=errors,
                                            stderr=errors, pass_fds=[theirs.fileno()])
        theirs.close()
        self.monitor = Monitor(ours)

    def read(self):
        """The new output of the serial port."""
        try:
            return os.read(self.serial, 1 << 16)
        except BlockingIOError:
            return b""

    def end(self):
        """End QEMU. Returns its exit status."""
        self.monitor.link.close()
        if self.process.poll() is None:
            self.process.kill()
        os.close(self.serial)
        return self.process.wait()
