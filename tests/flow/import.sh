#!/bin/sh
# SPDX-License-Identifier: MIT
# A trace of Linux becomes interactions. A program with known critical paths (tests/flow/story.c)
# runs and is traced in a guest, in deterministic mode. The imported critical paths must be the
# known ones, also in the trace that `flow record` makes there.
# usage: tests/flow/import.sh BUILD
set -u

build=$1
here=$(dirname "$0")/..
dir=$build/import-test
. "$here/expect.sh"

flow()
{
	"$build/bareline" flow "$@"
}

import()
{
	flow import --begin 'marker=request begins' --end 'request ends' \
		--clock mono -o "$dir/story.log" "$dir/story.trace" 2>"$dir/account.txt"
}

# usage: takes_ms LEAST MOST PATTERN [LOG]; expects this time in every critical path's tree on lines
# that match
takes_ms()
{
	log=${4:-story.log}
	for number in 1 2 3; do
		[ $log = story.log ] || [ $number = 1 ] || break
		flow tree --interaction $number "$dir/$log" | awk -v least="$1" -v most="$2" \
			-v what="$3" '$0 ~ what { ns += $NF }
			END { print ns + 0; exit !(NR > 0 && ns >= least * 1e6 && ns <= most * 1e6) }' || return
	done
}

# The same trace in LTTng's format, babeltrace2's text of it, and trace-cmd's format.
matches_lttng()
{
	rm -rf "$dir/lttng"
	python3 -B "$here/flow/lttng.py" "$dir/story.trace" "$dir/lttng" &&
		babeltrace2 --clock-seconds "$dir/lttng" >"$dir/lttng.txt" &&
		python3 -B "$here/flow/trace_dat.py" "$dir/story.trace" "$dir/story.dat" || return
	for form in lttng lttng.txt story.dat; do
		flow import --begin 'marker=request begins' --end 'request ends' --clock mono \
			-o "$dir/form.log" "$dir/$form" 2>"$dir/form-account.txt" &&
			flow dump "$dir/form.log" >"$dir/form-dump.txt" &&
			cmp "$dir/dump.txt" "$dir/form-dump.txt" || return
	done
}

is_read_by_all_subcommands()
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

# The program's interaction is from its exec to its end, with the same times as the server's.
is_recorded()
{
	flow check "$dir/recorded.log" >"$dir/recorded-check.txt" &&
		grep -q 'recorded: exit status 0' "$dir/story.txt" &&
		takes_ms 84.9 93 . recorded.log && takes_ms 39.9 46 ';slow-' recorded.log &&
		takes_ms 14.9 16 ';holder-' recorded.log && takes_ms 0 0 ';fast-' recorded.log &&
		takes_ms 29.9 38 ';server-[0-9]*(;.[a-z0-9_]*.)? [0-9]*$' recorded.log
}

# An independent program derives the same paths from the text.
# usage: is_derived LOG NUMBER TRACE
is_derived()
{
	flow path --json --interaction "$2" "$dir/$1" >"$dir/path.json" &&
		python3 -B "$here/independent/critical_path.py" "$dir/$3" "$dir/path.json"
}

are_derived()
{
	for number in 1 2 3; do
		is_derived story.log $number story.trace || return
	done
	is_derived recorded.log 1 recorded.trace
}

# usage: leaves_nothing HOW STATUS; the instance is removed, however the recording ends
leaves_nothing()
{
	grep -q "^$1: $2" "$dir/story.txt" && grep -q "^$1: 0 instances" "$dir/story.txt"
}

# A file that is no text is refused with the command that makes text of it.
# usage: names_the_command BYTES COMMAND
names_the_command()
{
	printf "$1 and more" >"$dir/binary"
	flow import --format ftrace --begin pid=1 -o "$dir/none.log" "$dir/binary" >"$dir/hint.txt" 2>&1
	[ $? -eq 2 ] && grep -q -F -e "$2" "$dir/hint.txt" && ! [ -e "$dir/none.log" ]
}

rm -rf "$dir"
mkdir -p "$dir"
expect 'zstd is named' names_the_command '\050\265\057\375' zstdcat
expect 'UTF-16 is named' names_the_command '\377\376' 'iconv -f UTF-16'
expect "compression by atrace is named" names_the_command 'TRACE:\nx\234' 'record without its option -z'
expect 'a guest is traced' python3 "$here/flow/story.py" "$build/flow-story" \
	"$build/linux/vmlinuz" "$dir" "$build/bareline-static"
expect 'the trace is imported' import
expect 'every line is understood' \
	sh -c "[ -s $dir/account.txt ] &&
		! grep -E 'not events of this|missing or invalid field|lost' $dir/account.txt"
expect 'three interactions are found' grep -q '^ *interactions  *3 kept, 0 rejected' "$dir/account.txt"
expect '`flow check` passes' flow check "$dir/story.log"
# A woken thread may wait for the end of another's time slice, until Linux's next tick (4 ms).
expect 'each takes 85 ms' takes_ms 84.9 93 .
expect 'the slow worker has 40 ms, and waits for the fast worker for at most 5 ms' \
	takes_ms 39.9 46 ';slow-'
expect 'the holder of the lock has 15 ms' takes_ms 14.9 16 ';holder-'
expect 'the fast worker is on no path' takes_ms 0 0 ';fast-'
expect 'the server has 30 ms, 20 ms of them on its CPU' \
	takes_ms 29.9 38 ';server-[0-9]*(;.[a-z0-9_]*.)? [0-9]*$'
expect 'the server works for 20 ms' takes_ms 19.9 21 ';server-[0-9]*;.cpu0. '
expect 'an interrupt ends the sleep' sh -c "grep -q 'resume.*interrupt' $dir/dump.txt ||
	$build/bareline flow dump $dir/story.log | grep -q 'resume.*interrupt'"
expect 'without tracefs, a recording is refused with the reason' \
	sh -c "grep -q 'cannot trace by tracefs: not mounted; as root: mount' $dir/story.txt &&
		grep -q 'cannot trace by perf: not in PATH' $dir/story.txt &&
		grep -q 'refused: exit status 2' $dir/story.txt"
expect 'the recorded program has the same times' is_recorded
expect 'its critical path is printed by program' grep -q 'slow  *1  *4[0-9]\{7\} ' \
	"$dir/story.txt"
expect 'a recording that ends leaves no instance' leaves_nothing recorded 'exit status 0'
expect '… that is interrupted' leaves_nothing interrupted 'exit status 1'
expect '… that is killed' leaves_nothing killed 'signal 9'
expect 'an independent program derives the same paths' are_derived
expect 'all subcommands read it' is_read_by_all_subcommands
expect 'a rule without a match writes no log' finds_nothing
expect 'other forms of the trace give the same interactions' matches_lttng
expect "wake-ups and CPU times equal LTTng's analyses" python3 "$here/flow/peer.py" \
	"$dir/dump.txt" "$dir/lttng"
sum_up
