#!/bin/sh
# SPDX-License-Identifier: MIT
# Run the boot tests of the table `cases`, LANES (2) at a time, and print the result of each.
#
# usage: tests/boot/run.sh BUILD [PATTERN]...
#
# BUILD is the build directory; a shell PATTERN selects cases by name. The last line is "N passed, N
# failed"; the exit status is 0 if none failed. BUILD/boot-test/NAME has the files of a case.
set -u

here=$(dirname "$0")
build=$1
shift
[ $# -gt 0 ] || set -- '*'

# Each row once, even if several patterns match.
rows()
{
	grep -v -e '^#' -e '^$' "$here/cases" | while IFS= read -r row; do
		for pattern; do
			# shellcheck disable=SC2254  # a pattern, not a literal
			case ${row%% *} in
			$pattern)
				printf '%s\n' "$row"
				break ;;
			esac
		done
	done
}

# A case without a result has failed.
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
