# SPDX-License-Identifier: MIT
# Three kernels of the distribution for virtual machines, for a script that sources this: packages that are
# fetched and unpacked, not installed.

. "$(dirname "$0")/fetch.sh"

kernels='6.1.0-47 6.1.0-56 6.12.117+deb12'

# usage: kernels_fetch DIRECTORY: leave DIRECTORY/VERSION of each, what is there as it is
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
