#!/bin/sh
# SPDX-License-Identifier: MIT
# EDK2 for riscv64: the installed one, or on Debian 12, which has none, that of Debian 13, without
# installation.
# usage: tests/boot/edk2_riscv64.sh DIRECTORY: make DIRECTORY/RISCV_VIRT_CODE.fd and RISCV_VIRT_VARS.fd
#        tests/boot/edk2_riscv64.sh DIRECTORY options: print the options of QEMU that boot these files
set -eu

# Before QEMU 8.1 a kernel of two instructions (lui t0, 0x20000; jr t0) jumps to the flash.
if [ $# -eq 2 ]; then
	code=$1/RISCV_VIRT_CODE.fd
	variables=$1/RISCV_VIRT_VARS.fd
	if qemu-system-riscv64 --version | grep -q -E ' version (7|8\.0)\.'; then
		printf '\267\002\000\040\147\200\002\000' >"$1/jump"
		echo "-kernel $1/jump -device loader,file=$code,addr=0x20000000,force-raw=on
			-device loader,file=$variables,addr=0x22000000,force-raw=on"
	else
		echo "-drive if=pflash,format=raw,readonly=on,file=$code
			-drive if=pflash,format=raw,snapshot=on,file=$variables"
	fi
	exit
fi

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
