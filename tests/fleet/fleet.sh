#!/bin/sh
# SPDX-License-Identifier: MIT
# Fleets: 40 simulated machines made from the log of one deterministic run. The odd one is found first,
# with its cause; none is found if none is odd. fleet.db is kept up to date; foreign texts are harmless,
# and databases that are none, damaged, locked, of another version or schema are refused.
# usage: tests/fleet/fleet.sh BUILD [long]
#
# long: 30 nights, a locked database, and the table of simulated rooms.
set -u
cd "$(dirname "$0")/../.." || exit
build=$(realpath "$1")
form=${2-}
dir=$build/fleet-test${form:+-$form}
rm -rf "$dir"
mkdir -p "$dir"
# shellcheck source=tests/expect.sh
. tests/expect.sh

fleet()
{
	"$build/bareline" fleet "$@"
}

# usage: make_room NAME OPTION...
make_room()
{
	name=$1
	shift
	python3 -B tests/fleet/room.py "$dir/run/serial.log" "$dir/$name" "$@"
}

sh tests/shared.sh "$build" "$dir/run" run --deterministic --quiet --bench null.timing \
	--bench 'selftest.null' --bench selftest.add_chain --bench entry.null_syscall \
	--bench fault.demand_zero --bench mem.bandwidth.read --bench 'os.switch_thread' -o @ \
	>"$dir/run.out" 2>&1 || { cat "$dir/run.out"; exit 1; }

# usage: query DATABASE SQL
query()
{
	sqlite3 "$dir/$1" "$2"
}

# usage: first_is NAME: the first odd machine of a JSON file
first_is()
{
	[ "$(jq -r '.tables[] | select(.name == "odd").rows[0].machine' "$dir/fleet.json")" = "$1" ]
}

# usage: cause_is PATTERN
cause_is()
{
	jq -r '.tables[] | select(.name == "odd").rows[0].cause' "$dir/fleet.json" | grep -q "$1"
}

expect 'a room with one odd machine is made' make_room odd --odd
expect 'the odd machine gives status 1' exits_with 1 fleet "$dir/odd" --json "$dir/fleet.json" \
	--markdown "$dir/fleet.md" --html "$dir/fleet.html"
expect 'it comes first' first_is node-23
expect 'its cause is the memory' cause_is '8 of 16 GiB memory, in one channel'
expect 'no other machine is odd' says '^Bareline fleet: 1 of 40 machines odd: node-23$' 1 \
	fleet "$dir/odd"
expect 'Markdown names it' grep -q 'node-23' "$dir/fleet.md"
expect 'the tables follow their schema' python3 -B -c 'import json, sys, jsonschema
jsonschema.validate(json.load(open(sys.argv[1])), json.load(open("docs/tables.schema.json")))' \
	"$dir/fleet.json"
expect 'the page is well-formed' xmllint --html --noout "$dir/fleet.html"
expect 'the page has its style and script only' sh -c '! grep -q " style=\|<img\|src=\|href=\"http" "$1"' - \
	"$dir/fleet.html"

expect 'a room without an odd machine is made' make_room alike
expect 'none odd gives status 0' says '^Bareline fleet: none of 40 machines odd$' 0 \
	fleet "$dir/alike"
expect 'a room of too few machines is made' make_room few --machines 5
expect 'too few machines are not judged' says 'too few to judge' 0 fleet "$dir/few"
expect 'two directories are one fleet' says 'of 45 machines odd\|of 40 machines odd' 1 \
	fleet "$dir/odd" "$dir/few"

# ---- First sentences ----

# usage: begins LINE STATUS PATH...: the first line of the output, and the exit status
begins()
{
	line=$1
	status=$2
	shift 2
	says . "$status" fleet "$@" && [ "$(head -n 1 "$dir/output")" = "$line" ] ||
		{ echo "expected: $line"; head -n 3 "$dir/output"; false; }
}
too_few()
{
	begins 'Bareline fleet: no model can be judged: Example Model A has 5 of the 6 machines that a model needs' \
		0 "$dir/few" && grep -q 'Add the results of more machines' "$dir/output"
}
expect 'too few machines: the model, its number and what would help' too_few
expect 'a room of one machine is made' make_room one --machines 1
expect 'one machine' begins \
	'Bareline fleet: no model can be judged: Example Model A has 1 of the 6 machines that a model needs' \
	0 "$dir/one"
expect 'a room with a small model is made' make_room part --machines 36
expect 'one model of three is too small' begins \
	'Bareline fleet: none of 32 judged machines odd; 4 not judged' 0 "$dir/part"
