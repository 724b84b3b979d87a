#!/bin/sh
# SPDX-License-Identifier: MIT
# In deterministic mode, two runs on two CPUs must give the same results to the byte, with random
# delays in QEMU's threads. tests/explain/explain.sh checks runs on one CPU. The selection of other
# benchmarks, and so the length of the command line, must not matter. Interrupts, faults and the
# timing overhead must have no spread. Calls must cost more with more arguments, and an event of an
# interaction must stay within its limit. Runs of any length must end, on every machine type.
# usage: tests/golden/determinism.sh BUILD [long]; long adds one CPU, a long run, all interactions, a busy host, and Linux
set -eu

build=$1
dir=$build/determinism${2:+-long}
here=$(dirname "$0")/..
. "$here/busy.sh"
trap stop_load EXIT
trap 'exit 130' INT TERM HUP

# usage: run NAME ARGUMENT...
run()
{
	name=$1
	shift
	"$build/bareline" run --deterministic --timeout 1800 -o "$dir/$name" "$@" >"$dir/$name.txt" 2>&1 || {
		cat "$dir/$name.txt"
		exit 1
	}
}

must_agree()
{
	cmp "$dir/$1/results.json" "$dir/$2/results.json"
	cmp "$dir/$1/serial.log" "$dir/$2/serial.log"
}

# usage: must_be_equal NAME NAME GLOB
must_be_equal()
{
	"$build/bareline" compare --bench "$3" "$dir/$1" "$dir/$2" >"$dir/alike.txt" &&
		grep -q ' 0 regressed, 0 improved, [1-9]' "$dir/alike.txt" || {
		cat "$dir/alike.txt"
		exit 1
	}
}

# usage: plotted RUN TOPIC COLUMN...
plotted()
{
	run=$1
	topic=$2
	shift 2
	"$build/bareline" plot "$topic" --csv "$dir/$run" | python3 "$here/columns.py" "$@"
}

must_have_no_spread()
{
	"$build/bareline" export --format csv "$dir/$1" |
		python3 "$here/columns.py" bench point stage cache min max >"$dir/figures.txt"
	for family in 'null[.]timing' 'irq[.]' 'fault[.]'; do
		awk -F'\t' -v family="^$family" '
			$1 ~ family && $4 == "warm" { figures++; exact += $5 == $6 }
			END { exit !(figures > 0 && figures == exact) }' "$dir/figures.txt" || {
			echo "expected a metric of $family without spread:"
			cat "$dir/figures.txt"
			exit 1
		}
	done
}

# Each argument costs instructions, with both methods.
calls_must_rise()
{
	plotted "$1" cpu.call samples arguments median >"$dir/calls.txt"
	plotted "$1" methods operation verdict >>"$dir/calls.txt"
	awk -F'\t' '$1 == "warm" { calls++; rises += $2 == 0 || $3 > last; last = $3 }
		$1 ~ /^cpu[.]call / { agree += $2 == "agree"; differ += $2 == "differ" }
		END { exit !(calls == 8 && rises == 8 && agree == 8 && differ == 0) }' \
		"$dir/calls.txt" || {
		echo "expected cpu.call to rise from 0 to 7 arguments, equally for both methods:"
		cat "$dir/calls.txt"
		exit 1
	}
}

# usage: event_costs_at_most INSTRUCTIONS RECORDER
event_costs_at_most()
{
	plotted one flow.record samples recorder median >"$dir/rows.txt"
	awk -F'\t' -v most="$1" -v recorder="$2" '
		$1 == "warm" && $2 == recorder { seen = 1; median = $3 }
		END { exit !(seen && median <= most) }' "$dir/rows.txt" || {
		echo "expected at most $1 instructions per event with the recorder $2:"
		cat "$dir/rows.txt"
		exit 1
	}
}

# QEMU sends some events, such as that the real-time clock was set, at most once per second of the
# host. Its timer for this ends the turn of the CPU that runs.
EVENT=monitor_protocol_event_queue
no_event_waits_for_the_host()
{
	grep -q "^$EVENT .* rate=0\$" "$dir/events.txt" &&
		! grep -q "^$EVENT .* rate=[1-9]" "$dir/events.txt" || {
		echo "expected only events that QEMU need not delay:"
		cat "$dir/events.txt"
		exit 1
	}
}

