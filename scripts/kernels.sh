# SPDX-License-Identifier: MIT
# Three distribution kernels for virtual machines, fetched and unpacked, not installed. Scripts
# source this file.

. "$(dirname "$0")/fetch.sh"

kernels='6.1.0-47 6.1.0-56 6.12.117+deb12'

# usage: kernels_fetch DIRECTORY: create DIRECTORY/VERSION of each; existing ones are kept
kernels_fetch()
{
	mkdir -p "$1"
	for version in $kernels; do
		[ ! -e "$1/$version" ] || continue
		fetch_lists "$1/apt" amd64
		fetch_unpack "$1/apt" amd64 "$1/unpacked" "linux-image-$version-cloud-amd64"
		mv "$1"/unpacked/boot/vmlinuz-* "$1/$version"
		rm -rf "$1/unpacked"
	done
}
