#!/bin/sh
# SPDX-License-Identifier: MIT
# UEFI firmware with the Memory Attribute Protocol, whose memory is not executable: Debian 13's
# strict OVMF. An older Debian fetches Debian 13's package, without installation.
# usage: tests/boot/strict_firmware.sh DIRECTORY: make DIRECTORY/code.fd and DIRECTORY/variables.fd
set -eu

code=usr/share/OVMF/OVMF_CODE_4M.secboot.strictnx.fd
variables=usr/share/OVMF/OVMF_VARS_4M.fd
root=/
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
# shellcheck source=scripts/fetch.sh
. "$here/../../scripts/fetch.sh"
[ -e "/$code" ] || {
	fetch_begin firmware-strict apt
	main=$(apt-get indextargets 'Created-By: Packages' 'Component: main' --format "\$(REPO_URI)" |
		grep -v -e security | sort -u | head -n 1)
	echo "deb $main trixie main" >"$fetched/sources.list"
	fetch_lists "$fetched" amd64
	rm -rf unpacked
	fetch_unpack "$fetched" amd64 unpacked ovmf
	root=unpacked/
}
cp "$root$code" code.fd
cp "$root$variables" variables.fd
rm -rf unpacked
