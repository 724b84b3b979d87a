#!/bin/sh
# The stages of interrupts and page faults are, in deterministic mode, exact counts of instructions,
# the same on every host and by every compiler: what they count is written in assembly. (null.timing,
# fault.shootdown, irq.ipi, irq.hpet and irq.rtc are not here: there is C in what they count.) This
# compares them with those that are kept in tests/golden, so that a change of one is seen in review.
#
# usage: tests/golden.sh BUILD [write]
#
# With "write" the figures of this build become those kept; `make golden` does that.
set -eu

here=$(dirname "$0")
build=$1
golden=$here/golden/instructions.txt
dir=$build/golden
figures=$dir/instructions.txt

rm -rf "$dir"
mkdir -p "$dir"
# usage: figures_of NAME ARGUMENT...
figures_of()
{
	name=$1
	shift
	"$build/bareline" run --deterministic -o "$dir/$name" "$@" >"$dir/$name.txt" 2>&1 || {
		cat "$dir/$name.txt"
		exit 1
	}
	"$build/bareline" show --all "$dir/$name" |
		awk '/^[^ ]/ { kept = /^Benchmarks/ } kept' >"$dir/kept.txt"
	[ -s "$dir/kept.txt" ] || {
		echo "there are no figures in $dir/$name"
		exit 1
	}
	cat "$dir/kept.txt" >>"$figures"
}

figures_of interrupts --suite full --append samples=5 --bench irq.self_ipi --bench irq.nmi \
	--bench irq.lapic_timer --bench irq.pit --bench irq.serial --bench irq.keyboard \
	--bench irq.mouse
figures_of faults --bench fault.not_present --bench fault.write_protect --bench fault.no_execute
if [ "${2:-}" = write ]; then
	cp "$figures" "$golden"
else
	diff -u "$golden" "$figures"
fi
