#!/bin/sh
# SPDX-License-Identifier: MIT
# Compare the exact metrics of deterministic runs with the golden files in tests/golden. The metrics
# are instruction counts, equal on every host, so each change is visible in a review.
#
# instructions.txt has the benchmarks of SUITE_EXACT. They are written in assembly, so most counts are
# the same with every compiler. An exception is a timer interrupt in user mode: C code arms the timer,
# and the delay depends on the place in the user loop. fault.shootdown, irq.ipi, irq.hpet, irq.rtc and
# irq.fixed_work count C code, and are not in the file.
#
# compiled-COMPILER.txt has benchmarks with C code. Each compiler version gives other counts, and is
# compared only with its own file. The benchmarks:
COMPILED='cpu.call cpu.instruction mem.mlp mem.store_forward mem.atomic mem.bandwidth.* os.*'
#
# usage: tests/golden/golden.sh BUILD [OPTION]...
#
# --update writes the golden files from this build, as in `make golden`. BUILD/golden/*.md has the
# changes.
set -eu

here=$(dirname "$0")/..
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

# Name and version of the compiler: gcc-12.2.0.
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
	echo "skipped: benchmarks with C code: no file tests/golden/$compiled"
	exit $status
}
for name in $COMPILED; do
	set -- --bench "$name" "$@"
done
run "$compiled" "$@" || status=$?
exit $status
