#!/bin/sh
# The stages of interrupts and page faults are, in deterministic mode, exact counts of instructions,
# the same on every host and by every compiler: what they count is written in assembly. (null.timing
# and fault.shootdown are not here: there is C in them.) This compares them with those that are kept in
# tests/golden, so that a change of one is seen in review.
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
"$build/bareline" run --deterministic -o "$dir/run" --bench 'irq.*' --bench fault.not_present \
	--bench fault.write_protect --bench fault.no_execute >"$dir/output.txt" 2>&1 || {
	cat "$dir/output.txt"
	exit 1
}
"$build/bareline" show --all "$dir/run" | awk '/^[^ ]/ { kept = /^Benchmarks/ } kept' >"$figures"
[ -s "$figures" ] || {
	echo "there are no figures in $dir/run"
	exit 1
}
if [ "${2:-}" = write ]; then
	cp "$figures" "$golden"
else
	diff -u "$golden" "$figures"
fi
