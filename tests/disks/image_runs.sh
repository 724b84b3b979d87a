# SPDX-License-Identifier: MIT
# Runs of the image and checks of their logs, for a test that ends at the first error. The test
# sources this file with build, dir (its own directory) and benches (the benchmarks to run) set.

fail()
{
	echo "$*"
	exit 1
}

# usage: run NAME ARGUMENT...; with a time limit, and by TCG on every host
run()
{
	name=$1
	shift
	# shellcheck disable=SC2086,SC2154  # words, and the sourcing script's variables
	timeout 1800 "$build/bareline" run --quiet --accel tcg $benches -o "$dir/$name" "$@" \
		>"$dir/$name.txt" 2>&1
}

must_run()
{
	run "$@" || {
		cat "$dir/$1.txt"
		fail "the run $1 failed"
	}
}

# usage: must_skip NAME ARGUMENT...: every selected benchmark is skipped, which is a usage error
must_skip()
{
	status=0
	run "$@" || status=$?
	[ $status -eq 2 ] && grep -q 'nothing was measured' "$dir/$1.txt" || {
		cat "$dir/$1.txt"
		fail "the run $1: expected only skips"
	}
}

# usage: must_have NAME TEXT
must_have()
{
	grep -a -q "$2" "$dir/$1/serial.log" || fail "$1 has no record of: $2"
}

must_lack()
{
	! grep -a -q "$2" "$dir/$1/serial.log" || fail "$1 has a record of: $2"
}
