#!/bin/sh
# SPDX-License-Identifier: MIT
# Boots of the kernel for riscv64. Four CPUs must start and take each other's interrupts. Another CPU
# model, more memory and a machine without its own timer must give a valid run, as must a CPU with Sv39
# only, a device tree that states caches, the Linux Image, the loader as such an Image, and the loader of U-Boot's UEFI. From a stick, every
# CPU must start, and the stick must have the results, which `bareline collect` takes. Reads of a disk
# are counted. A run ends by SBI too. A CPU without pages is refused with a message.
# long: results on a stick by EDK2, also after a panic and a hang; a disk is read with every driver; the
# quick suite twice, for the same bytes; hangs are ended; the prices of another OpenSBI differ, by its
# golden file, and `compare` names both.
# usage: tests/boot/riscv64.sh BUILD [long]
set -u

here=$(dirname "$0")/..
build=$1
dir=$build/boot-riscv64

. "$here/expect.sh"
rm -rf "$dir"
mkdir -p "$dir"
command -v qemu-system-riscv64 >/dev/null || {
	echo 'skipped: qemu-system-riscv64 is not installed (Debian package qemu-system-riscv, before Debian 13 qemu-system-misc)'
	exit 0
}

# usage: boot NAME OPTION...
boot()
{
	name=$1
	shift
	"$build/bareline" run --quiet --arch riscv64 --append samples=5 -o "$dir/$name" "$@"
}

# usage: few NAME OPTION...: benchmarks that every machine has
few()
{
	boot "$@" $FEW
}
FEW="--deterministic --bench null.* --bench selftest.*_chain --bench entry.null_syscall --bench irq.self_ipi
	--bench fault.not_present"

# usage: few_of IMAGE NAME
few_of()
{
	"$build/bareline" run --quiet --image "$1" --append samples=5 -o "$dir/$2" $FEW
}

# usage: equals NAME
equals()
{
	says '0 regressed, 0 improved' 0 "$build/bareline" compare --force "$dir/virt" "$dir/$1"
}

expect 'four CPUs' boot cpus --cpus 4 --bench 'null.*' --bench smp.ipi --bench irq.ipi --bench fault.shootdown \
	--bench firmware.call
expect 'every CPU runs' grep -q '^@cpu .* count=4 online=4 ' "$dir/cpus/serial.log"
# The runner warns of unstable times, as a busy host has them.
expect 'no interrupt is lost or strays' sh -c 'grep -q "^@end .* status=complete " "$1" &&
	! grep "^@warning " "$1" | grep -v source=runner' - "$dir/cpus/serial.log"
expect "another CPU's interrupt arrives" grep -q '^@series .*bench=irq.ipi\|^irq.ipi .*total: median' \
	"$dir/cpus/serial.log"
expect "firmware fences another CPU" grep -q '^firmware.call call=sbi_sfence_vma_page_other by=firmware: median [1-9]' \
	"$dir/cpus/serial.log"
expect 'the usual machine' few virt
expect 'a machine without Sstc' few sbi --cpu rv64,sstc=off
expect 'its metrics' equals sbi
# usage: has_cache NAME TEXT
has_cache()
{
	grep -q "^@cache .* $2 " "$dir/$1/serial.log" && ! grep '^@warning ' "$dir/$1/serial.log"
}
expect 'a device tree that states caches' sh -c 'qemu-system-riscv64 -machine virt,dumpdtb="$2/own.dtb" \
	-display none 2>/dev/null && python3 "$1/boot/caches.py" tree "$2/own.dtb" "$2/caches.dtb"' - "$here" "$dir"
expect 'a boot with its caches' boot tree-caches $FEW -- -dtb "$dir/caches.dtb"
expect 'its caches' has_cache tree-caches 'level=2 type=unified size_bytes=2097152 line_bytes=64 ways=16 sharing=1'
expect 'a machine with 2 GiB' few memory --memory 2G
expect 'its metrics are equal too' equals memory
expect 'the Linux Image' few_of "$build/riscv64/Image" image
expect 'its metrics are those of the ELF file' equals image
expect 'the loader is a Linux Image' few_of "$build/riscv64/BOOTRISCV64.EFI" loader
expect 'its metrics are those of the ELF file too' equals loader

