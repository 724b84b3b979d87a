#!/bin/sh
# SPDX-License-Identifier: MIT
# The exact metrics must find and name an injected regression of five instructions in the interrupt
# path, and no other change.
# usage: tests/golden/regression.sh BUILD
set -eu

here=$(dirname "$0")/..
build=$1
dir=$(cd "$build" && pwd)/regression

rm -rf "$dir"
mkdir -p "$dir"
# A directory of its own, apart from the results of other checks.
ln -s ../bareline "$dir/bareline"
sh "$here/golden/changed_kernel.sh" "$build" "$dir" kernel/x86/trial/interrupt.S \
	'/HANDLER trial_enter_xapic$/a\	.rept 5\n\tnop\n\t.endr'

status=0
sh "$here/golden/golden.sh" "$dir" --image "$dir/kernel.elf" >"$dir/regression" 2>"$dir/messages" || status=$?
[ $status -eq 1 ] || {
	cat "$dir/regression" "$dir/messages"
	echo "expected status 1 for five more instructions, found $status"
	exit 1
}
grep -q '^Bareline, new against base: irq[.][^;]*: +' "$dir/regression" || {
	cat "$dir/regression"
	echo "expected a whole operation in the first line"
	exit 1
}
grep -q '^    irq[.].* +5 .*  delivery +5' "$dir/regression" || {
	cat "$dir/regression"
	echo "expected the five instructions to be named, with their stage"
	exit 1
}
# Of all metrics, exactly those of the path, warm and cold.
"$build/bareline" compare --json - "$here/golden/instructions.txt" "$dir/golden/instructions" \
	>"$dir/all.json" || [ $? -eq 1 ]
python3 - "$dir/all.json" <<'end' || {
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    rows = [row for table in json.load(file)["tables"] for row in table["rows"]
            if row.get("verdict", "unchanged") not in ("unchanged", "different condition")]
others = [row for row in rows if not row["benchmark"].startswith("irq.") or row["difference"] != 5 or
          not re.fullmatch("(delivery|total)( cold)?", row["stage"]) or row["verdict"] != "regressed"]
sys.exit(others or not any(row["stage"] == "total" for row in rows))
end
	echo "expected exactly five more instructions"
	exit 1
}

# The same with alternating boots of both.
status=0
"$build/bareline" compare --run "$build/kernel.elf" "$dir/kernel.elf" \
	--keep "$dir/turns" --bench 'null.timing' --bench 'irq.self_ipi' \
	-- --deterministic --append samples=5 >"$dir/compared" 2>"$dir/compared.messages" || status=$?
[ $status -eq 1 ] && grep -q 'self_ipi' "$dir/compared" && ! grep -q 'improved$' "$dir/compared" || {
	cat "$dir/compared" "$dir/compared.messages"
	echo "expected status 1 of compare --run, found $status"
	exit 1
}
grep '^Boot' "$dir/compared.messages" >"$dir/boots"
printf 'Boot 1 of base\nBoot 1 of new\nBoot 2 of base\nBoot 2 of new\n' | cmp - "$dir/boots"