expect 'a room with a small model and an odd machine is made' make_room part-odd --machines 36 --odd
expect 'the same with an odd machine' begins \
	'Bareline fleet: 1 of 32 judged machines odd: node-23; 4 not judged' 1 "$dir/part-odd"
mkdir "$dir/none"
expect 'no log' says 'none: no logs; .* such as ROOM/results' 2 fleet "$dir/none"
: >"$dir/none/empty.log"
expect 'no usable log' says '0 invalid and 0 incomplete runs, 1 unusable log' 2 fleet "$dir/none"
expect 'no log of that time' says 'no run in that time' 2 fleet "$dir/few" --since 2030-01-01
cp "$dir/odd/fleet.db" "$dir/apart.db"
query apart.db 'DELETE FROM value WHERE figure % 40 <>
	(SELECT COUNT(*) FROM run AS other WHERE other.run < value.run)'
expect 'machines without a common metric' begins \
	'Bareline fleet: no model can be judged: no metric was measured on 6 machines of a model' \
	0 "$dir/apart.db"

# ---- Names ----

printf '# of the room\nnode-23 left-window\nnode-40\tdoor\nnode-99 cellar # not there\n' >"$dir/names"
expect 'machines have the names of a file' begins 'Bareline fleet: 1 of 40 machines odd: left-window' 1 \
	--names "$dir/names" "$dir/odd"
expect 'a named machine without a run is reported' says '! 1 named machine without a run: cellar' 1 \
	fleet --names "$dir/names" "$dir/odd"
echo node-23 >"$dir/no-names"
expect 'a line without a name is refused' says 'no-names:1: no name; a line is' 2 \
	fleet --names "$dir/no-names" "$dir/odd"
cp -r "$dir/few" "$dir/sent"
for number in 1 2 3 4 5; do
	mv "$dir/sent/node-0$number/night-01/serial.log" "$dir/sent/52540077000$number-0000000$number-1111-4222-8333-52540077000$number-20261127-03304$number-maker-product.log"
	rm -r "$dir/sent/node-0$number"
done
echo '52:54:00:77:00:2 PC-2' >"$dir/ethers"
named_by_address()
{
	says PC-2 0 fleet --all --names "$dir/ethers" "$dir/sent" && grep -q '525400770003' "$dir/output"
}
expect 'logs from the network are named by address, as in /etc/ethers' named_by_address

# ---- Causes ----

expect 'a room with a slow machine and one with less memory is made' make_room causes --slow 3 --less 5
slow_and_less()
{
	begins 'Bareline fleet: 1 of 40 machines odd: node-03' 1 "$dir/causes" &&
		grep -q '1 machine has other records than its model: node-05' "$dir/output" &&
		grep -q 'node-05 .*8 of 16 GiB memory, in one channel' "$dir/output"
}
expect 'both are named, and the memory' slow_and_less
without_clock()
{
	cp "$dir/causes/fleet.db" "$dir/factor.db"
	query factor.db "UPDATE run SET core_mhz = 0; DELETE FROM value WHERE figure IN
		(SELECT figure FROM figure WHERE bench LIKE 'null.%' OR bench LIKE 'selftest.%')"
	says 'node-03 differs: [0-9]* of [0-9]* metrics by one factor, [12].*: as with a slower clock' 1 \
		fleet "$dir/factor.db"
}
expect 'one factor in all figures is a slower clock' without_clock
no_other_records()
{
	begins 'Bareline fleet: none of 40 machines odd' 0 "$dir/alike" &&
		! grep -q 'other records' "$dir/output"
}
expect 'a room of equal machines has no other records' no_other_records

# ---- What a machine states of itself ----

expect 'a room with an odd machine and a coarse clock is made' make_room coarse --odd --coarse 7
coarse()
{
	begins 'Bareline fleet: 2 of 40 machines odd: node-07, node-23' 1 "$dir/coarse" --json "$dir/fleet.json" &&
		[ "$(jq -r '.tables[] | select(.name == "odd").rows[] | select(.machine == "node-07").figure' \
			"$dir/fleet.json" | grep -c '^clock, ')" = 2 ]
}
expect 'a clock unlike the others is odd, and its resolution no limit of the others' coarse
expect 'a room with a unit of its own is made' make_room bananas --bananas 7
bananas()
{
	begins 'Bareline fleet: none of 39 machines odd' 0 "$dir/bananas" &&
		grep -q '1 run invalid' "$dir/output" &&
		grep -q '1 machine without a valid, complete run: node-07$' "$dir/output" &&
		says 'Invalid. null.timing states the unknown unit "bananas"' 0 "$build/bareline" show \
			"$dir/bananas/node-07/night-01"
}
expect 'a run with an unknown unit is invalid' bananas

