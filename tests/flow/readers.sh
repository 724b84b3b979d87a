#!/bin/sh
# SPDX-License-Identifier: MIT
# Every form of a trace gives the same interactions: text, the Common Trace Format, trace.dat, perf.data
# (by a program in perf's place), each from a file, a pipe or gzip. What a trace lacks is said first and
# stays in the log. Unreadable traces are refused with the reason.
# usage: tests/flow/readers.sh BUILD [long]; long tries many damaged traces
set -u

build=$1
here=$(dirname "$0")/..
dir=$build/readers-test
traces=$here/flow/traces
tool=$build/tests/bareline
damages=16
[ "${2:-}" != long ] || damages=1000
. "$here/expect.sh"

# Libraries keep what they loaded.
export ASAN_OPTIONS=detect_leaks=0

flow()
{
	"$tool" flow "$@"
}

# usage: import NAME TRACE OPTION...: the log, its events and the messages
import()
{
	name=$1
	trace=$2
	shift 2
	flow import --begin 'marker=request begins' --end 'request ends' --clock mono "$@" \
		-o "$dir/$name.log" "$trace" 2>"$dir/$name.txt" &&
		flow dump "$dir/$name.log" >"$dir/$name.dump" 2>/dev/null
}

# usage: is_same NAME TRACE OPTION...: as text
is_same()
{
	import "$@" && cmp "$dir/text.dump" "$dir/$1.dump"
}

# usage: says NAME TEXT
says()
{
	grep -q -F -e "$2" "$dir/$1.txt" || { cat "$dir/$1.txt"; false; }
}

# usage: is_refused NAME TRACE TEXT OPTION...
is_refused()
{
	refused=$1
	file=$2
	text=$3
	shift 3
	import "$refused" "$file" "$@"
	[ $? -eq 2 ] && says "$refused" "$text" && ! [ -e "$dir/$refused.log" ]
}

convert()
{
	python3 -B "$here/flow/lttng.py" "$traces/threads.trace" "$dir/ctf" &&
		python3 -B "$here/flow/lttng.py" --thread vtid "$traces/threads.trace" "$dir/vtid" &&
		python3 -B "$here/flow/lttng.py" --host other "$traces/threads.trace" "$dir/two/b" &&
		cp -R "$dir/ctf" "$dir/two/a" &&
		python3 -B "$here/flow/lttng.py" "$traces/lost.trace" "$dir/lost" &&
		python3 -B "$here/flow/trace_dat.py" "$traces/threads.trace" "$dir/trace.dat" &&
		python3 -B "$here/flow/trace_dat.py" --buffers "$traces/threads.trace" "$dir/buffers.dat" &&
		python3 -B "$here/flow/trace_dat.py" "$traces/lost.trace" "$dir/lost.dat" &&
		gzip -c "$traces/threads.trace" >"$dir/text.gz" &&
		gzip -c "$dir/trace.dat" >"$dir/dat.gz"
}

piped()
{
	import piped - <"$dir/dat.gz" && cmp "$dir/text.dump" "$dir/piped.dump"
}

# In place of perf, a program that keeps its arguments and prints the trace as perf script does.
make_perf()
{
	mkdir -p "$dir/bin" && printf 'PERFILE2 of a trace' >"$dir/perf.data" &&
		cat >"$dir/bin/perf" <<-END
			#!/bin/sh
			printf '%s\n' "\$@" >'$dir/perf.arguments'
			[ ! -e '$dir/perf.fails' ] || {
				printf '%s\n' "'trace' not valid for hardware events. Ignoring." \
					'Warning: no symbols' 'incompatible file format' 'Usage: perf script' >&2
				exit 1
			}
			sed 's/^\( *[^ ].*\)-\([0-9]*\) *\(\[[0-9]*\]\) [^ ]* \([0-9.]*\): /\1 \2\/\2 \3 \4: /
				s/tracing_mark_write:/ftrace:print:/' '$traces/threads.trace'
		END
	chmod +x "$dir/bin/perf"
}

reads_perf()
{
	(PATH=$dir/bin:$PATH; is_same perf "$dir/perf.data") &&
		grep -q -x -e --show-lost-events "$dir/perf.arguments" &&
		grep -q -x -F -e "$dir/perf.data" "$dir/perf.arguments"
}

perf_fails()
{
	: >"$dir/perf.fails"
	(PATH=$dir/bin:$PATH; is_refused perf-fails "$dir/perf.data" 'cannot read it: incompatible file format;')
}

