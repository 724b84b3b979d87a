#!/bin/sh
# SPDX-License-Identifier: MIT
# Check the dependencies of building, running and testing. Missing ones are named and installed by
# apt-get, with sudo unless root. Without apt-get, the distribution's packages are named. If nothing
# is missing, needs neither network nor sudo.
# usage: scripts/setup.sh GROUP...
#
# Checks the dependency itself, not its package, because distributions split packages differently.
# Kinds: a command, a file, a pkg-config module, a static library, a result of scripts/find.sh, a
# file of clang, a module of the system's Python. A file's name may be a pattern, or several with |
# between them. A package with a question mark is optional: it is installed if the distribution has
# it; otherwise its check is skipped with a message.
set -eu

scripts=$(dirname "$0")
needs='
gcc      command  gcc                                        gcc
gcc      command  objcopy                                    binutils
gcc      archive  libc.a                                     libc6-dev
clang    command  clang                                      clang
clang    command  objcopy                                    binutils
clang    file     /usr/include/stdio.h                       libc6-dev
tool     command  pkg-config                                 pkg-config
tool     library  jansson                                    libjansson-dev
tool     library  gsl                                        libgsl-dev
tool     library  libdw                                      libdw-dev
tool     library  libmd                                      libmd-dev
tool     library  libserialport                              libserialport-dev
tool     library  zlib                                       zlib1g-dev
tool     library  babeltrace2                                libbabeltrace2-dev
tool     library  libtraceevent                              libtraceevent-dev
tool     library  libtracefs                                 libtracefs-dev
tool     library  libtracecmd                                libtracecmd-dev
tool     library  sqlite3                                    libsqlite3-dev
tool     library  libmicrohttpd                              libmicrohttpd-dev
kernel   found    font                                       console-setup-linux
image    found    efi-headers                                gnu-efi
image    found    efi-link                                   gnu-efi
image    found    grub-mkimage                               grub-common
image    found    grub-pc                                    grub-pc-bin
image    command  xorriso                                    xorriso
image    command  mformat                                    mtools
dist     command  xz                                         xz-utils
run      command  qemu-system-x86_64                         qemu-system-x86
run      found    seabios                                    seabios
unit     library  cmocka                                     libcmocka-dev
fuzz     command  clang                                      clang
fuzz     command  llvm-symbolizer                            llvm
fuzz     runtime  libclang_rt.fuzzer-x86_64.a                libclang-rt-dev
boot     found    ovmf                                       ovmf
boot     file     /usr/lib/ipxe/qemu/pxe-e1000.rom|/usr/share/qemu/pxe-e1000.rom  ipxe-qemu
boot     file     /usr/lib/grub/x86_64-efi                   grub-efi-amd64-bin
boot     found    grub-mkstandalone                          grub-common
boot     command  fsck.fat                                   dosfstools
boot     command  sbsign                                     sbsigntool
boot     command  openssl                                    openssl
boot     command  bochs-bin                                  bochs bochs-x
boot     file     /usr/share/bochs                           bochsbios
boot     file     /usr/share/vgabios                         vgabios
aarch64-compiler command aarch64-linux-gnu-gcc               gcc-aarch64-linux-gnu
aarch64-compiler file /usr/aarch64-linux-gnu/include/stdio.h libc6-dev-arm64-cross
aarch64-image found efi-headers                             gnu-efi
aarch64-image command xorriso                               xorriso
aarch64-image command mformat                               mtools
aarch64-run command qemu-system-aarch64                     qemu-system-arm
aarch64  command  qemu-system-aarch64                        qemu-system-arm
aarch64  command  aarch64-linux-gnu-gcc                      gcc-aarch64-linux-gnu
aarch64  file     /usr/aarch64-linux-gnu/include/stdio.h     libc6-dev-arm64-cross
aarch64  command  qemu-aarch64                               qemu-user
aarch64  found    aavmf                                      qemu-efi-aarch64
riscv64-compiler command riscv64-linux-gnu-gcc               gcc-riscv64-linux-gnu
riscv64-compiler file /usr/riscv64-linux-gnu/include/stdio.h libc6-dev-riscv64-cross
riscv64-image found efi-headers                             gnu-efi
riscv64-image command xorriso                               xorriso
riscv64-image command mformat                               mtools
riscv64-run command qemu-system-riscv64                     qemu-system-riscv? qemu-system-misc?
riscv64-run file /usr/share/qemu/opensbi-riscv64-generic-fw_dynamic.bin|/usr/share/opensbi/lp64/generic/firmware/fw_dynamic.bin  opensbi
riscv64  command  riscv64-linux-gnu-gcc                      gcc-riscv64-linux-gnu
riscv64  command  qemu-system-riscv64                        qemu-system-riscv? qemu-system-misc?
riscv64  file     /usr/share/qemu-efi-riscv64/RISCV_VIRT_CODE.fd  qemu-efi-riscv64?
riscv64  file     /usr/lib/u-boot/qemu-riscv64_smode/u-boot.bin  u-boot-qemu
room     command  dnsmasq                                    dnsmasq-base
room     command  nginx                                      nginx-light
room     command  in.tftpd                                   tftpd-hpa
room     command  ip                                         iproute2
room     file     /usr/lib/ipxe/undionly.kpxe|/usr/share/ipxe/undionly.kpxe  ipxe
fetch    command  xz                                         xz-utils
python   command  python3                                    python3
test     command  clang                                      clang
test     command  zstd                                       zstd
test     command  lz4                                        lz4
test     command  valgrind                                   valgrind
test     command  patch                                      patch
test     command  rsvg-convert                              librsvg2-bin
test     command  python3                                    python3
test     module   jsonschema                                 python3-jsonschema
test     module   prometheus_client                          python3-prometheus-client
test     module   yaml                                       python3-yaml
test     module   scipy                                      python3-scipy
test     module   pandas                                     python3-pandas
test     module   matplotlib                                 python3-matplotlib
test     command  babeltrace2                                babeltrace2
test     command  trace-cmd                                  trace-cmd
test     command  lttng-schedlog-mi                          python3-lttnganalyses?
test     command  lttng-cputop-mi                            python3-lttnganalyses?
test     file     /usr/share/benchmark/compare.py            libbenchmark-tools
test     command  sqlite3                                    sqlite3
test     command  xmllint                                    libxml2-utils
test     command  chromium                                   chromium
test     command  jq                                         jq
test     command  man                                        man-db
test     command  zsh                                        zsh
test     file     /usr/sbin/dnsmasq|/usr/bin/dnsmasq         dnsmasq-base
test     command  curl                                       curl
test     command  ipmitool                                   ipmitool
test     command  ipmi_sim                                   openipmi
test     command  openssl                                    openssl
test     command  vi                                         vim-tiny
test     command  nano                                       nano
test     command  less                                       less
test     command  Xvfb                                       xvfb?
test     command  xedit                                      x11-apps?
test     command  xterm                                      xterm?
test     command  runsc                                      runsc?
'

