# SPDX-License-Identifier: MIT
"""Boot an odd machine. It must end within LIMIT_CPU_SECONDS of QEMU's CPU time, which does not
depend on other load, and in any case within LIMIT_SECONDS."""

import os
import re
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass, field

import media
from bad_bit import BadBit
from memory_uart import STATUS, MemoryUart
from log_account import read_log
from monitor import Gone, Monitor
from ovmf import OVMF_CODE, OVMF_VARS
from watch import is_dead, worked_seconds

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIMIT_CPU_SECONDS = 60
LIMIT_SECONDS = 300
POLL_SECONDS = 0.05
SCREEN_TRIES = 100                      # while one screen has more text than another
FIRMWARE_GOES_ON = "EFI Internal Shell"
HALTS = "no effect on this machine; next: halt"
EPOCH = 2026                            # of the machine's clock, with whole years
COMMON = ["-accel", "tcg", "-m", "256M", "-display", "none", "-monitor", "none", "-net", "none",
          "-no-reboot", "-device", "isa-debug-exit,iobase=0xf4,iosize=4"]
# Keeps a machine that powers off, so that its clock can be read. QEMU 10 and later would also keep
# one that writes to the exit port.
KEPT = ["-action", "shutdown=pause"]
# An instruction takes 8 ns, so results do not depend on the host. QEMU 9 and later cannot read an
# x2APIC's count then.
COUNTED = ["-cpu", "max,-x2apic", "-icount", "shift=3,sleep=off", "-rtc", "base=2026-01-01,clock=vm"]
UNCOUNTED = ["-cpu", "max"]


@dataclass
class Seen:
    """The result of one boot."""
    end: str = ""                       # exit, off, halt, end, firmware; "": none
    status: int = None                  # of QEMU, if it ended by itself
    log: str = ""
    stderr: str = ""
    lasted: int = None                  # seconds of the machine's clock until power-off
    screens: dict = field(default_factory=dict) # by device: WIDTHxHEIGHT, and the colour of each pixel
    stick: dict = field(default_factory=dict)   # names of directories: contents of log.txt
    directory: str = ""
    account: dict = field(default_factory=dict) # of the tool: what is wrong with the log


# ---- Media ----

def kernel_arguments(machine, build, directory):
    arguments = COUNTED + ["-machine", machine.qemu, "-kernel", f"{build}/kernel.elf",
                           "-append", words_of(machine)]
    if machine.firmware == "qemu":
        return arguments
    media.write_tables(machine.firmware, directory)
    arguments[arguments.index(machine.qemu)] += ",acpi=off"
    return arguments + media.table_arguments(directory)


def firmware_arguments(machine, directory):
    """The system's firmware, or the one that makes memory non-executable."""
    code, more = OVMF_CODE, []
    if machine.terms("strict"):
        media.run("sh", f"{TESTS}/boot/strict_firmware.sh", directory)
        code = f"{directory}/code.fd"
        more = ["-global", "driver=cfi.pflash01,property=secure,value=on"]
    else:
        shutil.copyfile(OVMF_VARS, f"{directory}/variables.fd")
    return ["-drive", f"if=pflash,format=raw,readonly=on,file={code}",
            "-drive", f"if=pflash,format=raw,file={directory}/variables.fd"] + more


def uefi_arguments(machine, build, directory):
    """A stick with the loader, before which spoil.efi starts. A line with menu= is in bareline.cfg, and
    a line without it comes from QEMU, which shows no menu."""
    stick = f"{directory}/stick.img"
    shutil.copyfile(f"{build}/esp.img", stick)
    media.spoil(stick, machine.firmware, build, directory)
    arguments = UNCOUNTED + [
        "-machine", machine.qemu, "-drive", f"format=raw,file={stick}",
        *firmware_arguments(machine, directory)]
    if "menu=" in machine.words:
        media.put_file(stick, "bareline.cfg", words_of(machine), directory)
        return arguments
    return arguments + [
        "-fw_cfg", f"name=opt/org.bareline/cmdline,string={words_of(machine).replace(',', ',,')}"]


