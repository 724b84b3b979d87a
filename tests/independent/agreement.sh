#!/bin/sh
# SPDX-License-Identifier: MIT
# Results of the Linux process and of independent programs must agree within limits.
# docs/reference/agreement.md must show the instructions, if it is of the same kernel.
# usage: tests/independent/agreement.sh BUILD
set -eu

build=$1
page=$build/agreement.md

cp docs/reference/agreement.md "$page"
python3 -B scripts/agreement.py "$build" "$page"
without_times='/<!-- make agreement: times -->/,/<!-- end -->/d'
if grep -qxF "$(grep '^| metric, Linux' "$page")" docs/reference/agreement.md; then
	sed "$without_times" "$page" >"$page.exact"
	sed "$without_times" docs/reference/agreement.md | diff - "$page.exact"
else
	echo "skipped: docs/reference/agreement.md: this run has another Linux"
fi
