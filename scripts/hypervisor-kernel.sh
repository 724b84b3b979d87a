#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetch the distribution's standard kernel, which has KVM as modules, unlike the kernel for virtual
# machines. Downloaded and unpacked, not installed.
# usage: scripts/hypervisor-kernel.sh DIRECTORY
#
# Creates DIRECTORY/vmlinuz with its KVM modules, DIRECTORY/stick with the modules that
# find a stick, numbered in the order of loading, and DIRECTORY/package with the package's name and
# version. vmlinuz comes last and has the time of the call, so make repeats only an interrupted
# fetch.
set -eu

. "$(dirname "$0")/fetch.sh"

directory=$1
unpacked=$directory/unpacked

mkdir -p "$directory"
fetch_begin hypervisor "$directory/apt"
fetch_lists "$fetched" amd64
rm -rf "$unpacked" "$directory/kvm" "$directory/stick" "$directory"/*.ko
# Debian's, then Ubuntu's.
fetch_kernel "$fetched" "$unpacked" linux-image-amd64 linux-image-generic
fetch_apt "$fetched" amd64 apt-cache show --no-all-versions "$fetch_package" |
	sed -n "s/^Version: /$fetch_package /p" >"$directory/package"
fetch_modules "$unpacked" "$directory/kvm" kvm-amd kvm-intel
for module in "$directory"/kvm/*.ko; do
	mv "$module" "$directory/${module##*/[0-9][0-9]-}"
done
rmdir "$directory/kvm"
fetch_modules "$unpacked" "$directory/stick" xhci-pci ehci-pci sd_mod usb-storage nls_cp437 nls_ascii vfat
fetch_vmlinuz "$unpacked" "$directory/vmlinuz"
rm -rf "$unpacked"
