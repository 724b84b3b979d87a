#!/bin/sh
# Run the boot tests of the table in `cases`, two at a time, and say what came of each.
#
# usage: tests/boot/run.sh BUILD [PATTERN]
#
# BUILD is the build directory; PATTERN (as the shell's) selects cases by name. The last line is
# "N passed, N failed"; the exit status is 0 when none failed. What a case left behind is in
# BUILD/boot-test/NAME.
set -u

here=$(dirname "$0")
build=$1
pattern=${2:-*}
results=$build/boot-test/results

selected()
{
	grep -v -e '^#' -e '^$' "$here/cases" | while IFS= read -r row; do
		name=${row%% *}
		# shellcheck disable=SC2254  # a pattern is what it is
		case $name in
		$pattern) printf '%s\0' "$row" ;;
		esac
	done
}

rm -rf "$results"
mkdir -p "$results"
selected | xargs -0 -r -n 1 -P 2 sh "$here/case.sh" "$build"

passed=$(find "$results" -name '*.passed' | wc -l)
failed=$(find "$results" -name '*.failed' | wc -l)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
