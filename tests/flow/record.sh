#!/bin/sh
# SPDX-License-Identifier: MIT
# `bareline flow record -- make -j2` on this host, by each tracer that it has. The interaction must be
# whole, and an independent program must derive the same path from the text. On a busy host a buffer
# may overrun; the command then fails, and is repeated with larger buffers.
# usage: tests/flow/record.sh BUILD
set -u

build=$(realpath "$1")
here=$(realpath "$(dirname "$0")/..")
dir=$build/record-test
. "$here/expect.sh"

# Four programs of which two run at a time, and one that needs them all.
make_project()
{
	mkdir -p "$dir/project"
	{
		echo 'all: one two three four; sleep 0.05'
		echo 'one two three four:; sleep 0.1; ls / >$@.txt'
	} >"$dir/project/Makefile"
}

# usage: records TRACER
records()
{
	for kb in 4096 16384 65536; do
		"$build/bareline" flow record --tracer "$1" --buffer $kb -o "$dir/$1" -- \
			make -C "$dir/project" -j2 >"$dir/$1.txt" 2>&1 && return
		grep -q 'give a larger --buffer' "$dir/$1.txt" || return
	done
	return 1
}

is_derived()
{
	"$build/bareline" flow check "$dir/$1" >"$dir/check.txt" &&
		"$build/bareline" flow path --json "$dir/$1" >"$dir/path.json" &&
		{ [ "$1" = tracefs ] || perf script -F comm,pid,tid,cpu,time,event,trace \
			-i "$dir/perf/perf.data" >"$dir/perf/trace.txt"; } &&
		python3 -B "$here/independent/critical_path.py" "$dir/$1/trace.txt" "$dir/path.json"
}

# Instances are named after their process, and those of others may be in use.
has_no_old_instance()
{
	for instance in /sys/kernel/tracing/instances/bareline-*; do
		! [ -d "$instance" ] || kill -0 "${instance##*-}" || return
	done
}

rm -rf "$dir"
make_project
for tracer in tracefs perf; do
	if ! "$build/bareline" flow record --tracer $tracer -o "$dir/probe" -- true \
		>"$dir/probe.txt" 2>&1 && grep 'cannot trace by' "$dir/probe.txt"; then
		echo "skipped: no recording by $tracer"
		continue
	fi
	expect "make is recorded by $tracer" records $tracer
	expect 'its path ends with the last command' grep -q 'sleep' "$dir/$tracer.txt"
	expect 'an independent program derives the same path' is_derived $tracer
done
expect 'no instance of tracefs is left' has_no_old_instance
sum_up
