#!/bin/sh
# SPDX-License-Identifier: MIT
# Disks: a made one is read right by each driver and each way to wait, QEMU counts the same reads as the
# image, counted runs are equal to the byte, and a disk that is wrong, cut short, slow or full of errors
# ends in a record that says so.
# usage: tests/disk.sh BUILD
set -eu

build=$1
dir=$build/disk
models=${MODELS:-virtio nvme ahci}
here=$(dirname "$0")
rm -rf "$dir"
mkdir -p "$dir"

fail()
{
	echo "$*"
	exit 1
}

# usage: run NAME ARGUMENT...; in a time that bounds what hangs
run()
{
	name=$1
	shift
	timeout 120 "$build/bareline" run --quiet --bench disk.read -o "$dir/$name" "$@" \
		>"$dir/$name.txt" 2>&1
}

must_run()
{
	run "$@" || {
		cat "$dir/$1.txt"
		fail "the run $1 failed"
	}
}

# usage: must_have NAME TEXT
must_have()
{
	grep -a -q "$2" "$dir/$1/serial.log" || fail "$1 has no record of: $2"
}

must_lack()
{
	! grep -a -q "$2" "$dir/$1/serial.log" || fail "$1 has a record of: $2"
}

python3 "$here/disk_images.py" "$dir"
for model in $models; do
	must_run "sealed-$model" --disk sealed:4M --disk-model "$model"
	must_have "sealed-$model" '@samples'
	must_have "sealed-$model" 'completion=interrupt order=random depth=8'
	must_lack "sealed-$model" '@fault'
	[ ! -e "$dir/sealed-$model/disk.img" ] || fail 'a made disk is left over'

	python3 "$here/disk_counts.py" "$build" "$dir" "$model"
done

must_run counted --deterministic --disk null:16M
must_run counted-again --deterministic --disk null:16M
must_have counted 'completion=interrupt order=random depth=1'
cmp "$dir/counted/serial.log" "$dir/counted-again/serial.log" || fail 'two counted runs differ'
for disk in '--disk sealed:4M' '--disk null:16M --disk-model nvme'; do
	# shellcheck disable=SC2086  # words
	! run refused --deterministic $disk || fail "counted reads of $disk are not refused"
done

must_run none
must_have none '@skip .*bench=disk.read .*missing=disk'

for model in $models; do
	must_run "short-$model" --disk "$dir/short.img" --disk-model "$model"
	must_lack "short-$model" '@fault'
	run "wrong-$model" --disk "$dir/wrong.img" --disk-model "$model" &&
		fail "wrong data of $model is not noticed"
	must_have "wrong-$model" '@fault .*kind=error .*wrong data: sector 3 of'
	must_have "wrong-$model" '@end .*status=complete'
done
