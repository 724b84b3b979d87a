#!/bin/sh
# SPDX-License-Identifier: MIT
# Run unit-test programs, one per core at a time, with signals ignored as under nohup. Prints the
# output of failed programs and the skipped tests. The last line is "N passed, N failed", in tests. A
# program that fails counts as one failed test.
# usage: tests/unit/run.sh PROGRAM...
set -u

# 100 times the duration of the longest program.
export LIMIT_SECONDS=900

tests=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export tests scratch

# The output of the Nth program is the file N, the status after a failure N.status.
printf '%s\n' "$@" >"$scratch/programs"
awk '{ print NR, $0 }' "$scratch/programs" | xargs -n 2 -P "$(nproc)" sh -c '
	sh "$tests/timed.sh" "$2" timeout "$LIMIT_SECONDS" \
		env --ignore-signal=HUP --ignore-signal=INT "$2" >"$scratch/$1" 2>&1 ||
		echo $? >"$scratch/$1.status"' sh
failed=0
number=0
for program; do
	output=$scratch/$((number += 1))
	if [ -e "$output.status" ] || [ ! -e "$output" ]; then
		echo "$program: exit status $(cat "$output.status")"
		cat "$output"
		failed=$((failed + 1))
	fi
done
passed=$(cd "$scratch" && awk '
	FILENAME == "programs" { name[FNR] = $0; next }
	/^\[  SKIPPED \] [a-z]/ && !seen[FILENAME, $0]++ {
		sub(/^\[  SKIPPED \] /, "skipped: " name[FILENAME] ": ")
		print >"skipped"
	}
	/^\[  PASSED  \] [0-9]+ test/ { count[FILENAME] = $4 }
	END { for (file in count) sum += count[file]; print sum + 0 }' programs $(seq $#))
[ ! -e "$scratch/skipped" ] || cat "$scratch/skipped"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ "$passed" -gt 0 ]
