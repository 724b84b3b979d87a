#!/bin/sh
# SPDX-License-Identifier: MIT
# Disks. Each driver and each way to wait must read a known disk correctly. QEMU must count the same
# reads as the image. Counted runs must be equal to the byte. A wrong, truncated, slow or failing
# disk must end in a record with the reason.
# usage: tests/disks/disk.sh BUILD [long]; long runs only a slow disk, long blocks, and further disks of
# Linux
set -eu

build=$1
dir=$build/disk${2:+-long}
models=${MODELS:-virtio nvme ahci}
here=$(dirname "$0")/..
rm -rf "$dir"
mkdir -p "$dir"

. "$here/disks/image_runs.sh"

# usage: must_be_served RUN DEVICE
must_be_served()
{
	must_have "$1" "@disk .*name=$2 .*sectors=8192 "
	must_have "$1" '@series .*completion=interrupt cache=cold ring=3.* stage=total '
	must_lack "$1" '@fault'
}

# usage: must_have_saved RUN DISK: two texts, one for each pace, and a document
must_have_saved()
{
	[ "$(grep -a -c "^@document_save .*device=$2 bytes=57351 .* writes=1 .*verified=1 " "$dir/$1/serial.log")" = 2 ] &&
		[ "$(grep -a -c "^@document_save .*device=$2 bytes=544768 .* writes=9 .*verified=1 " "$dir/$1/serial.log")" = 1 ] ||
		fail "$1: expected three saves"
	"$build/bareline" idle --csv "$dir/$1-csv" "$dir/$1" >"$dir/$1.idle" || fail "the host's replay of $1 differs"
	[ "$(python3 "$here/columns.py" device verified <"$dir/$1-csv/saves.csv" | sort -u)" = "$(printf '%s\tequal' "$2")" ] ||
		fail "$1: expected every save in the table"
}
# usage: must_report NAME MODEL WHAT DRIVE-OPTIONS; expects no result, and a fault with the reason
must_report()
{
	name=$1-$2
	device=$2
	message=$3
	drive=if=none,id=bad,$4
	case $device in
	virtio) set -- -device virtio-blk-pci,drive=bad ;;
	nvme) set -- -device nvme,serial=bad,drive=bad ;;
	ahci) set -- -device ahci,id=sata -device ide-hd,drive=bad,bus=sata.0 ;;
	esac
	run "$name" --append samples=3 -- -drive "$drive" "$@" || :
	must_have "$name" "@fault .*kind=error .*$message"
	must_have "$name" '@end .*status=complete'
	must_lack "$name" "@series .*device=${device}0 "
}

python3 "$here/disks/disk_images.py" "$dir"
if [ "${2-}" = long ]; then
	benches='--bench disk.read --bench fault.major'
	must_run linux-nvme --linux --disk pattern:4M --disk-model nvme
	must_be_served linux-nvme nvme0
	! run linux-wrong --linux --disk "$dir/wrong.img" ||
		fail "expected an error for wrong data under Linux"
	must_have linux-wrong '@fault .*kind=error .*sector 3 of .* has wrong data'

	# The first read takes longer than the timeout.
	benches='--bench disk.read'
	must_report stalls virtio 'request timed out after 5000 ms' \
		driver=null-co,size=16M,read-zeroes=on,latency-ns=7000000000
	must_have stalls-virtio '@skip .*bench=disk.read .*timed out earlier'

	# A disk with blocks of 4096 bytes gets no smaller requests, and is readable to its end.
	must_run long-blocks --suite full --append samples=1 -- \
		-drive driver=null-co,size=1M,read-zeroes=on,if=none,id=long \
		-device virtio-blk-pci,drive=long,logical_block_size=4096,physical_block_size=4096
	must_have long-blocks '@disk .*name=virtio0 .*sectors=256 sector_bytes=4096 '
	must_have long-blocks '@skip .*size_bytes=512.* missing=sector '
	must_have long-blocks '@series .*device=virtio0 .*size_bytes=1048576'
	must_lack long-blocks '@fault'

	# Applications under Linux that save to a disk of the run.
	benches='--bench disk.write --bench disk.flush --bench app.editor --bench app.presenter'
	must_run scratch-linux --linux --keyboard --disk scratch:4M --append samples=5
	must_have scratch-linux '@series .*device=virtio0 completion=interrupt size_bytes=65536.* stage=total '
	must_lack scratch-linux '@fault'
	must_have_saved scratch-linux virtio0
	exit
fi

