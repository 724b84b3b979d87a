#!/bin/sh
# SPDX-License-Identifier: MIT
# One keystroke on bare metal and under Linux: sent by the keyboard controller on both, read by a
# process, and compared.
# usage: tests/comparing/keystroke.sh BUILD
set -eu

build=$1
dir=$build/keystroke-test
rm -rf "$dir"
mkdir -p "$dir"

fail()
{
	echo "keystroke: $1"
	cat "$dir"/*.txt
	exit 1
}

# usage: run NAME ARGUMENT...
run()
{
	name=$1
	shift
	"$build/bareline" run --deterministic --timeout 600 -o "$dir/$name" "$@" \
		>"$dir/$name.txt" 2>&1 || fail "$name ended with status $?"
}

# A stage's samples and its median. usage: stage NAME STAGE
stage()
{
	awk -v stage="$2" '$1 == stage {print $2, $4; exit}' "$dir/$1.txt"
}

# Bare metal and Linux interleaved, as in the documents. Additional layers of Linux are named.
# Incomparable layers have no ratio. Linux calibrates the local APIC's timer in half the time of a
# counted boot; no figure of a key depends on it.
sh tests/shared.sh "$build" "$dir/both" overhead --qemu --deterministic --boots 1 --keep @ \
	--bench input.keystroke --bench idle.validation --bench app.editor --kernel-append nolapic_timer \
	-- --keyboard \
	>"$dir/boots.txt" 2>&1 || fail "expected an overhead"
"$build/bareline" overhead -o "$dir/both.json" "$dir/both/metal-1" "$dir/both/linux-1" \
	>"$dir/overhead.txt" 2>&1 || fail "expected an overhead"
for name in metal linux; do
	"$build/bareline" show --bench "*" "$dir/both/$name-1" >"$dir/$name.txt" ||
		fail "expected a complete run of $name"
done
[ "$(grep -c "^ *Linux only: kernel entry and exit, dispatch, scheduling policy, files\. " "$dir/overhead.txt")" -gt 0 ] ||
	fail "expected the additional layers of Linux to be named"
python3 -c 'import json, sys
rows = [row for table in json.load(open(sys.argv[1]))["tables"] for row in table["rows"]
	if row.get("benchmark") == "input.keystroke" and row.get("metal") and row.get("linux")]
sys.exit(len(rows) < 4 or any(row["ratio"] for row in rows))' "$dir/both.json" ||
	fail "missing layer, or ratio of an incomparable one"
for name in metal linux; do
	stage $name ready >"$dir/ready" && read -r ready_samples ready <"$dir/ready"
	stage $name taken >"$dir/taken" && read -r taken_samples taken <"$dir/taken"
	[ "$ready_samples $taken_samples" = "40 40" ] || fail "expected 40 samples of $name"
	[ "$ready" -gt 0 ] && [ "$taken" -gt "$ready" ] ||
		fail "expected the layers of $name in order"
	eval "${name}_taken=$taken"
done
[ "$linux_taken" -gt "$metal_taken" ] ||
	fail "expected bare metal to receive a key before a process"

"$build/bareline" idle "$dir/both/metal-1" "$dir/both/linux-1" >"$dir/both.txt" ||
	fail "cannot compare the runs"
grep -q '^ *linux-1  *controller' "$dir/both.txt" || fail "expected keys of Linux from the controller"

# No device sends a test driver's messages, so the process sends one for each message of a key. The
# idle loop sleeps between the keys, since there are too many passes to record each: it runs two
# or three of them around each of 16 events. A loop that polled would run 70 000.
printf 'sync on\npace 60ms\nlabel "typing"\ntext "the qick"\n' >"$dir/synced"
run sync --linux --keyboard --kernel-append nolapic_timer --bench app.word --bench entry.null_syscall \
	--input "$dir/synced" --input-pace paced --quantum 10us
"$build/bareline" idle --csv "$dir/sync-csv" "$dir/sync" >"$dir/sync-idle.txt" ||
	fail "cannot find the driver's messages in the results"
syncs=$(python3 tests/columns.py n <"$dir/sync-csv/background.csv")
[ "$syncs" = 16 ] || fail "expected 16 messages of the driver, found $syncs"
[ "$(python3 tests/columns.py action <"$dir/sync-csv/actions.csv" | grep -c '^typing$')" = 8 ] ||
	fail "expected no user action from a driver's message"

# passes, short passes, and the time slept and observed
python3 tests/columns.py passes passes_short rested_ticks observed_ticks <"$dir/sync-csv/runs.csv" \
	>"$dir/rest"
awk '{ exit !($1 + $2 >= 16 && $1 + $2 < 1000 && $3 > 9 * $4 && $4 > 0) }' "$dir/rest" ||
	fail "expected an idle loop that sleeps between keys, found $(cat "$dir/rest")"

# The keyboard changes no other metric: a process that kept the right to access its ports would take
# longer for every system call. The other run is that of overhead.sh.
sh tests/shared.sh "$build" "$dir/without" overhead --qemu --deterministic --boots 1 --keep @ \
	--kernel-append nolapic_timer \
	>"$dir/without.txt" 2>&1 || fail "expected an overhead without a keyboard"
for run in sync without/linux-1; do
	"$build/bareline" export --format csv "$dir/$run" |
		python3 tests/columns.py bench point stage cache min max |
		grep "^entry.null_syscall.*warm" >"$dir/null-calls-$(basename "$run")"
done
[ -s "$dir/null-calls-sync" ] && cmp "$dir/null-calls-sync" "$dir/null-calls-linux-1" ||
	fail "a keyboard changes the cost of a system call"

# Without the module no keyboard exists, which is reported without a failure. The same arguments as
# in overhead.sh, to share the boot.
events=$(printf 'cycles,%.0s' $(seq 500))tlb
sh tests/shared.sh "$build" "$dir/bare" run --accel tcg --linux --bench null.timing --bench input.keystroke \
	--bench idle.validation --append samples=5 --pmc "$events" -o @ >"$dir/bare.txt" 2>&1 ||
		fail "a run without the module failed"
grep -aq '^@skip .*bench=input.keystroke .*missing=i8042 .*evdev' "$dir/bare/serial.log" ||
	fail "expected the missing module to be named"
grep -aq '^@series .*point="work_us=1000 idle=poll" stage=idle_loop ' "$dir/bare/serial.log" ||
	fail "expected a timer descriptor to wake the process"
