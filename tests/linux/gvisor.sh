#!/bin/sh
# SPDX-License-Identifier: MIT
# Processes of several operating systems are compared, but are no history of each other. If runsc is
# installed, the Linux process runs under gVisor: its records name gVisor, what gVisor lacks is skipped
# or warned of, and a system call is slower than Linux's by a factor that no load of the host changes.
# Without runsc the run of gVisor is made up, from Linux's.
# usage: tests/linux/gvisor.sh BUILD [long]; long: every benchmark, few samples each; and metal, Linux and
# gVisor in instructions, on one machine of QEMU's
set -u

build=$1
dir=$build/gvisor${2:+-$2}
. "$(dirname "$0")/../expect.sh"
bareline=$build/bareline

# Nothing outlives this limit, even on a host that is ten times too busy.
LIMIT_SECONDS=1800
NULL_CALL_RATIO=3

# usage: in_gvisor PROGRAM ARGUMENT...; the sandbox sees this host's files, and cannot write them
in_gvisor()
{
	timeout -k 10 $LIMIT_SECONDS runsc --root="$dir/state" --network=none --ignore-cgroups do "$@"
}

# usage: measure NAME ARGUMENT...; under gVisor. All output is one pipe's, which the sandbox cannot seek.
measure()
{
	name=$1
	shift
	in_gvisor "$program" -q "$@" 2>"$dir/$name.err" | cat >"$dir/$name.log"
	grep -qa '^@end .*status=complete' "$dir/$name.log" || { cat "$dir/$name.err"; false; }
}

# usage: has NAME PATTERN
has()
{
	grep -qa "$2" "$dir/$1.log" || { grep -a -e '^@manifest' -e '^@skip' -e '^@warning' "$dir/$1.log"; false; }
}

has_no_fault()
{
	[ -s "$dir/$1.log" ] && ! grep -a -e '^@fault' -e '^@failed_check' "$dir/$1.log"
}

# usage: make_up NAME HOST OS; a run from Linux's with another manifest
make_up()
{
	PYTHONPATH=$(dirname "$0")/.. python3 -B - "$dir/linux.log" "$dir/$1.log" "$2" "$3" <<'END'
import sys
import wire_line
source, target, host, system = sys.argv[1:]
lines = open(source, "rb").read().splitlines(keepends=True)
text = lines[0].decode().rsplit(" *", 1)[0].lstrip("@")
assert text.startswith("manifest ") and " host=linux " in text and " os=Linux " in text, text
text = text.replace(" host=linux ", f" host={host} ").replace(" os=Linux ", f" os={system} ")
lines[0] = wire_line.record(text)
open(target, "wb").write(b"".join(lines))
END
}

# usage: has_ratios FILE; of several systems as JSON
has_ratios()
{
	python3 -B - "$1" "$NULL_CALL_RATIO" <<'END'
import json, sys
tables = json.load(open(sys.argv[1]))["tables"]
rows = [row for table in tables for row in table["rows"] if "ratio_2" in row]
calls = [row for row in rows if row["benchmark"] == "entry.null_syscall" and row["point"] == "path=syscall"]
assert len(calls) == 1, rows
call = calls[0]
assert abs(call["ratio_2"] - call["system_2"]["value"] / call["system_1"]["value"]) < 1e-6, call
assert call["ratio_2"] >= float(sys.argv[2]), call
END
}

# usage: is_missing; prints why gVisor cannot run here
is_missing()
{
	if ! command -v runsc >/dev/null; then
		echo 'runsc is not installed, or this distribution has no package runsc'
	elif ! in_gvisor /bin/true >"$dir/start.txt" 2>&1; then
		echo "runsc does not start here: $(tail -n 1 "$dir/start.txt")"
	else
		false
	fi
}

rm -rf "$dir"
mkdir -p "$dir/state"
program=$(cd "$build" && pwd)/bareline-linux-static
benches=null.timing,entry.null_syscall,os.futex
missing=$(is_missing)