# ---- Each machine against itself ----

# usage: since ROOM DAY: the tables of the comparison, and their text; status 0 or 1
since()
{
	room=$1
	day=$2
	shift 2
	exited=0
	fleet "$dir/$room" --since "$day" --json "$dir/since.json" "$@" >"$dir/since.out" || exited=$?
	[ $exited -le 1 ]
}

# usage: rows TABLE FILTER: jq's answer for the rows of a table of the comparison
rows()
{
	jq -r ".tables[] | select(.name == \"$1\").rows | $2" "$dir/since.json"
}

# usage: is EXPECTED TABLE FILTER
is()
{
	found=$(rows "$2" "$3")
	[ "$found" = "$1" ] || { echo "expected: $1"; echo "found: $found"; cat "$dir/since.out"; false; }
}

expect 'two nights, new firmware of a model, a lost module' make_room month --nights 2 --update 1 --lost 7
month()
{
	since month 2026-10-02 && [ $exited -eq 1 ] && grep -q '^Bareline fleet: none of 40 machines odd; all 18 of Example Model A changed since 2026-10-02$' "$dir/since.out" &&
		is 'all 18 of Example Model A' since '[.[].of] | unique | join(",")' &&
		is entry.null_syscall since '[.[].benchmark] | unique | join(",")' &&
		is true since 'all(.change > 0.14 and .change < 0.16 and .after.value > .before.value and .p < 0.01)' &&
		is 'all 18 of Example Model A firmware,node-07 memory' since_records \
			'[.[] | .of + " " + .record] | join(",")' &&
		is '1 x 8 GiB DDR4-3200, 1 channel' since_records '.[1].after' && is 0 unpaired length
}
expect 'the model changed with its firmware; node-07 lost a module' month
short()
{
	tr -s '\n ' '  ' <"$dir/since.out" | grep -q 'firmware SeaBIOS 1.0 [^;]* → SeaBIOS 2.0 [^;.]*. node-07: memory 2 x 8' &&
		[ "$(wc -l <"$dir/since.out")" -le 33 ]
}
expect 'both are in the first sentences of a short answer' short
expect 'without a date the update is named, and the option' says \
	'Example Model A from 2026-10-02 on: firmware SeaBIOS 2.0' 0 fleet "$dir/month"
since_page()
{
	since month 2026-10-02 --html "$dir/since.html" --markdown "$dir/since.md" &&
		xmllint --html --noout "$dir/since.html" && grep -q 'all 18 of Example Model A' "$dir/since.md" &&
		python3 -B -c 'import json, sys, jsonschema
jsonschema.validate(json.load(open(sys.argv[1])), json.load(open("docs/tables.schema.json")))' "$dir/since.json"
}
expect 'the page, Markdown and tables of it are well-formed' since_page

expect 'two nights without a change are made' make_room still --nights 2
still()
{
	since still 2026-10-02 && [ $exited -eq 0 ] && grep -q 'no machine changed since 2026-10-02$' "$dir/since.out" &&
		is 0 since length && is 0 since_records length && is 0 unpaired length
}
expect 'no machine changed in a room without a change' still
expect 'two nights with an update that makes calls faster are made' make_room faster --nights 2 --update 1 --times 0.87
faster()
{
	since faster 2026-10-02 && [ $exited -eq 0 ] && is true since 'all(.change > -0.14 and .change < -0.12)'
}
expect 'what became faster is no regression' faster

# The sentence has the machine's own change, not the one beyond its model.
expect 'an update that costs one machine three times as much is made' make_room worst --nights 2 --update 1 --worst 7
worst()
{
	since worst 2026-10-02 && [ $exited -eq 1 ] && is true since '[.[] | select(.of == "node-07")] |
		length > 0 and all(.change > 0.42 and .change < 0.48)' &&
		tr -s '\n ' '  ' <"$dir/since.out" | grep -q 'node-07: [^%]* +4[2-8]\.[0-9] %'
}
expect 'the change of a machine that changed more than its model is its own' worst

