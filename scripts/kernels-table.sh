#!/bin/sh
# SPDX-License-Identifier: MIT
# Write the table of three kernels in docs/overhead.md: fetch and unpack the distribution's packages
# without installation, and boot them by `bareline overhead`.
# usage: scripts/kernels-table.sh BUILD DOCUMENT
set -eu

. "$(dirname "$0")/kernels.sh"

build=$1
document=$2
directory=$build/kernels

kernels_fetch "$directory"
rm -rf "$directory/runs"
set --
for version in $kernels; do
	set -- "$@" --kernel "$directory/$version"
done
"$build/bareline" overhead --qemu --deterministic "$@" --bench null.timing \
	--bench entry.null_syscall --bench fault.not_present --bench fault.demand_zero \
	--bench os.pipe --bench os.wake --keep "$directory/runs" -o "$directory/kernels.json"
python3 "$(dirname "$0")/kernels_table.py" "$directory/kernels.json" "$document"
