#!/bin/sh
# SPDX-License-Identifier: MIT
# Interaction networks from end to end: random networks with known critical paths, networks of the
# workloads on one and two CPUs, damaged logs, and exports read by independent programs.
# usage: tests/flow/flow.sh BUILD [long]; long runs all numbers of nodes and CPUs
set -eu

here=$(dirname "$0")/..
build=$1
dir=$build/flow${2:+-long}

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

# usage: must_contain FILE TEXT
must_contain()
{
	grep -q -F -e "$2" "$1" || fail "missing output: $2" "$1"
}

# A line of the output of `bareline flow check --csv`. usage: must_pass_check DIRECTORY N WRONG WHAT
must_pass_check()
{
	tr -d '"\r' <"$1/check.csv" | grep -q ",$2,$3,$4" ||
		fail "expected $2 $4, $3 wrong" "$1/check.csv"
}

check_random()
{
	"$build/flow-generate" --interactions 2500 --events 60 --cpus 3 -o "$dir/random.log"
	flow check --csv "$dir/random" "$dir/random.log" >"$dir/random.txt" ||
		fail "cannot check random networks:" "$dir/random.txt"
	must_pass_check "$dir/random" 2500 0 'interactions that are whole networks'
	must_pass_check "$dir/random" 2500 0 'critical paths that match the ground truth'
}

# tests/flow/flow_load.sh checks the thousands of interactions of flow.server*, and flow.random on one CPU.
workloads='record message echo command files parallel remote telnet nfs'

# usage: check_workloads CPUS WORKLOAD...
check_workloads()
{
	cpus=$1
	shift
	# shellcheck disable=SC2046 # an option for each
	"$build/bareline" run --deterministic --timeout 1800 --cpus "$cpus" $(printf -- '--bench flow.%s ' "$@") \
		-o "$dir/run-$cpus" >"$dir/run.txt" 2>&1 || fail "workloads on $cpus CPUs:" "$dir/run.txt"
	flow check --csv "$dir/check" "$dir/run-$cpus" >"$dir/check.txt" ||
		fail "networks of $cpus CPUs:" "$dir/check.txt"
	must_pass_check "$dir/check" '[1-9][0-9]*' 0 'interactions that are whole networks'
	must_pass_check "$dir/check" '[1-9][0-9]*' 0 'critical paths without B-arcs and exactly as long as'
	must_pass_check "$dir/check" '[1-9][0-9]*' 0 'online sums that agree exactly'
	must_pass_check "$dir/check" '[1-9][0-9]*' 0 'critical paths that match the ground truth'
	! grep '^@flow_ring ' "$dir/run-$cpus/serial.log" | grep -q ' events=0 ' ||
		fail "expected events of every CPU with a workload"
}

# In a cut, damaged or changed log, the complete interactions are analysed; the others are named.
check_bad_logs()
{
	head -c 200000 "$dir/random.log" >"$dir/cut.log"
	flow check --csv "$dir/cut" "$dir/cut.log" >"$dir/cut.txt" 2>/dev/null &&
		fail "expected a failure for a cut log" "$dir/cut.txt"
	must_pass_check "$dir/cut" '[1-9][0-9]*' '[1-9][0-9]*' 'interactions that are whole networks'
	must_pass_check "$dir/cut" '[1-9][0-9]*' 0 'critical paths without B-arcs and exactly as long as'
	grep -v ' first=128 ' "$dir/random.log" >"$dir/lost.log"
	flow check "$dir/lost.log" >"$dir/lost.txt" 2>"$dir/lost-account.txt" &&
		fail "expected a failure for a log with lost records" "$dir/lost.txt"
	must_contain "$dir/lost-account.txt" 'records lost: their numbers are missing'
	must_contain "$dir/lost.txt" 'events were lost before the sub-task ended'
	must_contain "$dir/lost.txt" 'missing: Times of missing events'
	must_contain "$dir/cut.txt" 'The log is truncated: '
	flow path /dev/null >"$dir/empty.txt" 2>&1 && fail "expected a failure for an empty log"
	must_contain "$dir/empty.txt" 'no interactions: '
}

