#!/bin/sh
# SPDX-License-Identifier: MIT
# Linux after bare metal on another processor, from the stick of `make stick`: with every kind of
# firmware and interrupt controller, Linux must start all CPUs that the kernel has used, run the same
# benchmarks, and write its records to the stick.
# usage: tests/boot/ported_linux.sh BUILD aarch64|riscv64
set -u

here=$(dirname "$0")/..
build=$1
arch=$2
dir=$build/linux-after-$arch

. "$here/expect.sh"
rm -rf "$dir"
mkdir -p "$dir"
command -v "qemu-system-$arch" >/dev/null || {
	echo "skipped: qemu-system-$arch is not installed"
	exit 0
}

# usage: then_linux NAME MACHINE QEMU-OPTION...
then_linux()
(
	here=$here/boot
	dir=$dir/$1
	log=$dir/serial.log
	cpus=4
	mkdir "$dir"
	. "$here/stick.sh"
	cp "$build/$arch/stick.img" "$dir/stick.img"
	echo "menu=0 bench=null.*,entry.*,smp.ipi samples=5 then=linux" >"$dir/bareline.cfg"
	python3 "$here/stick.py" take "$dir/stick.img" "$dir/esp.img" &&
		mcopy -o -i "$dir/esp.img" "$dir/bareline.cfg" :: &&
		python3 "$here/stick.py" put "$dir/stick.img" "$dir/esp.img" || exit
	machine=$2
	shift 2
	timeout 900 "qemu-system-$arch" -machine "$machine" -accel tcg -smp $cpus -m 1G -display none \
		-monitor none -net none -serial "file:$log" -no-reboot "$@" \
		-drive "if=none,format=raw,id=stick,file=$dir/stick.img" &&
		stick_has 1 && has_both_sides &&
		grep -a -q '^firmware state restored: .*; 0 differ; CPUs not returned: 0; ' \
			"$(last_results)/log.txt" && ! [ -e "$(last_results)/linux-started.txt" ]
)

usb='-device qemu-xhci -device usb-storage,drive=stick'
virtio='-device virtio-blk-pci,drive=stick'

of_aarch64()
{
	# shellcheck disable=SC2046  # two files
	set -- $(sh "$here/../scripts/find.sh" aavmf) && [ $# -eq 2 ] || {
		echo 'skipped: UEFI firmware for aarch64 is not installed (Debian: qemu-efi-aarch64)'
		return
	}
	flash="-cpu cortex-a57 -drive if=pflash,format=raw,readonly=on,file=$1
		-drive if=pflash,format=raw,snapshot=on,file=$2"
	expect 'a GICv2 and ACPI tables' then_linux gicv2 virt $flash $usb
	expect 'a GICv3, EL2 and a device tree' then_linux gicv3 \
		virt,gic-version=3,virtualization=on,acpi=off $flash $virtio
}

of_riscv64()
{
	uboot=/usr/lib/u-boot/qemu-riscv64_smode/u-boot.bin
	if [ -e $uboot ]; then
		expect 'UEFI of U-Boot' then_linux uboot virt -kernel $uboot $virtio
	else
		echo "skipped: U-Boot for riscv64 is not installed (Debian package u-boot-qemu)"
	fi
	expect 'EDK2' sh "$here/boot/edk2_riscv64.sh" "$dir/edk2"
	expect 'UEFI of EDK2' then_linux edk2-stick virt $(sh "$here/boot/edk2_riscv64.sh" "$dir/edk2" options) $usb
}

"of_$arch"
sum_up
