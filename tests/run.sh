#!/bin/sh
# SPDX-License-Identifier: MIT
# Run checks, as many at a time as there are cores, and tell of them in the order of the table in
# `checks`; `make test` has built what they need.
# usage: tests/run.sh BUILD [NAME]...
#
# BUILD is absolute, or seen from the root of the source tree. Without names all above the table's
# line "# long" are run; what is below it is named, or run by `make test-long`. They may
# run side by side since none judges by how fast it was. LANES says how many run at a time instead.
# The last line is the sum of what passed and failed; the exit status is 0 when nothing failed.
set -u

cd "$(dirname "$0")/.." || exit 2
build=$1
shift
dir=$build/check
passed=0
failed=0

table()
{
	grep -v -e '^#' -e '^$' tests/checks
}

# usage: tell NAME: print how it ended, with its log if it did not end well
tell()
{
	title=$(table | sed -n "s/^$1 *| *\([^|]*[^| ]\) *|.*/\1/p")
	read -r good bad seconds <"$dir/$1.result" || { good=0 bad=1 seconds=0; }
	passed=$((passed + good))
	failed=$((failed + bad))
	[ "$bad" -eq 0 ] || cat "$dir/$1.log"
	printf '%-12s %-26s %4d passed %4d failed %5d s\n' "$1" "$title" "$good" "$bad" "$seconds"
}

[ $# -gt 0 ] || {
	# shellcheck disable=SC2046  # a list of names
	set -- $(sed -n -e '/^# long/q' -e 's/^\([a-z][^ ]*\) .*/\1/p' tests/checks)
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
for name in $names; do
	# Without the lanes no result will come any more.
	while [ ! -e "$dir/$name.result" ] && kill -0 $lanes 2>/dev/null; do
		sleep 0.2
	done
	tell "$name"
done
wait

echo "in $(($(date +%s) - start)) s"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
