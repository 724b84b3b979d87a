# SPDX-License-Identifier: MIT
# Runs of the image and what is in their logs, for a test that ends when anything is amiss; it sources
# this with build and dir, a directory of its own, and says by benches which benchmarks run.

fail()
{
	echo "$*"
	exit 1
}

# usage: run NAME ARGUMENT...; in a time that bounds what hangs, and by TCG on every host
run()
{
	name=$1
	shift
	# shellcheck disable=SC2086,SC2154  # words, and of who sources this
	timeout 120 "$build/bareline" run --quiet --accel tcg $benches -o "$dir/$name" "$@" \
		>"$dir/$name.txt" 2>&1
}

must_run()
{
	run "$@" || {
		cat "$dir/$1.txt"
		fail "the run $1 failed"
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
