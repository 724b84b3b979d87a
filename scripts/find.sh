#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the path of a file whose place differs between distributions.
# usage: scripts/find.sh WHAT
#
# WHAT is
#   font             a console font of 8 by 16 pixels
#   efi-headers      the directory of gnu-efi's headers
#   efi-link         linker arguments: gnu-efi's script and start code, and the directories of its library
#   grub-pc          the directory of GRUB's modules for a BIOS
#   grub-mkimage, grub-mkstandalone  GRUB's programs, in some distributions grub2-…
#   ovmf             UEFI firmware of QEMU: code and variables
#   aavmf            the same for 64-bit Arm
#   seabios          QEMU's BIOS
# Otherwise prints the searched places, and exits with status 1. FONT, GNU_EFI, GRUB_PC, OVMF_CODE
# with OVMF_VARS, and AAVMF_CODE with AAVMF_VARS override the search. FIND_ROOT is for tests: the directory that replaces /.
#
# The order: Debian's places, then those known by a program or pkg-config (NixOS), then others.
set -eu

root=${FIND_ROOT-}
# The prefix of an installed program, as on NixOS: /nix/store/…-kbd-2.6 of setfont.
prefix_of()
{
	program=$(command -v "$1") && program=$(realpath "$program") && echo "${program%/*/*}"
}

# usage: fail WHAT VARIABLE PLACE...
fail()
{
	what=$1
	variable=$2
	shift 2
	echo "find: $what: not found: $*; set $variable=PATH" >&2
	exit 1
}

# usage: first PLACE...: print the first existing place
first()
{
	for place; do
		[ ! -e "$root$place" ] || {
			echo "$root$place"
			return
		}
	done
	return 1
}

# Its several packagers install kbd's default font, which has the 128 ASCII characters too, in these
# places.
find_font()
{
	kbd=$(prefix_of setfont) || kbd=/usr
	set -- ${FONT:-/usr/share/consolefonts/Lat15-Fixed16.psf.gz}
	[ -n "${FONT-}" ] || for directory in /usr/share/consolefonts /usr/share/kbd/consolefonts \
			/usr/lib/kbd/consolefonts "$kbd/share/consolefonts"; do
		set -- "$@" "$directory/default8x16.psfu.gz"
	done
	first "$@" || fail 'a console font' FONT "$@"
}

efi_directories()
{
	if [ -n "${GNU_EFI-}" ]; then
		echo "$GNU_EFI"
		return
	fi
	${PKG_CONFIG:-pkg-config} --variable=libdir gnu-efi 2>/dev/null || true
	echo /usr/lib/x86_64-linux-gnu /usr/lib /usr/lib/gnuefi/x64 /usr/lib64/gnuefi /usr/lib/gnuefi \
		/usr/lib64
}

# Fedora names start code and script crt0.o and efi.lds, in a directory of the architecture.
find_efi_link()
{
	for directory in $(efi_directories); do
		for names in crt0-efi-x86_64.o:elf_x86_64_efi.lds crt0.o:efi.lds; do
			start=$root$directory/${names%:*}
			script=$root$directory/${names#*:}
			[ ! -e "$start" ] || [ ! -e "$script" ] || {
				echo "-T $script $start -L$root$directory -L$root${directory%/*}"
				return
			}
		done
	done
	fail "gnu-efi's start code" GNU_EFI $(efi_directories)
}

find_efi_headers()
{
	include=$(${PKG_CONFIG:-pkg-config} --variable=includedir gnu-efi 2>/dev/null) || include=
	set -- ${GNU_EFI:+"$GNU_EFI/../include/efi"} ${include:+"$include/efi"} /usr/include/efi
	first "$@" || fail "gnu-efi's headers" GNU_EFI "$@"
}

find_program()
{
	command -v "grub-$1" || command -v "grub2-$1" || {
		echo "find: neither grub-$1 nor grub2-$1 is in PATH" >&2
		exit 1
	}
}

find_grub_pc()
{
	grub=$(prefix_of grub-mkimage) || grub=$(prefix_of grub2-mkimage) || grub=/usr
	set -- ${GRUB_PC:-/usr/lib/grub/i386-pc /usr/share/grub2/i386-pc /usr/lib/grub2/i386-pc \
		"$grub/lib/grub/i386-pc"}
	for directory; do
		[ ! -e "$root$directory/boot_hybrid.img" ] || {
			echo "$root$directory"
			return
		}
	done
	fail "GRUB's modules for a BIOS" GRUB_PC "$@"
}

# The places that the tool searches.
# usage: find_uefi VARIABLE MACRO QEMU
find_uefi()
{
	eval "code=\${$1_CODE-} variables=\${$1_VARS-}"
	if [ -n "$code" ]; then
		echo "$code" "${variables:?$1_VARS names the variables of $1_CODE}"
		return
	fi
	list=$(dirname "$0")/../tools/run/boot/firmware_places.def
	places=$(sed -e :a -e N -e '$!ba' -e 's/,\n[[:space:]]*/, /g' "$list" |
		sed -n "s/^$2(\"\(.*\)\", \"\(.*\)\")\$/\1 \2/p")
	qemu=$($3 -L help 2>/dev/null) || qemu=
	echo "$places" | {
		while read -r code variables; do
			for directory in $(case $code in /*) echo "$root/" ;; *) for place in $qemu; do echo "$root$place"; done ;; esac); do
				[ ! -e "$directory/$code" ] || [ ! -e "$directory/$variables" ] || {
					echo "$directory/$code $directory/$variables" | sed 's,//*,/,g'
					exit 0
				}
			done
		done
		exit 1
	} || fail 'UEFI firmware' "$1_CODE= and $1_VARS" $places
}

find_seabios()
{
	set -- $(qemu-system-x86_64 -L help 2>/dev/null)
	for directory; do
		[ ! -e "$root$directory/bios-256k.bin" ] || {
			echo "$root$directory/bios-256k.bin"
			return
		}
	done
	echo "find: bios-256k.bin: in none of QEMU's directories: $*" >&2
	exit 1
}

case ${1-} in
font) find_font ;;
efi-link) find_efi_link ;;
efi-headers) find_efi_headers ;;
grub-pc) find_grub_pc ;;
grub-mkimage | grub-mkstandalone) find_program "${1#grub-}" ;;
ovmf) find_uefi OVMF FIRMWARE_PLACE qemu-system-x86_64 ;;
aavmf) find_uefi AAVMF FIRMWARE_PLACE_AARCH64 qemu-system-aarch64 ;;
seabios) find_seabios ;;
*)
	echo "find: ${1-}: unknown name; see the list in scripts/find.sh" >&2
	exit 2 ;;
esac
