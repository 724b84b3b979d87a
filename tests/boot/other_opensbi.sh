#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetch the OpenSBI of another Debian than this one, without installation: Debian 12 has 1.1, Debian 13
# has 1.6.
# usage: tests/boot/other_opensbi.sh DIRECTORY: make DIRECTORY/fw_dynamic.bin
set -eu

here=$(cd "$(dirname "$0")" && pwd)
release=bookworm
! grep -q '^VERSION_CODENAME=bookworm' /etc/os-release || release=trixie
mkdir -p "$1"
cd "$1"
# shellcheck source=scripts/fetch.sh
. "$here/../../scripts/fetch.sh"
fetch_begin "opensbi-$release" apt
main=$(apt-get indextargets 'Created-By: Packages' 'Component: main' --format "\$(REPO_URI)" |
	grep -v -e security | sort -u | head -n 1)
echo "deb $main $release main" >"$fetched/sources.list"
fetch_lists "$fetched" amd64
rm -rf unpacked
fetch_unpack "$fetched" amd64 unpacked opensbi
cp unpacked/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_dynamic.bin .
rm -rf unpacked