def grub_arguments(machine, build, directory):
    """A CD whose GRUB keeps a graphics mode, as distributions configure it."""
    tree, image = f"{directory}/iso/boot", f"{directory}/cd.img"
    os.makedirs(f"{tree}/grub")
    shutil.copyfile(f"{build}/bareline.elf", f"{tree}/bareline.elf")
    shutil.copyfile(f"{build}/eltorito.img", f"{tree}/grub/eltorito.img")
    with open(f"{tree}/grub/grub.cfg", "w", encoding="ascii") as file:
        # The command sets gfxpayload to what the kernel asks for.
        file.write(f"multiboot2 /boot/bareline.elf {words_of(machine)}\n"
                   f"set gfxpayload={machine.firmware}\nboot\n")
    media.run("xorriso", "-as", "mkisofs", "-o", image, "-b", "boot/grub/eltorito.img", "-no-emul-boot",
              "-boot-load-size", "4", "-boot-info-table", "--grub2-boot-info", f"{directory}/iso")
    return UNCOUNTED + ["-machine", machine.qemu, "-cdrom", image]


ARGUMENTS = {"kernel": kernel_arguments, "uefi": uefi_arguments, "grub": grub_arguments}


def serial_arguments(machine, directory):
    """The port that the log comes from: COM1, or that of the term "line"."""
    log = f"{directory}/serial.log"
    line, = machine.terms("line") or ["com1"]
    if line == "com2":
        return ["-serial", "null", "-serial", f"file:{log}"]
    if line in STATUS:
        return ["-serial", "none"]
    if line == "only-com2":
        return ["-serial", "none", "-serial", f"file:{log}"]
    if line == "pci":
        return ["-serial", "none", "-chardev", f"file,id=line,path={log}", "-device",
                "pci-bridge,id=bridge,chassis_nr=1", "-device",
                "pci-serial,chardev=line,bus=bridge,addr=1"]
    return ["-serial", f"file:{log}"]


def words_of(machine):
    return machine.words if "exit=" in machine.words else machine.words + " exit=isa-debug"


# ---- Following ----

def machine_seconds(monitor):
    """The machine's clock, which began with a year."""
    date = monitor.execute("qom-get", path="/machine", property="rtc-time")["return"]
    years, months, days = date["tm_year"] - (EPOCH - 1900), date["tm_mon"], date["tm_mday"] - 1
    return ((((years * 12 + months) * 31 + days) * 24 + date["tm_hour"]) * 60
            + date["tm_min"]) * 60 + date["tm_sec"]


def read_screen(monitor, directory, device):
    """Size and colours of a screendump, a portable pixmap. Without a device: of the first screen."""
    path = f"{directory}/screen{device}.ppm"
    monitor.execute("screendump", filename=path, **({"device": device} if device else {}))
    with open(path, "rb") as file:
        _, size, _, data = file.read().split(b"\n", 3)
    return size.decode().replace(" ", "x"), tuple(data[at:at + 3] for at in range(0, len(data), 3))


def read_screens(machine, monitor, directory):
    """All screens, when they show the same, or after SCREEN_TRIES."""
    screens = {}
    for _ in range(SCREEN_TRIES):
        screens = {device: read_screen(monitor, directory, device)
                   for device in machine.terms("text")}
        if len(set(screens.values())) <= 1:
            break
        time.sleep(POLL_SECONDS)
    return screens


def has_ended(machine, monitor, directory):
    """How, or an empty text. Whether a CPU halts is asked only after the message."""
    if machine.end == "off" and monitor.has_seen("SHUTDOWN"):
        return "off"
    if FIRMWARE_GOES_ON in read_log(directory):
        return "firmware"
    if machine.end == "stuck" and re.search(machine.terms("stuck")[0], read_log(directory)):
        return "stuck"
    _, _, rest = read_log(directory).partition("\n@end ")
    if machine.end == "end" and rest:
        return "end"
    if HALTS not in rest:
        return ""
    if machine.end != "halt" or is_dead(monitor.human_command("info registers -a")):
        return "halt"
    return ""


