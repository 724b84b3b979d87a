#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the contents of a release archive besides Bareline's own code, with versions and licences,
# and its build tools: the same versions build the same bytes.
# usage: scripts/notice.sh; CC and PKG_CONFIG name the compiler and pkg-config
set -eu

first_line()
{
	LC_ALL=C "$@" 2>/dev/null | head -n 1
}

# usage: library NAME: its version
library()
{
	${PKG_CONFIG:-pkg-config} --modversion "$1"
}

cc=${CC:-gcc}
libc=$(first_line ldd --version)
cat <<END
Bareline's own code is under the MIT licence (LICENSE). Its programs contain code of others:

bareline (linked statically)
	GSL $(library gsl)				GPL 3 or later
	libmd $(library libmd)				BSD
	libserialport $(library libserialport)		LGPL 3 or later
	jansson $(library jansson)				MIT
	zlib $(library zlib)				zlib
bareline, bareline-linux-static, task-server-symbols, hypervisor/init, hypervisor/symbols,
count/init
	the C library, $libc	LGPL 2.1 or later
BOOTX64.EFI, and bareline.img, which contains it
	gnu-efi					BSD (Hewlett-Packard, Intel)
bareline.img
	$(first_line grub-mkimage --version)	GPL 3 or later
kernel.elf, BOOTX64.EFI and bareline.img
	128 characters of the console font Lat15-Fixed16 (console-setup)

So the program bareline as a whole, and bareline.img as a whole, may be passed on under the GPL, version
3 or later. A publisher of this archive must also publish, or name, the sources of these versions.

Built by
	$(first_line $cc --version)
	$(first_line ld --version)
	$(first_line xorriso --version)
	$(. /etc/os-release && echo "$PRETTY_NAME")
END
