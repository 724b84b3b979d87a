#!/bin/sh
# SPDX-License-Identifier: MIT
# Write the image to a USB stick. Refuses a device that is not removable, not a whole disk, or in
# use. Prints the partitions of the disk and the file systems, LVM, RAID and LUKS that it finds there, and
# writes only after its name is typed. lsblk cannot see
# some uses, such as a mount in another container's namespace, but the kernel can. So the disk is
# opened exclusively (O_EXCL, by perl, because a shell cannot), once, before the question, and stays
# open until all data is written and read back. Then it is still the disk that was shown: if another
# one has its name by then, nothing is written. The kernel permits programs that only opened the disk,
# such as QEMU, and loop devices; they are searched.
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

# Whole sectors, and the signature of a boot sector.
check_image()
{
	if ! [ -f "$image" ] || ! [ -r "$image" ]; then
		refuse "$image: cannot read the file"
	fi
	[ -s "$image" ] || refuse "$image is empty"
	mark=$(od -An -tx1 -j510 -N2 "$image" 2>/dev/null | tr -d ' ') || mark=
	if [ $(($(wc -c <"$image") % 512)) -ne 0 ] || [ "$mark" != 55aa ]; then
		refuse "$image: not a bootable disk image"
	fi
}

# usage: partition take IMAGE FILE; copy the EFI system partition of an image with sectors of 512 bytes.
#        partition wrap FILE IMAGE; make an image with sectors of 4096 bytes of a partition.
# UEFI Specification, "GUID Partition Table (GPT) Disk Layout".
partition()
{
	perl -e '
		my ($action, $from, $to) = @ARGV;
		my $system = pack("H*", "28732ac11ff8d211ba4b00a0c93ec93b");
		my ($sector, $first) = (4096, 256);
		sub crc {
			my $crc = 0xffffffff;
			for my $byte (unpack("C*", $_[0])) {
				$crc ^= $byte;
				$crc = $crc & 1 ? $crc >> 1 ^ 0xedb88320 : $crc >> 1 for 1 .. 8;
			}
			return $crc ^ 0xffffffff;
		}
		sub gpt {
			my ($own, $other, $entries_at, $entries, $sectors) = @_;
			my $header = "EFI PART" . pack("V4Q<4a16Q<V3", 0x10000, 92, 0, 0, $own, $other, 6,
				$sectors - 6, "Bareline 4 KiB..", $entries_at, 128, 128, crc($entries));
			substr($header, 16, 4) = pack("V", crc($header));
			return $header . "\0" x ($sector - length($header));
		}
		open(my $in, "<:raw", $from) or die "$from: $!\n";
		local $/;
		my $data = <$in>;
		open(my $out, ">:raw", $to) or die "$to: $!\n";
		if ($action eq "take") {
			my ($at, $count, $size) = unpack("x72Q<V2", substr($data, 512, 512));
			die "$from: no partition table\n" if substr($data, 512, 8) ne "EFI PART" || $count > 1024;
			for my $entry (map { substr($data, $at * 512 + $_ * $size, $size) } 0 .. $count - 1) {
				my ($begin, $last) = unpack("x32Q<2", $entry);
				next unless substr($entry, 0, 16) eq $system || substr($entry, 56, 8) eq "A\0p\0p\0e\0";
				print $out substr($data, $begin * 512, ($last - $begin + 1) * 512);
				exit 0;
			}
			die "$from: no EFI system partition\n";
		}
		my $sectors = $first + length($data) / $sector + 5;
		my $entries = $system . pack("a16Q<2Q<", "Bareline stick..", $first, $sectors - 6, 0);
		$entries .= "\0" x (128 * 128 - length($entries));
		my $mbr = "\0" x 446 . pack("C8V2", 0, 0, 2, 0, 0xee, 255, 255, 255, 1, $sectors - 1) . "\0" x 48 .
			"\x55\xaa";
		print $out $mbr, "\0" x ($sector - 512), gpt(1, $sectors - 1, 2, $entries, $sectors), $entries;
		print $out "\0" x (($first - 6) * $sector), $data, $entries;
		print $out gpt($sectors - 1, 1, $sectors - 5, $entries, $sectors);' "$@"
}

