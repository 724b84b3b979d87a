#!/bin/sh
# SPDX-License-Identifier: MIT
# Write the table of three kernels in docs/overhead.md anew: the distribution's packages are fetched,
# unpacked and not installed, and booted by `bareline overhead`.
# usage: scripts/kernels-table.sh BUILD DOCUMENT
set -eu

. "$(dirname "$0")/fetch.sh"

build=$1
document=$2
directory=$build/kernels
versions='6.1.0-47 6.1.0-56 6.12.117+deb12'

rm -rf "$directory"
mkdir -p "$directory"
fetch_lists "$directory/apt" amd64
set --
for version in $versions; do
	fetch_unpack "$directory/apt" amd64 "$directory/unpacked" "linux-image-$version-cloud-amd64"
	mv "$directory"/unpacked/boot/vmlinuz-* "$directory/$version"
	rm -rf "$directory/unpacked"
	set -- "$@" --kernel "$directory/$version"
done
"$build/bareline" overhead --qemu --deterministic "$@" --bench null.timing \
	--bench entry.null_syscall --bench fault.not_present --bench fault.demand_zero \
	--bench os.pipe --bench os.wake --keep "$directory/runs" -o "$directory/kernels.json"
python3 "$(dirname "$0")/kernels_table.py" "$directory/kernels.json" "$document"
