# SPDX-License-Identifier: MIT
"""The UEFI firmware of this system's QEMU, from scripts/find.sh: code, and the initial variables of
a machine."""
import pathlib
import subprocess

FIND = pathlib.Path(__file__).resolve().parent.parent / "scripts" / "find.sh"
OVMF_CODE, OVMF_VARS = subprocess.run(["sh", str(FIND), "ovmf"], stdout=subprocess.PIPE, text=True,
                                      check=True).stdout.split()