# Known causes of an early end: an MWAIT that does not wait, and the drives that QEMU adds to a "pc".
must_succeed()
{
	run two-cpus-rest --cpus 2 --suite full --bench idle.validation --append samples=3 -- \
		-trace "$EVENT" -D "$dir/events.txt"
	no_event_waits_for_the_host
	grep -a -q '@skip .*bench=idle.validation point="work_us=0 idle=mwait" missing=idle_app' \
		"$dir/two-cpus-rest/serial.log" || {
		echo "expected a report of an MWAIT that returns at once"
		exit 1
	}
	run two-cpus-pc --machine pc --cpus 2 --bench cpu.loop -- -machine hpet=off
	grep -a -q '@manifest .* tsc_hz=1000000000 ' "$dir/two-cpus-pc/serial.log" || {
		echo "expected the exact frequency without an HPET"
		exit 1
	}
	run two-cpus-smi --machine pc --cpu Haswell --cpus 2 --bench test.smi --bench cpu.loop
	grep -a -q '@skip .*bench=test.smi .*missing=time ' "$dir/two-cpus-smi/serial.log" || {
		echo "expected no SMI count if CPUs run in turns"
		exit 1
	}
}

# On a busy host; `make test` keeps the host busy anyway. Interactions halt thousands of times, and
# QEMU's threads synchronize at every halt.
all_are_equal_on_a_busy_host()
{
	run one
	run two-cpus --cpus 2
	run two-cpus-flow --cpus 2 --suite flow
	start_load
	run one-again
	jitter run two-cpus-again --cpus 2
	jitter run two-cpus-flow-again --cpus 2 --suite flow
	stop_load
	must_agree one one-again
	must_agree two-cpus two-cpus-again
	must_agree two-cpus-flow two-cpus-flow-again
}

# Two runs of the image, and two boots of Linux with a keyboard, have equal logs.
overheads_are_equal()
{
	for name in overhead overhead-again; do
		"$build/bareline" overhead --qemu --deterministic --boots 1 --keep "$dir/$name" \
			-o "$dir/$name.json" --bench null.timing --bench entry.null_syscall \
			--bench 'fault.*' --bench os.timer --bench os.wake --bench irq.lapic_timer \
			--bench input.keystroke --bench app.editor -- --keyboard \
			>"$dir/$name.txt" 2>&1 || { cat "$dir/$name.txt"; exit 1; }
	done
	cmp "$dir/overhead.json" "$dir/overhead-again.json"
	must_agree overhead/metal-1 overhead-again/metal-1
	must_agree overhead/linux-1 overhead-again/linux-1
}

# usage: jitter COMMAND...: with random delays in QEMU's threads
jitter()
{
	[ -e "$build/jitter.so" ] || { echo "missing; run: make $build/jitter.so"; exit 1; }
	export LD_PRELOAD="$build/jitter.so"
	"$@"
	unset LD_PRELOAD
}

rm -rf "$dir"
mkdir -p "$dir"
if [ "${2-}" = long ]; then
	# More than 2^31 instructions without an event for QEMU to record.
	run noise --suite noise --duration 2200ms
	all_are_equal_on_a_busy_host
	overheads_are_equal
	exit
fi
must_succeed
sh "$here/shared.sh" "$build" "$dir/one" run --deterministic -o @ >"$dir/one.txt" 2>&1 || {
	cat "$dir/one.txt"
	exit 1
}
several="--bench smp.* --bench irq.* --bench idle.* --bench os.* --bench mem.c2c --bench fault.shootdown"
# shellcheck disable=SC2086  # words
run two-cpus --cpus 2 $several
run some --bench null.timing --bench flow.record --bench flow.echo --bench flow.command \
	--bench flow.files --bench 'idle.*'
# shellcheck disable=SC2086  # words
jitter run two-cpus-again --cpus 2 $several
must_agree two-cpus two-cpus-again
must_be_equal one some 'flow.*'
must_be_equal one some 'idle.*'
must_have_no_spread one
calls_must_rise one
event_costs_at_most 3 off
event_costs_at_most 40 on
