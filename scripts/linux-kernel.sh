#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetch the distribution's own kernel for virtual machines: downloaded and unpacked, not installed.
# usage: scripts/linux-kernel.sh DIRECTORY
#
# Creates DIRECTORY/vmlinuz, DIRECTORY/keyboard with the modules for a keyboard, and DIRECTORY/disk
# with those for a virtio disk, numbered in the order of loading. vmlinuz comes last and has the
# time of the call, so make repeats only an interrupted fetch.
set -eu

. "$(dirname "$0")/fetch.sh"

directory=$1
unpacked=$directory/unpacked

mkdir -p "$directory"
fetch_begin linux "$directory/apt"
fetch_lists "$fetched" amd64
rm -rf "$unpacked" "$directory/keyboard" "$directory/disk"
# Debian's, then Ubuntu's.
fetch_kernel "$fetched" "$unpacked" linux-image-cloud-amd64 linux-image-virtual linux-image-generic
fetch_modules "$unpacked" "$directory/keyboard" evdev
fetch_modules "$unpacked" "$directory/disk" virtio_pci virtio_blk
fetch_vmlinuz "$unpacked" "$directory/vmlinuz"
rm -rf "$unpacked"