# Version 7 of trace.dat, whose parts may be compressed.
# usage: reads_version_7 COMPRESSION
reads_version_7()
{
	command -v trace-cmd >/dev/null || skip_for 'trace-cmd is not installed' || return
	trace-cmd convert -i "$dir/trace.dat" -o "$dir/v7-$1.dat" --file-version 7 --compression "$1" \
		>"$dir/convert.txt" 2>&1 && is_same "v7-$1" "$dir/v7-$1.dat"
}

# The second request is analysed; the first is rejected, and every table says what is missing.
# usage: knows_the_loss NAME TRACE
# Escape sequences in the name of a clock, of a host, of a thread and of a marker.
has_no_escapes()
{
	escape=$(printf '\033')
	sed "s/app/a$escape[2Jp/g; s/request begins/&$escape]0;x/" "$traces/threads.trace" >"$dir/escapes.trace"
	mkdir "$dir/two-escapes" && cp -R "$dir/ctf" "$dir/two-escapes/a" &&
		python3 -B "$here/flow/lttng.py" --host "other$escape[2J" "$traces/threads.trace" "$dir/two-escapes/b" ||
		return
	python3 -B "$here/flow/trace_dat.py" --clock "mono$escape[2J" "$dir/escapes.trace" "$dir/escapes.dat"
	import escapes-text "$dir/escapes.trace" && import escapes-dat "$dir/escapes.dat" &&
		says escapes-dat 'clock mono' || return
	import escapes-hosts "$dir/two-escapes"
	says escapes-hosts 'several machines' &&
		! grep -q "$escape" "$dir"/escapes-*.txt "$dir"/escapes-*.dump "$dir"/escapes-*.log
}

knows_the_loss()
{
	import "$1" "$2" && says "$1" 'the recorder lost 31 events' && says "$1" 'CPU 1: events lost: 31' &&
		! flow check "$dir/$1.log" >"$dir/check.txt" 2>&1 &&
		grep -q 'CPU 1: events lost: 31' "$dir/check.txt" &&
		grep -q 'events were lost before the sub-task ended' "$dir/check.txt" &&
		flow path --interaction 2 --json "$dir/$1.log" 2>/dev/null |
			jq -e '[.tables[] | select(.name == "lacks").rows[].lack | select(test("CPU 1: events lost: 31"))]
				| length == 1' >/dev/null &&
		flow path --all --interaction 1 "$dir/$1.log" >"$dir/path.txt" 2>"$dir/path-errors.txt" &&
		grep -q '1 of 2 interactions rejected' "$dir/path-errors.txt" &&
		! grep -q finish "$dir/path.txt"
}

# A number of prev_state means what it does in the trace's kernel. Thread 500 works, is switched away in
# this state, and works again: one interaction, or two if the state was its end.
# usage: decodes RELEASE STATE INTERACTIONS
decodes()
{
	sed "s/prev_state=R ==> next_comm=helper/prev_state=$2 ==> next_comm=helper/" "$traces/states.trace" \
		>"$dir/state.trace" &&
		python3 -B "$here/flow/lttng.py" --release "$1" "$dir/state.trace" "$dir/state-$1-$2" &&
		flow import --begin pid=500 -o "$dir/state.log" "$dir/state-$1-$2" 2>"$dir/state.txt" &&
		says state " $3 kept, 0 rejected"
}

# By the letters that the trace's own format of sched_switch has.
decodes_dat()
{
	sed "s/prev_state=R ==> next_comm=helper/prev_state=$1 ==> next_comm=helper/" "$traces/states.trace" \
		>"$dir/state.trace" &&
		python3 -B "$here/flow/trace_dat.py" "$dir/state.trace" "$dir/state.dat" &&
		flow import --begin pid=500 -o "$dir/state.log" "$dir/state.dat" 2>"$dir/state.txt" &&
		says state " $2 kept, 0 rejected"
}

# CPU 256 in place of CPU 1
reads_high_cpus()
{
	sed 's/\[001\]/[256]/' "$traces/threads.trace" >"$dir/high.trace" &&
		python3 -B "$here/flow/lttng.py" "$dir/high.trace" "$dir/high" &&
		import high-text "$dir/high.trace" && import high "$dir/high" &&
		cmp "$dir/high-text.dump" "$dir/high.dump" && grep -q cpu256 "$dir/high.dump"
}

# A clock that counts events is no time, unless its frequency is given.
refuses_counts()
{
	python3 -B "$here/flow/trace_dat.py" --clock counter "$traces/threads.trace" "$dir/counter.dat" &&
		is_refused counter "$dir/counter.dat" 'counts of a clock' &&
		is_same counted "$dir/counter.dat" --clock-hz 1000000000
}

