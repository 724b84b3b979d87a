#!/bin/sh
# SPDX-License-Identifier: MIT
# Distributions other than Debian, as trees of empty files in their packages' places. Checks the
# results of scripts/find.sh, and the missing packages named by scripts/setup.sh in that
# distribution.
# usage: tests/hosts/find.sh BUILD
set -u
cd "$(dirname "$0")/../.." || exit
build=$(realpath "$1")
dir=$build/find-test
rm -rf "$dir"
mkdir -p "$dir/bin"
# shellcheck source=tests/expect.sh
. tests/expect.sh

# usage: has SYSTEM PATH...
has()
{
	system=$1
	shift
	for path; do
		mkdir -p "$dir/$system$(dirname "$path")"
		: >"$dir/$system$path"
	done
}

has fedora /usr/lib/kbd/consolefonts/default8x16.psfu.gz /usr/lib/gnuefi/x64/crt0.o \
	/usr/lib/gnuefi/x64/efi.lds /usr/include/efi/efi.h /usr/lib/grub/i386-pc/boot_hybrid.img \
	/usr/share/edk2/ovmf/OVMF_CODE.fd /usr/share/edk2/ovmf/OVMF_VARS.fd
has arch /usr/share/kbd/consolefonts/default8x16.psfu.gz /usr/lib/crt0-efi-x86_64.o \
	/usr/lib/elf_x86_64_efi.lds /usr/include/efi/efi.h /usr/lib/grub/i386-pc/boot_hybrid.img \
	/usr/share/edk2/x64/OVMF_CODE.4m.fd /usr/share/edk2/x64/OVMF_VARS.4m.fd
has fedora /usr/share/edk2/aarch64/QEMU_EFI-pflash.raw \
	/usr/share/edk2/aarch64/vars-template-pflash.raw
has alpine /usr/share/consolefonts/default8x16.psfu.gz /usr/lib/crt0-efi-x86_64.o \
	/usr/lib/elf_x86_64_efi.lds /usr/include/efi/efi.h /usr/lib/grub/i386-pc/boot_hybrid.img \
	/usr/share/OVMF/OVMF_CODE.fd /usr/share/OVMF/OVMF_VARS.fd
has suse /usr/share/kbd/consolefonts/default8x16.psfu.gz /usr/lib64/crt0-efi-x86_64.o \
	/usr/lib64/elf_x86_64_efi.lds /usr/include/efi/efi.h /usr/share/grub2/i386-pc/boot_hybrid.img \
	/usr/share/qemu/ovmf-x86_64-4m-code.bin /usr/share/qemu/ovmf-x86_64-4m-vars.bin
# A user's own build of QEMU; and code without variables, which is not usable as firmware.
has built /qemu/edk2-x86_64-code.fd /qemu/edk2-i386-vars.fd /usr/share/OVMF/OVMF_CODE_4M.fd
printf '#!/bin/sh\necho /nothing\necho /qemu\n' >"$dir/bin/qemu-system-x86_64"
chmod +x "$dir/bin/qemu-system-x86_64"

# usage: finds SYSTEM WHAT EXPECTED...
finds()
{
	system=$1
	what=$2
	shift 2
	found=$(FIND_ROOT=$dir/$system PATH=$dir/bin:$PATH sh scripts/find.sh "$what" | sed "s,$dir/$system,,g")
	echo "$found"
	[ "$found" = "$*" ]
}

for system in fedora arch alpine suse; do
	for what in font efi-link efi-headers grub-pc ovmf; do
		expect "$system has $what" env FIND_ROOT="$dir/$system" sh scripts/find.sh $what
	done
done
expect "kbd's font is used if Debian's is missing" \
	finds fedora font /usr/lib/kbd/consolefonts/default8x16.psfu.gz
expect "Fedora's names of gnu-efi are found" finds fedora efi-link \
	'-T /usr/lib/gnuefi/x64/efi.lds /usr/lib/gnuefi/x64/crt0.o -L/usr/lib/gnuefi/x64 -L/usr/lib/gnuefi'
expect 'firmware needs code and variables' finds arch ovmf \
	/usr/share/edk2/x64/OVMF_CODE.4m.fd /usr/share/edk2/x64/OVMF_VARS.4m.fd