# A log with missing events must not pass, even if the remaining interactions look complete.
# usage: lacks NAME TEXT-OF-CHECK TEXT-OF-OTHERS
lacks()
{
	flow check --csv "$dir/$1" "$dir/$1.log" >"$dir/$1.txt" 2>/dev/null &&
		fail "expected a failure for $1" "$dir/$1.txt"
	must_pass_check "$dir/$1" '[1-9][0-9]*' 0 'interactions that are whole networks'
	must_contain "$dir/$1.txt" "$2"
	for part in path states dump filter draw; do
		flow $part "$dir/$1.log" >"$dir/part.txt" 2>"$dir/stderr.txt" ||
			fail "$part of $1:" "$dir/stderr.txt"
		must_contain "$dir/stderr.txt" "$3"
	done
}

# If its only block is lost, the first interaction is empty.
check_incomplete_logs()
{
	log=$dir/run-1/serial.log
	block=$(grep -n '^@flow_trace ' "$log" | head -n 1 | cut -d: -f1)
	sed "${block}d" "$log" >"$dir/lost-block.log"
	lacks lost-block ' its start     its end' 'events are missing'
	[ "$(wc -l <"$dir/lost-block/missing.csv")" -eq 2 ] ||
		fail 'more events are missing than those of one block' "$dir/lost-block.txt"
	grep -v '^@end ' "$log" >"$dir/no-end.log"
	lacks no-end 'The log is truncated: ' 'the log is truncated: '
}

