# SPDX-License-Identifier: MIT
"""Unpack a kernel of the distribution, and add one instruction to one function: getppid sets a
register directly, and then through the stack, in the same number of bytes.

usage: tests/linux/one_more.py VMLINUZ ORIGINAL CHANGED
"""
import sys

import own_kernel

# push $1 and pop %rsi, each with a prefix without effect.
IN_TWO = b"\x2e\x6a\x01\x2e\x5e"


def main():
    vmlinuz, original, changed_path = sys.argv[1:]
    image = own_kernel.unpacked(vmlinuz)
    function = own_kernel.place_of_getppid(image)
    at = image.index(own_kernel.REPLACED, function, function + 64)
    changed = image[:at] + IN_TWO + image[at + len(IN_TWO):]
    for path, data in ((original, image), (changed_path, changed)):
        with open(path, "wb") as file:
            file.write(data)


main()
