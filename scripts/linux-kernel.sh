#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetch the distribution's own kernel for virtual machines: downloaded and unpacked, not installed.
# usage: scripts/linux-kernel.sh DIRECTORY
#
# Creates DIRECTORY/vmlinuz, and DIRECTORY/keyboard, DIRECTORY/disk and DIRECTORY/ramdisk with the
# modules for a keyboard, a virtio disk and a disk in memory, numbered in the order of loading.
# vmlinuz comes last and has the time of the call, so make repeats only an interrupted fetch.
set -eu

. "$(dirname "$0")/fetch.sh"

directory=$1
unpacked=$directory/unpacked

mkdir -p "$directory"
fetch_begin linux "$directory/apt"
fetch_lists "$fetched" amd64
rm -rf "$unpacked" "$directory/keyboard" "$directory/disk" "$directory/ramdisk"
# Debian's, then Ubuntu's.
fetch_kernel "$fetched" "$unpacked" linux-image-cloud-amd64 linux-image-virtual linux-image-generic
fetch_modules "$unpacked" "$directory/keyboard" evdev
fetch_modules "$unpacked" "$directory/disk" virtio_pci virtio_blk
fetch_modules "$unpacked" "$directory/ramdisk" brd
fetch_vmlinuz "$unpacked" "$directory/vmlinuz"
rm -rf "$unpacked"
