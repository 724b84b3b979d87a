#!/bin/sh
# SPDX-License-Identifier: MIT
# Boots of the image for aarch64 by UEFI. With ACPI tables, and as a Linux Image, the metrics must equal
# those of the ELF file. Caches must be those that the firmware states, with a warning where registers differ. Without a disk, its phases must be exact. From a stick, at EL2, every CPU that the ACPI tables list must start, and the
# stick must have the results, which `bareline collect` takes. A disk is read.
# long: also with a device tree, from CD and USB, with every disk driver, and twice for the same bytes;
# a panic and a hang leave results on a stick.
# usage: tests/boot/aarch64.sh BUILD [long]
set -u

here=$(dirname "$0")/..
build=$1
dir=$build/boot-aarch64

. "$here/expect.sh"
rm -rf "$dir"
mkdir -p "$dir"
command -v qemu-system-aarch64 >/dev/null && sh "$here/../scripts/find.sh" aavmf >/dev/null || {
	echo 'skipped: QEMU or UEFI firmware for aarch64 is not installed (Debian: qemu-system-arm, qemu-efi-aarch64)'
	exit 0
}

# usage: boot NAME OPTION...
boot()
{
	name=$1
	shift
	"$build/bareline" run --quiet --append samples=5 --bench 'null.*' --bench 'selftest.*_chain' \
		--bench entry.null_syscall --bench irq.self_ipi --bench fault.not_present \
		-o "$dir/$name" "$@"
}

# usage: equals_elf NAME
equals_elf()
{
	says '0 regressed, 0 improved' 0 "$build/bareline" compare "$dir/elf" "$dir/$1"
}

# usage: uefi NAME OPTION...
uefi()
{
	boot "$@" --append firmware=exit --bench firmware.service --bench firmware.runtime --arch aarch64 --firmware uefi --deterministic $tables &&
		equals_elf "$1" && [ "$(grep -c '^firmware.service service=' "$dir/$1/serial.log")" -eq 12 ] &&
		[ "$(grep -c '^firmware.runtime service=.*: median [1-9]' "$dir/$1/serial.log")" -eq 5 ] &&
		grep -q '^@manifest .* boot=efi ' "$dir/$1/serial.log" &&
		! grep -q '^@warning ' "$dir/$1/serial.log"
}

# A device tree with the redistributor of the first of two CPUs.
one_redistributor()
{
	qemu-system-aarch64 -machine "virt,gic-version=3,dumpdtb=$dir/two.dtb" -cpu cortex-a57 -smp 2 -m 512 \
		2>/dev/null && python3 -c '
import sys
tree = open(sys.argv[1], "rb").read()
two, one = (bytes.fromhex(f"00000000080a000000000000{size:08x}") for size in (0xf60000, 0x20000))
assert tree.count(two) == 1
open(sys.argv[2], "wb").write(tree.replace(two, one))' "$dir/two.dtb" "$dir/one.dtb" &&
		boot one-redistributor --image "$build/aarch64/Image" -- -machine virt,gic-version=3 \
			-smp 2 -m 512 -dtb "$dir/one.dtb" &&
		grep -q '^@cpu .* count=2 online=1 ' "$dir/one-redistributor/serial.log"
}

tables=                 # arguments of QEMU
expect 'the ELF file boots' boot elf --arch aarch64 --deterministic
expect 'UEFI with ACPI tables' uefi acpi
for name in loaded loaded-again; do
	expect "UEFI without a disk, $name" uefi $name --bench firmware.boot --media fw_cfg
done
expect 'its boots give the same bytes' cmp "$dir/loaded/serial.log" "$dir/loaded-again/serial.log"
if [ "${2-}" = long ]; then
	expect 'UEFI a second time' uefi again
	expect 'two boots give the same bytes' cmp "$dir/acpi/serial.log" "$dir/again/serial.log"
	tables='-- -machine virt,acpi=off'
	expect 'UEFI with a device tree' uefi tree
	tables=
	expect 'a CD' uefi cd --media cd
	expect 'a USB stick' uefi usb --media usb
fi
expect 'a CPU without a redistributor stays off' one_redistributor
expect 'the loader is a Linux Image' boot image --image "$build/aarch64/BOOTAA64.EFI" --deterministic \
	--append exit=psci-off
expect 'the metrics of the Linux Image' equals_elf image
# usage: stick NAME MACHINE WORDS: a run with four CPUs from a writable stick, which then has the results.
stick()
(
	here=$here/boot
	dir=$dir/$1
	log=$dir/serial.log
	home=1                  # the CPUs whose registers are compared
	mkdir "$dir"
	. "$here/stick.sh"
	cp "$build/aarch64/bareline.img" "$dir/stick.img"
	echo "$3 exit=psci-off" >"$dir/bareline.cfg"
	python3 "$here/stick.py" take "$dir/stick.img" "$dir/esp.img" &&
		mcopy -o -i "$dir/esp.img" "$dir/bareline.cfg" :: &&
		python3 "$here/stick.py" put "$dir/stick.img" "$dir/esp.img" || exit
	machine=$2
	# shellcheck disable=SC2046  # two files
	set -- $(sh "$here/../../scripts/find.sh" aavmf)
	cp "$2" "$dir/variables.fd"
	timeout 600 qemu-system-aarch64 -machine "$machine" -accel tcg -cpu cortex-a57 \
		-smp 4,sockets=2,cores=1,threads=2 -m 1G \
		-display none -monitor none -net none -serial "file:$log" -no-reboot \
		-drive "if=pflash,format=raw,readonly=on,file=$1" \
		-drive "if=pflash,format=raw,file=$dir/variables.fd" -device qemu-xhci \
		-drive "if=none,format=raw,id=stick,file=$dir/stick.img" -device usb-storage,drive=stick &&
		stick_has 1 && has_results
)

