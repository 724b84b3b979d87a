# SPDX-License-Identifier: MIT
"""The UEFI firmware of this system's QEMU, where scripts/find.sh finds it: code, and the variables that a
machine begins with."""
import pathlib
import subprocess

FIND = pathlib.Path(__file__).resolve().parent.parent / "scripts" / "find.sh"
OVMF_CODE, OVMF_VARS = subprocess.run(["sh", str(FIND), "ovmf"], stdout=subprocess.PIPE, text=True,
                                      check=True).stdout.split()
