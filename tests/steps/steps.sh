#!/bin/sh
# SPDX-License-Identifier: MIT
# Twice the input must take about twice the steps: no command scans all records for each record.
# Steps are entered basic blocks, counted by the host tool itself (tests/steps/counter.c), so the
# host's speed does not matter. An n log n algorithm takes 2.2 times the steps for twice 600 items.
# usage: tests/steps/steps.sh BUILD
set -u

build=$1
here=$(dirname "$0")/..
dir=$build/steps-test
. "$here/expect.sh"

few=600
many=1200
most=2.3

# The maximum number of steps per byte of a log, for any contents.
byte_most=100

# usage: count ARGUMENT...; prints the command's number of steps. A comparison of one run a side only
# differs, with status 2.
count()
{
	[ "$1" = compare ] && good=2 || good=0
	rm -f "$dir/steps"
	status=0
	STEPS=$dir/steps timeout 300 "$build/bareline-steps" "$@" >"$dir/out" 2>"$dir/err" || status=$?
	[ $status -eq $good ] || { tail -n 3 "$dir/err" >&2; return 1; }
	cat "$dir/steps"
}

# usage: is_linear LESS MORE
is_linear()
{
	echo "$1 steps, $2 for twice the size"
	awk -v less="$1" -v more="$2" -v most=$most 'BEGIN { exit !(more <= most * less) }'
}

# usage: grows_linearly KIND ARGUMENT...
grows_linearly()
{
	of=$1
	shift
	less=$(count "$@" "$dir/$of-$few") && more=$(count "$@" "$dir/$of-$many") &&
		is_linear "$less" "$more"
}

# usage: compares_linearly KIND
compares_linearly()
{
	less=$(count compare --force --all "$dir/$1-$few" "$dir/$1-$few") &&
		more=$(count compare --force --all "$dir/$1-$many" "$dir/$1-$many") &&
		is_linear "$less" "$more"
}

# usage: has_few_steps_per_byte KIND
has_few_steps_per_byte()
{
	steps=$(count parse -o /dev/null "$dir/$1-$many") || return
	bytes=$(wc -c <"$dir/$1-$many")
	echo "$steps steps for $bytes bytes"
	[ "$steps" -le $((byte_most * bytes)) ]
}

rm -rf "$dir"
mkdir -p "$dir"

kinds=$(sed -n 's/^def kind_\([a-z_]*\).*/\1/p' "$here/steps/make_log.py")
expect 'the kinds of logs are listed' [ "$(echo "$kinds" | wc -l)" -ge 25 ]
for kind in $kinds; do
	for lines in $few $many; do
		python3 "$here/steps/make_log.py" "$kind" $lines >"$dir/$kind-$lines" ||
			expect "$kind: a log of $lines lines" false
	done
	expect "$kind: show" grows_linearly "$kind" show
	expect "$kind: show --all" grows_linearly "$kind" show --all
	expect "$kind: parse" grows_linearly "$kind" parse -o /dev/null
	expect "$kind: report" grows_linearly "$kind" report -o /dev/null
	expect "$kind: export" grows_linearly "$kind" export --format ndjson
	expect "$kind: history" grows_linearly "$kind" history --force --all
	expect "$kind: compare" compares_linearly "$kind"
done
for kind in ats signs starts endless fields; do
	expect "$kind: few steps per byte" has_few_steps_per_byte $kind
done

# One interaction with many events.
few=5000
many=10000
for events in $few $many; do
	"$build/flow-generate" --interactions 1 --events $events --cpus 3 -o "$dir/events-$events"
done
for part in path states load check dump 'export --format chrome -o /dev/null' 'filter -o /dev/null'; do
	# shellcheck disable=SC2086 # a part and its options
	expect "flow $part" grows_linearly events flow $part
done
sum_up
