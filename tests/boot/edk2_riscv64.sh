#!/bin/sh
# SPDX-License-Identifier: MIT
# EDK2 for riscv64: the installed one, or on Debian 12, which has none, that of Debian 13, without
# installation.
# usage: tests/boot/edk2_riscv64.sh DIRECTORY: make DIRECTORY/RISCV_VIRT_CODE.fd and RISCV_VIRT_VARS.fd
set -eu

here=$(cd "$(dirname "$0")" && pwd)
place=usr/share/qemu-efi-riscv64
mkdir -p "$1"
cd "$1"
if [ -e /$place/RISCV_VIRT_CODE.fd ]; then
	cp /$place/*.fd .
	exit
fi
# shellcheck source=scripts/fetch.sh
. "$here/../../scripts/fetch.sh"
fetch_begin edk2-riscv64 apt
fetch_newer "$fetched"
fetch_lists "$fetched" amd64
rm -rf unpacked
fetch_unpack "$fetched" amd64 unpacked qemu-efi-riscv64
cp unpacked/$place/*.fd .
rm -rf unpacked
