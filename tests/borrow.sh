#!/bin/sh
# SPDX-License-Identifier: MIT
# A machine that is borrowed from its firmware gives the figures of one whose firmware is left: the
# same image boots both ways on OVMF where a tick is an instruction, and every sample has to be the
# same.
# usage: tests/borrow.sh BUILD
set -eu

build=$1
here=$(dirname "$0")
dir=$build/borrow-test
found=$(sh "$here/../scripts/find.sh" ovmf)
code=${found% *}
variables=${found#* }
words='suite=exact bench=null.*,cpu.*,entry.*,irq.self_ipi,fault.* exit=isa-debug'

rm -rf "$dir"
mkdir -p "$dir"

# usage: boot borrow|leave
boot()
{
	cp "$variables" "$dir/$1.fd"
	cp "$build/bareline.img" "$dir/$1.img"
	status=0
	timeout --foreground -k 5 1800 qemu-system-x86_64 -accel tcg -machine q35 -cpu max -m 512M \
		-icount shift=0,sleep=off -rtc base=2026-01-01,clock=vm -seed 42 \
		-display none -monitor none -no-reboot -net none -serial "file:$dir/$1.log" \
		-device isa-debug-exit,iobase=0xf4,iosize=4 \
		-drive "if=pflash,format=raw,readonly=on,file=$code" \
		-drive "if=pflash,format=raw,file=$dir/$1.fd" \
		-drive "if=none,id=files,format=raw,file=$dir/$1.img" \
		-device qemu-xhci -device usb-storage,drive=files \
		-fw_cfg "name=opt/org.bareline/cmdline,string=$(
			echo "$words firmware=$1" | sed 's/,/,,/g')" </dev/null || status=$?
	[ $status -eq 33 ] || {
		echo "firmware=$1 ends with status $status"
		tail -n 5 "$dir/$1.log"
		exit 1
	}
	"$build/bareline" parse --strict -o "$dir/$1.json" "$dir/$1.log"
}

boot leave
boot borrow
grep -a -q '^@manifest .* firmware=borrowed ' "$dir/borrow.log"
grep -a -q '^@manifest .* firmware="left: asked for" ' "$dir/leave.log"
python3 "$here/borrow.py" "$dir/leave.json" "$dir/borrow.json"
