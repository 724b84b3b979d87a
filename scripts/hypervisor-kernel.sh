#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetch the distribution's standard kernel, which has KVM as modules (the one for virtual machines has
# none): downloaded and unpacked, not installed.
# usage: scripts/hypervisor-kernel.sh DIRECTORY
#
# Leaves DIRECTORY/vmlinuz, the modules by which it runs guests, in DIRECTORY/stick those by which it finds a
# stick, numbered in the order of loading, in DIRECTORY/package the package's name and version. All are as new as the call and not as old as the package, so that make does not
# fetch them again.
set -eu

. "$(dirname "$0")/fetch.sh"

directory=$1
metapackage=linux-image-amd64

mkdir -p "$directory"
fetch_begin hypervisor "$directory/apt"
fetch_lists "$fetched" amd64
package=$(fetch_apt "$fetched" amd64 apt-cache depends --important "$metapackage" |
	sed -n 's/^ *Depends: \(linux-image-.*\)$/\1/p' | head -n 1)
if [ -z "$package" ]; then
	echo "hypervisor-kernel: apt knows no $metapackage" >&2
	exit 1
fi
fetch_apt "$fetched" amd64 apt-cache show --no-all-versions "$package" |
	sed -n "s/^Version: /$package /p" >"$directory/package"
fetch_unpack "$fetched" amd64 "$directory/unpacked" "$package"
mv "$directory"/unpacked/boot/vmlinuz-* "$directory/vmlinuz"
for module in virt/lib/irqbypass drivers/crypto/ccp/ccp arch/x86/kvm/kvm arch/x86/kvm/kvm-amd \
	arch/x86/kvm/kvm-intel; do
	mv "$directory"/unpacked/lib/modules/*/kernel/$module.ko "$directory/"
done
rm -rf "$directory/stick"
mkdir "$directory/stick"
number=10
for module in drivers/usb/common/usb-common drivers/usb/core/usbcore drivers/usb/host/xhci-hcd \
	drivers/usb/host/xhci-pci drivers/usb/host/ehci-hcd drivers/usb/host/ehci-pci \
	drivers/scsi/scsi_common drivers/scsi/scsi_mod crypto/crct10dif_common crypto/crct10dif_generic \
	lib/crc-t10dif lib/crc64 crypto/crc64_rocksoft_generic lib/crc64-rocksoft block/t10-pi \
	drivers/scsi/sd_mod drivers/usb/storage/usb-storage fs/nls/nls_cp437 fs/nls/nls_ascii \
	fs/fat/fat fs/fat/vfat; do
	mv "$directory"/unpacked/lib/modules/*/kernel/$module.ko \
		"$directory/stick/$number-${module##*/}.ko"
	number=$((number + 1))
done
touch "$directory/vmlinuz" "$directory"/*.ko "$directory"/stick/*.ko
rm -rf "$directory/unpacked"
