#!/bin/sh
# SPDX-License-Identifier: MIT
# Run unit-test programs. Prints the output of failed programs and the skipped tests. The last line
# is "N passed, N failed", in tests. A program that fails counts as one failed test.
set -u

# 100 times the duration of the longest program.
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
