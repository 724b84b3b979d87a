#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/write-usb.sh must write only to a free removable disk, and only after its name was typed.
# The first "disk" is a file described by a fake lsblk. Then it is a loop device whose use is
# invisible to lsblk. Uses that this host cannot set up are skipped. Prints each error, and fails on
# any.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
loop=
cd "$scratch"
failures=0
disk_contents='what the disk held before'

clean_up()
{
	[ -z "$loop" ] || losetup -d "$loop" || true
	rm -rf "$scratch"
}
trap clean_up EXIT

mkdir bin
ln -s /bin/true bin/blockdev
cat >bin/lsblk <<'END'
#!/bin/sh
case $* in
"-dno TYPE "*) echo "$disk_type" ;;
"-dno RM "*) echo "   $disk_removable" ;;
"-dno RO "*) echo 0 ;;
"-dno LOG-SEC "*) echo "   ${disk_sector:-512}" ;;
"-dno SERIAL "*) cat serial 2>/dev/null ;;
"-nro MOUNTPOINT "*) printf '\n%s\n' "$disk_mounted" ;;
"-nro TYPE "*) printf 'disk\npart\n%s' "$disk_user" ;;
"-bdno SIZE "*) echo "${disk_bytes:-1000000}" ;;
esac
END
chmod +x bin/lsblk
{ head -c 510 /dev/zero; printf '\125\252'; printf '%512s' 'the new image'; } >image

# usage: attempt ANSWER [VARIABLE=VALUE]...: a run on a valid disk, except for the variables
attempt()
{
	answer=$1
	shift
	printf '%s\n' "$answer" | env PATH="$scratch/bin:$PATH" disk_type=disk disk_removable=1 \
		disk_mounted= disk_user= "$@" \
		sh "$root/scripts/write-usb.sh" "${image:-image}" "${disk:-./sdx}" >output 2>&1
}

# usage: fail WHAT; prints the script's output too
fail()
{
	echo "$1"
	cat output
	failures=$((failures + 1))
}

must_refuse()
{
	printf %s "$disk_contents" >sdx
	! attempt "$@" || fail "write-usb.sh: expected a refusal: answer and variables $*"
	[ "$(cat sdx)" = "$disk_contents" ] ||
		fail "write-usb.sh: expected an unchanged disk: answer and variables $*"
	grep -q 'nothing was written$' output || fail "write-usb.sh does not say that it wrote nothing"
}

# Without a stick, the script prints its search and the next step.
if PATH="$scratch/bin:$PATH" sh "$root/scripts/write-usb.sh" >output 2>&1 ||
	! grep -q 'lsblk lists no removable disk' output; then
	fail 'write-usb.sh without a stick: expected the next step'
fi

must_refuse ''
must_refuse y
must_refuse sda
must_refuse sdx disk_type=part
must_refuse sdx disk_type=
must_refuse sdx disk_removable=0
must_refuse sdx disk_mounted=/home
must_refuse sdx disk_user=crypt
must_refuse sdx disk_user=lvm
must_refuse sdx disk_user=raid1
must_refuse sdx disk_bytes=1023
must_refuse sdx disk_sector=2048

