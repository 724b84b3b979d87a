#!/bin/sh
# SPDX-License-Identifier: MIT
# Compare the exact metrics of the kernel for riscv64 with its golden files, as golden.sh does for x86-64,
# and its measured loops with their declarations. A second boot must give the same bytes. What
# `explain` sums must be what was measured. Each way to fault must be reported, and the next point must
# run. Texts must not name parts of an x86-64.
# usage: tests/golden/riscv64.sh BUILD [--update]
set -eu

here=$(dirname "$0")/..
build=$1
shift
case " $* " in
*' --update '*) updates=--update ;;
*) updates= ;;
esac
out=$build/golden-riscv64
# Calls of firmware differ between versions of firmware, so exit.instruction is not among these.
COMPILED='cpu.call cpu.instruction exit.unbacked_page mem.mlp mem.store_forward mem.atomic mem.bandwidth.* os.* fault.demand_zero'
failed=0

command -v qemu-system-riscv64 >/dev/null || {
	echo 'skipped: qemu-system-riscv64 is not installed (Debian package qemu-system-riscv, before Debian 13 qemu-system-misc)'
	exit 0
}
rm -rf "$out"
mkdir -p "$out"

# usage: boot NAME OPTION...
boot()
{
	name=$1
	shift
	"$build/bareline" run --quiet --deterministic --arch riscv64 --append samples=5 -o "$out/$name" "$@"
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
	check boot "$(basename "$file" .txt)" --baseline "$here/golden/$file" --strict $updates "$@"
}

golden riscv64-instructions.txt --suite exact
compiler=$(sed -n 's/.*"compiler": "\([a-z]*\) [^0-9]*\([0-9.]*\).*/\1-\2/p' \
	"$out/riscv64-instructions/results.json")
compiled=riscv64-compiled-$compiler.txt
if [ -e "$here/golden/$compiled" ] || [ -n "$updates" ]; then
	set --
	for name in $COMPILED; do
		set -- --bench "$name" "$@"
	done
	golden "$compiled" "$@"
else
	echo "skipped: benchmarks with C code: no file tests/golden/$compiled"
fi

if [ -n "$updates" ]; then
	python3 "$here/golden/loops.py" "$build/riscv64" riscv64 --update
else
	check python3 "$here/golden/loops.py" "$build/riscv64" riscv64
fi

check boot again --suite exact
check cmp "$out/riscv64-instructions/serial.log" "$out/again/serial.log"

# Texts name this processor's parts.
names_own_parts()
{
	"$build/bareline" show --all "$1" >"$out/shown" &&
		! grep -i -w -e SYSRET -e 'local APIC' -e TSC -e RDTSC -e CPUID "$out/shown" "$1/serial.log"
}
check names_own_parts "$out/riscv64-instructions"
check grep -q '^@manifest .* loader="OpenSBI [0-9]' "$out/riscv64-instructions/serial.log"

check "$build/bareline" explain 'entry.*' -o "$out/explained" -- --arch riscv64

boot faults --bench test.fault >/dev/null 2>&1 || :
for kind in null_read invalid_opcode execute_data write_text stack_overflow; do
	check grep -q "^@fault .* point=\"kind=$kind\" kind=exception" "$out/faults/serial.log"
done
exit $failed
