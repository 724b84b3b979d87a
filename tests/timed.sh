#!/bin/sh
# SPDX-License-Identifier: MIT
# Run a part of a check. If TIMES names a file, append a line to it: wall seconds, CPU seconds (user
# and system, with children), NAME. The exit status is the command's.
# usage: tests/timed.sh NAME COMMAND...
name=$1
shift
[ "${TIMES:-}" ] || exec "$@"
begin=$(date +%s.%N)
"$@"
status=$?
children=$(mktemp)
times >"$children"
{ date +%s.%N && tail -n 1 "$children"; } | tr 'ms\n' '   ' |
	awk -v begin="$begin" -v name="$name" '{
		printf "%.1f %.1f %s\n", $1 - begin, 60 * $2 + $3 + 60 * $4 + $5, name }' >>"$TIMES"
rm "$children"
exit $status
