# SPDX-License-Identifier: MIT
"""The files of one boot: media with its parameters, and the firmware's variables."""

import shutil
import subprocess

from medium import OVMF_VARS, WRITABLE_IMAGES
from odd_tables import media


def write_esp(plan, build, directory):
    """A copy of the EFI system partition, with the parameters in bareline.cfg."""
    config = f"{directory}/bareline.cfg"
    with open(config, "wb") as file:
        file.write(b"# What this stick runs:\r\n\r\n" + plan.words + b"\r\n")
    shutil.copyfile(f"{build}/esp.img", f"{directory}/esp.img")
    subprocess.run(["mcopy", "-o", "-i", f"{directory}/esp.img", config, "::"], check=True)


def write_menu(plan, build, directory):
    """A CD whose GRUB passes the parameters to the kernel."""
    tree = f"{directory}/iso/boot"
    subprocess.run(["mkdir", "-p", f"{tree}/grub"], check=True)
    shutil.copyfile(f"{build}/bareline.elf", f"{tree}/bareline.elf")
    shutil.copyfile(f"{build}/eltorito.img", f"{tree}/grub/eltorito.img")
    with open(f"{tree}/grub/grub.cfg", "wb") as file:
        file.write(b"multiboot2 /boot/bareline.elf " + plan.words + b"\nboot\n")
    subprocess.run(["xorriso", "-as", "mkisofs", "-o", f"{directory}/menu.img", "-b",
                    "boot/grub/eltorito.img", "-no-emul-boot", "-boot-load-size", "4",
                    "-boot-info-table", "--grub2-boot-info", f"{directory}/iso"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def write_files(plan, build, directory):
    """Create the files named in plan.arguments in the directory."""
    if plan.firmware == "uefi-file":
        write_esp(plan, build, directory)
    if plan.spoilt:
        media.spoil(f"{directory}/esp.img", plan.spoilt, build, directory)
    if plan.odd_tables:
        media.write_tables(plan.odd_tables, directory)
    if plan.is_writable and plan.firmware == "uefi":
        shutil.copyfile(f"{build}/bareline.img", f"{directory}/{WRITABLE_IMAGES[plan.firmware]}")
    if plan.firmware == "bios-menu":
        write_menu(plan, build, directory)
    if plan.firmware.startswith("uefi"):
        shutil.copyfile(OVMF_VARS, f"{directory}/variables.fd")
