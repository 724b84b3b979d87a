#!/bin/sh
# SPDX-License-Identifier: MIT
# Results of the Linux process and of independent programs must agree within limits.
# docs/agreement.md must show the instructions, if it is of the same kernel.
# usage: tests/independent/agreement.sh BUILD
set -eu

build=$1
page=$build/agreement.md
kernel=$(awk '$1 == "overhead" { print $2 }' tests/documents/runs)

cp docs/agreement.md "$page"
python3 -B scripts/agreement.py "$build" "$page"
without_times='/<!-- make agreement: times -->/,/<!-- end -->/d'
if grep -aq "kernel=\"[^\"]*$kernel" "$build/agreement-exact/bareline/serial.log"; then
	sed "$without_times" "$page" >"$page.exact"
	sed "$without_times" docs/agreement.md | diff - "$page.exact"
else
	echo "skipped: docs/agreement.md: expected Linux $kernel, this run has another"
fi
