#!/bin/sh
# SPDX-License-Identifier: MIT
# A log and its results.json must give the same output in every command. The samples do not matter:
# one log is read twice.
# usage: tests/formats/results.sh BUILD
set -u

build=$1
here=$(dirname "$0")/..
dir=$build/results-test
. "$here/expect.sh"

bareline()
{
	timeout 600 "$build/bareline" "$@"
}

# usage: says_the_same COMMAND [OPTION]...; appends the path of either file
says_the_same()
{
	cp "$dir/log" "$dir/run"
	bareline "$@" "$dir/run" >"$dir/of-log" 2>&1
	of_log=$?
	cp "$dir/json" "$dir/run"
	bareline "$@" "$dir/run" >"$dir/of-json" 2>&1
	[ $? -eq $of_log ] && [ -s "$dir/of-log" ] && ! grep -e --help "$dir/of-log" &&
		cmp "$dir/of-log" "$dir/of-json"
}

writes_the_same_tables()
{
	rm -rf "$dir/csv-log" "$dir/csv-json"
	bareline show --csv "$dir/csv-log" "$dir/log" && bareline show --csv "$dir/csv-json" "$dir/json" &&
		[ -s "$dir/csv-log/machine.csv" ] && diff -r "$dir/csv-log" "$dir/csv-json"
}

# The number of charts depends on this host's results.
draws_the_same()
{
	bareline plot --list "$dir/json" | sed 's/ .*//' >"$dir/pictures"
	[ "$(wc -l <"$dir/pictures")" -gt 3 ] || return
	while read -r picture; do
		says_the_same plot --csv "$picture" || { echo "$picture"; return 1; }
	done <"$dir/pictures"
}

# usage: every_command NAME; of $dir/log
every_command()
{
	bareline parse "$dir/log" -o "$dir/json" 2>/dev/null
	for command in 'show' 'show --all' 'show --json' 'report -o -' 'plot --list' 'idle' \
		'export --format csv' 'export --format ndjson' 'export --format gbench' \
		'export --format openmetrics' 'export --format hdr' 'history --all' \
		"compare --force --all $dir/json" 'parse'; do
		# shellcheck disable=SC2086 # a command and its options
		expect "$1: $command" says_the_same $command
	done
	expect "$1: show --csv" writes_the_same_tables
	expect "$1: plot --csv of all charts" draws_the_same
}

rm -rf "$dir"
mkdir -p "$dir"
expect 'a run of a Linux process' timeout 600 "$build/bareline-linux" -q --samples 5 \
	--bench 'null.*' --bench 'cpu.*' --bench 'mem.latency' \
	--bench mem.bandwidth.read --bench 'idle.*' --bench 'noise.*' --duration 300ms --limit 1ms \
	-o "$dir/log" 2>"$dir/messages"
every_command 'a Linux process'
cp "$dir/log" "$dir/log.linux"
expect 'memory bandwidth' grep -q '"bytes": [1-9]' "$dir/json"
expect 'the bandwidth is not 0' sh -c '"$1" plot --csv mem.bandwidth "$2" | grep -q ",[1-9]"' - \
	"$build/bareline" "$dir/json"
expect 'a run on bare metal' \
	timeout 600 "$build/bareline" run --deterministic --quiet --bench 'null.*' --bench 'input.*' \
	--bench 'idle.profile' --pmc cycles -o "$dir/machine" >"$dir/messages" 2>&1
cp "$dir/machine/serial.log" "$dir/log"
every_command 'a machine'
expect 'a machine without a matching benchmark reports that' says 'no benchmark matches' 2 \
	bareline run --deterministic --append bench=nomatch -o "$dir/nomatch"
expect 'a machine runs nothing for an empty pattern' says 'no benchmark matches' 2 \
	bareline run --deterministic --append bench= -o "$dir/empty"

# ---- No clock ----

# No time is in the output, except in the names of points, nor NaN or infinity. The status is that of a
# log with a clock.
# usage: has_no_times COMMAND [OPTION]...; appends the path of the log
has_no_times()
{
	bareline "$@" "$dir/known" >"$dir/timed" 2>&1
	of_known=$?
	bareline "$@" "$dir/clockless" >"$dir/timeless" 2>"$dir/messages"
	[ $? -eq $of_known ] && [ -s "$dir/timeless" ] || { cat "$dir/messages"; return 1; }
	! sed -e 's/, [0-9]* µs: [0-9]* TSC ticks//' -e 's,"[A-Za-z0-9+/=]\{8,\}",,g' "$dir/timeless" | grep -n -i -E \
		'[0-9]"? ?(ns|µs|GB/s|GHz)([^a-z]|$)|[",](ns|GB/s)[",]|in ns|_seconds|(^|[^a-z_])(nan|inf)([^a-z]|$)'
}

# Which charts a Linux process has depends on its samples.
charts_have_no_times()
{
	[ "$(bareline plot --list "$dir/clockless" | wc -l)" -ge 10 ] || return
	for chart in $(bareline plot --list "$dir/clockless" | sed 's/ .*//'); do
		has_no_times plot --csv "$chart" || { echo "$chart"; return 1; }
	done
}

# usage: reports_no_clock COMMAND [OPTION]...
reports_no_clock()
{
	bareline "$@" "$dir/clockless" 2>&1 >/dev/null | grep -q 'no clock: times are in TSC ticks'
}

grep -v '^@bench .* name=clock' "$dir/log.linux" >"$dir/known"
python3 "$here/formats/clockless.py" "$dir/known" >"$dir/clockless"
bareline parse "$dir/clockless" -o "$dir/clockless.json" 2>/dev/null
for command in 'show' 'show --all' 'show --json' 'show --ndjson' 'report -o -' 'idle' 'parse' \
	'export --format csv' 'export --format ndjson' 'export --format samples' \
	'export --format openmetrics' 'export --format hdr' 'history --all' \
	"compare --force --all $dir/clockless.json"; do
	# shellcheck disable=SC2086 # a command and its options
	expect "no clock: $command" has_no_times $command
done
expect 'no clock: plot --csv of every chart' charts_have_no_times
expect 'no clock: the first line of a table says so' says 'times are in TSC ticks' 0 \
	sh -c '"$1" show "$2" | head -n 1' - "$build/bareline" "$dir/clockless"
for command in 'export --format csv' 'plot --list' 'parse'; do
	# shellcheck disable=SC2086 # a command and its options
	expect "no clock: $command says so" reports_no_clock $command
done
expect 'no clock: Google Benchmark needs times' says 'its TSC frequency is unknown' 2 \
	bareline export --format gbench "$dir/clockless"
expect 'a run without a clock is not compared with one that has times' \
	says 'the TSC frequency is unknown, unlike that of the first run' 2 \
	bareline compare "$dir/known" "$dir/clockless"
expect 'forced, different units are not compared' says '^ *null.timing .* not compared$' 2 \
	bareline compare --force --all "$dir/known" "$dir/clockless"
expect 'forced, a history has one unit' says '^ *null.timing .* +0.0 %$' 0 \
	bareline history --force --all "$dir/known" "$dir/clockless"
sum_up
