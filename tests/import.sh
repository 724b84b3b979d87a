#!/bin/sh
# SPDX-License-Identifier: MIT
# A trace of Linux becomes interactions: a program whose story is known (tests/flow/story.c) runs
# and is traced in a guest, in deterministic mode, and the critical paths are those of the story.
# usage: tests/import.sh BUILD
set -u

build=$1
here=$(dirname "$0")
dir=$build/import-test
. "$here/expect.sh"

flow()
{
	"$build/bareline" flow "$@"
}

import()
{
	flow import --format ftrace --begin 'marker=request begins' --end 'request ends' \
		--clock mono -o "$dir/story.log" "$dir/story.trace" 2>"$dir/account.txt"
}

# usage: takes_ms LEAST MOST PATTERN; so much of every critical path is on lines of its tree that
# match
takes_ms()
{
	for number in 1 2 3; do
		flow tree --interaction $number "$dir/story.log" | awk -v least="$1" -v most="$2" \
			-v what="$3" '$0 ~ what { ns += $NF }
			END { print ns; exit !(ns >= least * 1e6 && ns <= most * 1e6) }' || return
	done
}

# The same trace as LTTng would have written it, and babeltrace2's text of that.
is_told_by_lttng()
{
	rm -rf "$dir/lttng"
	python3 "$here/flow/lttng.py" "$dir/story.trace" "$dir/lttng" &&
		babeltrace2 --clock-seconds "$dir/lttng" >"$dir/lttng.txt" &&
		flow import --format ctf --begin 'marker=request begins' --end 'request ends' \
			--clock mono -o "$dir/lttng.log" "$dir/lttng.txt" 2>"$dir/lttng-account.txt" &&
		flow dump "$dir/lttng.log" >"$dir/lttng-dump.txt"
}

reads_alike()
{
	for part in dump states; do
		flow $part "$dir/story.log" >"$dir/$part.txt" 2>&1 || return
	done
	flow compare "$dir/story.log" "$dir/story.log" >"$dir/compare.txt" &&
		flow draw --interaction 1 -o "$dir/story.svg" "$dir/story.log" &&
		flow export --format chrome -o "$dir/story.json" "$dir/story.log"
}

finds_nothing()
{
	flow import --format ftrace --begin marker=nosuch -o "$dir/none.log" "$dir/story.trace" \
		2>"$dir/none.txt"
	[ $? -eq 2 ] && grep -q 'no interaction begins by' "$dir/none.txt" &&
		! [ -e "$dir/none.log" ]
}

rm -rf "$dir"
mkdir -p "$dir"
expect 'a guest is traced' python3 "$here/flow/story.py" "$build/flow-story" \
	"$build/linux/vmlinuz" "$dir"
expect 'the trace is imported' import
expect 'every line is understood' sh -c "! grep -E 'not events of this|missing or invalid field|lost' $dir/account.txt"
expect 'there are three interactions' grep -q '^ *3  interactions' "$dir/account.txt"
expect 'all that must hold holds' flow check "$dir/story.log"
# A thread that is woken may wait for the rest of another's turn, until Linux's next tick (4 ms).
expect 'they take 85 ms' takes_ms 84.9 93 .
expect 'the slow worker has 40 of them, and waits for the fast one at most for 5' takes_ms 39.9 46 ';slow-'
expect 'who held the lock has 15' takes_ms 14.9 16 ';holder-'
expect 'the fast worker is on no path' takes_ms 0 0 ';fast-'
expect 'the server has 30, 20 of them on its CPU' takes_ms 29.9 38 ';server-[0-9]*(;.[a-z0-9_]*.)? [0-9]*$'
expect 'it works for 20' takes_ms 19.9 21 ';server-[0-9]*;.cpu0. '
expect 'what was slept for was ended by an interrupt' sh -c "grep -q 'resume.*interrupt' $dir/dump.txt ||
	$build/bareline flow dump $dir/story.log | grep -q 'resume.*interrupt'"
expect 'all parts read it' reads_alike
expect 'a rule that fits nothing leaves no log' finds_nothing
expect 'the same trace in the form of LTTng is imported' is_told_by_lttng
expect 'to the same interactions' cmp "$dir/dump.txt" "$dir/lttng-dump.txt"
expect 'threads are woken, and have a CPU, when LTTng says so' python3 "$here/flow/peer.py" \
	"$dir/dump.txt" "$dir/lttng"
sum_up
