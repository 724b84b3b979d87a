#!/bin/sh
# Fetch the distribution's own kernel for virtual machines: downloaded and unpacked, not installed.
# usage: scripts/linux-kernel.sh DIRECTORY
#
# Leaves DIRECTORY/vmlinuz. Brings apt's package list up to date, by sudo when not root, only if it
# does not know the package.
set -eu

directory=$1
metapackage=linux-image-cloud-amd64

find_package()
{
	apt-cache depends --important "$metapackage" 2>/dev/null |
		sed -n 's/^ *Depends: \(linux-image-.*\)$/\1/p' | head -n 1
}

package=$(find_package)
if [ -z "$package" ]; then
	echo "linux-kernel: bringing the package list up to date" >&2
	[ "$(id -u)" -eq 0 ] && apt-get update -qq || sudo apt-get update -qq
	package=$(find_package)
fi
if [ -z "$package" ]; then
	echo "linux-kernel: apt knows no $metapackage" >&2
	exit 1
fi
rm -rf "$directory"
mkdir -p "$directory"
cd "$directory"
# As root apt would download as a user of its own, who may not be able to write here.
apt-get download -qq -o APT::Sandbox::User=root "$package"
dpkg-deb -x "$package"_*.deb unpacked
mv unpacked/boot/vmlinuz-* vmlinuz
rm -rf unpacked "$package"_*.deb
