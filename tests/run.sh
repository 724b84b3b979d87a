#!/bin/sh
# SPDX-License-Identifier: MIT
# Run checks, as many at a time as there are cores, in the order of the table in `checks`, and tell of
# each when it has ended; `make test` has built what they need.
# usage: tests/run.sh BUILD [NAME]...
#
# BUILD is absolute, or seen from the root of the source tree. Without names all above the table's
# line "# long" are run; what is below it is named, or run by `make test-long`. They may
# run side by side since none judges by how fast it was. LANES says how many run at a time instead.
# With TIMES=yes the CPU seconds of each check are told too, and in the end those of its parts.
# The last lines are what was skipped and why, and the sum of what passed, failed and was skipped; the
# exit status is 0 when nothing failed.
set -u

cd "$(dirname "$0")/.." || exit 2
checks=${CHECKS_TABLE:-tests/checks}     # another table is for a test of this
build=$1
shift
dir=$build/check
passed=0
failed=0
skipped=0

table()
{
	grep -v -e '^#' -e '^$' "$checks"
}

# usage: tell NAME: print how it ended, with its log if it did not end well
tell()
{
	title=$(table | sed -n "s/^$1 *| *\([^|]*[^| ]\) *|.*/\1/p")
	read -r good bad left_out seconds cpu <"$dir/$1.result" || { good=0 bad=1 left_out=0 seconds=0 cpu=0; }
	passed=$((passed + good))
	failed=$((failed + bad))
	skipped=$((skipped + left_out))
	[ "$bad" -eq 0 ] || cat "$dir/$1.log"
	printf '%-12s %-26s %4d passed %4d failed %5d s' "$1" "$title" "$good" "$bad" "$seconds"
	[ "${TIMES:-}" != yes ] || printf ' %7.1f s of CPU' "$cpu"
	echo
}

# usage: tell_parts NAME: those that took longest
tell_parts()
{
	[ -e "$dir/$1.times" ] || return
	echo "$1: wall seconds, CPU seconds"
	sort -k 2 -nr "$dir/$1.times" | head -n 20 | sed 's/^/    /'
}

[ $# -gt 0 ] || {
	# shellcheck disable=SC2046  # a list of names
	set -- $(sed -n -e '/^# long/q' -e 's/^\([a-z][^ ]*\) .*/\1/p' "$checks")
}

# In the table's order, whichever the caller named them in.
names=
for name in $(table | sed 's/ *|.*//'); do
	case " $* " in
	*" $name "*) names="$names $name" ;;
	esac
done
for name; do
	case "$names " in
	*" $name "*) ;;
	*)
		echo "$name: no such check; there are $(table | sed 's/ *|.*//' | tr '\n' ' ')"
		exit 2 ;;
	esac
done

mkdir -p "$dir"
# Runs that checks share (tests/shared.sh).
RUNS=$(cd "$dir" && pwd)/runs
export RUNS
rm -rf "$RUNS"
mkdir "$RUNS"
for name in $names; do
	rm -f "$dir/$name.result"
done
start=$(date +%s)
# In a session of its own, so that all of it can be ended at once.
# shellcheck disable=SC2086  # a list of names
printf '%s\n' $names | setsid xargs -n 1 -P "${LANES:-$(nproc)}" sh tests/check.sh "$build" &
lanes=$!
trap 'kill -- -$lanes 2>/dev/null' EXIT
trap 'exit 130' INT TERM HUP
untold=$names
while [ "$untold" ]; do
	# Without the lanes no result will come any more.
	kill -0 $lanes 2>/dev/null && ends=no || ends=yes
	for name in $untold; do
		[ $ends = yes ] || [ -e "$dir/$name.result" ] || continue
		tell "$name"
		untold=$(echo "$untold " | sed "s/ $name / /; s/ *$//")
	done
	sleep 0.2
done
wait

[ "${TIMES:-}" != yes ] || for name in $names; do
	tell_parts "$name"
done
for name in $names; do
	sed -n "s/^skipped: /$name skipped: /p" "$dir/$name.log"
done
echo "in $(($(date +%s) - start)) s"
[ $skipped -eq 0 ] && more= || more=", $skipped skipped"
echo "$passed passed, $failed failed$more"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
