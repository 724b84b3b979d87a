#!/bin/sh
# SPDX-License-Identifier: MIT
# Compare the exact metrics of the kernel for aarch64 or riscv64 with its golden files, as golden.sh does for
# x86-64, and its measured loops with their declarations. A second boot, on aarch64 one that starts at EL2,
# must give the same bytes. On aarch64 the Linux Image on GICv3 must give the same metrics but those of
# interrupts. What `explain` sums must be what was measured. Each way to fault must be reported, and the
# next point must run. Texts must not name parts of an x86-64. The Linux process must repeat to the byte, a
# null system call must cost more under Linux, and `explain` must name the kernel's functions.
# usage: tests/golden/ported.sh BUILD aarch64|riscv64 [--update]
set -eu

here=$(dirname "$0")/..
build=$1
arch=$2
shift 2
case " $* " in
*' --update '*) updates=--update ;;
*) updates= ;;
esac
out=$build/golden-$arch
case $arch in
aarch64)
	exits='exit.*'
	package=qemu-system-arm
	again='-- -machine virt,virtualization=on'
	foreign='-e SYSRET -e local.APIC -e TSC -e RDTSC'
	events=armv8
	entry=el0_svc ;;
riscv64)
	exits=exit.unbacked_page         # calls of firmware differ between its versions
	package='qemu-system-riscv, before Debian 13 qemu-system-misc'
	again=
	foreign='-e SYSRET -e local.APIC -e TSC -e RDTSC -e CPUID'
	events=sbi
	entry=do_trap_ecall_u ;;
esac
COMPILED="cpu.call cpu.instruction $exits mem.mlp mem.store_forward mem.atomic mem.bandwidth.* os.* fault.demand_zero"
failed=0

command -v "qemu-system-$arch" >/dev/null || {
	echo "skipped: qemu-system-$arch is not installed (Debian package $package)"
	exit 0
}
rm -rf "$out"
mkdir -p "$out"

# usage: boot NAME OPTION...
boot()
{
	name=$1
	shift
	"$build/bareline" run --quiet --deterministic --append samples=5 -o "$out/$name" "$@"
}

check()
{
	if "$@" >"$out/message" 2>&1; then
		return
	fi
	echo "failed: $*"
	cat "$out/message"
	failed=1
}

# usage: golden FILE OPTION...
golden()
{
	file=$1
	shift
	check boot "$(basename "$file" .txt)" --arch $arch --baseline "$here/golden/$file" --strict $updates "$@"
}

# QEMU 11 counts one instruction less where riscv64 executes WFI with an interrupt pending.
instructions=$arch-instructions.txt
if [ $arch = riscv64 ] && qemu-system-riscv64 --version | grep -q -E ' version (1[1-9]|[2-9][0-9])\.'; then
	hlt='^\(irq.self_ipi ring=0 wait=hlt cache=warm'
	sed -e "s/$hlt delivery [a-z]*: \)9\*/\18*/" -e "s/$hlt total [a-z]*: \)26\*/\125*/" \
		"$here/golden/$instructions" >"$out/$instructions"
	check boot "$(basename "$instructions" .txt)" --arch $arch --baseline "$out/$instructions" --strict --suite exact
else
	golden $instructions --suite exact
fi
compiler=$(sed -n 's/.*"compiler": "\([a-z]*\) [^0-9]*\([0-9.]*\).*/\1-\2/p' "$out/$arch-instructions/results.json")
compiled=$arch-compiled-$compiler.txt
if [ -e "$here/golden/$compiled" ] || [ -n "$updates" ]; then
	set --
	for name in $COMPILED; do
		set -- --bench "$name" "$@"
	done
	golden "$compiled" "$@" $again
else
	echo "skipped: benchmarks with C code: no file tests/golden/$compiled"
fi

# Prices of firmware are those of its version.
case $arch in
aarch64) firmware=aarch64-firmware.txt ;;
riscv64) firmware=riscv64-opensbi-$(sed -n 's/^@manifest .* loader="OpenSBI \([0-9.]*\)".*/\1/p' \
		"$out/riscv64-instructions/serial.log").txt ;;
esac
if [ -e "$here/golden/$firmware" ] || [ -n "$updates" ]; then
	golden "$firmware" --bench firmware.call
else
	echo "skipped: prices of firmware: no file tests/golden/$firmware"
