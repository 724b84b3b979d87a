#!/bin/sh
# SPDX-License-Identifier: MIT
# Run unit-test programs, one per core at a time, with signals ignored as under nohup. Prints the
# output of failed programs and the skipped tests. The last line is "N passed, N failed", in tests. A
# program that fails counts as one failed test.
# usage: tests/unit/run.sh PROGRAM...
set -u

# 100 times the duration of the longest program.
export LIMIT_SECONDS=900

passed=0
failed=0
tests=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export tests scratch

printf '%s\n' "$@" | xargs -n 1 -P "$(nproc)" sh -c '
	output=$scratch/$(echo "$1" | tr / _)
	sh "$tests/timed.sh" "$1" timeout "$LIMIT_SECONDS" \
		env --ignore-signal=HUP --ignore-signal=INT "$1" >"$output" 2>&1
	status=$?
	[ $status -eq 0 ] || echo $status >"$output.status"' sh
for program; do
	output=$scratch/$(echo "$program" | tr / _)
	if [ -e "$output.status" ] || [ ! -e "$output" ]; then
		echo "$program: exit status $(cat "$output.status")"
		cat "$output"
		failed=$((failed + 1))
	fi
	sed -n "s,^\[  SKIPPED \] \([a-z].*\),skipped: $program: \1,p" "$output" | sort -u
	count=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$output" | tail -n 1)
	passed=$((passed + ${count:-0}))
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
