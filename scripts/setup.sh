#!/bin/sh
# Install the Debian packages that building and running need and that are not there yet; given the
# word "test", those that testing needs as well. Uses sudo when not root; says what it installs;
# does nothing, and needs no network, when all are there.
# usage: scripts/setup.sh [test]
set -eu

packages="
gcc make clang libclang-rt-14-dev llvm-14 binutils pkg-config
libjansson-dev libgsl-dev libserialport-dev libcmocka-dev zlib1g-dev
qemu-system-x86 ovmf ipxe-qemu seabios
gnu-efi grub-pc-bin grub-efi-amd64-bin grub-common xorriso mtools
bochs bochsbios vgabios bochs-x
console-setup-linux gnuplot-nox
"
if [ "${1-}" = test ]; then
	packages="$packages
python3 python3-jsonschema python3-prometheus-client python3-scipy babeltrace2
libbenchmark-tools sqlite3 libxml2-utils
chromium
"
fi

missing=
for package in $packages; do
	dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
		missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
	echo "setup: these packages are missing, and there is no apt-get to install" \
		"them:$missing" >&2
	exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null || {
		echo "setup: run as root, or install sudo; missing packages:$missing" >&2
		exit 1
	}
	as_root=sudo
fi
echo "setup: installing$missing"
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive \
	apt-get install -y -qq --no-install-recommends $missing >/dev/null