# By each driver: reads, the buffer cache, and page faults served by the disk, from inside the handler, and
# by the cache.
benches='--bench disk.read --bench disk.cached --bench fault.major'
for model in $models; do
	must_run "pattern-$model" --disk pattern:4M --disk-model "$model" --append samples=5
	must_have "pattern-$model" '@samples'
	must_have "pattern-$model" 'completion=interrupt order=random depth=8'
	must_have "pattern-$model" '@disk_cache .*found=miss way=asynchronous.* hits=0 '
	must_have "pattern-$model" '@disk_cache .*found=hit way=asynchronous.* evicted=0 '
	must_have "pattern-$model" '@disk_cache .*cache=cold ring=3.* hits=0 '
	must_have "pattern-$model" '@series .*cache=warm ring=3.* stage=map '
	must_lack "pattern-$model" '@fault'
	[ ! -e "$dir/pattern-$model/disk.img" ] || fail 'a generated disk was not removed'

	python3 "$here/disks/disk_counts.py" "$build" "$dir" "$model"
done

for name in counted counted-again; do
	must_run $name --deterministic --disk null:16M --append 'samples=5 disk.cache=64k'
done
must_have counted 'completion=interrupt order=random depth=1'
must_have counted '@disk_cache .*found=miss .* blocks=16 '
must_have counted '@series .*completion=interrupt cache=cold ring=3.* stage=device '
cmp "$dir/counted/serial.log" "$dir/counted-again/serial.log" || fail 'expected two equal counted runs'
benches='--bench disk.read'
for disk in '--disk pattern:4M' '--disk null:16M --disk-model nvme'; do
	# shellcheck disable=SC2086  # words
	! run refused --deterministic $disk || fail "counted reads of $disk must be refused"
done

# Writes and flushes of a disk that is made and sealed for the run, by each driver, and applications
# that save to it. Every write is read again, except for overwritten saves, and the host replays the
# saved documents. No other disk is written: QEMU could write these files, but they stay as they are.
benches='--bench disk.write --bench disk.flush --bench app.editor --bench app.presenter'
for model in $models; do
	must_run "scratch-$model" --disk scratch:4M --disk-model "$model" --append samples=5
	must_have "scratch-$model" '@series .*completion=interrupt size_bytes=65536.* stage=total '
	must_have "scratch-$model" '@disk_use .* writes=102 written=3883008 flushes=25 '
	must_lack "scratch-$model" '@fault'
	must_have_saved "scratch-$model" "${model}0"
	[ ! -e "$dir/scratch-$model/disk.img" ] || fail 'a scratch disk was not removed'
done
must_run scratch-none --disk pattern:4M --append samples=5
must_have scratch-none '@skip .*bench=disk.write .*missing=scratch '
must_lack scratch-none '@document_save'
benches='--bench disk.write --bench disk.flush --bench app.editor'
# usage: run_on NAME: the disk of that file, writable, with the token of ours.img
run_on()
{
	cp "$dir/$1.img" "$dir/kept.img"
	run "on-$1" --append 'samples=5 disk.scratch=virtio0:5eed' -- \
		-drive "file=$dir/$1.img,format=raw,if=none,id=injected" -device virtio-blk-pci,drive=injected
}
for injected in of-another moved damaged unsealed; do
	! run_on $injected || fail "expected the seal of $injected.img to be refused"
	must_have "on-$injected" '@fault .*bench=disk.write .*not written: it'
	must_have "on-$injected" '@fault .*bench=disk.flush .*not written: it'
	must_have "on-$injected" '@fault .*bench=app.editor .*not written: it'
	must_lack "on-$injected" '@samples seq=[0-9]* series=[^0]'
	cmp "$dir/$injected.img" "$dir/kept.img" || fail "$injected.img was written"
done
run_on ours || fail 'expected a sealed disk to be written'
! cmp -s "$dir/ours.img" "$dir/kept.img" || fail 'expected the sealed disk to be written'
cmp -n 4096 "$dir/ours.img" "$dir/kept.img" || fail 'expected the seal to stay'

# A save that fails is an error of the run, which continues.
benches='--bench app.editor --bench disk.read'
for operation in write flush; do
	cp "$dir/kept.img" "$dir/ours.img"
	! run "$operation-fails" --append 'samples=3 disk.scratch=virtio0:5eed' -- \
		-drive "driver=raw,file.driver=blkdebug,file.inject-error.0.event=none,file.inject-error.0.iotype=$operation,file.image.filename=$dir/ours.img,if=none,id=failing" \
		-device virtio-blk-pci,drive=failing || fail "expected a failed $operation to fail the run"
	must_have "$operation-fails" "@fault .*bench=app.editor .*cannot $operation"
	must_have "$operation-fails" '@end .*status=complete'
	must_lack "$operation-fails" '@document_save'
done