fi

if [ -n "$updates" ]; then
	python3 "$here/golden/loops.py" "$build/$arch" $arch --update
else
	check python3 "$here/golden/loops.py" "$build/$arch" $arch
fi

check boot phases --arch $arch --bench firmware.boot
check boot phases-again --arch $arch --bench firmware.boot
check cmp "$out/phases/serial.log" "$out/phases-again/serial.log"
check boot again --arch $arch --suite exact $again
check cmp "$out/$arch-instructions/serial.log" "$out/again/serial.log"

check boot counters --arch $arch --bench selftest.add_chain --append pmc=all
check grep -q "^@pmu .* events=$events " "$out/counters/serial.log"
# Each sample has the same instructions, at least one of each addition and less than two.
check python3 -c 'import json, sys
counts = [count for bench in json.load(open(sys.argv[1]))["benchmarks"] for count in bench["counts"]
          if bench["name"] == "selftest.add_chain" and count["event"] == "instructions"]
assert counts and all(1 <= count["events"]["min"] == count["events"]["max"] < 2 for count in counts), counts' \
	"$out/counters/results.json"

# Texts name this processor's parts.
names_own_parts()
{
	"$build/bareline" show --all "$1" >"$out/shown" &&
		! grep -i -w $foreign "$out/shown" "$1/serial.log"
}
check names_own_parts "$out/$arch-instructions"
check grep -q 'counts are those known of this version' "$out/shown"

if [ $arch = riscv64 ]; then
	check grep -q '^@manifest .* loader="OpenSBI [0-9]' "$out/riscv64-instructions/serial.log"
else
	set -- --bench 'null.*' --bench 'selftest.*' --bench 'entry.*' --bench 'fault.not_present' --bench 'exit.*'
	check boot elf --arch aarch64 "$@"
	check boot image --image "$build/aarch64/Image" "$@" -- -machine virt,gic-version=3
	check "$build/bareline" compare "$out/elf" "$out/image"

	check boot ticks --arch aarch64 --bench idle.profile
	check python3 -B "$here/idle/ticks.py" "$out/ticks/serial.log"
fi

check "$build/bareline" explain 'entry.*' -o "$out/explained" -- --arch $arch

boot faults --arch $arch --bench test.fault >/dev/null 2>&1 || :
for kind in null_read invalid_opcode execute_data write_text stack_overflow; do
	check grep -q "^@fault .* point=\"kind=$kind\" kind=exception" "$out/faults/serial.log"
done

check "$build/bareline" overhead --qemu --deterministic --keep "$out/sides" -o "$out/sides.json" \
	--bench 'null.*' --bench entry.null_syscall --bench fault.demand_zero -- --arch $arch
check cmp "$out/sides/linux-1/serial.log" "$out/sides/linux-2/serial.log"
check sh -c '! grep -e SYSRET -e stosb -e CPUID "$1"' - "$out/sides.json"
check python3 -c 'import json, sys
rows = [row for table in json.load(open(sys.argv[1]))["tables"] for row in table["rows"]
        if row.get("operation") == "a null system call"]
assert rows and all(3 < row["ratio"]["value"] < 20 for row in rows), rows' "$out/sides.json"
check sh "$here/shared.sh" "$build" "$out/explained-linux" explain entry.null_syscall path=syscall \
	--layer linux -o @ -- --arch $arch
check grep -q "\"function\": \"$entry\"" "$out/explained-linux/explain.json"
# Faults of the process: it names the access, and the next point runs.
boot linux-faults --linux --arch $arch --bench test.fault >/dev/null 2>&1 || :
for kind in null_read invalid_opcode execute_data write_text stack_overflow; do
	check grep -q "^@fault .* point=\"kind=$kind\" kind=exception" "$out/linux-faults/serial.log"
done

# usage: vectors NAME: the points of faults with their vectors
vectors()
{
	sed -n 's/^@fault .* point="\([^"]*\)" .* vector=\([0-9]*\) .*/\1 \2/p' "$out/$1/serial.log" >"$out/$1.vectors"
}
# Linux passes no cause on riscv64, so the process finds it. On aarch64 it differs between the levels.
if [ $arch = riscv64 ]; then
	vectors faults
	vectors linux-faults
	check diff "$out/faults.vectors" "$out/linux-faults.vectors"
fi
exit $failed