# Each part of a split log has one interaction, and the parts have all events.
check_split()
{
	flow split -o "$dir/parts" --interaction 1-50 "$dir/random.log" >"$dir/split.txt"
	must_contain "$dir/split.txt" '50 interactions written to '
	flow dump --interaction 1-50 "$dir/random.log" |
		grep -c ' [0-9]*:[0-9]* ' >"$dir/whole.count"
	for part in "$dir"/parts/*.log; do
		flow check --csv "$dir/part" "$part" >"$dir/part.txt" ||
			fail "$part:" "$dir/part.txt"
		must_pass_check "$dir/part" 1 0 'interactions that are whole networks'
		flow dump "$part"
	done | grep -c ' [0-9]*:[0-9]* ' >"$dir/parts.count"
	cmp "$dir/whole.count" "$dir/parts.count"
	flow split -o "$dir/parts" --interaction 60-62 "$dir/random.log" >"$dir/split.txt"
	[ "$(ls "$dir/parts" | wc -l)" -eq 3 ] ||
		fail 'a split must remove the parts of an earlier split'
	touch "$dir/parts/mine"
	flow split -o "$dir/parts" "$dir/random.log" >"$dir/split.txt" 2>&1 &&
		fail 'a split must not write into a directory with other files'
	must_contain "$dir/split.txt" 'contains more than an earlier split'
	[ "$(ls "$dir/parts" | wc -l)" -eq 4 ] || fail 'a refused directory must not change'
	mkdir -p "$dir/foreign"
	echo mine >"$dir/foreign/000001.log"
	flow split -o "$dir/foreign" "$dir/random.log" >"$dir/split.txt" 2>&1 &&
		fail 'a split must not remove a file of another program'
	must_contain "$dir/split.txt" 'nothing in it shows that it is an earlier split'
	[ "$(cat "$dir/foreign/000001.log")" = mine ] || fail 'a refused directory must not change'
}

# The combinations of objects in use add up to the response times, without a rest.
check_states()
{
	flow states --csv "$dir/states" "$dir/run-1" >"$dir/states.txt"
	awk -F, 'FILENAME ~ /states.csv/ && FNR == 2 { response = $1 }
		FILENAME ~ /combinations.csv/ && FNR > 1 { sum += $1 }
		END { exit !(response > 0 && sum == response) }' \
		"$dir/states/states.csv" "$dir/states/combinations.csv" ||
		fail "expected states that add up:" "$dir/states.txt"
	flow states --json "$dir/run-1" | python3 -c 'import json, sys
json.load(sys.stdin)' || fail "the states are not JSON"
	flow states --state 'disk and nothing' "$dir/run-1" >"$dir/wrong.txt" 2>&1 &&
		fail "an unknown object must be refused"
	must_contain "$dir/wrong.txt" "'nothing': the log has no object of that name"
}

# Overlapping interactions wait for one another, and each names its blockers.
check_waits()
{
	"$build/bareline" run --deterministic --timeout 1800 --bench test.flow_burst \
		-o "$dir/burst" >"$dir/run.txt" 2>&1 || fail "a burst:" "$dir/run.txt"
	flow check --csv "$dir/check" "$dir/burst" >"$dir/check.txt" ||
		fail "networks of a burst:" "$dir/check.txt"
	must_pass_check "$dir/check" 3 0 'interactions that are whole networks'
	must_pass_check "$dir/check" 2 0 'online sums that agree exactly'
	flow path --interaction 1 "$dir/burst" >"$dir/first.txt"
	flow path --all --interaction 2 "$dir/burst" >"$dir/second.txt"
	flow path --all --interaction 3 "$dir/burst" >"$dir/third.txt"
	must_contain "$dir/second.txt" 'It waited behind interaction 1.'
	must_contain "$dir/third.txt" 'It waited behind interactions 1, 2.'
}

# An interaction without an end is complete up to its response, or ends slightly earlier without a
# response.
check_responses()
{
	cut=$dir/no-last-finish.log
	flow filter --run 'flow.echo recorder=on*' --drop finish "$dir/run-1" >"$cut" 2>/dev/null
	flow path --csv "$dir/to-end" "$cut" >"$dir/to-end.txt" 2>&1 ||
		fail 'expected no failure for an interaction without an end:' "$dir/to-end.txt"
	must_contain "$dir/to-end.txt" '1 of 1 interactions rejected'
	flow path --to response --csv "$dir/to-response" "$cut" >"$dir/to-response.txt" 2>&1 ||
		fail 'expected paths to the response:' "$dir/to-response.txt"
	[ ! -e "$dir/to-end/paths.csv" ] ||
		fail "expected a path to the end only for interactions with an end"
	[ "$(wc -l <"$dir/to-response/paths.csv")" -eq 2 ] ||
		fail 'expected a path to the response for every interaction with a response' \
			"$dir/to-response.txt"
	must_contain "$dir/to-response.txt" 'Sub-tasks that continued after the end: '
}

# usage: refuses TEXT ARGUMENT...
refuses()
{
	text=$1
	shift
	status=0
	flow "$@" "$dir/run-1" >"$dir/wrong.txt" 2>&1 || status=$?
	[ $status -eq 2 ] || fail "flow $*: expected exit status 2, found $status" "$dir/wrong.txt"
	must_contain "$dir/wrong.txt" "$text"
}

# Every subcommand reports a selection without a match.
check_selections()
{
	flow path --run flow.files "$dir/run-1" >"$dir/by-benchmark.txt" 2>"$dir/hint.txt"
	must_contain "$dir/hint.txt" 'to print one step by step'
	flow path --run 'flow.files *' "$dir/run-1" >"$dir/by-run.txt" 2>/dev/null
	cmp "$dir/by-benchmark.txt" "$dir/by-run.txt" ||
		fail "a benchmark name must not select its runs" "$dir/by-benchmark.txt"
	for part in path states dump filter draw "split -o $dir/none" \
		"export --format otlp -o $dir/none"; do
		# shellcheck disable=SC2086 # a part with its options
		refuses "'nomatch*': the log has no run of that name" $part --run 'nomatch*'
		# shellcheck disable=SC2086
		refuses '--interaction 5-2: not N or N-M of 1 to' $part --interaction 5-2
		# shellcheck disable=SC2086
		refuses 'no interaction of the log is selected' $part --run flow.echo\* --filter disk
	done
	for part in dump filter draw; do
		refuses "'nosuch': the log has no thread of that name" $part --thread nosuch
		refuses "'nosuch': the log has no object of that name" $part --object nosuch
	done
	refuses 'no event of the log is selected' dump --thread date --keep lost
	refuses 'empty; give a pattern' states --state ''
	refuses '--format foo: not one of chrome, otlp or ctf' export --format foo -o "$dir/none"
	for when in 12h 2026-13-01T00:00:00Z -5 1.; do
		refuses "--epoch $when: not a time" export --format otlp --epoch $when -o "$dir/none"
	done
	refuses '--epoch: chrome traces have no date' \
		export --format chrome --epoch 5 -o "$dir/none"
	[ ! -e "$dir/none" ] || fail 'a selection without a match must write no output'
}

check_exports()
{
	flow filter --interaction 1-30 -o "$dir/shorter.log" "$dir/run-1"
	for format in chrome otlp; do
		flow export --format $format -o "$dir/$format.json" "$dir/shorter.log"
		python3 "$here/flow/check_json.py" $format "$here/flow/$format.schema.json" \
			"$dir/$format.json"
	done
	flow export --format otlp --epoch 2026-01-31T12:00:00.5Z -o "$dir/later.json" "$dir/shorter.log"
	python3 "$here/flow/check_json.py" otlp "$here/flow/otlp.schema.json" "$dir/later.json" \
		"$dir/otlp.json"
	must_contain "$dir/later.json" '"startTimeUnixNano": "1769860800500000000"'
	flow export --format ctf --epoch 1769860800.5 -o "$dir/ctf" "$dir/run-1"
	grep -q '	uuid = "[-0-9a-f]*";' "$dir/ctf/metadata" || fail 'expected a uuid in the CTF trace'
	babeltrace2 --clock-date --clock-gmt "$dir/ctf" | head -n 1 >"$dir/ctf.first"
	must_contain "$dir/ctf.first" '[2026-01-31 12:00:00.500000000]'
	babeltrace2 "$dir/ctf" >"$dir/ctf.txt"
	flow dump "$dir/run-1" | grep -c ' [0-9]*:[0-9]* ' >"$dir/events.count"
	wc -l <"$dir/ctf.txt" | cmp - "$dir/events.count"
	must_contain "$dir/ctf.txt" 'object = ( "run_queue" : container = '
}

# A log of a machine without a clock has ticks only, and formats with times refuse it.
check_without_clock()
{
	python3 "$here/formats/clockless.py" "$dir/shorter.log" >"$dir/clockless.log"
	for format in chrome otlp ctf; do
		status=0
		flow export --format $format -o "$dir/none" "$dir/clockless.log" >"$dir/wrong.txt" 2>&1 ||
			status=$?
		[ $status -eq 2 ] && [ ! -e "$dir/none" ] ||
			fail "export as $format: expected exit status 2 and no output" "$dir/wrong.txt"
		must_contain "$dir/wrong.txt" 'lacks the length of a tick'
	done
	for part in path states check; do
		flow $part "$dir/clockless.log" >"$dir/ticks.txt" 2>/dev/null
		head -n 1 "$dir/ticks.txt" | grep -q 'tick length unknown: times are in ticks' ||
			fail "flow $part: expected in the first line that there are only ticks" "$dir/ticks.txt"
		! grep -i -E '[0-9] (ns|µs|ms)([^a-z]|$)|(^|[^a-z_])(nan|inf)([^a-z]|$)' "$dir/ticks.txt" ||
			fail "flow $part: expected no time" "$dir/ticks.txt"
	done
}

# The total length of the stacks of all critical paths equals the sum of all response times.
check_tree()
{
	for runs in '*' 'flow.files*' 'flow.command*'; do
		flow tree --run "$runs" -o "$dir/folded.txt" "$dir/run-1"
		flow path --all --run "$runs" "$dir/run-1" >"$dir/tree-paths.txt"
		! grep -v '^[^;]*\(;[^;]*\)* [0-9]*$' "$dir/folded.txt" ||
			fail 'expected a stack in every line' "$dir/folded.txt"
		must_contain "$dir/tree-paths.txt" \
			", $(awk '{ sum += $NF } END { printf "%.0f", sum }' "$dir/folded.txt") ticks"
		flow tree --run "$runs" --format svg -o "$dir/tree.svg" "$dir/run-1"
		python3 -c 'import sys, xml.dom.minidom as dom
dom.parse(sys.argv[1])' "$dir/tree.svg"
	done
	flow tree --run 'flow.files*' "$dir/run-1" >"$dir/folded.txt"
	flow compare "$dir/run-1" "$dir/run-1" >"$dir/compared.txt"
	! grep -E '[1-9][0-9]* +[-+][0-9]+\.[0-9] %' "$dir/compared.txt" ||
		fail 'a log must not differ from itself' "$dir/compared.txt"
	grep -q ';list;.*;\[file_server\];.*;\[disk\] [0-9]*$' "$dir/folded.txt" ||
		fail "expected served requests" "$dir/folded.txt"
}

# Charts are well-formed XML, and show the same network at every level of detail.
check_charts()
{
	"$build/bareline" report -o "$dir/page.html" "$dir/run-1"
	for interaction in 1 2 3; do
		flow draw --interaction $interaction -o "$dir/all.svg" "$dir/run-1"
		flow draw --interaction $interaction --scale linear --drop '*' \
			-o "$dir/few.svg" "$dir/run-1"
		python3 -c 'import sys, xml.dom.minidom as dom
for path in sys.argv[1:]: dom.parse(path)' "$dir/all.svg" "$dir/few.svg"
		python3 "$here/flow/drawing.py" "$dir/page.html" "$dir/all.svg" ||
			fail "cannot read interaction $interaction"
		must_contain "$dir/all.svg" 'class="critical"'
		must_contain "$dir/all.svg" 'class="blocked"'
		[ "$(grep -c '<circle' "$dir/all.svg")" -gt \
			"$(grep -c '<circle' "$dir/few.svg")" ] ||
			fail "expected interaction $interaction to omit parts"
	done
}

# usage: run_nodes NAME BENCH CPUS NODES OFFSET DRIFT
run_nodes()
{
	"$build/bareline" run --deterministic --timeout 1800 --cpus "$3" --bench "$2" \
		--append "flow.nodes=$4 flow.offset=$5 flow.drift=$6" -o "$dir/$1" \
		>"$dir/run.txt" 2>&1 || fail "$2 on $3 CPUs, $4 nodes:" "$dir/run.txt"
	flow check --csv "$dir/check" "$dir/$1" >"$dir/check.txt" ||
		fail "networks of $2, $4 nodes on $3 CPUs:" "$dir/check.txt"
	must_pass_check "$dir/check" '[1-9][0-9]*' 0 'interactions that are whole networks'
	! grep '^@flow_ring ' "$dir/$1/serial.log" | grep -q ' events=0 ' ||
		fail "$2: a CPU of $3 of $4 nodes has no records"
}

# Arguments have one length, so the machine behaves the same for every clock skew.
# usage: check_nodes_of BENCH CPUS NODES OFFSET DRIFT NO-OFFSET NO-DRIFT
check_nodes_of()
{
	run_nodes true "$1" "$2" "$3" "$6" "$7"
	run_nodes skewed "$1" "$2" "$3" "$4" "$5"
	python3 "$here/flow/nodes.py" "$build/bareline" "$dir/true" "$dir/skewed" "$dir" ||
		fail "clocks of $3 nodes on $2 CPUs, skew $4 and $5 ppm: $1"
}

# Messages between nodes of one machine arrive, and determine the clock relation.
check_nodes()
{
	check_nodes_of flow.remote 3 2 -30ms -100 -00ms -000
	must_pass_check "$dir/check" 1 0 'critical paths that match the ground truth'
	run_nodes again flow.remote 3 2 -30ms -100
	cmp "$dir/skewed/serial.log" "$dir/again/serial.log"
	check_nodes_of flow.forward 3 3 30ms 100 00ms 000
	must_pass_check "$dir/check" 1 0 'critical paths that match the ground truth'
	check_nodes_of flow.stream 2 2 -30ms 100 -00ms 000
	flow dump "$dir/true" >"$dir/stream.txt"
	grep -q ' split  *1:document ' "$dir/stream.txt" ||
		fail "expected messages of a stream split by a reader" "$dir/stream.txt"
	"$build/bareline" run --deterministic --cpus 1 --bench flow.remote -o "$dir/one" \
		>"$dir/run.txt" 2>&1 && fail "flow.remote on one CPU measures something:" "$dir/run.txt"
	grep -q 'nothing was measured' "$dir/run.txt" || fail "flow.remote on one CPU:" "$dir/run.txt"
	grep -q '^@skip .*bench=flow.remote .*missing=smp' "$dir/one/serial.log" ||
		fail "expected a skip if nodes have no CPU each" "$dir/run.txt"
}

# The basic workload, with every number of nodes, and further workloads.
check_more_nodes()
{
	check_nodes_of flow.telnet 2 2 30ms -100 00ms -000
	check_nodes_of flow.nfs 2 2 30ms 100 00ms 000
	for cpus in 2 3; do
		check_nodes_of flow.remote $cpus $cpus 30ms -100 00ms -000
		must_pass_check "$dir/check" 1 0 'critical paths that match the ground truth'
		run_nodes again flow.remote $cpus $cpus 30ms -100
		cmp "$dir/skewed/serial.log" "$dir/again/serial.log"
	done
}

rm -rf "$dir"
mkdir -p "$dir"
if [ "${2-}" = long ]; then
	check_more_nodes
	exit
fi
check_random
check_bad_logs
check_split
# shellcheck disable=SC2086 # one word for each
{
	check_workloads 1 $workloads
	check_workloads 2 $workloads random
}
check_nodes
check_incomplete_logs
check_states
check_waits
check_responses
check_selections
check_exports
check_without_clock
check_tree
check_charts