# usage: is_there KIND NAME
is_there()
{
	case $1 in
	command) command -v "$2" >/dev/null ;;
	file)
		# shellcheck disable=SC2046  # patterns of names
		for file in $(echo "$2" | tr '|' ' '); do
			[ ! -e "$file" ] || return 0
		done
		return 1 ;;
	library) pkg-config --exists "$2" 2>/dev/null ;;
	archive) [ -e "$(${CC:-gcc} -print-file-name="$2" 2>/dev/null)" ] ;;
	found) sh "$scripts/find.sh" "$2" >/dev/null 2>&1 ;;
	runtime) [ -e "$(clang -print-file-name="$2" 2>/dev/null)" ] ;;
	module) /usr/bin/python3 -c "import importlib.util as i, sys
sys.exit(not i.find_spec('$2'))" 2>/dev/null ;;
	esac
}

# The missing lines of the groups, unchanged from the list.
find_missing()
{
	for group; do
		echo "$needs" | while read -r of kind name packages; do
			[ "$of" != "$group" ] || is_there "$kind" "$name" ||
				echo "$of $kind $name $packages"
		done
	done
}

# Names of Debian's packages in other distributions; - if the name was not looked up. Untested.
names='
Debian               Fedora                Arch             Alpine               openSUSE             NixOS
gcc                  gcc                   gcc              gcc                  gcc                  gcc
binutils             binutils              binutils         binutils             binutils             binutils
libc6-dev            glibc-static          glibc            musl-dev             glibc-devel-static   glibc.static
clang                clang                 clang            clang                -                    clang
pkg-config           pkgconf-pkg-config    pkgconf          pkgconf              pkg-config           pkg-config
libjansson-dev       jansson-devel         jansson          jansson-dev          libjansson-devel     jansson
libgsl-dev           gsl-devel             gsl              gsl-dev              gsl-devel            gsl
libdw-dev            elfutils-devel        libelf           elfutils-dev         libdw-devel          elfutils
libmd-dev            libmd-devel           libmd            libmd-dev            libmd-devel          libmd
libserialport-dev    libserialport-devel   libserialport    libserialport-dev    libserialport-devel  libserialport
zlib1g-dev           zlib-devel            zlib             zlib-dev             zlib-devel           zlib
libbabeltrace2-dev   libbabeltrace2-devel  -                -                    -                    babeltrace2
libtraceevent-dev    libtraceevent-devel   libtraceevent    -                    libtraceevent-devel  libtraceevent
libtracefs-dev       libtracefs-devel      libtracefs       -                    libtracefs-devel     libtracefs
libtracecmd-dev      libtracecmd-devel     trace-cmd        -                    libtracecmd-devel    trace-cmd
libsqlite3-dev       sqlite-devel          sqlite           sqlite-dev           sqlite3-devel        sqlite
libmicrohttpd-dev    libmicrohttpd-devel   libmicrohttpd    libmicrohttpd-dev    libmicrohttpd-devel  libmicrohttpd
console-setup-linux  kbd-misc              kbd              kbd-misc             -                    kbd
gnu-efi              gnu-efi-devel         gnu-efi          gnu-efi-dev          -                    gnu-efi
grub-common          grub2-tools           grub             grub                 grub2                grub2
grub-pc-bin          grub2-pc-modules      grub             grub-bios            grub2-i386-pc        grub2
xorriso              xorriso               libisoburn       xorriso              xorriso              xorriso
mtools               mtools                mtools           mtools               mtools               mtools
xz-utils             xz                    xz               xz                   -                    -
qemu-system-x86      qemu-system-x86       qemu-system-x86  qemu-system-x86_64   qemu-x86             qemu
seabios              seabios-bin           seabios          seabios              qemu-seabios         qemu
ovmf                 edk2-ovmf             edk2-ovmf        ovmf                 qemu-ovmf-x86_64     OVMF
qemu-efi-aarch64     edk2-aarch64          edk2-aarch64     aavmf                qemu-uefi-aarch64    -
python3              python3               python           python3              python3              -
'

