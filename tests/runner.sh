#!/bin/sh
# SPDX-License-Identifier: MIT
# Test tests/run.sh with checks that pass, fail, count and skip, and with the cost of parts.
# usage: tests/runner.sh BUILD
set -u

build=$(realpath "$1")
dir=$build/runner-test
. "$(dirname "$0")/expect.sh"

# usage: ends_with STATUS LAST-LINE NAME...
ends_with()
{
	wanted=$1
	line=$2
	shift 2
	CHECKS_TABLE=$dir/table LANES=2 sh tests/run.sh "$dir" "$@" >"$dir/output" 2>&1
	[ $? -eq "$wanted" ] && [ "$(tail -n 1 "$dir/output")" = "$line" ] || { cat "$dir/output"; false; }
}

# usage: has_line PATTERN
has_line()
{
	grep -q "$1" "$dir/output"
}

rm -rf "$dir"
mkdir -p "$dir"
cat >"$dir/table" <<'TABLE'
# name | title | needs | command
one    | passes  | | echo fine
many   | counts  | | echo "1 passed, 1 failed"; echo "3 passed, 0 failed"
skips  | skips   | | echo "skipped: there is no such thing"; echo "2 passed, 0 failed"
ends   | ends badly behind its count | | echo "3 passed, 0 failed"; exit 1
counts | counts a failure | | echo "what went wrong"; echo "1 passed, 2 failed"
part   | has a part | | sh tests/timed.sh its-part sh -c "exit 3"; [ $? -eq 3 ]

# long
later  | is long | | echo "100 passed, 0 failed"
TABLE
unset TIMES
expect 'passed tests are counted' ends_with 0 '4 passed, 0 failed' one many
expect 'skipped tests are counted' ends_with 0 '3 passed, 0 failed, 1 skipped' skips one
expect 'the reason of a skip is printed' has_line '^skips skipped: there is no such thing$'
expect 'a bad exit status is a failure' ends_with 1 '3 passed, 1 failed' ends
expect 'a counted failure is a failure' ends_with 1 '1 passed, 2 failed' counts
expect "a failure's output is printed" has_line '^what went wrong$'
expect 'without names, all checks above "# long" run' ends_with 1 '11 passed, 3 failed, 1 skipped'
expect 'an unknown name is refused' says 'no such check' 2 sh tests/run.sh "$dir" other
expect 'without TIMES no CPU seconds are printed' ends_with 0 '1 passed, 0 failed' part
expect 'without TIMES no parts are printed' exits_with 1 has_line 'CPU\|its-part'
export TIMES=yes
expect 'TIMES=yes' ends_with 0 '1 passed, 0 failed' part
expect 'TIMES prints CPU seconds' has_line '^part .* [0-9.]* s of CPU$'
expect 'TIMES prints parts' has_line '^ *[0-9.]* [0-9.]* its-part$'
sum_up
