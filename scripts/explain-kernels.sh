#!/bin/sh
# SPDX-License-Identifier: MIT
# Write the table of three Debian kernels in docs/explain.md: boot each once, count the instructions
# of its null system call, and compare it with the previous kernel, function by function.
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
		-o "$directory/call-$version" -- --kernel "$build/kernels/$version" >/dev/null
done
# shellcheck disable=SC2086  # versions
python3 "$(dirname "$0")/explain_kernels.py" "$directory" "$document" $kernels
