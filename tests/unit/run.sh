#!/bin/sh
# SPDX-License-Identifier: MIT
# Run unit-test programs; show the output of those that fail, and what they skip. The last line is
# "N passed, N failed", in tests; a program that ends badly counts as one failed.
set -u

# A hundred times what the longest takes.
LIMIT_SECONDS=900

passed=0
failed=0
output=$(mktemp)
trap 'rm -f "$output"' EXIT
for program; do
	sh "$(dirname "$0")/../timed.sh" "$program" timeout $LIMIT_SECONDS "$program" >"$output" 2>&1 || {
		echo "$program: exit status $?"
		cat "$output"
		failed=$((failed + 1))
	}
	sed -n "s,^\[  SKIPPED \] \([a-z].*\),skipped: $program: \1,p" "$output" | sort -u
	count=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$output" | tail -n 1)
	passed=$((passed + ${count:-0}))
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
