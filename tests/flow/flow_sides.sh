#!/bin/sh
# SPDX-License-Identifier: MIT
# The same interactions on bare metal and under Linux. The networks of Linux are whole, an independent
# program derives their critical paths from the kernel's trace alone, `flow compare` divides the
# difference without a rest, and a trace that lacks a part is refused. Gaps of the idle loop have
# causes. With "long", all other workloads too, and everything twice the same.
# usage: tests/flow/flow_sides.sh BUILD [long]
set -u

build=$1
kind=${2:-}
here=$(dirname "$0")/..
dir=$build/flow-sides${kind:+-$kind}
. "$here/expect.sh"

flow()
{
	"$build/bareline" flow "$@"
}

# usage: column FILE NAME; the values of a CSV file's column
column()
{
	tr -d '"\r' <"$1" | awk -F, -v name="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
		{ print $at }'
}

# usage: run_linux DIRECTORY OPTION...
run_linux()
{
	to=$1
	shift
	sh "$here/shared.sh" "$build" "$dir/$to" run --linux --deterministic "$@" -o @
}

is_whole()
{
	flow check "$dir/$1"
}

# usage: is_derived LOG INTERACTION; its path, from the trace of its run
is_derived()
{
	flow path --json --interaction "$2" "$dir/$1" >"$dir/path.json" || return
	name=$(python3 -B -c 'import json, sys
print(next(t for t in json.load(open(sys.argv[1]))["tables"] if t["name"] == "paths")["rows"][0]["run"])' \
		"$dir/path.json") || return
	flow dump --system-trace --run "$name" "$dir/$1" >"$dir/trace.txt" || return
	python3 -B "$here/independent/critical_path.py" "$dir/trace.txt" "$dir/path.json"
}

# All interactions of the log, or fewer.
are_derived()
{
	for interaction in $2; do
		is_derived "$1" "$interaction" || return
	done
}

# usage: has_steps_of LOG KIND NUMBER; of flow.echo's network
has_steps()
{
	[ "$(flow dump --run 'flow.echo recorder=on*' --select "$2" "$dir/$1" | grep -c " $2 ")" -eq "$3" ]
}

# Messages, threads and devices of both networks are the same.
is_same_network()
{
	for step in action receive send request device_start device_end response finish start; do
		has_steps metal "$step" "$(flow dump --run 'flow.echo recorder=on cpus=1*' --select "$step" \
			"$dir/linux" | grep -c " $step ")" || { echo "$step"; return 1; }
	done
}

compares()
{
	flow compare --run flow.echo --run flow.command --run flow.files --csv "$dir/compare" --plot "$dir/compare.svg" "$dir/metal" \
		"$dir/linux" >"$dir/compare.txt" || return
	grep -q 'ticks instead of .* longer; the largest part is ' "$dir/compare.txt" &&
		grep -q 'What differs in the work' "$dir/compare.txt" &&
		python3 -B -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' \
			"$dir/compare.svg"
}

# Segments add up to the response times, on both sides.
divides_without_a_rest()
{
	python3 -B - "$dir/compare" <<'END'
import collections, csv, sys

def rows(name):
    return list(csv.DictReader(open(f'{sys.argv[1]}/{name}.csv')))

responses = {row['run']: row for row in rows('differences')
             if row['who'] == 'response time' and 'recorder=on' in row['run']}
assert len(responses) == 3, responses.keys()
for name in 'segments', 'segment-kinds':
    assert {row['run'] for row in rows(name)} == set(responses), name    # others lack the scheduler
    sums = collections.Counter()
    for row in rows(name):
        for side in 'base', 'new':
            sums[row['run'], side] += float(row[side])
    for run, row in responses.items():
        for side in 'base', 'new':
            assert abs(sums[run, side] - float(row[side])) < 1, (name, run, side, sums, row)
kinds = {(row['run'].split()[0], row['segment']): row for row in rows('segment-kinds')}
call = kinds['flow.echo', 'system call']
assert float(call['base']) == 0 and float(call['new']) > 1000, call
work = kinds['flow.echo', 'work']
assert 3400 <= float(work['new']) <= float(work['base']), work     # the loops, and little besides
device = kinds['flow.echo', 'device']
assert abs(float(device['new']) - float(device['base'])) < 0.01 * float(device['base']), device
END
}

# A record of the kernel's trace is lost. usage: refuses_a_loss PATTERN
refuses_a_loss()
{
	grep -av '^@os_trace .* first=0 ' "$dir/linux/serial.log" >"$dir/lossy.log"
	says "a part of the kernel's trace is missing" 1 flow check "$dir/lossy.log"
}

# Every gap is divided, and the parts are as long as the gaps together.
explains_gaps()
{
	"$build/bareline" idle --csv "$dir/idle" "$dir/linux" >"$dir/idle.txt" || return
	python3 -B - "$dir/idle" <<'END'
import collections, csv, glob, sys

def rows(name):
    return list(csv.DictReader(open(f'{sys.argv[1]}/{name}.csv')))

parts, gaps = collections.Counter(), 0
for row in rows('gap-parts'):
    parts[row['part']] += int(row['total_ticks'])
for row in rows('gaps'):
    gaps += int(row['length_ticks'])
    assert row['cause'] != 'unexplained', row
assert sum(parts.values()) == gaps > 0, (parts, gaps)
interrupts = sum(ticks for part, ticks in parts.items() if part.startswith('interrupt '))
assert interrupts > parts['unexplained'] > 0, parts

(ticks,) = [int(row['clock_ticks']) for row in rows('runs')]
(timer,) = [int(row['gaps']) for row in rows('gap-parts')
            if row['part'].startswith('interrupt ') and 'timer' in row['part']]
assert timer > 0 and abs(timer - ticks) <= 1, (timer, ticks)
END
}

# The process sums the states that its workloads declare, as bare metal does, and both agree with the
# analysis of their events.
sums_while_it_runs()
{
	for side in metal linux; do
		flow check --csv "$dir/check-$side" "$dir/$side" >/dev/null || return
		column "$dir/check-$side/sums.csv" state | sort -u >"$dir/states-$side.txt"
		[ "$(grep -c . "$dir/states-$side.txt")" -eq 8 ] || return
	done
	cmp "$dir/states-metal.txt" "$dir/states-linux.txt" &&
		column "$dir/check-linux/sums.csv" state_ticks | awk '$1 == 0 { exit 1 }'
}

# Without permission the other points are measured, and the skip states the reason.
skips_without_permission()
{
	[ "$(id -u)" -eq 0 ] || skip_for 'not root'
	cp "$build/bareline-linux-static" "$dir/program" && chmod 755 "$dir/program"
	setpriv --reuid 65534 --clear-groups "$(realpath "$dir/program")" -q --bench flow.echo \
		>"$dir/unprivileged.log" 2>"$dir/unprivileged.err" || return
	grep -aq "^@skip .*recorder=on.*missing=interactions.*the kernel's trace needs root" \
		"$dir/unprivileged.log" &&
		grep -aq '^@samples' "$dir/unprivileged.log" &&
		! grep -aq '^@flow_run.*recorder=on' "$dir/unprivileged.log" &&
		flow check "$dir/unprivileged.log" >"$dir/unprivileged.txt" &&
		grep -q 'online sums that agree exactly' "$dir/unprivileged.txt"
}

rm -rf "$dir"
mkdir -p "$dir"
WORKLOADS='--bench flow.echo --bench flow.command --bench flow.files'
if [ -z "$kind" ]; then
	sh "$here/shared.sh" "$build" "$dir/metal" run --deterministic --bench 'flow.*' -o @ \
		>"$dir/metal.txt" 2>&1 || { tail "$dir/metal.txt"; exit 1; }
	# Linux calibrates the local APIC's timer in half the time of a counted boot.
	# shellcheck disable=SC2086  # several words
	expect 'Linux runs the workloads' run_linux linux $WORKLOADS --kernel-append nolapic_timer --bench idle.profile --trace-gaps
	expect 'the networks of Linux are whole' is_whole linux
	expect 'their paths are derived independently' are_derived linux '1 6 7'
	expect 'both networks have the same steps' is_same_network
	expect 'both are compared' compares
	expect 'segments add up' divides_without_a_rest
	expect 'both sides sum the same states while they run' sums_while_it_runs
	expect 'a lost part of the trace is reported' refuses_a_loss
	expect 'gaps are explained by their parts' explains_gaps
	expect 'without permission, the recording is skipped' skips_without_permission
else
	expect 'Linux runs all workloads' run_linux first --bench 'flow.*' --trace-gaps --bench 'idle.*'
	"$build/bareline" run --linux --deterministic --bench 'flow.*' --trace-gaps --bench 'idle.*' \
		-o "$dir/second" >"$dir/second.txt" 2>&1
	expect 'a second run is the same' cmp "$dir/first/serial.log" "$dir/second/serial.log"
	expect 'all networks are whole' is_whole first
	expect 'paths are derived independently' are_derived first "$(seq -s ' ' 1 23)"
fi
sum_up
