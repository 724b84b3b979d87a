# SPDX-License-Identifier: MIT
"""The way from firmware to the image: the loader and its medium."""

import pathlib
import sys

import machine

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from ovmf import OVMF_CODE, OVMF_VARS   # noqa: E402,F401

FIRMWARE = {"kernel": 50, "bios": 20, "bios-menu": 8, "uefi": 9, "uefi-file": 5}
MEDIA = {"cd": 5, "disk": 5, "usb-xhci": 3, "usb-ehci": 1, "ahci": 1, "nvme": 2, "virtio-blk": 1,
     "virtio-scsi": 1}

# The devices of a medium: {image} is the file, {if} the format.
ATTACH = {
    "cd": ["-drive", "if=ide,media=cdrom,format=raw,readonly=on,file={image}", "-boot", "order=d"],
    "disk": ["-drive", "if=ide,format=raw,snapshot=on,file={image}"],
    "usb-xhci": ["-device", "qemu-xhci,id=hc", "-device",
             "usb-storage,id=stick,bus=hc.0,drive=boot,bootindex=0"],
    "usb-ehci": ["-device", "usb-ehci,id=hc", "-device",
             "usb-storage,id=stick,bus=hc.0,drive=boot,bootindex=0"],
    "ahci": ["-device", "ahci,id=hba", "-device", "ide-hd,bus=hba.0,drive=boot,bootindex=0"],
    "nvme": ["-device", "nvme,serial=boot,drive=boot,bootindex=0"],
    "virtio-blk": ["-device", "virtio-blk-pci,drive=boot,bootindex=0"],
    "virtio-scsi": ["-device", "virtio-scsi-pci,id=scsi", "-device",
            "scsi-hd,bus=scsi.0,drive=boot,bootindex=0"],
}
# The file booted by each kind of start: built before (build), or made with the parameters (here).
IMAGES = {
    "bios": "{build}/bareline.img",
    "bios-menu": "{dir}/menu.img",
    "uefi": "{build}/bareline.img",
    "uefi-file": "{dir}/esp.img",
}
# The name of the writable copy.
WRITABLE_IMAGES = {"uefi": "stick.img", "uefi-file": "esp.img"}


def drive(plan):
    """The arguments that attach the image to the machine."""
    image = IMAGES[plan.firmware]
    arguments = [part.replace("{image}", image) for part in ATTACH[plan.medium]]
    if "drive=boot" in " ".join(arguments):
        arguments = ["-drive", f"if=none,id=boot,format=raw,snapshot=on,file={image}"] + arguments
    return arguments


def make_writable(plan):
    """Use a writable copy, which is checked after the boot."""
    plan.is_writable = True
    replacement = f"file={IMAGES[plan.firmware]}", "file={dir}/" + WRITABLE_IMAGES[plan.firmware]
    plan.arguments = [part.replace("snapshot=on,", "").replace(*replacement) for part in plan.arguments]


def firmware_table(plan):
    kind = machine.kind(plan.machine)
    if plan.small or kind == "microvm":
        return {"kernel": 1}
    if kind == "isapc":
        return {"kernel": 2, "bios": 1, "bios-menu": 1}
    # In instruction time, UEFI takes 40 s, and a BIOS takes minutes to read some media.
    return {"kernel": 6, "bios-menu": 1} if plan.is_counted else FIRMWARE


def draw_medium(draw, plan):
    """The loader of the image, and its arguments."""
    plan.firmware = draw.one("firmware", firmware_table(plan))
    if plan.firmware == "kernel":
        plan.arguments += ["-kernel", "{build}/kernel.elf"]
        return
    table = {"cd": 1, "disk": 1} if plan.machine == "isapc" else MEDIA
    # A file system without a partition table cannot be a CD.
    table = {name: share for name, share in table.items()
         if not (plan.firmware == "uefi-file" and name == "cd")
         and not (plan.firmware == "bios-menu" and name != "cd")}
    plan.medium = draw.one("medium", table)
    plan.arguments += drive(plan)
    if plan.firmware.startswith("uefi"):
        if plan.medium != "cd" and draw.happens("writable medium", 0.6):
            make_writable(plan)
        plan.arguments += [
            "-drive", f"if=pflash,format=raw,readonly=on,file={OVMF_CODE}",
            "-drive", "if=pflash,format=raw,file={dir}/variables.fd"]
