#!/bin/sh
# SPDX-License-Identifier: MIT
# Results of the Linux process and of an independent program must agree within 2 %.
# docs/agreement.md must show them, if it is of the same kernel.
# usage: tests/independent/agreement.sh BUILD
set -eu

build=$1
page=$build/agreement.md
kernel=$(awk '$1 == "overhead" { print $2 }' tests/documents/runs)

cp docs/agreement.md "$page"
python3 scripts/agreement-exact.py "$build" "$page"
if grep -aq "kernel=\"[^\"]*$kernel" "$build/agreement-exact/bareline/serial.log"; then
	diff docs/agreement.md "$page"
else
	echo "skipped: docs/agreement.md: expected Linux $kernel, this run has another"
fi
