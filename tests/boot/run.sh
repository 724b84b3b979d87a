#!/bin/sh
# SPDX-License-Identifier: MIT
# Run the boot tests of the table in `cases`, as many at a time as LANES says (2), and say what came
# of each.
#
# usage: tests/boot/run.sh BUILD [PATTERN]...
#
# BUILD is the build directory; a PATTERN (as the shell's) selects cases by name. The last line is
# "N passed, N failed"; the exit status is 0 when none failed. What a case left behind is in
# BUILD/boot-test/NAME.
set -u

here=$(dirname "$0")
build=$1
shift
[ $# -gt 0 ] || set -- '*'

# Each row once, however many patterns it matches.
rows()
{
	grep -v -e '^#' -e '^$' "$here/cases" | while IFS= read -r row; do
		for pattern; do
			# shellcheck disable=SC2254  # a pattern is what it is
			case ${row%% *} in
			$pattern)
				printf '%s\n' "$row"
				break ;;
			esac
		done
	done
}

# A case that did not come to judging has not passed either.
for name in $(rows "$@" | sed 's/ .*//'); do
	rm -f "$build/boot-test/$name/passed"
done
rows "$@" | tr '\n' '\0' | xargs -0 -r -n 1 -P "${LANES:-2}" sh -c '
	sh "$1/../timed.sh" "${3%% *}" sh "$1/case.sh" "$2" "$3"' row "$here" "$build"

passed=0
failed=0
for name in $(rows "$@" | sed 's/ .*//'); do
	if [ -e "$build/boot-test/$name/passed" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