# Replace the image by one for sectors of 4096 bytes: firmware and Linux cannot read the partition
# table and the file system of an image for 512 bytes from such a disk. It boots by UEFI only.
make_large_sectors()
{
	command -v mformat >/dev/null ||
		refuse "mtools is missing; it makes the image for the sectors of $device, 4096 bytes"
	scratch=$(mktemp -d)
	trap 'rm -rf "$scratch"' EXIT
	mkdir "$scratch/files"
	if ! partition take "$image" "$scratch/small" ||
		! mcopy -s -p -m -i "$scratch/small" '::*' "$scratch/files"; then
		refuse "$image: can not be read to make an image for sectors of 4096 bytes"
	fi
	size=$(wc -c <"$scratch/small")
	[ "$size" -ge 33554432 ] || size=33554432       # FAT16, which has 4085 sectors or more
	if ! mformat -i "$scratch/large" -C -M 4096 -T $((size / 4096)) -h 16 -s 32 -c 1 -v BARELINE :: ||
		! mcopy -s -p -m -i "$scratch/large" "$scratch"/files/* :: ||
		! partition wrap "$scratch/large" "$scratch/image"; then
		refuse "cannot make an image for sectors of 4096 bytes"
	fi
	image=$scratch/image
}

# The disk that has the name now: kernel's number of the disk in this slot, serial number and size.
identity()
{
	cat "/sys/class/block/$name/diskseq" "/sys/class/block/$name/device/serial" 2>/dev/null || true
	property SERIAL
	lsblk -bdno SIZE "$device"
}

# usage: exclusively COMMAND...; run it with the exclusively opened disk as standard output.
# First reread the partition table, so that no current partition may be in use. A disk without
# partition support returns EINVAL or ENOTTY.
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
					   : "cannot be read again: $!");
		open(STDOUT, ">&", $disk) or refuse("can not be passed on: $!");
		close($disk);
		exec(@ARGV) or refuse("is free, but $ARGV[0] can not be run: $!")' "$device" "$@"
}

# Whether standard output is the disk that has the name now, and no other process has it, or one of
# its partitions, open. Prints each user.
others()
{
	perl -e '
		my ($name, $self) = @ARGV;
		# The disk is inherited by the processes of this script.
		sub is_own {
			my ($pid) = @_;
			while ($pid > 1 && $pid != $self) {
				open(my $stat, "<", "/proc/$pid/stat") or return 0;
				($pid) = <$stat> =~ m{.*\) \S+ (\d+)} or return 0;
			}
			return $pid == $self;
		}
		my @disk = stat($name) or die "$name: $!\n";
		my @open = stat(STDOUT);
		my $is_disk = ($disk[2] & 0170000) == 0060000;
		print STDERR "another disk has its name now\n"
			if $is_disk ? $open[6] != $disk[6] : $open[1] != $disk[1];
		my %numbers = ($is_disk ? $disk[6] : "$disk[0]:$disk[1]" => 1);
		my ($short) = $name =~ m{([^/]+)$};
		for my $part (glob("/sys/class/block/$short/*/dev")) {
			open(my $file, "<", $part) or next;
			my ($major, $minor) = split(/[:\n]/, <$file>);
			$numbers{($minor & 0xff) | ($major << 8) | (($minor & ~0xff) << 12)} = 1;
		}
		for my $backing (glob("/sys/class/block/loop*/loop/backing_file")) {
			open(my $file, "<", $backing) or next;
			chomp(my $path = <$file>);
			my @file = stat($path) or next;
			my $number = ($file[2] & 0170000) == 0060000 ? $file[6] : "$file[0]:$file[1]";
			print STDERR "$backing: $path\n" if $numbers{$number};
		}
		for my $file (glob("/proc/[0-9]*/fd/*")) {
			my ($pid) = $file =~ m{/proc/(\d+)/};
			my @file = stat($file) or next;
			my $number = ($file[2] & 0170000) == 0060000 ? $file[6] : "$file[0]:$file[1]";
			next if !$numbers{$number} or is_own($pid);
			open(my $comm, "<", "/proc/$pid/comm");
			chomp(my $program = <$comm> // "");
			print STDERR "process $pid ($program)\n";
		}' "$device" "$@" 2>&1 >&3
}

