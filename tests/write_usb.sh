#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts/write-usb.sh must write to a free removable disk, once its name was typed, and to nothing
# else. The "disk" is a file, and an lsblk of our own says what it is. Prints what went wrong, and
# fails then.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
failures=0

mkdir bin
ln -s /bin/true bin/blockdev
cat >bin/lsblk <<'END'
#!/bin/sh
case $* in
"-dno TYPE "*) echo "$disk_type" ;;
"-dno RM "*) echo "   $disk_removable" ;;
"-dno RO "*) echo 0 ;;
"-nro MOUNTPOINT "*) printf '\n%s\n' "$disk_mounted" ;;
"-nro TYPE "*) printf 'disk\npart\n%s' "$disk_user" ;;
"-bdno SIZE "*) wc -c <sdx ;;
esac
END
chmod +x bin/lsblk
printf 'the new image' >image

# usage: attempt ANSWER [VARIABLE=VALUE]: a run on a disk that is fit but for the variable
attempt()
{
	printf 'what the disk held before' >sdx
	printf '%s\n' "$1" | env PATH="$scratch/bin:$PATH" disk_type=disk disk_removable=1 \
		disk_mounted= disk_user= "${2:-unused=}" \
		sh "$root/scripts/write-usb.sh" image ./sdx >output 2>&1
}

must_refuse()
{
	if attempt "$@"; then
		echo "write-usb.sh did not refuse: answer '$1' ${2:-}"
		failures=$((failures + 1))
	fi
	if [ "$(cat sdx)" != 'what the disk held before' ]; then
		echo "write-usb.sh wrote to the disk: answer '$1' ${2:-}"
		failures=$((failures + 1))
	fi
}

must_refuse ''
must_refuse y
must_refuse sda
must_refuse sdx disk_type=part
must_refuse sdx disk_type=
must_refuse sdx disk_removable=0
must_refuse sdx disk_mounted=/home
must_refuse sdx disk_user=crypt
if ! attempt sdx || [ "$(cat sdx)" != 'the new image held before' ]; then
	echo 'write-usb.sh did not write:'
	cat output
	failures=$((failures + 1))
fi
[ "$failures" -eq 0 ]