expect 'firmware of another processor is found' finds fedora aavmf \
	/usr/share/edk2/aarch64/QEMU_EFI-pflash.raw /usr/share/edk2/aarch64/vars-template-pflash.raw
expect "QEMU's own firmware is found" \
	finds built ovmf /qemu/edk2-x86_64-code.fd /qemu/edk2-i386-vars.fd
for what in font:FONT efi-link:GNU_EFI grub-pc:GRUB_PC ovmf:OVMF_CODE aavmf:AAVMF_CODE; do
	expect "a variable overrides a missing ${what%:*}" \
		says "not found.*${what#*:}=" 1 env FIND_ROOT=/nonexistent sh scripts/find.sh "${what%:*}"
done
has arch /mine.psf
expect 'a variable overrides the search' says '/arch/mine.psf$' 0 \
	env FONT=/mine.psf FIND_ROOT="$dir/arch" sh scripts/find.sh font

# The same font in the newer format, with a header of 40 bytes.
gzip -dc "$(sh scripts/find.sh font)" >"$dir/1.psf"
{ printf '\162\265\112\206\0\0\0\0\50\0\0\0\1\0\0\0\200\0\0\0\20\0\0\0\20\0\0\0\10\0\0\0unread..'
	sh scripts/font.sh "$dir/1.psf"; } >"$dir/2.psf"
expect 'both font formats give the same characters' sh -c \
	'sh scripts/font.sh "$0/2.psf" >"$0/2" && sh scripts/font.sh "$0/1.psf" | cmp - "$0/2"' "$dir"
head -c 1000 "$dir/2.psf" >"$dir/cut.psf"
expect 'a truncated font is refused' says 'cut.psf: not a PC Screen Font' 1 \
	sh scripts/font.sh "$dir/cut.psf"

# With only the programs that set-up itself needs.
mkdir "$dir/few"
for program in sh id flock cut tr sort dirname grep awk; do
	ln -s "$(command -v $program)" "$dir/few/$program"
done

# usage: set_up ID ID_LIKE
set_up()
{
	printf 'ID=%s\nID_LIKE="%s"\n' "$1" "$2" >"$dir/os-release"
	env -i PATH="$dir/few" OS_RELEASE="$dir/os-release" FIND_ROOT=/nonexistent \
		"$dir/few/sh" scripts/setup.sh gcc tool kernel image run
}

expect "Fedora's packages are named" \
	says 'dnf install .*glibc-static.* gnu-efi-devel .*seabios-bin' 1 \
	set_up fedora ''
expect "a related distribution's packages are named" \
	says 'dnf install .*jansson-devel' 1 set_up rocky 'rhel centos fedora'
expect "Arch's packages are named" says 'pacman -S .*libisoburn' 1 set_up arch ''
expect "Alpine's packages are named" says 'apk add .*grub-bios .*musl-dev' 1 set_up alpine ''
expect "openSUSE's packages are named, except the unknown ones" \
	says 'zypper install .*grub2-i386-pc gsl-devel' 1 \
	set_up opensuse-tumbleweed 'opensuse suse'
expect "NixOS's packages are named" says 'nix-shell -p .*glibc.static' 1 set_up nixos ''
expect "an unknown system gets Debian's names only" \
	says 'Debian has it in libjansson-dev' 1 set_up void ''
expect 'an unknown system gets no install command' \
	sh -c '! grep -q "its name here may be" "$0/output"' "$dir"

# A package manager whose locks another process holds, for every first call. Then it fails.
for program in date env rm touch; do
	ln -s "$(command -v $program)" "$dir/few/$program"
done
cat >"$dir/few/apt-get" <<'EOF'
#!/bin/sh
[ ! -e "$APT/$1" ] || { echo "$1 was called again"; exit 100; } >&2
touch "$APT/$1"
echo "E: Could not get lock /var/lib/$1. It is held by process 1" >&2
exit 100
EOF
printf '#!/bin/sh\n' >"$dir/few/sleep"
printf '#!/bin/sh\nexec "$@"\n' >"$dir/few/sudo"
chmod +x "$dir/few/apt-get" "$dir/few/sleep" "$dir/few/sudo"
expect 'set-up waits for another package manager' says 'update was called again' 100 \
	env APT="$dir" PATH="$dir/few" FIND_ROOT=/nonexistent "$dir/few/sh" scripts/setup.sh gcc
sum_up
