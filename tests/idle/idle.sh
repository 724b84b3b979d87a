#!/bin/sh
# SPDX-License-Identifier: MIT
# The idle loop as an instrument. In instruction time: it must report known work as that work plus
# the interrupt's path, whose length must not depend on the work, and find each clock tick. In
# emulated time: nested stages must be in order, on a busy host too, and SMIs must be seen. An event is
# at least as late as its interrupt alone, which irq.lapic_timer delivers.
# usage: tests/idle/idle.sh BUILD
set -eu

build=$1
dir=$build/idle
record_most=30          # instructions of a pass that records itself

fail()
{
	echo "$1"
	[ $# -lt 2 ] || cat "$2"
	exit 1
}

# usage: run NAME ARGUMENT...
run()
{
	name=$1
	shift
	"$build/bareline" run --timeout 1800 -o "$dir/$name" "$@" >"$dir/$name.txt" 2>&1 ||
		fail "the run failed:" "$dir/$name.txt"
}

# The median of a series. usage: figure NAME PARAMETER=NUMBER STAGE; '' for no parameter
figure()
{
	awk -v parameter="${2:+\"${2%=*}\": ${2#*=},}" -v stage="\"stage\": \"$3\"," '
		/"point":/ { here = parameter == "" }
		parameter != "" && index($0, parameter) > 0 { here = 1 }
		/"stage":/ { that = here && index($0, stage) > 0 }
		that && /"median":/ { print $2 + 0; found = 1; exit }
		END { if (!found) print "none" }' "$dir/$1/results.json"
}

# A field of every idle record. usage: fields NAME FIELD
fields()
{
	grep -a '^@idle ' "$dir/$1/serial.log" | sed "s/.* $2=\([^ ]*\).*/\1/"
}

# usage: must CONDITION; every value must be a number, not the word "none"
must()
{
	case $1 in
	*none*) fail "missing value: $1" ;;
	esac
	[ $(($1)) -ne 0 ] || fail "expected: $1"
}

# Without work, the idle loop sees only the path. usage: check_path WORK_US
check_path()
{
	known=$(figure exact "work_us=$1" known_work)
	seen=$(figure exact "work_us=$1" idle_loop)
	must "$seen - $known - $path <= $record && $path - $seen + $known <= $record"
	must "$known > $1 * 990 && $known < $1 * 1010"
}

# usage: check_ticks RATE_HZ LEAST MOST
check_ticks()
{
	interrupts=$(figure exact "tick_hz=$1" interrupts)
	must "$interrupts >= $2 && $interrupts <= $3"
	must "$(figure exact "tick_hz=$1" bursts) == $interrupts"
}

# In each trial the handler ends after the application it woke, so the medians have that order too.
# usage: check_order WORK_US
check_order()
{
	application=$(figure emulated "work_us=$1" application)
	handler=$(figure emulated "work_us=$1" handler)
	must "${handler%.*} > ${application%.*} && ${application%.*} > 0"
}

# On every host: each pass with an SMI has a counted SMI, and no interrupt. An SMI may arrive after
# the last pass. usage: check_smis
check_smis()
{
	must "$(figure smi '' passes) <= $(figure smi '' counted)"
	must "$(figure smi '' interrupts) == 0"
	must "$(fields smi smis) >= $(figure smi '' counted)"
}

rm -rf "$dir"
mkdir -p "$dir"
run exact --deterministic --bench 'idle.*' --bench irq.lapic_timer
run again --deterministic --bench 'idle.*' --bench irq.lapic_timer
cmp "$dir/exact/serial.log" "$dir/again/serial.log"
record=$(fields exact record_ticks | sort -n | tail -n 1)
must "${record:-none} >= 10 && $record <= $record_most"
known=$(figure exact work_us=0 known_work)
seen=$(figure exact work_us=0 idle_loop)
must "$seen > $known"
path=$((seen - known))
for work_us in 1000 5000 10000; do
	check_path $work_us
done
must "$(figure exact work_us=0 late) >= $(figure exact '' delivery)"
check_ticks 0 0 0
check_ticks 100 3 5
check_ticks 1000 38 41
python3 -B "$(dirname "$0")/ticks.py" "$dir/exact/serial.log"

run emulated --accel tcg --bench idle.validation
for work_us in 1000 5000 10000; do
	check_order $work_us
done

# One CPU makes five SMIs within 70 ms. A busy host may not run that CPU at all. Two SMIs count as
# one while the host does not run the counting CPU. So one SMI is enough, and failed tries are
# repeated.
tries=0
until [ "$tries" -gt 0 ] && [ "$(figure smi '' counted)" -ge 1 ]; do
	[ $((tries += 1)) -le 8 ] || fail "expected at least one SMI in $((tries - 1)) tries"
	run smi --accel tcg --machine pc --cpu Haswell --cpus 2 --bench test.smi
	check_smis
done