# This system's column of the table and its package command, by the name of the distribution or of a
# related one. For unknown systems, Debian's names.
set_distribution()
{
	column=1
	ids=$(. "${OS_RELEASE:-/etc/os-release}" 2>/dev/null && echo "${ID-} ${ID_LIKE-}") || ids=
	for id in $ids; do
		case $id in
		debian | ubuntu) column=1 installs='apt-get install' ;;
		fedora | rhel | centos) column=2 installs='dnf install' ;;
		arch) column=3 installs='pacman -S' ;;
		alpine) column=4 installs='apk add' ;;
		opensuse* | suse) column=5 installs='zypper install' ;;
		nixos) column=6 installs='nix-shell -p' ;;
		*) continue ;;
		esac
		break
	done
}

# usage: local_package_name PACKAGE: this distribution's name of a Debian package, or -
local_package_name()
{
	echo "$names" | awk -v package="$1" -v column="$column" '$1 == package { print $column }'
}

# Print the missing dependencies, and exit with status 1; with 0 if only optional ones are missing.
give_up()
{
	[ -n "$missing" ] || exit 0
	set_distribution
	echo "setup: $1" >&2
	echo "$missing" | while read -r group kind name packages; do
		echo "setup:   $kind $name, for the group '$group'; Debian has it in $packages" >&2
	done
	here=$(for package in $(echo "$missing" | cut -d ' ' -f 4-); do local_package_name "$package"; done |
		sort -u | grep -v -x -e - | tr '\n' ' ')
	[ "$column" -eq 1 ] || [ -z "$here" ] || echo "setup: its name here may be: $installs $here" >&2
	echo "setup: install it by hand, or build without this check: make SETUP=no" >&2
	exit 1
}

# Call apt-get as root; only its errors are printed. Another package manager may hold apt's locks, such
# as the automatic updates of a machine that has just started: wait for it, at most ten minutes.
# usage: call_apt ARGUMENT...
call_apt()
{
	deadline=
	until problem=$($as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get "$@" -qq 2>&1 \
		>/dev/null); do
		case $problem in *'Could not get lock'*) ;; *) deadline=0 ;; esac
		[ -n "$deadline" ] || {
			echo 'setup: waiting for another package manager'
			deadline=$(($(date +%s) + 600))
		}
		[ "$(date +%s)" -lt "$deadline" ] || {
			echo "$problem" >&2
			exit 100
		}
		sleep 2
	done
}

# Parallel targets may need different groups.
exec 9<"$0"
flock 9

wanted=$(find_missing "$@")
missing=$(echo "$wanted" | grep -v '?$' || true)
[ -n "$wanted" ] || exit 0
command -v apt-get >/dev/null || give_up 'missing dependencies, and no apt-get to install them:'
as_root=
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null || give_up 'missing dependencies; their installation needs root or sudo:'
	as_root=sudo
fi
call_apt update
packages=$(echo "$wanted" | cut -d ' ' -f 4- | tr ' ' '\n' | sort -u | while read -r package; do
	case $package in
	*'?') [ -z "$(apt-cache show --no-all-versions "${package%?}" 2>/dev/null)" ] ||
		echo "${package%?}" ;;
	*) echo "$package" ;;
	esac
done | tr '\n' ' ')
[ -n "$packages" ] || exit 0
echo "setup: installing $packages"
call_apt install -y --no-install-recommends $packages
missing=$(find_missing "$@" | grep -v '?$' || true)
give_up 'still missing:'
