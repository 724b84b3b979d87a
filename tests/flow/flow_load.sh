#!/bin/sh
# SPDX-License-Identifier: MIT
# Overlapping interactions of a server with up to 20 users. The analysis must name the injected
# bottleneck, and Little's law must hold exactly.
# usage: tests/flow/flow_load.sh BUILD
set -eu

build=$1
dir=$build/flow-load

fail()
{
	echo "$1"
	[ $# -lt 2 ] || tail -n 20 "$2"
	exit 1
}

flow()
{
	"$build/bareline" flow "$@"
}

run_all()
{
	sh "$(dirname "$0")/../shared.sh" "$build" "$dir/run" run --deterministic --bench 'flow.*' -o @ \
		>"$dir/run.txt" 2>&1 || fail 'the run failed:' "$dir/run.txt"
}

# usage: csv FILE AWK-PROGRAM [VARIABLE=VALUE]...
csv()
{
	file=$1
	program=$2
	shift 2
	tr -d '"\r' <"$file" | awk -F, "$program" "$@" -
}

check_networks()
{
	flow check --csv "$dir/check" "$dir/run" >"$dir/check.txt" ||
		fail 'cannot check the networks:' "$dir/check.txt"
	for what in 'interactions that are whole networks' \
		'critical paths without B-arcs and exactly as long as' 'online sums that agree exactly' \
		'critical paths that match the ground truth'; do
		tr -d '"\r' <"$dir/check/check.csv" | grep -q ",[1-9][0-9]*,0,$what" ||
			fail "expected $what, 0 wrong" "$dir/check.txt"
	done
	grep -q '^@bench .* name=flow.random ' "$dir/run/serial.log" ||
		fail 'expected flow.random in the run' "$dir/run.txt"
}

# For all requests, and for each kind; the kinds add up to all.
check_law()
{
	flow load --run 'flow.server*' --kind customers --kind items --kind orders --csv "$dir/load" "$dir/run" \
		>"$dir/load.txt" || fail "Little's law:" "$dir/load.txt"
	csv "$dir/load/load.csv" 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ rows++; wrong += $at["responses"] != $at["area"] || $at["law"] != "exact" }
		$at["kind"] == "all" { all += $at["area"]; overlap += $at["most"] > 1 }
		$at["kind"] != "all" { kinds += $at["area"] }
		END { exit !(rows == 116 && wrong == 0 && all == kinds && overlap >= 15) }' ||
		fail "expected Little's law to hold exactly:" "$dir/load.txt"
	csv "$dir/load/resources.csv" 'FNR > 1 { rows++; wrong += $NF != "exact" }
		END { exit !(rows >= 116 && wrong == 0) }' ||
		fail "expected Little's law to hold exactly in a queue:" "$dir/load.txt"
}

# Service and waiting take at most the response time, and nearly all of it.
check_shares()
{
	csv "$dir/load/resources.csv" 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ sum[$at["run"]] += $at["share"] }
		END { for (run in sum) wrong += sum[run] > 1.0000001 || sum[run] < 0.99
			exit wrong > 0 }' || fail 'expected shares that add up:' "$dir/load.txt"
}

# usage: check_bottleneck INJECTED RESOURCE
check_bottleneck()
{
	csv "$dir/load/bottlenecks.csv" '
		$1 == "flow.server_bottleneck injected=" injected { is_named = $2 == name }
		END { exit !is_named }' "injected=$1" "name=$2" ||
		fail "with a $1 injected, expected $2 to be named" "$dir/load/bottlenecks.csv"
}

# usage: sample OPTION: samples of the paced load, as CSV
sample()
{
	flow states --run 'flow.server load=paced*users=20' --state server --state cpu0 \
		--state run_queue --state bank --sample "$1" --csv "$dir/sampled" "$dir/run" \
		>"$dir/sampled.txt" || fail "samples, $1:" "$dir/sampled.txt"
}

# usage: count_verdicts VERDICT
count_verdicts()
{
	tr -d '"\r' <"$dir/sampled/sampled.csv" | grep -c ",$1\$" || true
}

# The users act every 8 ms. Sampling with the same period always hits the same moments and misses
# the true value. An unrelated period, or random sampling, finds it.
check_samples()
{
	sample 8ms:3ms
	[ "$(count_verdicts outside)" -ge 2 ] || fail 'a locked period must miss the true value' \
		"$dir/sampled.txt"
	grep -q 'LOCKED: ' "$dir/sampled.txt" || fail 'expected a period to be called locked'
	for period in 730us 8ms:random; do
		sample $period
		[ "$(count_verdicts within)" -eq 4 ] || fail "$period must find the true value" \
			"$dir/sampled.txt"
		! grep -q 'LOCKED: ' "$dir/sampled.txt" || fail "$period must not be called locked"
	done
	for wrong in 8 0ms 8ms:9ms 8ms:; do
		status=0
		flow states --sample $wrong "$dir/run" >"$dir/wrong.txt" 2>&1 || status=$?
		[ $status -eq 2 ] || fail "--sample $wrong: expected a refusal" "$dir/wrong.txt"
	done
}

# An impossible value is refused with a message.
check_refused()
{
	"$build/bareline" run --deterministic --bench flow.echo \
		--append 'flow.scale=serial:5000' -o "$dir/refused" >"$dir/run.txt" 2>&1 || true
	grep -q 'flow.scale=serial:5000: invalid value' "$dir/run.txt" ||
		fail 'expected a refusal of a scale beyond the limit' "$dir/run.txt"
}

rm -rf "$dir"
mkdir -p "$dir"
run_all
check_networks
check_law
check_shares
check_bottleneck slow_disk log_disk
check_bottleneck small_cache paging_device
check_bottleneck hot_lock orders_lock
check_samples
check_refused
echo 'overlapping interactions: law, bottlenecks and samples are right'