# The buffer cache with size 0. The runs above have it by each driver, and counted twice.
benches='--bench disk.cached'
must_run cached-none --disk pattern:4M --append 'samples=5 disk.cache=0'
must_have cached-none '@disk_cache .*found=miss .* blocks=0 '
must_lack cached-none '@disk_cache .*found=hit '

# A presenter with its files on the disk. Objects 2 and 3 find blocks read by object 1; without a
# cache all three cost the same. The host replays the session and finds the same, including blocks
# read. Exit status 1 means a difference.
benches='--bench app.presenter'
session="--input docs/scripts/presenting-session.txt --input-pace paced"
# usage: operation RUN NAME: blocks read and found
operation()
{
	"$build/bareline" idle "$dir/$1" >"$dir/$1.idle" || fail "the host's replay of $1 differs"
	grep -q ' same screen, document and blocks$' "$dir/$1.idle" ||
		fail "expected an equal replay of $1"
	awk -v name="    $2 " '/^  operations: / { is_there = 1 }
		is_there && index($0, name) == 1 { print $(NF - 1), $NF; exit }' "$dir/$1.idle"
}
# usage: block_price RUN: the cost of a read block in an operation; prints nothing unless all blocks
# have the same cost
block_price()
{
	awk '/^  operations: / { is_there = 1; next }
		/^  [a-z-]+: / { is_there = 0 }
		is_there && $NF ~ /^[0-9]+$/ && $(NF - 1) > 0 {
			price = $(NF - 3) / $(NF - 1)
			is_unlike += rows++ > 0 && price != first
			first = price
		}
		END { if (rows > 0 && !is_unlike) print first }' "$dir/$1.idle"
}
# usage: must_detect_change NAME RECORD FIELD VALUE WHAT: after this change of the log, the replay must differ
must_detect_change()
{
	PYTHONPATH=$here python3 -c '
import re, sys, wire_line
kind, field, value = sys.argv[1:]
for line in sys.stdin.buffer:
    if line.startswith(f"@{kind} ".encode()):
        text = line.decode()[1:].rpartition(" *")[0]
        line = wire_line.record(re.sub(f"( {field}=)[^ ]+", rf"\g<1>{value}", text))
    sys.stdout.buffer.write(line)' "$2" "$3" "$4" <"$dir/slides/serial.log" >"$dir/$1.log"
	status=0
	"$build/bareline" idle "$dir/$1.log" >"$dir/$1.txt" || status=$?
	[ $status -eq 1 ] && grep -q " $5\$" "$dir/$1.txt" ||
		fail "$1: expected the change of $5 to be found: status $status"
}
# shellcheck disable=SC2086  # words
sh "$here/shared.sh" "$build" "$dir/slides" run --deterministic --disk null:16M $benches $session -o @ \
	>"$dir/slides.txt" 2>&1 || { cat "$dir/slides.txt"; fail 'the run slides failed'; }
# shellcheck disable=SC2086
must_run slides-again --deterministic --disk null:16M $session
cmp "$dir/slides/serial.log" "$dir/slides-again/serial.log" ||
	fail 'expected two equal counted presentations'
[ "$(operation slides 'edit object, first')" = '96 5' ] &&
	[ "$(operation slides 'edit object, second')" = '0 100' ] &&
	[ "$(operation slides 'edit object, third')" = '0 101' ] ||
	fail 'expected objects 2 and 3 to find blocks read by object 1'
price=$(block_price slides)
[ -n "$price" ] && [ "$price" -gt 0 ] || fail "expected one cost for every block: $price"
must_detect_change changed-hits cache_use hits 7 'different blocks in the cache'
must_detect_change changed-small presenter_screen cache_blocks 50 'different blocks in the cache'
must_detect_change changed-ahead presenter_screen reads_ahead 1 'different blocks in the cache'
must_detect_change changed-code presenter_screen code_crc 0x1 'different programs'
must_detect_change changed-document presenter_screen saved_crc 0x1 'different document'
must_detect_change changed-screen presenter_screen pixels_crc 0x1 'different screen'
must_detect_change changed-pixels presenter_screen pixels 1 'different drawing counts'
# shellcheck disable=SC2086
must_run slides-none --deterministic --disk null:16M --append disk.cache=0 $session
[ "$(operation slides-none 'edit object, first')" = '101 0' ] &&
	[ "$(operation slides-none 'edit object, second')" = '100 0' ] &&
	[ "$(operation slides-none 'edit object, third')" = '101 0' ] ||
	fail 'expected equal costs of objects without a cache'
[ -n "$(block_price slides-none)" ] || fail 'expected one cost for every block without a cache'
must_run slides-pattern --disk pattern:4M
must_have slides-pattern '@presenter_screen .*contents=pattern .*saves=1 .*write_back=none'
operation slides-pattern save >/dev/null
must_skip slides-small --disk null:1M
must_have slides-small '@skip .*bench=app.presenter .*missing=capacity'
benches='--bench disk.read'

