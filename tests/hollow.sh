#!/bin/sh
# SPDX-License-Identifier: MIT
# A check of the checks: each must fail if every program that it tests is replaced by one that does
# nothing and succeeds, like `true`, or does nothing and fails, like `false`. With `false`, which
# stands for a crash, no single expectation (tests/expect.sh) may pass either.
# usage: tests/hollow.sh BUILD [long]; long runs the checks that take more than 0.3 s of CPU time then
set -u

cd "$(dirname "$0")/.." || exit 2
hollow=$(cd "$1" && pwd)/hollow${2:+-long}
limit_seconds=60        # a check that still waits for a program has not passed

cheap='same-code corpus input golden golden-aarch64 golden-riscv64 determinism flow flow-nodes flow-hosts flow-load flow-sides machines
	documents overhead layers layers-aarch64
	explain figures memory-model own-kernel keystroke ci-files idle-view ends idle readers independent image'
expensive='count disk regression collect identity soak report first-run options flow-real commands cachegrind serve
	network-boot network-http lab linux watch gvisor formats examples fleet code faults steps your-kernel loss results bad-disks odd boot-kernel boot-uefi boot-stick boot-bios boot-aarch64 boot-riscv64'
# These test the tree and its scripts, or build their programs themselves.
without_programs='runner edges formulas tree unit aarch64 fuzz words usb mutants hollow fetch find new-benchmark
	bisect'

programs='kernel.elf bareline tests/bareline bareline-linux bareline-linux-static bareline-plugin.so bareline.elf
	bareline.img esp.img stick.img eltorito.img linux/vmlinuz hypervisor/vmlinuz hypervisor/init
	hypervisor/symbols flow-generate flow-story flow-host memory-walks memory-replay jitter.so
	faults-memory.so faults-calls bareline-steps'

# Expectations that pass with `false`: a file is absent after a refusal, which another expectation
# checks; or the program is not involved.
passes_with_false='a missing output directory is refused
an unknown chart format writes no file
one misspelled benchmark of two boots nothing
the Linux process writes no log
the manual page of bareline-linux has no warnings
a run without Linux has no log of Linux
no other directory is copied
nothing of it was copied
no output exists for any of them
no output exists for either
the kinds of logs are listed'

dir=$hollow
rm -rf "$hollow"
mkdir -p "$hollow"
. tests/expect.sh

# usage: make_programs DIRECTORY STATUS
make_programs()
{
	mkdir "$1"
	printf '#!/bin/sh\nexit %s\n' "$2" >"$1/program"
	chmod +x "$1/program"
	(
		cd "$1" || exit
		mkdir hypervisor linux tests
		for program in $programs; do
			ln program "$program"
		done
	)
}

# usage: fails_with PROGRAM STATUS CHECK
fails_with()
{
	place=$hollow/$3-$1
	cp -r "$hollow/$1" "$place"
	env -u RUNS -u TIMES PASSED_LIST="$place/passed" \
		timeout $limit_seconds sh tests/check.sh "$place" "$3" >/dev/null 2>&1 && {
		tail -n 5 "$place/check/$3.log"
		return 1
	}
	[ "$1" = true ] || [ ! -s "$place/passed" ] ||
		! printf '%s\n' "$passes_with_false" | grep -v -x -F -f - "$place/passed"
}

lists_every_check()
{
	# shellcheck disable=SC2086  # lists of names
	printf '%s\n' $cheap $expensive $without_programs | sort >"$hollow/listed"
	sed -n -e '/^# long/q' -e 's/^\([a-z][^ ]*\) .*/\1/p' tests/checks | sort |
		diff "$hollow/listed" -
}

unit_tests_need_results()
{
	! sh tests/unit/run.sh /bin/true && ! sh tests/unit/run.sh /bin/false
}

expect 'this script knows every check' lists_every_check
expect 'unit tests of an empty program fail' unit_tests_need_results
make_programs "$hollow/true" 0
make_programs "$hollow/false" 1
[ "${2:-}" = long ] && checks=$expensive || checks=$cheap
for check in $checks; do
	expect "$check fails if its programs fail" fails_with false 1 "$check"
	expect "$check fails if its programs do nothing" fails_with true 0 "$check"
done
sum_up
