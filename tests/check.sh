#!/bin/sh
# SPDX-License-Identifier: MIT
# Run one check of the table in `checks`, with its own log.
# usage: tests/check.sh BUILD NAME
#
# BUILD/check/NAME.log is the output. BUILD/check/NAME.result is "PASSED FAILED SKIPPED SECONDS
# CPU"; CPU is the user and system time of all child processes. The result file appears complete,
# after the check ends.
# The last line "N passed, N failed" of a check gives its counts; make can print errors after it.
# Without such a line, a check counts as one. A line "skipped: REASON" is a test that this host
# cannot run. The exit status is 0 if nothing failed. With TIMES=yes tests/timed.sh writes the times
# of parts to BUILD/check/NAME.times.
set -u

# The checks' own make cannot share the job server of the calling make.
unset MAKEFLAGS MFLAGS MAKELEVEL

# The same messages and file order in every locale.
export LC_ALL=C.UTF-8

# Longer than any check takes on a host that is ten times too busy, and a long one on a host that is twice
# too busy.
LIMIT_SECONDS=3600
LONG_LIMIT_SECONDS=21600

build=$1
name=$2
dir=$build/check
log=$dir/$name.log
table=${CHECKS_TABLE:-$(dirname "$0")/checks}
command=$(sed -n "s/^$name *|.*| *//p" "$table")
sed '/^# long/q' "$table" | grep -q "^$name " || LIMIT_SECONDS=$LONG_LIMIT_SECONDS

mkdir -p "$dir"
[ -n "$command" ] || {
	echo "$name: no such check; see tests/checks"
	exit 2
}
# A check's directory has a fixed name, so two runs of one check would collide.
exec 9>"$dir/$name.lock"
flock 9
rm -f "$dir/$name.result" "$dir/$name.times"
times=${TIMES:-}
unset TIMES
[ "$times" != yes ] || export TIMES="$(cd "$dir" && pwd)/$name.times"

start=$(date +%s)
build=$build timeout --foreground -k 10 $LIMIT_SECONDS sh -c "$command" >"$log" 2>&1 9>&-
status=$?
[ $status -ne 124 ] || echo "$name: no end after $LIMIT_SECONDS s" >>"$log"

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
