#!/bin/sh
# Run unit-test programs; show the output of those that fail, and one summary.
set -u

passed=0
failed=
output=$(mktemp)
trap 'rm -f "$output"' EXIT
for program; do
	if timeout 300 "$program" >"$output" 2>&1; then
		count=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$output" | tail -n 1)
		passed=$((passed + ${count:-0}))
	else
		cat "$output"
		failed="$failed ${program##*/}"
	fi
done
if [ -n "$failed" ]; then
	echo "unit: failed:$failed"
	exit 1
fi
echo "unit: $passed tests passed in $# programs"