# A step of one machine and of a model in the middle of eight nights: were the sides put together, its
# spread would be that of the step.
expect 'eight nights with a fault and an update are made' make_room sides --nights 8 --update 4 --odd
sides()
{
	since sides 2026-10-05 && [ $exited -eq 1 ] &&
		is 'all 18 of Example Model A,node-23' since '[.[].of] | unique | join(",")' &&
		is true since '[.[] | select(.of == "node-23" and .unit == "GB/s")] |
			length > 3 and all(.change < -0.4 and .after.value < .before.value)' &&
		is true since '[.[] | select(.of == "node-23" and .unit == "ns")] |
			length > 0 and all(.change > 0.2 and .after.value > .before.value)' &&
		is true since_figures '[.[] | select(.figure | startswith("entry.null_syscall"))] |
			length == 3 and all(.scale < 0.01 and .within < 0.01)'
}
expect 'the noise is that within a side; a rate that falls is worse' sides

few_boots()
{
	for day in 03 07; do    # two nights on one side
		since sides 2026-10-$day && is true since_figures 'length > 0 and all(.within == null)' || return
	done
}
expect 'the side with fewer boots decides whether the noise within is known' few_boots

rename()
{
	cp -r "$dir/still" "$dir/renamed" && rm "$dir/renamed/fleet.db" || return
	for node in "$dir"/renamed/node-*; do
		mkdir "$dir/renamed/pc-${node##*node-}" &&
			mv "$node/night-02" "$dir/renamed/pc-${node##*node-}" || return
	done
}
renamed()
{
	rename && since renamed 2026-10-02 && grep -q '40 of 40 machines compared with themselves' "$dir/since.out" &&
		grep -q 'no machine changed' "$dir/since.out" && is 0 unpaired length
}
expect 'renamed machines are themselves' renamed

# node-03 and node-04, of one model, exchange their names; node-41 has the identity of node-12; node-09
# has no run before, node-10 none since.
ambiguous()
{
	cp -r "$dir/still" "$dir/twins" && rm "$dir/twins/fleet.db" &&
		mv "$dir/twins/node-03/night-02" "$dir/twins/apart" &&
		mv "$dir/twins/node-04/night-02" "$dir/twins/node-03" &&
		mv "$dir/twins/apart" "$dir/twins/node-04/night-02" &&
		cp -r "$dir/twins/node-12" "$dir/twins/node-41" &&
		rm -r "$dir/twins/node-09/night-01" "$dir/twins/node-10/night-02" &&
		since twins 2026-10-02 &&
		is 'node-03,node-04,node-09,node-10,node-12' unpaired '[.[].machine] | join(",")' &&
		is true unpaired '.[0].why == "the machine that was node-03 is now node-04, and another machine has one of these names"' &&
		is true unpaired '(.[2].why | test("no run before")) and (.[3].why | test("no run since")) and
			(.[4].why | test("^node-12 and node-41 have one identity"))' &&
		grep -q '35 of 40 machines compared with themselves, not node-03, node-04, node-09, node-10 and 1 more' "$dir/since.out"
}
expect 'ambiguous identities and machines of one side are named, not compared' ambiguous
no_past()
{
	since still 2026-10-01 && grep -q '0 of 40 machines compared with themselves' "$dir/since.out"
}
expect 'without earlier runs nothing is compared' no_past
two_rooms()
{
	mkdir "$dir/october" "$dir/november"
	for node in "$dir"/month/node-*; do
		mkdir "$dir/october/${node##*/}" "$dir/november/${node##*/}" || return
		cp -r "$node/night-01" "$dir/october/${node##*/}"
		cp -r "$node/night-02" "$dir/november/${node##*/}"
	done
	says 'all 18 of Example Model A changed since 2026-10-02$' 1 \
		fleet "$dir/october" "$dir/november" --since 2026-10-02
}
expect 'two rooms are compared as one' two_rooms

# ---- fleet.db ----

# The log keeps size and time, but no longer has a record: reading it again would lose the run.
is_not_read_again()
{
	log=$dir/alike/node-01/night-01/serial.log
	touch -r "$log" "$dir/time"
	size=$(stat -c %s "$log")
	head -c "$size" /dev/zero >"$log"
	touch -r "$dir/time" "$log"
	says 'none of 40 machines odd' 0 fleet "$dir/alike"
}
expect 'a log that did not change is not read again' is_not_read_again
changed_is_read()
{
	: >"$dir/alike/node-01/night-01/serial.log"
	says 'none of 39 machines odd' 0 fleet "$dir/alike" && grep -q 'no records' "$dir/output"
}
expect 'a log that changed is read again' changed_is_read
gone_is_forgotten()
{
	rm -r "$dir/alike/node-02"
	says 'none of 38 machines odd' 0 fleet "$dir/alike"
}
expect 'a run whose log is gone is forgotten' gone_is_forgotten
expect 'the database alone gives the same' says '1 of 40 machines odd: node-23' 1 \
	fleet "$dir/odd/fleet.db"

