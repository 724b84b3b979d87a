#!/bin/sh
# SPDX-License-Identifier: MIT
# Run checks repeatedly, to find occasional failures.
# usage: tests/repeat.sh BUILD N [--busy] NAME...
#
# Each check runs N times, one after the other; with --busy, every core is busy meanwhile.
# BUILD/repeat/NAME-ROUND.log is the output of a failed check. Prints a line per check at the end;
# the exit status is 0 if nothing failed.
set -u

here=$(dirname "$0")
. "$here/busy.sh"
build=$1
times=$2
shift 2
load=idle
[ "${1:-}" = --busy ] && { load=busy; shift; }
[ $# -gt 0 ] && [ "$times" -gt 0 ] || {
	echo "usage: tests/repeat.sh BUILD N [--busy] NAME..." >&2
	exit 2
}

store=$build/repeat
failed=0
mkdir -p "$store"
trap stop_load EXIT
trap 'exit 130' INT TERM HUP
[ $load = idle ] || start_load
for name; do
	bad=0
	longest=0
	for round in $(seq "$times"); do
		sh "$here/check.sh" "$build" "$name" || {
			bad=$((bad + 1))
			cp "$build/check/$name.log" "$store/$name-$round.log" || exit 2
			echo "$name: round $round failed: $store/$name-$round.log"
		}
		seconds=$(cut -d ' ' -f 4 "$build/check/$name.result")
		[ "$seconds" -le $longest ] || longest=$seconds
	done
	failed=$((failed + bad))
	echo "$name, $load host: $((times - bad)) of $times rounds passed; the longest took $longest s"
done
[ $failed -eq 0 ]
