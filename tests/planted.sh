#!/bin/sh
# SPDX-License-Identifier: MIT
# A regression of five instructions, planted in a copy of the interrupt path, must be caught by the
# exact figures and named, and nothing else; the same copy without it must differ in nothing.
# usage: tests/planted.sh BUILD
set -eu

here=$(dirname "$0")
root=$(cd "$here/.." && pwd)
build=$1
copy=$(cd "$build" && pwd)/planted
path=kernel/trial/interrupt.S

rm -rf "$copy"
mkdir -p "$copy/build"
(cd "$root" && cp -R Makefile VERSION mk linker.ld scripts boot kernel bench lib tools "$copy")
# Its figures are in a directory of their own, beside those of other checks.
ln -s ../../bareline "$copy/build/bareline"

# usage: compare OUTPUT: build the copy's kernel and compare its figures;
# gives the comparison's status
compare()
{
	make -s -C "$copy" SETUP=no BUILD=build build/kernel.elf >"$1.make" 2>&1 || {
		cat "$1.make"
		exit 1
	}
	status=0
	sh "$here/golden.sh" "$copy/build" --image "$copy/build/kernel.elf" \
		>"$1" 2>"$1.messages" || status=$?
}

compare "$copy/clean"
[ $status -eq 0 ] || {
	cat "$copy/clean"
	echo "a rebuild of the same source differs"
	exit 1
}

sed '/HANDLER trial_enter_xapic$/a\	.rept 5\n\tnop\n\t.endr' "$root/$path" >"$copy/$path"
compare "$copy/regression"
[ $status -eq 1 ] || {
	echo "status $status instead of 1 for five more instructions"
	exit 1
}
grep -q 'irq.self_ipi ring=0 wait=spin cache=warm delivery warm: .* (5 more,' "$copy/regression" || {
	cat "$copy/regression"
	echo "the five instructions are not named"
	exit 1
}
# Rows of a table: what, kept, now, verdict; a figure is what it is and how often it was.
awk -F' *[|] *' '
	!/^[|] [a-z]+[.]/ { next }
	{ rows++ }
	$2 !~ /^irq\..* (delivery|total) (warm|cold)$/ || $4 + 0 != $3 + 5 ||
			$5 != "**changed, costs more**" { print; others++ }
	END { exit others > 0 || rows == 0 }
' "$copy/build/golden/instructions.md" || {
	echo "these are not the five instructions, or there are none"
	exit 1
}

# The same by booting both in turn.
status=0
"$build/bareline" compare --run "$build/kernel.elf" "$copy/build/kernel.elf" \
	--keep "$copy/turns" --bench 'null.timing' --bench 'irq.self_ipi' \
	-- --deterministic --append samples=5 >"$copy/compared" 2>"$copy/compared.messages" || status=$?
[ $status -eq 1 ] && grep -q 'self_ipi' "$copy/compared" && ! grep -q 'better$' "$copy/compared" || {
	cat "$copy/compared" "$copy/compared.messages"
	echo "status $status instead of 1 by compare --run"
	exit 1
}
grep '^Boot' "$copy/compared.messages" >"$copy/boots"
printf 'Boot 1 of base\nBoot 1 of new\nBoot 2 of base\nBoot 2 of new\n' | cmp - "$copy/boots"