must_skip none
must_have none '@skip .*bench=disk.read .*missing=disk'

for model in $models; do
	must_run "short-$model" --disk "$dir/short.img" --disk-model "$model" --append samples=3
	must_lack "short-$model" '@fault'
	run "wrong-$model" --disk "$dir/wrong.img" --disk-model "$model" --append samples=3 &&
		fail "expected wrong data of $model to be found"
	must_have "wrong-$model" '@fault .*kind=error .*sector 3 of .* has wrong data'
	must_have "wrong-$model" '@end .*status=complete'
done

# Errors from QEMU itself: every read fails.
fails=driver=raw,file.driver=blkdebug,file.inject-error.0.event=read_aio
fails=$fails,file.image.driver=null-co,file.image.size=16777216
for model in $models; do
	must_report fails "$model" 'cannot read the first sector' "$fails"
done

# One of two pages is unreadable. The fault handler skips the access and reports the reason.
half=driver=raw,file.driver=blkdebug,file.inject-error.0.event=read_aio,file.inject-error.0.sector=8
half=$half,file.image.driver=null-co,file.image.read-zeroes=on,file.image.size=8192
benches='--bench fault.major'
for model in $models; do
	must_report half "$model" 'cannot read 4096 bytes at sector 8' "$half"
done
benches='--bench disk.read'

# Linux on the same machine: the same disk by the same name, read correctly, and compared with the
# image's results.
# usage: rows_of DEVICE COMPLETION: the rows of disk.read on DEVICE that both sides have
rows_of()
{
	python3 -c 'import json, sys
rows = [row for table in json.load(open(sys.argv[1]))["tables"] for row in table["rows"]
	if row.get("benchmark") == "disk.read" and row.get("metal") and row.get("linux")]
print(sum({f"device={sys.argv[2]}", f"completion={sys.argv[3]}"} <= set(row["point"].split()) for row in rows))' \
		"$dir/overhead.json" "$@"
}
timeout 1800 "$build/bareline" overhead --qemu --boots 1 --keep "$dir/overhead" -o "$dir/overhead.json" \
	--bench disk.read --bench fault.major -- --disk pattern:4M --append samples=5 >"$dir/overhead.txt" 2>&1 || {
	cat "$dir/overhead.txt"
	fail "cannot compare Linux with the image"
}
for completion in poll interrupt; do
	[ "$(rows_of virtio0 $completion)" -gt 0 ] || fail "expected rows with completion $completion"
done
must_be_served overhead/metal-1 virtio0
must_be_served overhead/linux-1 virtio0
for disk in '--disk null:16M --deterministic' '--disk null:16M --disk-model ahci'; do
	# shellcheck disable=SC2086  # words
	! run linux-refused --linux $disk || fail "Linux with $disk must be refused"
	[ ! -e "$dir/linux-refused" ] || fail "Linux with $disk must not be booted"
done

# The Linux process: the same disks, if this file system supports direct reads.
if "$build/bareline-linux" --quiet --bench disk.read --disk "$dir/right.img" -o "$dir/linux.log" &&
	grep -a -q '^@samples' "$dir/linux.log" && ! grep -q 'missing=disk .*O_DIRECT' "$dir/linux.log"; then
	! "$build/bareline-linux" --quiet --bench disk.read --disk "$dir/wrong.img" -o "$dir/linux-wrong.log" ||
		fail 'expected wrong data under Linux to be found'
	grep -q '@fault .*sector 3 of .* has wrong data' "$dir/linux-wrong.log" ||
		fail 'expected the Linux process to report the error'
	python3 "$here/disks/kernel_counts.py" "$build/bareline-linux" "$dir/right.img" "$dir/linux-counted.log"
else
	echo "skipped: disks of the Linux process: this file system has no direct reads"
fi
for injected in of-another moved damaged unsealed; do
	cp "$dir/$injected.img" "$dir/kept.img"
	! "$build/bareline-linux" --quiet --bench disk.write --disk "$dir/$injected.img" \
		--disk-scratch pread0:5eed -o "$dir/linux-injected.log" ||
		grep -q 'missing=disk .*O_DIRECT' "$dir/linux-injected.log" ||
		fail "expected the Linux process to refuse $injected.img"
	cmp "$dir/$injected.img" "$dir/kept.img" || fail "the Linux process wrote $injected.img"
done
"$build/bareline-linux" --quiet --bench disk.read -o "$dir/linux-none.log"
grep -q '@skip .*bench=disk.read .*name a device or file with --disk' "$dir/linux-none.log" ||
	fail 'expected the Linux process to explain how to name a disk'