# udev opens each disk for a moment after its partition table was read again.
refuse_if_used()
{
	for look in 1 2 3; do
		users=$(others $$ | sort -u | tr '\n' ' ')
		[ -n "$users" ] || return 0
		[ "$look" -eq 3 ] || sleep 1
	done
	refuse "$device is in use: $users"
}

# The signatures of the disk and of its partitions, also of those that lsblk does not know because udev
# has not read them: wipefs reads only. Labels are untrusted.
signatures()
{
	PATH=$PATH:/usr/sbin:/sbin
	if ! command -v wipefs >/dev/null; then
		echo 'not searched for file systems, LVM, RAID and LUKS: wipefs is missing'
		return
	fi
	{
		printf '%s\n' "$device"
		lsblk -nrpo NAME "$device" | grep -v -x -F -e "$device" || true
	} | while read -r part; do
		found=$(wipefs --no-act --noheadings --output TYPE,LABEL "$part" 2>&1) || true
		printf '%s\n' "${found:-nothing}" | LC_ALL=C tr -c '[:print:]\n' '?' | sed "s|^|$part: |; s/  */ /g; s/ $//"
	done
}

# With the disk as standard output, so questions go to standard error.
ask_and_write()
{
	exec 3>&1
	refuse_if_used
	before=$(identity)
	{
		lsblk -o NAME,SIZE,VENDOR,MODEL,SERIAL,LABEL "$device"
		echo
		echo 'Found on it:'
		signatures
		echo
		echo "ALL of this will be lost. To write the image, type the device's name ($name):"
	} >&2
	read -r answer || answer=
	[ "$answer" = "$name" ] || refuse "'$answer' is not '$name'"
	[ "$(identity)" = "$before" ] || refuse "$device is another disk than the one shown"
	# A desktop may have mounted it in the meantime.
	check_device
	refuse_if_used
	dd if="$image" bs=1M conv=fsync,notrunc 2>/dev/null || {
		echo "write-usb: cannot write to $device; its contents are now unusable" >&2
		exit 1
	}
	blockdev --flushbufs "$device"
	cmp -n "$(wc -c <"$image")" "$image" "$device" >&2 || {
		echo "write-usb: $device: read back other bytes than were written; the stick is defective" >&2
		exit 1
	}
	echo "$device: the image is written; you can remove the stick." >&2
}

# This script's name for its second call, which has the disk.
if [ "${1-}" = --have-disk ]; then
	image=$2
	device=$3
	name=${device##*/}
	ask_and_write
	exit
fi

if [ $# -ne 2 ]; then
	echo "usage: $0 IMAGE DEVICE; removable disks of this host:" >&2
	sticks=$(lsblk -dpno RM,NAME,SIZE,VENDOR,MODEL | sed -n 's/^ *1 /  /p') || sticks=
	if [ -n "$sticks" ]; then
		printf '%s\n' "$sticks" >&2
	else
		echo '  none: lsblk lists no removable disk (RM 1). Plug in a stick and try again;' >&2
		echo '  the end of `dmesg` shows a stick that is already plugged in.' >&2
	fi
	exit 2
fi
image=$1
device=$2
name=${device##*/}

check_image
command -v perl >/dev/null || refuse 'perl is missing; it opens the disk exclusively'
check_device
[ -w "$device" ] || refuse "$device can't be written by this user (try sudo)"

sector=$(property LOG-SEC)
case $sector in
'' | 512) ;;
4096) make_large_sectors ;;
*) refuse "$device has sectors of $sector bytes; the image is for 512 or 4096" ;;
esac

check_device
exclusively sh "$0" --have-disk "$image" "$device" || exit 1