# The library that reads a damaged trace may crash, but not the program: it reads the trace, or refuses
# it with the reason. Allocations and time are limited as in the fuzzers.
# usage: survives_damage FORM TRACE
survives_damage()
{
	python3 -B "$here/flow/damage.py" "$2" "$dir/copies-$1" $damages 38 || return
	for damaged in "$dir/copies-$1"/*; do
		(ulimit -t 20
			ASAN_OPTIONS=$ASAN_OPTIONS:max_allocation_size_mb=256:allocator_may_return_null=1
			import "copies-$1" "$damaged")
		case $? in
		0) ;;
		2) says "copies-$1" "bareline: $damaged: " || return ;;
		*) echo "$damaged"; cat "$dir/copies-$1.txt"; return 1 ;;
		esac
	done
}

# An unknown event ends what can be read of CPU 1's stream.
says_what_is_damaged()
{
	cp -R "$dir/ctf" "$dir/damaged-ctf" &&
		printf '\377\377\377\377' | dd of="$dir/damaged-ctf/kernel/channel0_1" bs=1 seek=52 \
			conv=notrunc 2>"$dir/dd.txt" &&
		import damaged-ctf "$dir/damaged-ctf" && says damaged-ctf 'the rest of a part is lost: damaged' &&
		! flow check "$dir/damaged-ctf.log" >"$dir/check.txt" 2>&1
}

rm -rf "$dir"
mkdir -p "$dir/two"
convert && make_perf || exit 1
expect 'text is read' import text "$traces/threads.trace"
expect 'one interaction of 59 ms is found' grep -q '^ *interactions  *1 kept, 0 rejected' "$dir/text.txt"
expect 'gzip gives the same interactions' is_same gz "$dir/text.gz"
expect 'so does a directory in the Common Trace Format' is_same ctf "$dir/ctf"
expect 'so does one of its streams' is_same stream "$dir/ctf/kernel/channel0_1"
expect "so does one with a container's thread numbers" is_same vtid "$dir/vtid"
expect 'its clock is named' says ctf 'clock monotonic, 1000000000 Hz'
expect 'trace.dat gives the same interactions' is_same dat "$dir/trace.dat"
expect 'so does trace.dat out of gzip from a pipe' piped
expect 'so does one with several buffers' is_same buffers "$dir/buffers.dat"
expect 'what is ignored of these is said' says buffers 'are ignored: sched_switch of copy'
expect 'so does one of version 7' reads_version_7 none
expect 'so does a compressed one of version 7' reads_version_7 zstd
expect 'perf script gives the same interactions' reads_perf
expect "perf's message is passed on" perf_fails
for form in "$traces/lost.trace" "$dir/lost" "$dir/lost.dat"; do
	expect "lost events are said first: $form" knows_the_loss "$(basename "$form")-log" "$form"
done
expect 'traces of two machines are refused' is_refused machines "$dir/two" 'several machines (story, other)'
expect 'a directory without a trace is refused' is_refused empty "$dir/bin" 'no file "metadata"'
expect 'another --format is refused' is_refused format "$dir/trace.dat" 'not --format perf' --format perf
head -c 40 "$dir/trace.dat" >"$dir/cut.dat"
expect 'a truncated trace.dat is refused' is_refused cut "$dir/cut.dat" 'libtracecmd cannot read'
expect 'a damaged stream is said first' says_what_is_damaged
expect 'damaged copies of trace.dat end with a message' survives_damage dat "$dir/trace.dat"
expect 'so do those of a directory' survives_damage ctf "$dir/ctf"
for case in '6.1.0 128 1' '4.4.0 130 1' '4.4.0 64 2' '6.1.0 64 1' '6.1.0 32 2'; do
	# shellcheck disable=SC2086  # three words
	expect "release, state, interactions: $case" decodes $case
done
expect 'state 128 of trace.dat is a sleep' decodes_dat 128 1
expect 'state 32 of trace.dat is an end' decodes_dat 32 2
expect 'a CPU of a high number is read' reads_high_cpus
expect 'counts of a clock are no times' refuses_counts
head -c 90 "$dir/text.gz" >"$dir/cut.gz"
expect 'a trace of any size takes less than 256 MiB' python3 -B "$here/flow/memory.py" "$build"
expect 'no escape sequence of a trace reaches the terminal' has_no_escapes
expect 'truncated gzip is refused' is_refused cut-gz "$dir/cut.gz" 'truncated gzip data'
sum_up
