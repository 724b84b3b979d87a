#!/bin/sh
# SPDX-License-Identifier: MIT
# Debian 12, 13 and sid as new machines. The README's steps must work on each, as root and with
# sudo. Exact results must be the same for every combination of QEMU and compiler.
# usage: tests/hosts/hosts.sh BUILD [HOST]...
#
# HOSTs are Debian's release names: bookworm, trixie and sid; the default is all three. debootstrap
# makes each from MIRROR, if set, and stores it as BUILD/hosts/HOST.tar. Downloads are kept in
# BUILD/hosts/HOST.debs. Needs root, some 20 GB, and about half an hour per host.
# BUILD/hosts/table.md has the results by QEMU and compiler, for all hosts made of this commit.
set -u

cd "$(dirname "$0")/../.." || exit 2
root=$PWD
dir=$(realpath "$1")/hosts
shift
[ $# -gt 0 ] || set -- bookworm trixie sid
# Packages of a new machine. The project's own set-up installs all others.
FRESH=gcc,make,git,ca-certificates,sudo
SOURCE=/home/user/bareline

. tests/expect.sh

# Kernels of another commit may have other results.
commit=$(git rev-parse HEAD)
[ "$commit" = "$(cat "$dir/commit" 2>/dev/null)" ] || rm -rf "$dir/kernels" "$dir/archive.tar.xz"
mkdir -p "$dir/kernels"
echo "$commit" >"$dir/commit"
[ "$(id -u)" -eq 0 ] || { echo 'skipped: making a host needs root'; exit 0; }
command -v debootstrap >/dev/null || apt-get install -y -qq debootstrap >/dev/null || exit 2

# usage: host_fetch HOST: store the unchanged system
host_fetch()
{
	[ ! -e "$dir/$1.tar" ] || return 0
	rm -rf "$dir/new"
	# shellcheck disable=SC2086  # the mirror is an argument or none
	debootstrap --variant=minbase --include=$FRESH "$1" "$dir/new" ${MIRROR-} >"$dir/$1.log" 2>&1 || {
		cat "$dir/$1.log"
		return 1
	}
	rm -f "$dir"/new/var/cache/apt/archives/*.deb
	# A mirror may be older than its signature allows.
	echo 'Acquire::Check-Valid-Until "false";' >"$dir/new/etc/apt/apt.conf.d/90mirror"
	chroot "$dir/new" useradd -m -s /bin/sh user
	echo 'user ALL=(ALL) NOPASSWD: ALL' >"$dir/new/etc/sudoers.d/user"
	tar -C "$dir/new" -cf "$dir/$1.new" . && mv "$dir/$1.new" "$dir/$1.tar"
	rm -rf "$dir/new"
}

# usage: host_begin HOST USER: make a new system with the tree's last commit, owned by USER
host_begin()
{
	rm -rf "${dir:?}/$1"
	mkdir -p "$dir/$1" "$dir/$1.debs/partial"
	tar -C "$dir/$1" -xf "$dir/$1.tar"
	git clone -q --no-hardlinks "$root" "$dir/$1$SOURCE"
	chroot "$dir/$1" chown -R "$2" /home/user
}

# Processes and mounts of a command end with the command.
# usage: as USER HOST COMMAND: run a shell command in the host's tree
as()
{
	HOST=$dir/$2 DEBS=$dir/$2.debs unshare --mount --pid --fork sh -euc '
		mount -t proc proc "$HOST/proc"
		mount --rbind /sys "$HOST/sys"
		mount --rbind /dev "$HOST/dev"
		mount --bind "$DEBS" "$HOST/var/cache/apt/archives"
		cp /etc/resolv.conf "$HOST/etc/resolv.conf"
		exec chroot "$HOST" su -s /bin/sh - "$1" -c "cd $2 && $3"' sh "$1" $SOURCE "$3"
}

# ---- Checks of a host ----

# usage: run_first_metric HOST: run the release archive on a system with only QEMU
run_first_metric()
{
	host_begin "$1" user
	cp "$dir/archive.tar.xz" "$dir/$1$SOURCE"
	as root "$1" 'apt-get -qq update && apt-get -qq remove -y gcc make git >/dev/null &&
		apt-get -qq install -y --no-install-recommends qemu-system-x86 xz-utils >/dev/null' || return
	began=$(date +%s)
	as user "$1" 'tar -xf archive.tar.xz && cd bareline-*/ &&
		./bareline run --deterministic --bench null.timing && ./bareline explain null.timing' || return
	report "$1: first exact results of the archive after $(($(date +%s) - began)) s"
}

# usage: package_is_built HOST
package_is_built()
{
	as root "$1" 'apt-get -qq install -y --no-install-recommends dpkg-dev debhelper >/dev/null &&
		apt-get -qq build-dep -y --no-install-recommends . >/dev/null && dpkg-buildpackage -us -uc -b'
}

# usage: report TEXT: print to the log and to BUILD/hosts
report()
{
	echo "$1" | tee -a "$dir/times" >&3
}

# usage: timed HOST WHAT COMMAND...: expect it, and print its duration
timed()
{
	host=$1
	name=$2
	shift 2
	began=$(date +%s)
	expect "$host: $name" "$@"
	cp "$dir/expect.out" "$dir/$host-$(echo "$name" | tr -c 'a-z\n' -).log"
	report "$host: $name: $(($(date +%s) - began)) s"
}

# usage: host_check HOST
host_check()
{
	timed "$1" 'a new machine' host_fetch "$1" || return
	host_begin "$1" user
	timed "$1" 'make run, with sudo' as user "$1" 'make run'
	host_begin "$1" root
	timed "$1" 'make run, as root' as root "$1" 'make run'
	timed "$1" 'make test' as root "$1" 'make test'
	for goal in 'all stick' overhead 'install DESTDIR=/tmp/installed' dist; do
		timed "$1" "make $goal" as root "$1" "make $goal"
	done
	cp "$dir/$1-make-overhead.log" "$dir/$1$SOURCE/build/overhead.log"
	expect "$1: results of make overhead" as root "$1" 'python3 tests/hosts/overhead.py build/overhead.log'
	timed "$1" 'make layers, or the reason against it' as root "$1" \
		'make layers >layers.log 2>&1 || grep "select QEMU 7.2" layers.log'
	cp "$dir/$1$SOURCE/build/kernel.elf" "$dir/kernels/$(compiler_of "$1").elf"
	# The program for the oldest C library works with every newer one.
	if [ "$1" = bookworm ] || [ ! -e "$dir/archive.tar.xz" ]; then
		cp "$dir/$1$SOURCE"/build/bareline-*.tar.xz "$dir/archive.tar.xz"
	fi
	# Last, because it cleans the tree.
	timed "$1" 'the Debian package' package_is_built "$1"
}

# ---- Results, by QEMU and compiler ----

# usage: version_of HOST COMMAND: the first version number in its output
version_of()
{
	as root "$1" "$2" | sed -n 's/[^0-9]* \([0-9][0-9]*\.[0-9.]*\).*/\1/p' | head -n 1
}

compiler_of()
{
	echo "gcc-$(version_of "$1" 'gcc -dumpfullversion | sed "s/^/x /"')"
}

# usage: metrics_of HOST KERNEL: the number of exact metrics and "as in tests/golden", or a message
metrics_of()
{
	log=$dir/$1-$(basename "$2" .elf).log
	cp "$2" "$dir/$1$SOURCE/build/other.elf"
	if as root "$1" 'sh tests/golden/golden.sh build --image build/other.elf' >"$log" 2>&1; then
		sed -n 's/.* \([0-9]*\) metrics unchanged$/\1/p' "$log" | paste -sd '+' |
			sed 's/+/ + /; s|$|, as in tests/golden|'
	else
		echo 'differs from tests/golden'
	fi
}

# usage: explained HOST KERNEL: a checksum of the instructions by function of every benchmark
explained()
{
	cp "$2" "$dir/$1$SOURCE/build/other.elf"
	as root "$1" "build/bareline explain '*' --sums -o build/explained -- --image build/other.elf" \
		>"$dir/$1-explain.log" 2>&1 || { echo 'not explained'; return; }
	sha256sum "$dir/$1$SOURCE/build/explained/explain.json" | cut -c 1-16
}

# usage: table HOST...: a row per compiler, a column per QEMU
table()
{
	printf '| kernel, compiled by |'
	for host; do
		printf ' %s: QEMU %s |' "$host" "$(version_of "$host" 'qemu-system-x86_64 --version')"
	done
	printf '\n|---|'
	for host; do
		printf -- '---|'
	done
	for kernel in "$dir"/kernels/*.elf; do
		printf '\n| %s |' "$(basename "$kernel" .elf)"
		for host; do
			printf ' %s |' "$(metrics_of "$host" "$kernel")"
		done
	done
	kernel=$(echo "$dir"/kernels/*.elf | cut -d ' ' -f 1)
	printf '\n| explained, %s |' "$(basename "$kernel" .elf)"
	for host; do
		printf ' %s |' "$(explained "$host" "$kernel")"
	done
	echo
}

# usage: is_one_row PATTERN: whether all cells of that row of the table are equal
is_one_row()
{
	[ "$(grep "$1" "$dir/table.md" | cut -d '|' -f 3- | tr '|' '\n' | sort -u | grep -c .)" -eq 1 ]
}

exec 3>&1
for host; do
	host_check "$host"
done
table "$@" >"$dir/table.md"
cat "$dir/table.md"
for kernel in "$dir"/kernels/*.elf; do
	expect "$(basename "$kernel"): exact metrics match tests/golden on every QEMU" \
		sh -c '! grep "$1" "$2" | grep "differs from tests/golden"' \
		sh "$(basename "$kernel" .elf)" "$dir/table.md"
done
expect 'every benchmark is explained' sh -c '! grep "not explained" "$1"' sh "$dir/table.md"
expect 'the explanations are equal on every QEMU' is_one_row '^| explained'
for host; do
	expect "$host: the release archive" run_first_metric "$host"
done
sum_up
