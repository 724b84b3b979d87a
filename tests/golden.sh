#!/bin/sh
# SPDX-License-Identifier: MIT
# In deterministic mode figures are exact counts of instructions, the same on every host. This
# compares them with those that are kept in tests/golden, so that a change of one is seen in review.
#
# instructions.txt has what is written in assembly, so most are the same by every compiler, too.
# (Not where a timer interrupts user mode: C arms it, and by how much the interrupt is late depends
# on where the loop in user mode is by then. fault.shootdown, irq.ipi, irq.hpet, irq.rtc and irq.fixed_work
# are not here: there is C in what they count.) A benchmark of SUITE_EXACT says that it is one of
# them.
#
# compiled-COMPILER.txt has those in which C has a part: another version of a compiler makes other
# instructions of it. They are compared with what that version made only. These are their names:
COMPILED='cpu.call cpu.instruction mem.mlp mem.store_forward mem.atomic mem.bandwidth.* os.*'
#
# usage: tests/golden.sh BUILD [OPTION]...
#
# With the option --update the figures of this build become those kept; `make golden` does that. All
# that differ are in BUILD/golden/*.md.
set -eu

here=$(dirname "$0")
build=$1
shift
case " $* " in
*' --update '*) updates=yes ;;
*) updates= ;;
esac

# usage: run FILE OPTION...
run()
{
	file=$1
	shift
	[ -n "$updates" ] || set -- --markdown "$build/golden/$(basename "$file" .txt).md" "$@"
	"$build/bareline" run --quiet --deterministic --append samples=5 \
		-o "$build/golden/$(basename "$file" .txt)" --baseline "$here/golden/$file" --strict "$@"
}

# Its name and version: gcc-12.2.0.
compiler()
{
	sed -n 's/.*"compiler": "\([a-z]*\) [^0-9]*\([0-9.]*\).*/\1-\2/p' \
		"$build/golden/instructions/results.json"
}

rm -rf "$build/golden"
mkdir -p "$build/golden"
status=0
run instructions.txt --suite exact "$@" || status=$?
compiled=compiled-$(compiler).txt
[ -e "$here/golden/$compiled" ] || [ -n "$updates" ] || {
	echo "skipped: what this compiler makes of C: tests/golden has no $compiled"
	exit $status
}
for name in $COMPILED; do
	set -- --bench "$name" "$@"
done
run "$compiled" "$@" || status=$?
exit $status
