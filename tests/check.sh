#!/bin/sh
# SPDX-License-Identifier: MIT
# Run one check of the table in `checks`, into a log of its own.
# usage: tests/check.sh BUILD NAME
#
# BUILD/check/NAME.log is what it said, BUILD/check/NAME.result "PASSED FAILED SKIPPED SECONDS CPU", of
# which the last is user and system time of all that it ran and waited for. The result comes into
# place when all is over, and whole. A check that prints "N passed, N failed" counts as
# so many, the last time it says so: make may have an error to tell after it. Any other counts as
# one. A line "skipped: REASON" of it is a test that this host can't run. The exit status is 0 when
# nothing failed. With TIMES=yes tests/timed.sh leaves the cost of parts in BUILD/check/NAME.times.
set -u

# The makes of checks are not part of the one that called this, whose jobs they can't share.
unset MAKEFLAGS MFLAGS MAKELEVEL

# In every language the same words, and files in the same order.
export LC_ALL=C.UTF-8

# Longer than any check takes on a host that is ten times too busy.
LIMIT_SECONDS=3600

build=$1
name=$2
dir=$build/check
log=$dir/$name.log
command=$(sed -n "s/^$name *|.*| *//p" "${CHECKS_TABLE:-$(dirname "$0")/checks}")

mkdir -p "$dir"
[ -n "$command" ] || {
	echo "$name: no such check; tests/checks has them all"
	exit 2
}
# Two of one check would be in each other's way, since its directory has a fixed name.
exec 9>"$dir/$name.lock"
flock 9
rm -f "$dir/$name.result" "$dir/$name.times"
times=${TIMES:-}
unset TIMES
[ "$times" != yes ] || export TIMES="$(cd "$dir" && pwd)/$name.times"

start=$(date +%s)
build=$build timeout --foreground -k 10 $LIMIT_SECONDS sh -c "$command" >"$log" 2>&1 9>&-
status=$?
[ $status -ne 124 ] || echo "not at its end after $LIMIT_SECONDS s" >>"$log"

counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log" | tail -n 1)
if [ -z "$counts" ]; then
	[ $status -eq 0 ] && counts='1 0' || counts='0 1'
elif [ $status -ne 0 ] && [ "${counts#* }" -eq 0 ]; then
	counts="${counts% *} 1"
fi
skipped=$(grep -c '^skipped: ' "$log")
seconds=$(($(date +%s) - start))
times >"$dir/$name.new"
cpu=$(tail -n 1 "$dir/$name.new" | tr ms '  ' | awk '{ printf "%.1f", 60 * $1 + $2 + 60 * $3 + $4 }')
echo "$counts $skipped $seconds $cpu" >"$dir/$name.new"
mv "$dir/$name.new" "$dir/$name.result"
[ "${counts#* }" -eq 0 ]
