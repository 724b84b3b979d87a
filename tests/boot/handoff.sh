#!/bin/sh
# SPDX-License-Identifier: MIT
# Kept boot services must not change any result: one image boots with firmware=keep and
# firmware=exit on OVMF, where a tick is an instruction, and every sample must be equal.
# usage: tests/boot/handoff.sh BUILD
set -eu

build=$1
here=$(dirname "$0")/..
dir=$build/handoff-test
found=$(sh "$here/../scripts/find.sh" ovmf)
code=${found% *}
variables=${found#* }
words='suite=exact bench=null.*,cpu.*,entry.*,irq.self_ipi,fault.* exit=isa-debug'

rm -rf "$dir"
mkdir -p "$dir"

# usage: boot keep|exit
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
		echo "firmware=$1 ended with status $status"
		tail -n 5 "$dir/$1.log"
		exit 1
	}
	"$build/bareline" parse --strict -o "$dir/$1.json" "$dir/$1.log"
}

boot exit
boot keep
grep -a -q '^@manifest .* firmware=kept ' "$dir/keep.log"
grep -a -q '^@manifest .* firmware="exited: asked for" ' "$dir/exit.log"
python3 "$here/boot/handoff.py" "$dir/exit.json" "$dir/keep.json"
