#!/bin/sh
# SPDX-License-Identifier: MIT
# Logs are often read on another machine. Builds the host tool and lib/ for 64-bit ARM, where char
# is unsigned. The unit tests must pass under qemu-user, and
# the tool's output for recorded logs must equal the native output, byte for byte. The libraries for
# ARM are downloaded and unpacked, not installed. "build" only builds the tool.
# usage: tests/hosts/aarch64.sh BUILD build|tool|unit
set -eu

# The make below cannot share the job server of the calling make.
unset MAKEFLAGS MFLAGS MAKELEVEL

here=$(dirname "$0")/..
. "$here/../scripts/fetch.sh"
build=$1
dir=$build/aarch64
root=$dir/root
libraries=$root/usr/lib/aarch64-linux-gnu

# usage: list_needed PACKAGE...: the libraries that they need at run time
list_needed()
{
	fetch_apt "$dir/apt" arm64 apt-cache depends --important "$@" |
		sed -n 's/^ *Depends: \(lib[^c].*\|libcmocka.*\|zlib.*\)$/\1/p' |
		grep -v -e -dev -e libc6 | sort -u
}

# The libraries, the name of each at run time, and libraries of libraries.
fetch_libraries()
{
	rm -rf "$dir/apt" "$root"
	mkdir -p "$dir"
	fetch_lists "$dir/apt" arm64 &&
		set -- libjansson-dev libgsl-dev libdw-dev libelf-dev liblzma-dev libzstd-dev libmd-dev \
			libserialport-dev zlib1g-dev libcmocka-dev &&
		runtime=$(list_needed "$@") &&
		fetch_unpack "$dir/apt" arm64 "$root" "$@" $runtime $(list_needed $runtime) || {
		rm -rf "$root"
		echo "aarch64: this machine's apt cannot fetch the libraries for arm64" >&2
		exit 1
	}
	rm -rf "$dir/apt"
}

# Build without the caller's settings: another compiler, other libraries. Code without optimization
# compiles in half the time.
make_foreign()
{
	PKG_CONFIG_LIBDIR=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root make -s SETUP=no \
		CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar SANITIZERS= CFLAGS=-O0 BUILD="$dir" \
		LDFLAGS=-Wl,-rpath-link,"$libraries:$root/lib/aarch64-linux-gnu" "$@"
}

# For qemu-aarch64.
export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu
export QEMU_SET_ENV=LD_LIBRARY_PATH="$libraries:$root/lib/aarch64-linux-gnu"

# usage: says_the_same ARGUMENT...
says_the_same()
{
	status=0
	foreign_status=0
	"$build/bareline" "$@" >"$dir/native.out" 2>&1 || status=$?
	timeout 1800 qemu-aarch64 "$dir/bareline" "$@" >"$dir/foreign.out" 2>&1 || foreign_status=$?
	[ $status -eq $foreign_status ] && [ -s "$dir/native.out" ] &&
		cmp "$dir/native.out" "$dir/foreign.out"
}

# Each program writes its output, and a file with its name if it passed.
check_units()
{
	make_foreign unit-programs
	find "$dir/tests" -name 'test_*' -type f -perm -u+x | sort >"$dir/programs"
	: >"$dir/passed"
	xargs -a "$dir/programs" -P "$(nproc)" -I PROGRAM sh -c \
		'timeout 1800 qemu-aarch64 "$1" >"$1.out" 2>&1 && echo "$1" >>"$2"' \
		- PROGRAM "$dir/passed" || true
	while read -r program; do
		expect "on ARM, ${program#"$dir"/tests/}; output in $program.out" \
			grep -q -x -F "$program" "$dir/passed"
		sed -n "s,^\[  SKIPPED \] \([a-z].*\),skipped: ${program#"$dir"/}: \1,p" \
			"$program.out" | sort -u
	done <"$dir/programs"
}

check_tool()
{
	make_foreign "$dir/bareline"
	"$build/bareline" run --deterministic --bench 'selftest.*' --bench irq.self_ipi \
		--bench idle.profile --bench flow.command --bench flow.random --quiet -o "$dir/metal" \
		>"$dir/run.out" 2>&1 || { cat "$dir/run.out"; exit 1; }
	# 1: a self-test failed, as on a busy host. The log is still read in the same way.
	"$build/bareline-linux" --bench null.timing --bench 'selftest.*' --bench mem.latency --quiet \
		-o "$dir/linux.log" || [ $? -eq 1 ]
	for log in "$dir/metal/serial.log" "$dir/linux.log"; do
		expect 'parse' says_the_same parse "$log"
		expect 'show' says_the_same show --all "$log"
		expect 'report' says_the_same report -o /dev/stdout "$log"
		for format in csv ndjson openmetrics hdr; do
			expect "export as $format" says_the_same export --format $format "$log"
		done
	done
	expect 'results.json' says_the_same show --all "$dir/metal"
	expect 'idle' says_the_same idle --json "$dir/metal"
	expect 'flow' says_the_same flow path "$dir/metal"
	expect 'compare' says_the_same compare "$dir/metal" "$dir/metal"
}

[ -e "$libraries/pkgconfig/libdw.pc" ] || fetch_libraries
. "$here/expect.sh"
case $2 in
build) make_foreign "$dir/bareline" && exit ;;
tool) check_tool ;;
unit) check_units ;;
esac
sum_up
