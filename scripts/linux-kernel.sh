#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetch the distribution's own kernel for virtual machines: downloaded and unpacked, not installed.
# usage: scripts/linux-kernel.sh DIRECTORY
#
# Leaves DIRECTORY/vmlinuz and those of its modules that a run may need: evdev.ko, by which a program reads
# a keyboard, and virtio_blk.ko, a disk, with what that needs. All are as new as the call and not as old as
# the package, so that make does not fetch them again.
set -eu

. "$(dirname "$0")/fetch.sh"

directory=$1
metapackage=linux-image-cloud-amd64

mkdir -p "$directory"
fetch_begin linux "$directory/apt"
fetch_lists "$fetched" amd64
package=$(fetch_apt "$fetched" amd64 apt-cache depends --important "$metapackage" |
	sed -n 's/^ *Depends: \(linux-image-.*\)$/\1/p' | head -n 1)
if [ -z "$package" ]; then
	echo "linux-kernel: apt knows no $metapackage" >&2
	exit 1
fi
fetch_unpack "$fetched" amd64 "$directory/unpacked" "$package"
mv "$directory"/unpacked/boot/vmlinuz-* "$directory/vmlinuz"
for module in input/evdev block/virtio_blk virtio/virtio virtio/virtio_ring virtio/virtio_pci \
	virtio/virtio_pci_modern_dev virtio/virtio_pci_legacy_dev; do
	mv "$directory"/unpacked/lib/modules/*/kernel/drivers/$module.ko "$directory/"
done
touch "$directory/vmlinuz" "$directory"/*.ko
rm -rf "$directory/unpacked"
