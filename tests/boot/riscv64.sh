#!/bin/sh
# SPDX-License-Identifier: MIT
# Boots of the kernel for riscv64. Four CPUs must start and take each other's interrupts. Another CPU
# model, more memory and a machine without its own timer must give a valid run, as must a CPU with Sv39
# only and the Linux Image. A run ends by SBI too. A CPU without pages is refused with a message.
# long: a disk is read with every driver; the quick suite twice, for the same bytes; hangs are ended;
# the prices of another OpenSBI differ, by its golden file, and `compare` names both.
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
expect 'a machine with 2 GiB' few memory --memory 2G
expect 'its metrics are equal too' equals memory
expect 'the Linux Image' few_of "$build/riscv64/Image" image
expect 'its metrics are those of the ELF file' equals image
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
	for model in virtio nvme ahci; do
		expect "reads and writes of $model" boot $model --disk scratch:16M --disk-model $model \
			--bench 'disk.*'
		expect "requests of $model" grep -q '^@disk_use .* reads=[1-9].* failed=0 ' \
			"$dir/$model/serial.log"
	done
fi
sum_up