expect 'the dashboard works on it' python3 -B tests/fleet/dashboard.py \
	ci/grafana/fleet.json sqlite3 -separator "$(printf '\t')" "$dir/odd/fleet.db"
expect 'Bencher takes one machine' exits_with 0 "$build/bareline" export --format bencher \
	"$dir/odd/node-01/night-01" -o "$dir/bencher.json"
expect 'in its format' python3 -B -c 'import json, jsonschema, sys
jsonschema.validate(json.load(open(sys.argv[2])), json.load(open(sys.argv[1])))' \
	tests/formats/bencher.schema.json "$dir/bencher.json"
expect 'but not two' says 'holds one run; there are 40' 2 "$build/bareline" export \
	--format bencher "$dir/odd"

# usage: spoil NAME SQL: a copy of the database after a change
spoil()
{
	cp "$dir/odd/fleet.db" "$dir/$1.db"
	query "$1.db" "$2"
}

head -c 100000 /dev/urandom >"$dir/random.db"
: >"$dir/empty.db"
cp "$dir/odd/fleet.db" "$dir/cut.db"
truncate -s 20000 "$dir/cut.db"
spoil version 'PRAGMA user_version = 99'
spoil view 'ALTER TABLE value RENAME TO old; CREATE VIEW value AS WITH RECURSIVE n(i) AS (SELECT 1
	UNION ALL SELECT i + 1 FROM n) SELECT i AS figure, i AS run, 1 AS samples, 1.0 AS median, 1.0 AS
	p99, 0.0 AS resolution FROM n'
spoil other 'PRAGMA application_id = 7'
spoil texts "UPDATE machine SET label = char(27) || '[2J' || label || char(10) || '<script>x</script>',
	id = id || char(7)"
spoil numbers "UPDATE value SET median = 9e999 WHERE run % 3 = 0; UPDATE value SET median = 'x' WHERE
	run % 3 = 1; UPDATE run SET made = 9223372036854775807 WHERE run % 2 = 0"
# Three firmwares, and memory of three sizes, each of a third of the machines: none is usual.
spoil mixed "UPDATE run SET firmware = 'v' || (machine % 3), memory_bytes = (machine % 3 + 1) << 33"
mixed()
{
	fleet "$dir/mixed.db" --json "$dir/mixed.json" >/dev/null
	[ "$(jq -r '.tables[] | select(.name == "models").rows | map(.firmware) | unique | join(",")' \
		"$dir/mixed.json")" = mixed ] &&
		[ "$(jq -r '.tables[] | select(.name == "odd").rows[0].cause' "$dir/mixed.json")" = \
			"memory in one channel: 1 module, others have 2" ]
}
expect 'without a majority neither firmware nor memory is usual' mixed
spoil state "UPDATE item SET value = 'off (CR0.CD)' WHERE name = 'caches' AND run IN
	(SELECT run FROM run WHERE label = 'node-23')"
state()
{
	fleet "$dir/state.db" --json "$dir/state.json" >/dev/null
	jq -r '.tables[] | select(.name == "odd").rows[0].cause' "$dir/state.json" |
		grep -q 'state: caches "off (CR0.CD)", not "on"'
}
expect 'caches that firmware left off on the odd machine are named' state
refused()
{
	says "$2" 2 timeout 60 "$build/bareline" fleet "$dir/$1.db"
}
expect 'a file that is no database is refused' refused random 'no database'
expect 'an empty file is refused' refused empty 'not a database of bareline'
expect 'a truncated database is refused' refused cut 'no database, or damaged'
expect 'another version is refused' refused version 'version 99; this program reads version 3'
expect 'another schema is refused' refused view 'its tables are not those of version 3'
expect 'a database of another program is refused' refused other 'not a database of bareline'
expect 'a missing database is refused' refused missing 'No such file'
expect 'a directory without logs is refused' sh -c 'mkdir -p "$2" && ! "$1" fleet "$2"' - \
	"$build/bareline" "$dir/nothing"