expect 'results on a stick, EL2' stick stick virt,gic-version=3,virtualization=on \
	'bench=null.*,selftest.*_chain,irq.self_ipi,smp.ipi samples=5 then=linux'
expect 'a stick without Linux says so' grep -a -q 'the stick has no Linux for aarch64' "$dir/stick/serial.log"
expect 'every CPU runs' grep -q '^@cpu .* count=4 online=4 ' "$dir/stick/serial.log"
expect 'places by the PPTT' grep -q '^@cpu_place .* cpu=3 .* package=1 core=1 thread=1 ' "$dir/stick/serial.log"
expect 'boot services stayed resident' grep -q '^@manifest .* firmware=kept ' "$dir/stick/serial.log"
expect 'bareline collect takes the results' "$build/bareline" collect "$dir/stick/stick" -o "$dir/collected"
expect 'the collected results are complete' \
	sh -c 'grep -q "\"complete\": true" "$1"/*/results.json' - "$dir/collected"
if [ "${2-}" = long ]; then
	expect 'results on a stick, EL1' stick stick-el1 virt 'bench=null.*,mem.c2c samples=5'
	expect 'a panic' stick panic virt test=panic
	expect "another CPU's panic" stick panic-other virt,gic-version=3 test=panic-other-cpu
	expect 'a hang' stick hang virt,gic-version=3,virtualization=on 'bench=test.hang,null.*'
fi
# usage: disks NAME OPTION...
disks()
{
	name=$1
	shift
	"$build/bareline" run --quiet --append samples=5 --bench 'null.*' --bench 'disk.*' \
		--bench fault.major -o "$dir/$name" --arch aarch64 "$@" &&
		grep -q "^@disk_use .* reads=[1-9].* failed=0 " "$dir/$name/serial.log"
}

counted='--deterministic --disk null:16M'
its='-- -machine virt,gic-version=3'
# usage: interrupts NAME: nothing of this boot was polled for lack of an interrupt
interrupts()
{
	grep -q '^@series .*completion=interrupt' "$dir/$1/serial.log" &&
		! grep '^@warning .* source=its ' "$dir/$1/serial.log"
}
expect 'counted reads of a disk' disks disk $counted
expect 'counted reads with a GICv3 and its ITS' disks its $counted $its
expect 'its messages' interrupts its
expect 'the same with ACPI tables' disks its-acpi $counted --firmware uefi --media usb --append firmware=exit $its
expect 'their messages' interrupts its-acpi
if [ "${2-}" = long ]; then
	expect 'counted reads, a second time' disks disk-again $counted
	expect 'two boots read alike' cmp "$dir/disk/serial.log" "$dir/disk-again/serial.log"
	expect 'counted reads after a boot by UEFI' disks disk-uefi $counted --firmware uefi --media usb \
		--append firmware=exit
	expect 'their metrics' says '0 regressed, 0 improved' 0 "$build/bareline" compare "$dir/disk" \
		"$dir/disk-uefi"
	for model in virtio nvme ahci; do
		expect "reads and writes of $model" disks $model --disk scratch:16M --disk-model $model
		expect "patterns of $model" disks pattern-$model --disk pattern:16M --disk-model $model
		expect "reads and writes of $model with an ITS" disks its-$model --disk scratch:16M \
			--disk-model $model $its,virtualization=on
		expect "messages of $model" interrupts its-$model
		expect "interrupts of $model" grep -q '^@series .*completion=interrupt' \
			"$dir/$model/serial.log"
	done
fi
# usage: caches NAME WARNING: the caches of a description by caches.py, and the only difference of registers
caches()
{
	grep -q '^@cache .* level=2 type=unified size_bytes=2097152 line_bytes=64 ways=16 sharing=1 ' \
		"$dir/$1/serial.log" &&
		[ "$(grep -c '^@warning ' "$dir/$1/serial.log")" -ge 1 ] &&
		! grep '^@warning ' "$dir/$1/serial.log" | grep -v "source=caches text=\"$2, but by registers "
}
expect 'a device tree that states caches' sh -c 'qemu-system-aarch64 -machine virt,dumpdtb="$2/own.dtb" \
	-display none 2>/dev/null && python3 "$1/boot/caches.py" tree "$2/own.dtb" "$2/caches.dtb"' - "$here" "$dir"
expect 'a boot with its caches' boot tree-caches --arch aarch64 --deterministic -- -dtb "$dir/caches.dtb"
expect 'its caches, and the registers' caches tree-caches 'L1 data: 65536 bytes'
stated=$(python3 "$here/boot/caches.py" tables aarch64 "$dir")
expect 'ACPI tables that state caches' boot acpi-caches --arch aarch64 --firmware uefi --deterministic \
	-- -machine virt,acpi=off $stated
expect 'their caches, and the registers' caches acpi-caches 'L1 instruction: [0-9]* [a-z]*'
expect 'the cache of the package' grep -q '^@cache .* level=3 type=unified size_bytes=4194304 ' \
	"$dir/acpi-caches/serial.log"
expect 'the machine is named by its SMBIOS tables' \
	grep -q '^@machine .* product="QEMU Virtual Machine" ' "$dir/acpi/serial.log"
sum_up
