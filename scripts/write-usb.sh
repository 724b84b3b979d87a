#!/bin/sh
# SPDX-License-Identifier: MIT
# Write the image to a USB stick, and to nothing else: refuses a device that is not removable, not a
# whole disk or in use, says what is on it, and writes only once its name has been typed.
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

if [ $# -ne 2 ]; then
	echo "usage: $0 IMAGE DEVICE; the removable disks here are:" >&2
	lsblk -dpno RM,NAME,SIZE,VENDOR,MODEL | sed -n 's/^ *1 /  /p' >&2
	exit 2
fi
image=$1
device=$2
name=${device##*/}

[ -r "$image" ] || refuse "$image can't be read"
check_device
[ -w "$device" ] || refuse "$device can't be written by this user (try sudo)"

lsblk -o NAME,SIZE,VENDOR,MODEL,SERIAL,LABEL "$device"
echo
echo "ALL of this is lost when the image is written. To go on, type the device's name ($name):"
read -r answer || answer=
[ "$answer" = "$name" ] || refuse "'$answer' is not '$name'"

# A desktop may have mounted it in the meantime.
check_device
dd if="$image" of="$device" bs=1M conv=fsync,notrunc 2>/dev/null || {
	echo "write-usb: writing to $device failed; what it holds now is not usable" >&2
	exit 1
}
blockdev --flushbufs "$device"
cmp -n "$(wc -c <"$image")" "$image" "$device" || {
	echo "write-usb: $device gives back other bytes than were written: a bad stick" >&2
	exit 1
}
echo "$device holds $image; it can be pulled out."
