#!/bin/sh
# SPDX-License-Identifier: MIT
# Write the image to a USB stick, and to nothing else: refuses a device that is not removable, not a
# whole disk or in use, says what is on it, and writes only once its name has been typed. What lsblk
# can't see, such as a mount in another container's namespace, the kernel can: the disk is opened for
# this script alone (O_EXCL, by perl, since no shell can), and stays so until all is written and read
# back.
#
# usage: scripts/write-usb.sh IMAGE DEVICE
# as in: scripts/write-usb.sh build/bareline.img /dev/sdb
set -eu

refuse()
{
	echo "write-usb: $1; nothing was written" >&2
	exit 1
}

property()
{
	lsblk -dno "$1" "$device" 2>/dev/null | sed 's/^ *//; s/ *$//'
}

check_device()
{
	[ "$(property TYPE)" = disk ] || refuse "$device is not a whole disk"
	[ "$(property RM)" = 1 ] || refuse "$device is not removable"
	[ "$(property RO)" = 0 ] || refuse "$device is write-protected"
	mounts=$(lsblk -nro MOUNTPOINT "$device" | grep . | tr '\n' ' ') || true
	[ -z "$mounts" ] || refuse "$device is in use: $mounts"
	users=$(lsblk -nro TYPE "$device" | grep -v -x -e disk -e part | tr '\n' ' ') || true
	[ -z "$users" ] || refuse "$device is part of something else: $users"
	[ "$(lsblk -bdno SIZE "$device")" -ge "$(wc -c <"$image")" ] ||
		refuse "$image does not fit on $device"
}

# Whole sectors, and the mark at the end of the first that firmware looks for.
check_image()
{
	if ! [ -f "$image" ] || ! [ -r "$image" ]; then
		refuse "$image can't be read"
	fi
	[ -s "$image" ] || refuse "$image is empty"
	mark=$(od -An -tx1 -j510 -N2 "$image" 2>/dev/null | tr -d ' ') || mark=
	if [ $(($(wc -c <"$image") % 512)) -ne 0 ] || [ "$mark" != 55aa ]; then
		refuse "$image is no image of a disk that can be booted"
	fi
}

# usage: exclusively COMMAND...; run it with the disk, which nobody else has then, as standard output.
# Partitions are read anew first: what is on the disk now counts, and none of them may be in use. A
# disk that can have none says EINVAL or ENOTTY.
exclusively()
{
	perl -e '
		use Errno qw(EBUSY EINVAL ENOTTY);
		use Fcntl;
		use constant BLKRRPART => 0x125f;
		my $name = shift;
		sub refuse { print STDERR "write-usb: $name $_[0]; nothing was written\n"; exit 1 }
		sysopen(my $disk, $name, O_RDWR | O_EXCL) or
			refuse($! == EBUSY ? "is in use: mounted somewhere, or part of something else"
					   : "can not be opened: $!");
		ioctl($disk, BLKRRPART, 0) or $! == EINVAL or $! == ENOTTY or
			refuse($! == EBUSY ? "has a partition that is in use"
					   : "can not be read anew: $!");
		open(STDOUT, ">&", $disk) or refuse("can not be passed on: $!");
		close($disk);
		exec(@ARGV) or refuse("is free, but $ARGV[0] can not be run: $!")' "$device" "$@"
}

# With the disk as standard output.
write_and_compare()
{
	# A desktop may have mounted it in the meantime.
	check_device
	dd if="$image" bs=1M conv=fsync,notrunc 2>/dev/null || {
		echo "write-usb: writing to $device failed; what it holds now is not usable" >&2
		exit 1
	}
	blockdev --flushbufs "$device"
	cmp -n "$(wc -c <"$image")" "$image" "$device" >&2 || {
		echo "write-usb: $device gives back other bytes than were written: a bad stick" >&2
		exit 1
	}
}

# How this script calls itself, once it has the disk.
if [ "${1-}" = --have-disk ]; then
	image=$2
	device=$3
	write_and_compare
	exit
fi

if [ $# -ne 2 ]; then
	echo "usage: $0 IMAGE DEVICE; the removable disks here are:" >&2
	sticks=$(lsblk -dpno RM,NAME,SIZE,VENDOR,MODEL | sed -n 's/^ *1 /  /p') || sticks=
	if [ -n "$sticks" ]; then
		printf '%s\n' "$sticks" >&2
	else
		echo '  none: lsblk lists no disk that is removable (RM 1). Plug a stick in and try again;' >&2
		echo '  one that is in already shows at the end of `dmesg`.' >&2
	fi
	exit 2
fi
image=$1
device=$2
name=${device##*/}

check_image
command -v perl >/dev/null || refuse 'perl, which opens the disk for this script alone, is missing'
check_device
[ -w "$device" ] || refuse "$device can't be written by this user (try sudo)"

lsblk -o NAME,SIZE,VENDOR,MODEL,SERIAL,LABEL "$device"
echo
echo "ALL of this is lost when the image is written. To go on, type the device's name ($name):"
read -r answer || answer=
[ "$answer" = "$name" ] || refuse "'$answer' is not '$name'"

exclusively sh "$0" --have-disk "$image" "$device" || exit 1
echo "$device holds $image; it can be pulled out."
