#!/bin/sh
# SPDX-License-Identifier: MIT
# Write anew what docs/explain.md shows of three kernels of the distribution: each is booted once, with its
# instructions counted, and each is set against the one before it, function by function.
# usage: scripts/explain-kernels.sh BUILD DOCUMENT
set -eu

. "$(dirname "$0")/kernels.sh"

build=$1
document=$2
directory=$build/explain-kernels

kernels_fetch "$build/kernels"
rm -rf "$directory"
mkdir -p "$directory"
for version in $kernels; do
	"$build/bareline" explain entry.null_syscall path=syscall --layer linux --sums \
		-o "$directory/$version" -- --kernel "$build/kernels/$version" \
		--bench fault.not_present --bench os.pipe >/dev/null
done
# usage: show NAME BENCH WORD...: of each kernel what it has left, of one figure
show()
{
	name=$1
	shift
	for version in $kernels; do
		"$build/bareline" explain --show "$directory/$version" "$@" \
			-o "$directory/$name-$version" >/dev/null
	done
}

show call entry.null_syscall path=syscall
show signal fault.not_present action=trap page_bytes=4096 --stage return
show pipe os.pipe between=threads
# shellcheck disable=SC2086  # versions
python3 "$(dirname "$0")/explain_kernels.py" "$directory" "$document" $kernels
