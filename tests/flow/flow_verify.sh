#!/bin/sh
# SPDX-License-Identifier: MIT
# Verify predictions of `bareline flow` for faster devices, locks, software and CPUs. Every object
# of every workload is made to take half its time, on one node and across nodes. With overlapping
# interactions, a faster injected bottleneck must gain most.
# usage: tests/flow/flow_verify.sh BUILD
set -eu

build=$1
dir=$build/flow-verify

fail()
{
	echo "$1"
	[ $# -lt 2 ] || tail -n 20 "$2"
	exit 1
}

flow_verify()
{
	"$build/bareline" flow verify --keep "$dir/runs" "$@" \
		>"$dir/verify.txt" 2>"$dir/stderr.txt"
}

# usage: must_contain FILE TEXT
must_contain()
{
	grep -q -F -e "$2" "$1" || fail "missing output: $2" "$1"
}

# Predictions with that verdict, of objects that match. usage: verdicts VERDICT [OBJECT-PATTERN]
verdicts()
{
	tr -d '"' <"$dir/csv/verify.csv" | grep -E ",(${2:-[^,]*}),(.*,)?$1," | wc -l
}

# Devices and locks can be made faster completely, so their predictions must be exact: a device
# waited for by messages of one task, a lock held by that task, and the same on other nodes.
# Software and CPU work include the scheduler and the recorder, which keep their speed. There a
# reason is allowed.
check_every_object()
{
	for name in command echo files forward message nfs parallel random remote stream telnet; do
		set -- "$@" --bench flow.$name
	done
	flow_verify --csv "$dir/csv" "$@" -- --cpus 2 --timeout 1800 || fail "predictions:" "$dir/verify.txt"
	[ "$(verdicts pass)" -ge 140 ] || fail "too few correct predictions" "$dir/verify.txt"
	[ "$(verdicts fail)" -eq 0 ] || fail "wrong predictions" "$dir/verify.txt"
	for object in serial lock disk link client screen; do
		[ "$(verdicts pass $object)" -ge 1 ] || fail "$object: not verified" \
			"$dir/verify.txt"
		[ "$(verdicts explained $object)" -eq 0 ] || fail "$object: expected a reason" \
			"$dir/verify.txt"
	done
}

# usage: check_gain INJECTED RESOURCE: the response is shortest with RESOURCE at half its time
check_gain()
{
	tr -d '"\r' <"$dir/gains/verify.csv" | awk -F, -v injected="$1" -v name="$2" '
		FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["run"] == "flow.server_bottleneck injected=" injected && (!least || $at["measured"] < least) {
			least = $at["measured"]
			best = $at["object"]
		}
		END { exit best != name }' ||
		fail "with a $1 injected, expected the largest gain from $2" "$dir/verify.txt"
}

check_gains()
{
	flow_verify --csv "$dir/gains" --object log_disk --object paging_device --object orders_lock \
		--bench flow.server_bottleneck -- --timeout 1800 || fail "predictions:" "$dir/verify.txt"
	check_gain slow_disk log_disk
	check_gain small_cache paging_device
	check_gain hot_lock orders_lock
}

check_unknown_objects()
{
	! flow_verify --object nosuch --bench flow.echo || fail "an unknown object must be refused"
	must_contain "$dir/stderr.txt" 'no object of these runs matches --object'
}

rm -rf "$dir"
mkdir -p "$dir"
check_every_object
check_gains
check_unknown_objects