def follow(machine, qemu, monitor, seen):
    """Until the machine ends, or its time is over."""
    begun, reset_at = time.monotonic(), machine.terms("reset")
    monitor.execute("qmp_capabilities")
    while not seen.end and time.monotonic() - begun < LIMIT_SECONDS and \
            worked_seconds(qemu) < LIMIT_CPU_SECONDS:
        monitor.read(POLL_SECONDS)
        if qemu.poll() is not None:
            return
        if reset_at and re.search(reset_at[0], read_log(seen.directory)):
            monitor.execute("system_reset")
            reset_at = []
        seen.end = has_ended(machine, monitor, seen.directory)
    if seen.end == "off" and machine.boot == "kernel":
        seen.lasted = machine_seconds(monitor)
    seen.screens = read_screens(machine, monitor, seen.directory)


def watch(machine, qemu, link, seen):
    try:
        follow(machine, qemu, Monitor(link), seen)
    except Gone:
        pass
    try:
        # A closed monitor means that QEMU ends.
        seen.status = qemu.wait(0 if seen.end or qemu.poll() is not None else 5)
        seen.end = "exit"
    except subprocess.TimeoutExpired:
        qemu.kill()
        qemu.wait()


def read_stick(directory):
    """The logs on the stick, by directory."""
    stick = f"{directory}/stick.img"
    if not os.path.exists(stick):
        return {}
    os.makedirs(f"{directory}/stick")
    subprocess.run(["mcopy", "-n", "-s", "-i", stick, "::/bareline", f"{directory}/stick"],
                   stderr=subprocess.DEVNULL, check=False)
    logs = {}
    for path, _, names in os.walk(f"{directory}/stick/bareline"):
        if "log.txt" in names:
            with open(f"{path}/log.txt", encoding="utf-8", errors="replace") as file:
                logs[os.path.basename(path)] = file.read()
    return logs


def boot(machine, build, directory):
    """The result of a boot. The directory's earlier contents are deleted."""
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    seen = Seen(directory=directory)
    arguments = COMMON + ARGUMENTS[machine.boot](machine, build, directory)
    if machine.end == "halt":
        arguments += ["-vga", "none"]
    if machine.end == "off":
        arguments += KEPT
    if machine.terms("reset"):
        arguments += ["-action", "reboot=reset"]
    ours, theirs = socket.socketpair()
    debugger, stub = socket.socketpair()
    followers = [BadBit(debugger, int(text, 0)) for text in machine.terms("bad-bit")] + [
        MemoryUart(debugger, text, f"{build}/kernel.elf", f"{directory}/serial.log")
        for text in machine.terms("line") if text in STATUS]
    if followers:
        arguments += ["-chardev", f"socket,id=gdb,fd={stub.fileno()}", "-gdb", "chardev:gdb"]
    with ours, debugger, open(f"{directory}/stderr", "w+", encoding="utf-8", errors="replace") as stderr:
        with theirs, stub:
            qemu = subprocess.Popen(
                ["qemu-system-x86_64"] + arguments + [
                    "-smp", str(machine.cpus), *serial_arguments(machine, directory),
                    *(word for text in machine.terms("qemu") for word in text.split()),
                    "-chardev", f"socket,id=qmp,fd={theirs.fileno()}",
                    "-mon", "chardev=qmp,mode=control"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr,
                pass_fds=[theirs.fileno(), stub.fileno()])
        for follower in followers:
            follower.start()
        try:
            watch(machine, qemu, ours, seen)
        finally:
            qemu.kill()
            qemu.wait()
        stderr.seek(0)
        seen.stderr = stderr.read()
    seen.log = read_log(directory)
    seen.stick = read_stick(directory)
    return seen