no_control()
{
	exited=0
	fleet "$dir/texts.db" --html "$dir/texts.html" --markdown "$dir/texts.md" >"$dir/texts.out" ||
		exited=$?
	[ $exited -eq 1 ] && ! grep -q "$(printf '\033\|\007')" "$dir/texts.out" "$dir/texts.html" \
		"$dir/texts.md" && ! grep -q '<script>x' "$dir/texts.html"
}
expect 'foreign texts are harmless' no_control
endures()
{
	exited=0
	timeout 60 "$build/bareline" fleet "$dir/numbers.db" --html "$dir/numbers.html" \
		>"$dir/numbers.out" 2>&1 || exited=$?
	[ $exited -le 2 ]
}
expect 'foreign numbers are harmless' endures
expect 'a room with foreign names is made' make_room foreign --odd --foreign
foreign_names()
{
	exited=0
	fleet "$dir/foreign" --html "$dir/foreign.html" >"$dir/foreign.out" || exited=$?
	[ $exited -le 1 ] && ! grep -q '<script>alert' "$dir/foreign.html" &&
		! grep -q "$(printf '\033')" "$dir/foreign.out" "$dir/foreign.html"
}
expect 'foreign names of machines are harmless' foreign_names

# usage: follows_nothing KIND FILE: with a link or a pipe in a room, the room has the same machines, and
# nothing is written through a link.
follows_nothing()
{
	rm -rf "$dir/hostile" "$dir/hostile-victim"
	cp -r "$dir/few" "$dir/hostile"
	[ "$2" = fleet.db-journal ] || rm "$dir/hostile/fleet.db"
	: >"$dir/hostile-victim"
	mkdir "$dir/hostile/node-99"
	case $1 in
	link) ln -s ../hostile-victim "$dir/hostile/$2" ;;
	pipe) mkfifo "$dir/hostile/$2" ;;
	log-link) ln -s "$(realpath "$dir/odd")/$(cd "$dir/odd" && ls -- */serial.log | head -n 1)" \
		"$dir/hostile/$2" ;;
	esac
	exited=0
	timeout 60 "$build/bareline" fleet "$dir/hostile" >"$dir/hostile.out" 2>&1 || exited=$?
	[ $exited -eq 0 ] && [ ! -s "$dir/hostile-victim" ] && grep -q 'machines *5 of' "$dir/hostile.out" &&
		grep -q 'skipped: a symbolic link\|not a regular file' "$dir/hostile.out"
}
expect 'a database that is a link is not written' follows_nothing link fleet.db
expect 'a pipe as database does not stop the command' follows_nothing pipe fleet.db
expect 'a pipe as a journal does not stop the command' follows_nothing pipe fleet.db-journal
expect 'a log that is a link is skipped' follows_nothing log-link x.log
expect 'a log that is a pipe is skipped' follows_nothing pipe x.log
expect "a run's log that is a link is skipped" follows_nothing log-link node-99/serial.log

# A writer that keeps the lock: the message comes after the wait for it.
locked()
{
	cp -r "$dir/few" "$dir/locked"
	{ echo 'BEGIN EXCLUSIVE;'; sleep 20; } | sqlite3 "$dir/locked/fleet.db" &
	writer=$!
	sleep 1
	says 'locked by another program' 2 timeout 60 "$build/bareline" fleet "$dir/locked"
	status=$?
	kill $writer 2>/dev/null
	return $status
}
[ "$form" != long ] || expect 'a locked database is reported' locked
read_only()
{
	cp -r "$dir/few" "$dir/fixed"
	mkdir "$dir/fixed/other"
	rm "$dir/fixed/fleet.db"
	mkdir "$dir/fixed/fleet.db"
	says 'reading all logs instead' 0 fleet "$dir/fixed"
}
expect 'a database that cannot be written is no error' read_only

# ---- The long form ----

rates()
{
	"$build/fleet-rates" 1000 >"$dir/rates.md" &&
		sed -n '/^<!-- fleet-rates/,/^<!-- end/{ /^<!--/d; p }' docs/reference/fleet-rates.md |
		diff - "$dir/rates.md"
}

if [ "$form" = long ]; then
	expect '30 nights with an update of the firmware are made' make_room nights --odd \
		--nights 30 --update 20
	changes_named()
	{
		fleet "$dir/nights" >"$dir/nights.out"
		grep -q 'node-23 .*2026-10-16' "$dir/nights.out" &&
			grep -q 'all Example Model A .*2026-10-21' "$dir/nights.out" &&
			grep -q 'firmware SeaBIOS 2.0.*before SeaBIOS 1.0' "$dir/nights.out"
	}
	expect 'the changes of the machine and of the model are dated' changes_named
	expect 'the table of simulated rooms is that of this build' rates
fi
sum_up