# usage: from_stick NAME WORDS QEMU-OPTION...: a run with four CPUs from a writable stick, which then has
# the results
from_stick()
(
	here=$here/boot
	dir=$dir/$1
	log=$dir/serial.log
	home=1                  # the CPUs whose registers are compared
	mkdir "$dir"
	. "$here/stick.sh"
	cp "$build/riscv64/bareline.img" "$dir/stick.img"
	echo "$2 exit=sbi-off" >"$dir/bareline.cfg"
	python3 "$here/stick.py" take "$dir/stick.img" "$dir/esp.img" &&
		mcopy -o -i "$dir/esp.img" "$dir/bareline.cfg" :: &&
		python3 "$here/stick.py" put "$dir/stick.img" "$dir/esp.img" || exit
	shift 2
	timeout 600 qemu-system-riscv64 -machine virt -smp 4 -m 1G -display none -monitor none -net none \
		-serial "file:$log" -no-reboot "$@" -drive "if=none,format=raw,id=stick,file=$dir/stick.img" \
		-device virtio-blk-pci,drive=stick &&
		stick_has 1 && has_results && grep -q '^@cpu .* count=4 online=4 ' "$log" &&
		grep -q '^@manifest .* boot=efi .* firmware=kept ' "$log"
)

packaged=/usr/lib/u-boot/qemu-riscv64_smode/u-boot.bin
if [ -e $packaged ]; then
	# It waits two seconds for a key, which cost an emulated CPU as much as five boots.
	uboot=$dir/u-boot.bin
	sed 's/bootdelay=2/bootdelay=0/' $packaged >"$uboot"
	expect "UEFI of U-Boot" few uefi --firmware uefi --firmware-code "$uboot" --bench firmware.service \
		--bench firmware.runtime --append firmware=exit
	expect 'its metrics are those of the ELF file as well' equals uefi
	expect 'it was booted by UEFI' grep -q '^@manifest .* boot=efi loader="OpenSBI ' "$dir/uefi/serial.log"
	expect 'services are counted' grep -q '^firmware.service service=get_memory_map: median [1-9]' \
		"$dir/uefi/serial.log"
	expect 'services are called after the exit' grep -q \
		'^firmware.runtime service=get_next_variable_name: median [1-9]' "$dir/uefi/serial.log"
	expect 'results on a stick' from_stick stick 'bench=null.*,selftest.*_chain,irq.self_ipi,smp.ipi samples=5' \
		-kernel "$uboot"
	expect 'bareline collect takes the results' "$build/bareline" collect "$dir/stick/stick" -o "$dir/collected"
	expect 'the collected results are complete' \
		sh -c 'grep -q "\"complete\": true" "$1"/*/results.json' - "$dir/collected"
else
	echo "skipped: U-Boot for riscv64 is not installed (Debian package u-boot-qemu)"
fi

aia=                    # arguments of QEMU
# usage: disks NAME: counted reads, which end by interrupts
disks()
{
	boot "$1" --deterministic --disk null:16M --bench 'null.*' --bench 'disk.*' --bench fault.major $aia &&
		! grep '^@warning ' "$dir/$1/serial.log" &&
		grep -q '^@disk_use .* reads=[1-9].* failed=0 ' "$dir/$1/serial.log" &&
		grep -q '^fault.major .*completion=interrupt .* total: median [1-9]' "$dir/$1/serial.log" &&
		grep -q '^disk.read .*completion=interrupt .* interrupt: median [1-9]' "$dir/$1/serial.log"
}
expect 'counted reads of a disk' disks disk
aia='-- -machine virt,aia=none'
expect 'counted reads with a PLIC' disks plic

expect 'the end by SBI' sh -c 'timeout 100 qemu-system-riscv64 -M virt -display none -monitor none -net none \
	-no-reboot -serial "file:$2/off.log" -append "bench=null.timing samples=5 exit=sbi-off" \
	-kernel "$1/riscv64/kernel.elf" && grep -q "^@end .* status=complete " "$2/off.log"' - "$build" "$dir"
# Before QEMU 8 every CPU has all modes.
cpu=rv64,sv57=off,sv48=off
if qemu-system-riscv64 -M virt -cpu $cpu -display none -monitor none -S -daemonize -pidfile "$dir/pid" 2>/dev/null; then
	kill "$(cat "$dir/pid")"
	expect 'a CPU with Sv39 only' few sv39 --cpu $cpu
	expect 'its metrics are those of other CPUs' equals sv39
	expect 'a CPU without pages' sh -c 'timeout 100 qemu-system-riscv64 -M virt -cpu $3,sv39=off -display none \
		-monitor none -net none -no-reboot -serial "file:$2/bare.log" -kernel "$1/riscv64/kernel.elf" &&
		grep -q "^Bareline: the CPU has no translation of 39 bits (Sv39)" "$2/bare.log"' - "$build" "$dir" $cpu
