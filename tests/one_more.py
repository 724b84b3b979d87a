# SPDX-License-Identifier: MIT
"""Unpack a kernel of the distribution, and plant one more instruction into one function: getppid's, which
sets a register at once and then by way of the stack, in the same bytes.

usage: tests/one_more.py VMLINUZ AS-IT-IS PLANTED"""
import sys

import own_kernel

# push $1 and pop %rsi, each with a prefix that says nothing.
IN_TWO = b"\x2e\x6a\x01\x2e\x5e"


def main():
    vmlinuz, as_it_is, planted = sys.argv[1:]
    image = own_kernel.unpacked(vmlinuz)
    function = own_kernel.place_of_getppid(image)
    at = image.index(own_kernel.REPLACED, function, function + 64)
    changed = image[:at] + IN_TWO + image[at + len(IN_TWO):]
    for path, data in ((as_it_is, image), (planted, changed)):
        with open(path, "wb") as file:
            file.write(data)


main()
