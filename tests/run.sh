#!/bin/sh
# All checks of the project, one after the other; `make test` has built what they need.
# usage: tests/run.sh BUILD
#
# A check that prints "N passed, N failed" counts as so many, the last time it says so: make may
# have an error to tell after it. Any other check counts as one. The last line here is the sum, in
# the same words; the exit status is 0 when nothing failed.
set -u

# The makes below are not part of the one that called this, whose jobs they can't share.
unset MAKEFLAGS MFLAGS MAKELEVEL

here=$(dirname "$0")
build=$1
log=$build/check.log
passed=0
failed=0

# usage: check NAME COMMAND...
check()
{
	name=$1
	shift
	start=$(date +%s)
	"$@" >"$log" 2>&1
	status=$?
	counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log" | tail -n 1)
	if [ -z "$counts" ]; then
		[ $status -eq 0 ] && counts='1 0' || counts='0 1'
	elif [ $status -ne 0 ] && [ "${counts#* }" -eq 0 ]; then
		counts="${counts% *} 1"
	fi
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	[ $status -eq 0 ] || cat "$log"
	printf '%-32s %4d passed %4d failed %5d s\n' "$name" "${counts% *}" "${counts#* }" \
		$(($(date +%s) - start))
}

check 'who includes whom' sh "$here/include_edges.sh"
check 'the same code on both sides' sh "$here/same_code.sh" "$build"
check 'unit tests' make -s BUILD="$build" unit
check 'fuzzing, a little' make -s BUILD="$build" fuzz-replay
check 'writing USB sticks' sh "$here/write_usb.sh"
check 'interaction networks' sh "$here/flow.sh" "$build"
check 'determinism' sh "$here/determinism.sh" "$build"
check 'exact figures' sh "$here/golden.sh" "$build"
check 'idle profiles' sh "$here/idle_view.sh" "$build"
check 'a planted regression' sh "$here/planted.sh" "$build"
check 'input events' sh "$here/input.sh" "$build"
check 'the idle loop' sh "$here/idle.sh" "$build"
check 'the Linux process' sh "$here/linux.sh" "$build"
check 'pages and pictures' sh "$here/report.sh" "$build"
check 'formats and comparisons' sh "$here/formats.sh" "$build"
check 'the coarse clock' sh "$here/coarse.sh" "$build"
check 'Linux against the metal' sh "$here/overhead.sh" "$build"
check 'boot tests' make -s BUILD="$build" boot-test
check 'the other compiler' make -s CC=clang BUILD="$build/clang" all
check 'reproducible image' sh "$here/image.sh"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
