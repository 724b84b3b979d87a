#!/bin/sh
# SPDX-License-Identifier: MIT
# A regression of five instructions, planted in the interrupt path, must be caught by the exact figures
# and named, and nothing else.
# usage: tests/planted.sh BUILD
set -eu

here=$(dirname "$0")
build=$1
dir=$(cd "$build" && pwd)/planted

rm -rf "$dir"
mkdir -p "$dir"
# Its figures are in a directory of their own, beside those of other checks.
ln -s ../bareline "$dir/bareline"
sh "$here/changed_kernel.sh" "$build" "$dir" kernel/trial/interrupt.S \
	'/HANDLER trial_enter_xapic$/a\	.rept 5\n\tnop\n\t.endr'

status=0
sh "$here/golden.sh" "$dir" --image "$dir/kernel.elf" >"$dir/regression" 2>"$dir/messages" || status=$?
[ $status -eq 1 ] || {
	cat "$dir/regression" "$dir/messages"
	echo "status $status instead of 1 for five more instructions"
	exit 1
}
grep -q 'irq.self_ipi ring=0 wait=spin cache=warm delivery warm: .* (5 more,' "$dir/regression" || {
	cat "$dir/regression"
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
' "$dir/golden/instructions.md" || {
	echo "these are not the five instructions, or there are none"
	exit 1
}

# The same by booting both in turn.
status=0
"$build/bareline" compare --run "$build/kernel.elf" "$dir/kernel.elf" \
	--keep "$dir/turns" --bench 'null.timing' --bench 'irq.self_ipi' \
	-- --deterministic --append samples=5 >"$dir/compared" 2>"$dir/compared.messages" || status=$?
[ $status -eq 1 ] && grep -q 'self_ipi' "$dir/compared" && ! grep -q 'improved$' "$dir/compared" || {
	cat "$dir/compared" "$dir/compared.messages"
	echo "status $status instead of 1 by compare --run"
	exit 1
}
grep '^Boot' "$dir/compared.messages" >"$dir/boots"
printf 'Boot 1 of base\nBoot 1 of new\nBoot 2 of base\nBoot 2 of new\n' | cmp - "$dir/boots"
