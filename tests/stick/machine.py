# SPDX-License-Identifier: MIT
"""A stick in a file, and a machine that starts from it by UEFI, on USB (xHCI)."""
import pathlib
import shutil
import socket
import subprocess
import sys
import time

import content

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from ovmf import OVMF_CODE, OVMF_VARS   # noqa: E402

LIMIT_S = 900           # for one boot, about a hundred times the usual time


class Stick:
    def __init__(self, build, name, image="bareline.img"):
        self.directory = build / "stick-test" / name
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir(parents=True)
        self.image = self.directory / "stick.img"
        self.serial = self.directory / "serial.log"
        self.partition = self.directory / "esp.img"
        shutil.copy(build / image, self.image)

    def start(self, words, cpus=2, memory="256", more=()):
        variables = self.directory / "variables.fd"
        shutil.copy(OVMF_VARS, variables)
        self.serial.write_bytes(b"")
        return subprocess.Popen(
            ["qemu-system-x86_64", "-accel", "tcg", "-machine", "q35", "-cpu", "max",
             "-smp", str(cpus), "-m", memory, "-display", "none", "-net", "none",
             "-serial", f"file:{self.serial}",
             "-drive", f"if=pflash,format=raw,readonly=on,file={OVMF_CODE}",
             "-drive", f"if=pflash,format=raw,file={variables}",
             "-drive", f"if=none,id=files,format=raw,file={self.image}",
             "-device", "qemu-xhci", "-device", "usb-storage,drive=files",
             "-fw_cfg", "name=opt/org.bareline/cmdline,string=" + words.replace(",", ",,"),
             "-device", "isa-debug-exit,iobase=0xf4,iosize=4", *(more or ("-monitor", "none"))],
            stdin=subprocess.DEVNULL)

    def count_printed(self, text):
        """How often the machine printed a text on the serial port."""
        return self.serial.read_bytes().count(text)

    def take(self):
        """Copy the partition to a file."""
        content.take_partition(self.image, self.partition)

    def put(self):
        """Copy it back."""
        content.put_partition(self.image, self.partition)

    def runs(self, *names):
        """The output of fsck.fat, and the files by path, limited to these directories if any is
        named."""
        self.take()
        return content.look(self.partition, self.directory, *names)


class Monitor:
    """QEMU's human monitor, at a socket."""

    def __init__(self, path):
        self.path = str(path)

    def options(self):
        return "-monitor", f"unix:{self.path},server=on,wait=off"

    def execute(self, *commands):
        """Each command has finished when this returns."""
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(self.path)
            self.read_prompt(line)
            for command in commands:
                line.sendall(command.encode() + b"\n")
                self.read_prompt(line)

    @staticmethod
    def read_prompt(line):
        output = b""
        while not output.endswith(b"(qemu) "):
            piece = line.recv(4096)
            if not piece:
                return
            output += piece


def wait_until(condition, qemu, what):
    end = time.monotonic() + LIMIT_S
    while not condition():
        if qemu.poll() is not None:
            sys.exit(f"QEMU ended with {qemu.returncode} before {what}")
        if time.monotonic() > end:
            qemu.kill()
            sys.exit(f"{what}: not found in {LIMIT_S} s")
        time.sleep(0.05)


def wait_for_end(qemu):
    """Its exit status, or an error text."""
    try:
        return qemu.wait(LIMIT_S)
    except subprocess.TimeoutExpired:
        qemu.kill()
        return f"no end in {LIMIT_S} s"