else
	echo 'skipped: CPUs without Sv48 or pages, which this QEMU has not'
fi
if [ "${2-}" = long ]; then
	expect 'the quick suite' boot quick --deterministic
	expect 'the quick suite again' boot quick-again --deterministic
	expect 'two boots give the same bytes' cmp "$dir/quick/serial.log" "$dir/quick-again/serial.log"
	expect 'no benchmark is aborted' grep -q '^@end .* faulted=0 ' "$dir/quick/serial.log"
	boot hang --bench test.hang --bench test.user_fault >/dev/null 2>&1
	expect 'a hang is ended' grep -q '^@fault .* bench=test.hang .* kind=timeout' "$dir/hang/serial.log"
	expect 'a hang of user mode is ended' grep -q '^@fault .* bench=test.user_fault .* kind=timeout' \
		"$dir/hang/serial.log"
	expect 'another OpenSBI' sh "$here/boot/other_opensbi.sh" "$dir/other"
	expect 'prices of firmware' boot firmware --deterministic --bench firmware.call
	expect 'prices of the other firmware' boot firmware-other --deterministic --bench firmware.call \
		--firmware-code "$dir/other/fw_dynamic.bin"
	version=$(sed -n 's/^@manifest .* loader="OpenSBI \([0-9.]*\)".*/\1/p' "$dir/firmware-other/serial.log")
	expect 'they are those of its golden file' boot firmware-golden --deterministic --bench firmware.call \
		--firmware-code "$dir/other/fw_dynamic.bin" \
		--baseline "$here/golden/riscv64-opensbi-$version.txt" --strict
	expect 'compare names both versions' sh -c '"$1" compare "$2/firmware" "$2/firmware-other" |
		tr -s "\n " " " | grep -q "SBI firmware is \"OpenSBI $3\", not \"OpenSBI [0-9.]*\""' - \
		"$build/bareline" "$dir" "$version"
	expect 'EDK2' sh "$here/boot/edk2_riscv64.sh" "$dir/edk2"
	code=$dir/edk2/RISCV_VIRT_CODE.fd
	variables=$dir/edk2/RISCV_VIRT_VARS.fd
	edk2=$(sh "$here/boot/edk2_riscv64.sh" "$dir/edk2" options)
	if ! qemu-system-riscv64 --version | grep -q -E ' version (7|8\.0)\.'; then
		for acpi in on off; do
			expect "UEFI of EDK2, ACPI $acpi" few edk2-$acpi --firmware uefi --firmware-code "$code" \
				--firmware-vars "$variables" --bench firmware.service -- -machine virt,acpi=$acpi
			expect 'its metrics are the same' equals edk2-$acpi
		done
		stated=$(python3 "$here/boot/caches.py" tables riscv64 "$dir")
		expect 'ACPI tables that state caches' boot acpi-caches $FEW --firmware uefi --firmware-code "$code" \
			--firmware-vars "$variables" -- -machine virt,acpi=off $stated
		expect 'their caches' has_cache acpi-caches 'level=3 type=unified size_bytes=4194304 line_bytes=64 ways=16 sharing=1'
		expect 'UEFI of EDK2 without a disk' few edk2-loaded --firmware uefi --firmware-code "$code" \
			--firmware-vars "$variables" --bench firmware.boot --media fw_cfg
	fi
	[ ! -e $uboot ] || expect "another CPU's panic" from_stick panic-other test=panic-other-cpu -kernel $uboot
	expect 'results on a stick, EDK2' from_stick stick-edk2 'bench=null.*,mem.c2c samples=5' $edk2
	expect 'a panic' from_stick panic test=panic $edk2
	expect 'a hang' from_stick hang-stick 'bench=test.hang,null.*' $edk2
	aia=
	expect 'counted reads, a second time' disks disk-again
	expect 'two boots read alike' cmp "$dir/disk/serial.log" "$dir/disk-again/serial.log"
	for model in virtio nvme ahci; do
		expect "reads and writes of $model" boot $model --disk scratch:16M --disk-model $model \
			--bench 'disk.*'
		expect "requests of $model" grep -q '^@disk_use .* reads=[1-9].* failed=0 ' \
			"$dir/$model/serial.log"
		expect "reads and writes of $model with a PLIC" boot plic-$model --disk scratch:16M \
			--disk-model $model --bench 'disk.*' -- -machine virt,aia=none
		expect "its lines" grep -q '^@series .*completion=interrupt' "$dir/plic-$model/serial.log"
		expect "interrupts of $model" grep -q '^@series .*completion=interrupt' "$dir/$model/serial.log"
	done
fi
sum_up