# A disk with sectors of 4096 bytes gets another partition table and file system, with the same files.
make_image()
{
	python3 -c '
import struct, sys
fat = open("small", "rb").read()
entry = bytes.fromhex("28732ac11ff8d211ba4b00a0c93ec93b") + bytes(16) + struct.pack("<2Q", 64, 63 + len(fat) // 512)
with open("gpt", "wb") as image:
    image.write(bytes(510) + b"\x55\xaa" + b"EFI PART" + bytes(64) + struct.pack("<Q2I", 2, 1, 128) + bytes(424))
    image.write(entry.ljust(62 * 512, b"\0") + fat)'
}
mformat -C -i small -T 8192 -h 16 -s 32 ::
mmd -i small ::/EFI
echo loader >loader
mcopy -i small loader ::/EFI/LOADER
make_image
: >sdx
if ! image=gpt attempt sdx disk_sector=4096 disk_bytes=1000000000 ||
	[ "$(mtype -i sdx@@1048576 ::/EFI/LOADER)" != loader ] ||
	[ "$(od -An -c -j4096 -N8 sdx | tr -d ' ')" != EFIPART ] ||
	[ "$(od -An -tu2 -j1048587 -N2 sdx | tr -d ' ')" != 4096 ]; then
	fail 'write-usb.sh: expected a partition for sectors of 4096 bytes'
fi
image=gpt must_refuse sdx disk_sector=4096
must_refuse sdx disk_sector=4096 disk_bytes=1000000000          # no partition table in it

: >empty
image=empty must_refuse sdx
printf 'no image at all' >text
image=text must_refuse sdx
head -c 1024 /dev/zero >zeros
image=zeros must_refuse sdx
image=nowhere must_refuse sdx

{ cat image; printf ' held before'; } >wanted
{ head -c 1024 /dev/zero | tr '\0' x; printf ' held before'; } >sdx
attempt sdx || fail 'write-usb.sh: expected a written disk:'
cmp sdx wanted || fail 'write-usb.sh: expected the image on the disk:'

# What is on the disk and on its partition is shown before the question. No label has escape sequences.
# usage: shows WHAT
shows()
{
	! attempt no || fail 'write-usb.sh: expected a refusal'
	sed '/^ALL of this/q' output | grep -q "^$1\$" || fail "write-usb.sh does not show '$1'"
	! grep -q "$(printf '\033')" output || fail 'write-usb.sh prints an escape sequence of a label'
}
if command -v wipefs >/dev/null || [ -x /usr/sbin/wipefs ]; then
	{ printf 'LUKS\272\276\0\1'; head -c 2000000 /dev/zero; } >sdx
	shows './sdx: crypto_LUKS'
	# The label of a swap area is at 1052.
	{ head -c 1024 /dev/zero; printf '\1\0\0\0\1\1\0\0\0\0\0\0cccccccccccccccca\033[2Jb'; head -c 3028 /dev/zero
		printf 'SWAPSPACE2'; head -c 2000000 /dev/zero; } >sdx
	shows './sdx: swap a.*2Jb'
	head -c 2000000 /dev/zero >sdx
	shows './sdx: nothing'
fi

# usage: while_it_waits COMMAND: type the name after the command, which runs once the script asks
while_it_waits()
{
	rm -f output
	{
		until grep -q 'ALL of this' output 2>/dev/null; do sleep 0.05; done
		eval "$1" >&2
		echo "${disk##*/}"
	} | env PATH="$scratch/bin:$PATH" disk_type=disk disk_removable=1 disk_mounted= disk_user= \
		timeout 60 sh "$root/scripts/write-usb.sh" image "$disk" >output 2>&1
}

# usage: must_not_write COMMAND MESSAGE
must_not_write()
{
	printf %s "$disk_contents" >sdx
	printf %s "$disk_contents" >other
	! disk=./sdx while_it_waits "$1" || fail "write-usb.sh: expected a refusal after: $1"
	grep -q "$2" output || fail "write-usb.sh: expected '$2' after: $1"
	for file in sdx other; do
		[ ! -e $file ] || [ "$(cat $file)" = "$disk_contents" ] ||
			fail "write-usb.sh: $file changed after: $1"
	done
}

must_not_write 'mv other sdx' 'another disk has its name now'
must_not_write 'echo 2 >serial' 'is another disk than the one shown'

mkfifo close
# Another program opens the disk, until a line is written to the pipe.
open_disk()
{
	sh -c 'exec 5<>sdx; read -r _ <close' &
	until [ -e "/proc/$!/fd/5" ]; do kill -0 $! || break; sleep 0.05; done
}

must_not_write open_disk 'is in use: process [0-9]* (sh)'
echo go on >close
printf %s "$disk_contents" >sdx
open_disk
! attempt sdx || fail 'write-usb.sh: expected a refusal of a disk that another program has open'
grep -q "is in use: process $! (sh)" output || fail 'write-usb.sh does not name the user'
[ "$(cat sdx)" = "$disk_contents" ] || fail 'write-usb.sh changed a disk that another program has open'
echo go on >close
wait

# ---- A disk whose use lsblk does not show ----

# A disk with one Linux partition from sector 64 to its end.
make_disk()
{
	head -c 16M /dev/zero >disk.img
	printf '\0\0\0\0\203\0\0\0\100\0\0\0\300\177\0\0' |
		dd of=disk.img bs=1 seek=446 conv=notrunc 2>/dev/null
	printf '\125\252' | dd of=disk.img bs=1 seek=510 conv=notrunc 2>/dev/null
}

# The sectors compared: the boot sectors of an image, which a mounted file system never writes. The
# file system may write all other sectors at any time.
image_bytes=$(wc -c <image)

# usage: must_exit_firmware WHAT; expects a refusal of the loop device
must_exit_firmware()
{
	head -c "$image_bytes" "$loop" >before
	if disk=$loop attempt "${loop##*/}"; then
		fail "write-usb.sh: expected a refusal of a disk in use: $1"
	elif ! grep -q 'in use' output; then
		fail "write-usb.sh: expected a message that the disk is in use: $1"
	fi
	cmp -s -n "$image_bytes" before "$loop" || fail "write-usb.sh changed a disk in use: $1"
}

skip()
{
	echo "skipped: $1"
}

# usage: while_mounted DEVICE WHAT; mounted in another namespace than the script's
while_mounted()
{
	if ! mkfs.ext4 -qF "$1" 2>/dev/null; then
		skip "$2: cannot create a file system"
		return
	fi
	mkdir -p mounted
	rm -f is-mounted release
	mkfifo release
	# shellcheck disable=SC2016  # for that shell
	unshare -m --propagation private sh -c '
		mount "$1" mounted 2>/dev/null && echo yes >mount-result || echo no >mount-result
		mv mount-result is-mounted
		read -r _ <release' sh "$1" &
	until [ -e is-mounted ]; do
		kill -0 $! || break
		sleep 0.05
	done
	if [ ! -e is-mounted ]; then
		skip "$2: cannot create a namespace"
		wait
		return
	fi
	if [ "$(cat is-mounted)" = yes ]; then
		must_exit_firmware "$2"
	else
		skip "$2: cannot mount it"
	fi
	echo go on >release
	wait
}

# usage: while_mapped; by the device mapper, like LVM and encryption
while_mapped()
{
	if command -v dmsetup >/dev/null && dmsetup create "bareline-test-$$" --table \
		"0 1024 linear $loop 0" >/dev/null 2>&1; then
		must_exit_firmware 'a mapped device (LVM, encryption)'
		dmsetup remove "bareline-test-$$"
	else
		skip 'a mapped device (LVM, encryption): the kernel has no device mapper'
	fi
}

while_in_an_array()
{
	if command -v mdadm >/dev/null && mdadm --build "/dev/md/bareline-test-$$" --force --level=1 \
		--raid-devices=1 "$loop" >/dev/null 2>&1; then
		must_exit_firmware 'part of an array (RAID)'
		mdadm --stop "/dev/md/bareline-test-$$" >/dev/null 2>&1
	else
		skip 'part of an array (RAID): no mdadm or no kernel support'
	fi
}

make_disk
if [ "$(id -u)" -eq 0 ] && loop=$(losetup -f --show -P disk.img 2>/dev/null); then
	# Partitions can be added by hand if the kernel does not read them.
	[ -b "${loop}p1" ] || partx -a "$loop" 2>/dev/null || true
	if [ -b "${loop}p1" ]; then
		while_mounted "${loop}p1" 'a partition mounted in another namespace'
	else
		skip 'a partition: no partitions on loop devices'
	fi
	while_mounted "$loop" 'a whole disk mounted in another namespace'
	while_mapped
	while_in_an_array
	if inner=$(losetup -f --show "$loop" 2>/dev/null); then
		must_exit_firmware 'a loop device on the disk'
		losetup -d "$inner"
	else
		skip 'a loop device on the disk: cannot create it'
	fi
	rm bin/blockdev
	disk=$loop attempt "${loop##*/}" || fail 'write-usb.sh: expected a written loop device:'
	cmp -n 1024 image "$loop" || fail 'write-usb.sh: expected the image on the loop device:'
else
	skip 'disks in use: this user has no loop devices'
	loop=
fi
[ "$failures" -eq 0 ]
