#!/bin/sh
# Fetch the distribution's own kernel for virtual machines: downloaded and unpacked, not installed.
# usage: tools/linux-kernel.sh DIRECTORY
#
# Leaves DIRECTORY/vmlinuz. Needs no root, but a package list that is up to date.
set -eu

directory=$1
metapackage=linux-image-cloud-amd64

package=$(apt-cache depends --important "$metapackage" |
	sed -n 's/^ *Depends: \(linux-image-.*\)$/\1/p' | head -n 1)
if [ -z "$package" ]; then
	echo "linux-kernel: apt knows no $metapackage; does 'apt-get update' help?" >&2
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
