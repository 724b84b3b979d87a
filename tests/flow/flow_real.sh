#!/bin/sh
# SPDX-License-Identifier: MIT
# Workloads on the machine's own devices. Data read from a disk must be correct, and QEMU must count
# the same reads, for each driver. Counted runs with a disk and a serial line must be equal to the
# byte. Each record must name its device. A wrong, failing or stalling disk must end in a record
# with the reason.
# usage: tests/flow/flow_real.sh BUILD
set -eu

build=$1
dir=$build/flow-real
here=$(dirname "$0")/..
rm -rf "$dir"
mkdir -p "$dir"

. "$here/disks/image_runs.sh"

# usage: must_check NAME: every network is complete
must_check()
{
	"$build/bareline" flow check "$dir/$1" >"$dir/$1.check" || {
		cat "$dir/$1.check"
		fail "networks of $1"
	}
}

python3 "$here/disks/disk_images.py" "$dir"

# Each driver's disk serves a workload of one node, and those of two nodes, whose second node the
# disk interrupts.
for model in virtio nvme ahci; do
	benches='--bench flow.files --bench flow.nfs --bench flow.remote'
	must_run "disk-$model" --cpus 2 --disk pattern:4M --disk-model $model --append samples=3
	must_have "disk-$model" "@series .*point=\"recorder=on cpus=2 disk=${model}0\""
	must_have "disk-$model" "@series .*point=\"recorder=on nodes=2 cpus=2 disk=${model}0\""
	must_have "disk-$model" "@flow_device .*node=1 .*is_real=1 device=${model}0 "
	must_lack "disk-$model" 'disk=simulated'
	must_lack "disk-$model" '@fault'
	must_lack "disk-$model" '@warning .*source=interrupt'
	must_check "disk-$model"
	python3 "$here/disks/disk_counts.py" "$build" "$dir" $model flow.files
done

# Counted: one CPU with a real disk, two CPUs with a simulated disk, and a serial line of one or
# two.
benches='--bench flow.files'
for name in disk-counted disk-again; do
	must_run $name --deterministic --disk null:16M
done
cmp "$dir/disk-counted/serial.log" "$dir/disk-again/serial.log" || fail 'expected two equal runs with a disk'
must_have disk-counted '@series .*point="recorder=on cpus=1 disk=virtio0"'
must_check disk-counted
must_run disk-two --deterministic --cpus 2 --disk null:16M
must_have disk-two '@series .*point="recorder=on cpus=1 disk=virtio0"'
must_have disk-two '@series .*point="recorder=on cpus=2 disk=simulated"'
must_have disk-two '@skip .*bench=flow.files point="recorder=on cpus=2" missing=host_time'
benches='--bench flow.echo --bench flow.command'
for name in line-counted line-again; do
	must_run $name --deterministic --cpus 2 -- -serial null
done
cmp "$dir/line-counted/serial.log" "$dir/line-again/serial.log" ||
	fail 'expected two equal runs with a serial line'
must_have line-counted '@series .*bench=.* point="recorder=on cpus=1 serial=com2"'
must_have line-counted '@series .*bench=.* point="recorder=on cpus=2 serial=com2"'
must_have line-counted '@flow_device .*is_real=1 device=com2 '
must_check line-counted

# Without devices, the records say that they are simulated, and nothing is missing.
benches='--bench flow.files --bench flow.echo'
must_run none --append samples=3
must_have none '@series .*point="recorder=on cpus=1 disk=simulated"'
must_have none '@flow_device .*is_real=0 device=simulated'
must_lack none 'missing=disk\|missing=serial'

# A failure under the workload's lock, with a character in transit, is reported, and the run ends.
benches='--bench test.flow_fault --bench null.timing'
! run breaks -- -serial null || fail 'expected an error of a failing workload'
must_have breaks '@fault .*bench=test.flow_fault point="serial=com2" kind=exception'
must_have breaks '@end .*status=complete .*faulted=1'

# The serial line is the port without the results.
timeout 1800 qemu-system-x86_64 -machine q35 -accel tcg -cpu max -m 256M -kernel "$build/kernel.elf" \
	-append 'bench=flow.echo samples=3 serial=com2 exit=isa-debug' -display none -monitor none \
	-net none -no-reboot -device isa-debug-exit,iobase=0xf4,iosize=4 \
	-serial null -serial "file:$dir/com2.log" || :
grep -q '@flow_device .*device=com1 ' "$dir/com2.log" ||
	fail 'expected com1 as device, with the results on com2'
! grep -q '@fault' "$dir/com2.log" || fail 'expected no fault of com1'

# A real device's time cannot be halved.
timeout 1800 "$build/bareline" flow verify --keep "$dir/verify" --csv "$dir/verify-tables" \
	--object disk --object catalogue --bench flow.files -- --disk null:16M \
	>"$dir/verify.txt" 2>&1 || {
	cat "$dir/verify.txt"
	fail 'expected other objects to be verified with a real disk'
}
[ "$(grep -c '"skipped"\|,skipped,' "$dir/verify-tables/verify.csv")" -eq 4 ] ||
	fail 'predictions with a real disk must not be verified'
grep -q "'disk' is virtio0, a real device" "$dir/verify.txt" || fail 'expected the reason'
grep -a -q '@warning .*flow.files: .disk. is a real device' "$dir/verify/disk-50/serial.log" ||
	fail 'expected a record that nothing is scaled'

# usage: must_report NAME WHAT ARGUMENT...; expects no result, and a fault with the reason
benches='--bench flow.files'
must_report()
{
	name=$1
	message=$2
	shift 2
	! run "$name" --append samples=3 "$@" || fail "$name: expected an error"
	must_have "$name" "@fault .*disk=virtio0.* kind=error .*$message"
	must_have "$name" '@end .*status=complete'
	must_lack "$name" '@series .*disk=virtio0'
}

bad='-device virtio-blk-pci,drive=bad -drive if=none,id=bad'
fails=driver=raw,file.driver=blkdebug,file.inject-error.0.event=read_aio
image=file.image.driver=null-co,file.image.read-zeroes=on,file.image.size=16777216
slow=driver=null-co,size=16M,read-zeroes=on,throttling.bps-read=16
must_report wrong 'sector 3 of virtio0 has wrong data' --disk "$dir/wrong.img"
# shellcheck disable=SC2086  # words
{
	must_report fails 'virtio0: cannot read the first sector' -- $bad,$fails,$image
	must_report half 'virtio0: cannot read 512 bytes at sector 2' \
		-- $bad,$fails,file.inject-error.0.sector=2,$image
	must_report stalls 'virtio0: request timed out after 5000 ms' \
		-- $bad,$slow,throttling.bps-read-max=1024
}
must_have stalls '@skip .*bench=flow.files .*timed out earlier'
must_have stalls '@series .*disk=simulated'

# A disk smaller than the workload's data is not used.
must_run small -- -drive driver=null-co,size=3584,read-zeroes=on,if=none,id=small \
	-device virtio-blk-pci,drive=small
must_have small '@skip .*bench=flow.files .*missing=capacity .*virtio0 has 7 sectors'
must_have small '@series .*disk=simulated'