if [ "${2:-}" = long ]; then
	every_benchmark()
	{
		[ -z "$missing" ] || skip_for "$missing" || return
		measure long --samples 3 --duration 1s --suite full && has_no_fault long &&
			says '^Bareline results$' 0 "$bareline" show "$dir/long.log"
	}
	expect 'every benchmark ends, and none is aborted' every_benchmark

	# usage: count NAME OPTION...; in instructions
	count()
	{
		name=$1
		shift
		"$bareline" run --deterministic --memory 1G --timeout $LIMIT_SECONDS --no-output-timeout $LIMIT_SECONDS \
			--bench null.timing --bench entry.null_syscall -o "$dir/$name" "$@" >"$dir/$name.txt" 2>&1 ||
			{ tail "$dir/$name.txt"; false; }
	}

	three_systems()
	{
		[ -z "$missing" ] || skip_for "$missing" || return
		busybox true || skip_for 'busybox is not installed (the package busybox-static)' || return
		sh "$(dirname "$0")/../../scripts/gvisor-guest.sh" "$dir/gvisor.cpio" "$program" \
			--bench null.timing,entry.null_syscall --samples 5 &&
			count metal && count linux --linux --kernel "$build/linux/vmlinuz" &&
			count gvisor --linux --kernel "$build/linux/vmlinuz" --initramfs "$dir/gvisor.cpio" \
				--kernel-append rdinit=/gvisor/init &&
			"$bareline" overhead "$dir/metal" "$dir/linux" "$dir/gvisor" -o "$dir/systems.json" &&
			has_ratios "$dir/systems.json"
	}
	expect 'metal, Linux and gVisor are counted on one machine' three_systems
	sum_up
	exit
fi

expect 'the program runs under Linux' "$program" -q --bench $benches -o "$dir/linux.log"
expect 'its manifest names Linux' has linux '^@manifest .*host=linux .*os=Linux '
expect 'a run of bare metal is made up' make_up metal bare-metal '""'
if [ -n "$missing" ]; then
	echo "skipped: gVisor: $missing"
	expect 'a run of gVisor is made up' make_up gvisor other-os gVisor
else
	expect 'the same program runs under gVisor' \
		measure gvisor --bench $benches --bench smp.ipi,noise.gaps --duration 200ms
	expect 'nothing is aborted' has_no_fault gvisor
	expect 'the manifest names gVisor' has gvisor '^@manifest .*host=other-os .*os=gVisor '
	expect 'it says how that was found out' has gvisor 'os_found="[^"]*gVisor'
	expect 'CPUs that threads are not bound to are not measured' \
		has gvisor '^@skip .*bench=smp.ipi .*missing=smp '
	expect 'a missing priority is skipped' \
		has gvisor '^@skip .*bench=noise.gaps .*priority=lowest.*missing=idle_priority'
fi
expect 'every line is intact' says '^Bareline results$' 0 "$bareline" show "$dir/gvisor.log"
expect 'the report names gVisor' says '^  system  *gVisor.*, not Linux (' 0 \
	"$bareline" show "$dir/gvisor.log"

# One run of each side shows no change, which is status 2. Load can make the clocks of two runs differ.
expect 'two systems are compared' says 'gvisor.log: the operating system is gVisor, not' 2 \
	"$bareline" compare --force --all "$dir/linux.log" "$dir/gvisor.log"
expect 'a history of one leaves out the other' says 'its operating system is "' 0 \
	"$bareline" history "$dir/gvisor.log" "$dir/linux.log"
# Stored counted runs: of timed ones a busy host may leave one out for another reason.
pair=$(dirname "$0")/../corpus/logs/unstable-gate
expect 'they are not one side' says 'its operating system is "gVisor", not "Linux"' 2 \
	"$bareline" compare --base "$pair/linux" "$pair/gvisor" --new "$pair/linux"
expect 'gVisor is compared with bare metal' says 'gVisor against bare metal' 0 \
	"$bareline" overhead --force "$dir/metal.log" "$dir/gvisor.log"
expect 'so are both systems' says 'gVisor : Linux' 0 \
	"$bareline" overhead --force "$dir/metal.log" "$dir/linux.log" "$dir/gvisor.log" --markdown -
expect 'their values are in one file' "$bareline" overhead --force \
	"$dir/metal.log" "$dir/linux.log" "$dir/gvisor.log" -o "$dir/systems.json"
[ -n "$missing" ] || expect "a null system call takes at least $NULL_CALL_RATIO times as long" \
	has_ratios "$dir/systems.json"
expect 'the export has the system and the processor' says ',gVisor,.*,x86_64,' 0 \
	"$bareline" export --format csv "$dir/gvisor.log"

sum_up
