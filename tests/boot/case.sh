#!/bin/sh
# SPDX-License-Identifier: MIT
# Run one boot test: start the machine described by a row of `cases`, wait for its end, and compare
# its output with the expectations of the row.
#
# usage: tests/boot/case.sh BUILD ROW
set -u

build=$1
IFS='|' read -r name boot machine cpus memory cpu words extra expect <<END
$(printf '%s\n' "$2" | sed 's/ *| */|/g')
END

here=$(dirname "$0")
dir=$build/boot-test/$name
log=$dir/serial.log
limit_seconds=900       # about a hundred times the usual time of a case
wait_seconds=600        # for the state that the monitor waits for, while the emulator runs

qemu_failed_run=35      # the exit status of isa-debug-exit after an unclean run
qemu_clean_run=33

# ---- Starting the machine ----

# A command line of a given length, whose last word selects benchmarks. Default values fill the
# line. The options for the end come first, where no truncation reaches them.
# usage: long_line CHARACTERS WORDS
long_line()
{
	python3 -c '
import sys
begin, end = "exit=isa-debug", sys.argv[2]
rest = int(sys.argv[1]) - len(begin) - len(end)
print(begin + " screen=auto" * ((rest - 20) // 12) +
      " samples=" + "3".rjust((rest - 20) % 12 + 10, "0") + " " + end)' "$1" "$2"
}

# The firmware's code and settings. "secure" is Debian's firmware: it trusts only files signed by
# its own key, and protects its settings by system management mode. "strict" is Debian 13's firmware
# whose memory is not executable.
uefi_firmware()
{
	case $boot in
	strict-*)
		cp "$dir/strict/variables.fd" "$dir/variables.fd"
		set -- "$dir/strict/code.fd" -global driver=cfi.pflash01,property=secure,value=on ;;
	secure-*)
		cp /usr/share/OVMF/OVMF_VARS_4M.snakeoil.fd "$dir/variables.fd"
		set -- /usr/share/OVMF/OVMF_CODE_4M.secboot.fd -global \
			driver=cfi.pflash01,property=secure,value=on ;;
	*)
		# shellcheck disable=SC2046  # two files
		set -- $(sh "$here/../../scripts/find.sh" ovmf)
		cp "$2" "$dir/variables.fd"
		set -- "$1" ;;
	esac
	code=$1
	shift
	echo "-drive if=pflash,format=raw,readonly=on,file=$code" \
		"-drive if=pflash,format=raw,file=$dir/variables.fd $*"
}

# A copy of the EFI system partition, with the parameters in bareline.cfg.
esp_with_words()
{
	printf '# What this stick runs:\r\n\r\n%s\r\n' "$words" >"$dir/bareline.cfg"
	cp "$build/esp.img" "$dir/esp.img"
	mcopy -o -i "$dir/esp.img" "$dir/bareline.cfg" ::
	echo "$dir/esp.img"
}

# A CD with the parameters in its GRUB menu, as if edited by a user.
cd_with_words()
{
	mkdir -p "$dir/iso/boot/grub"
	cp "$build/bareline.elf" "$dir/iso/boot"
	cp "$build/eltorito.img" "$dir/iso/boot/grub"
	printf 'multiboot2 /boot/bareline.elf %s\nboot\n' "$words" >"$dir/iso/boot/grub/grub.cfg"
	xorriso -as mkisofs -quiet -o "$dir/words.iso" -b boot/grub/eltorito.img -no-emul-boot \
		-boot-load-size 4 -boot-info-table --grub2-boot-info "$dir/iso" 2>"$dir/xorriso.log"
	echo "$dir/words.iso"
}

# Wait until a line of the log matches, or a file exists.
# usage: wait_for_line PATTERN
#        wait_for_file FILE
wait_for_line()
{
	tries=$((wait_seconds * 5))
	until grep -a -q "$1" "$log" 2>/dev/null || [ $tries -eq 0 ]; do
		sleep 0.2
		tries=$((tries - 1))
	done
}

wait_for_file()
{
	tries=$((wait_seconds * 5))
	until [ -s "$1" ] || [ $tries -eq 0 ]; do
		sleep 0.2
		tries=$((tries - 1))
	done
}

# Read the CPUs' registers until all CPUs halt, or until a time limit.
ask_until_halted()
{
	tries=$wait_seconds
	until all_halt || [ $tries -eq 0 ]; do
		echo 'info registers -a'
		sleep 1
		tries=$((tries - 1))
	done
	echo quit
}

# The console of firmware without another boot entry: its shell or its settings.
firmware_goes_on='EFI Internal Shell\|language for the'

# Commands for QEMU's monitor while the machine runs.
monitor_commands()
{
	# GRUB's countdown takes as long as the rest of the boot. One case waits for it.
	case $boot in
	bios-menu | bios-disk) ;;
	bios-*)
		wait_for_line 'executed automatically'
		echo 'sendkey ret' ;;
	esac
	case $expect in
	no-long-mode | no-sse2)
		wait_for_line 'Bareline: this CPU has no '      # GRUB ends lines with CR
		echo "screendump $dir/screen.ppm"
		wait_for_file "$dir/screen.ppm"
		echo quit ;;
	hot-plug)
		wait_for_line '^@plan '
		echo 'device_add max-x86_64-cpu,id=late,socket-id=0,core-id=1,thread-id=0' ;;
	stick-gone)
		wait_for_line '^@bench .* name=noise.gaps '
		echo 'device_del stick' ;;
	stick-os)
		wait_for_line "$firmware_goes_on"
		echo quit ;;
	halted)
		wait_for_line '^@end '
		ask_until_halted ;;
	secure-refused)
		wait_for_line 'Access Denied'
		echo quit ;;
	linux-refused)
		wait_for_line 'rejected by Secure Boot'
		echo quit ;;
	stick-reset)
		wait_for_line '^@bench .* name=noise.gaps '
		echo 'system_reset' ;;
	stall)
		wait_for_line '^@bench .* name=noise.gaps '
		echo stop
		sleep 20                # longer than its time limit
		echo cont ;;
	esac
}

# The reader's delay: shorter or longer than the timeout of one minute.
pause_seconds()
{
	case $expect in
	late-reader) echo 3 ;;
	lost-reader) echo 75 ;;
	esac
}

run_qemu()
{
	set -- -machine "$machine" -cpu "$cpu" -smp "$cpus" -m "$memory" \
		-display none -monitor stdio -device isa-debug-exit,iobase=0xf4,iosize=4

	case $extra in
	*-accel*) ;;
	*) set -- "$@" -accel tcg ;;
	esac
	[ "$expect" = stick-reset ] || set -- "$@" -no-reboot

	case $extra,$expect in
	*-serial*) ;;
	*,*-reader)
		# The path of a socket is limited in length.
		socket=$(mktemp -u)
		set -- "$@" -chardev "socket,id=reader,path=$socket,server=on,wait=on" \
			-serial chardev:reader
		timeout $limit_seconds python3 "$here/reader.py" "$socket" "$log" \
			"$(pause_seconds)" 2>"$dir/reader.log" & ;;
	*) set -- "$@" -serial "file:$log" ;;
	esac

	# -snapshot lets two cases use one image. Commas of a value are doubled.
	case $boot in
	kernel)
		set -- "$@" -kernel "$build/kernel.elf" -append "$words" ;;
	pvh)
		set -- "$@" -kernel "$build/boot-test/pvh.elf" -append "$words" ;;
	uefi-file)
		set -- "$@" -snapshot -drive "format=raw,file=$(esp_with_words)" ;;
	bios-menu)
		set -- "$@" -cdrom "$(cd_with_words)" ;;
	*)
		set -- "$@" -fw_cfg "name=opt/org.bareline/cmdline,string=$(
			printf '%s' "$words" | sed 's/,/,,/g')" ;;
	esac
	case $boot in
	five-level)
		set -- "$@" -kernel "$build/boot-test/five-level.elf" ;;
	*-cd)
		set -- "$@" -cdrom "$build/bareline.img" ;;
	*-disk)
		set -- "$@" -snapshot -drive "format=raw,file=$build/bareline.img" ;;
	*-nvme)
		set -- "$@" -snapshot \
			-drive "if=none,id=disk,format=raw,file=$build/bareline.img" \
			-device nvme,drive=disk,serial=1,bootindex=0 ;;
	*-ahci)
		set -- "$@" -snapshot \
			-drive "if=none,id=disk,format=raw,file=$build/bareline.img" \
			-device ahci,id=ahci -device ide-hd,drive=disk,bus=ahci.0,bootindex=0 ;;
	*-usb)
		set -- "$@" -snapshot \
			-drive "if=none,id=stick,format=raw,file=$build/bareline.img" \
			-device qemu-xhci -device usb-storage,drive=stick ;;
	*stick*)
		case $boot in
		strict-*)
			sh "$here/strict_firmware.sh" "$dir/strict" >"$dir/firmware.log" 2>&1 || {
				cp "$dir/firmware.log" "$dir/emulator.log"
				return 1
			} ;;
		esac
		make_stick
		set -- "$@" -drive "if=none,id=files,format=raw,file=$dir/stick.img$(
			[ "$boot" != stick-read-only ] || echo ,readonly=on)" \
			-device qemu-xhci
		case $boot in
		*large-stick)   # usb-storage ignores the size of sectors
			set -- "$@" -device usb-bot,id=usb \
				-device scsi-hd,bus=usb.0,drive=files,logical_block_size=4096,physical_block_size=4096 ;;
		*) set -- "$@" -device usb-storage,drive=files,id=stick ;;
		esac ;;
	uefi-grub)
		set -- "$@" -snapshot -drive "format=raw,file=$build/boot-test/grub-efi.img" ;;
	esac
	set -- "$@" -net none
	case $boot in
	uefi-* | *stick*)
		# shellcheck disable=SC2046  # separate words
		set -- "$@" $(uefi_firmware) ;;
	esac
	# shellcheck disable=SC2086  # separate words
	monitor_commands |
		timeout --foreground -k 5 $limit_seconds qemu-system-x86_64 "$@" $extra \
			>"$dir/emulator.log" 2>&1
	result=$?
	case $expect in
	*-reader) wait; rm -f "$socket" ;;
	esac
	return $result
}

# Its debugger starts it without a keyboard. The exit status is the one it logged: its screen's thread
# may crash the emulator after that.
run_bochs()
{
	[ -e "$build/boot-test/bochs.img" ] || { echo "no $build/boot-test/bochs.img" && return 1; }
	sed -e "s|@IMAGE@|$build/boot-test/bochs.img|" -e "s|@DIR@|$dir|" \
		"$here/bochsrc" >"$dir/bochsrc"
	echo c >"$dir/commands"
	timeout --foreground -k 5 $limit_seconds \
		bochs-bin -q -f "$dir/bochsrc" -rc "$dir/commands" </dev/null \
		>"$dir/emulator.log" 2>&1
	result=$?
	logged=$(sed -n 's/.* quit_sim called with exit code //p' "$dir/bochs.log")
	return "${logged:-$result}"
}

# `bareline run` builds both machines from the row: the outer one and the guest.
run_kvm()
{
	suite=${words#suite=}
	"$build/bareline" run --in-kvm --deterministic --quiet --machine "$machine" \
		--memory "$memory" --suite "${suite%% *}" -o "$dir/run" >"$dir/emulator.log" 2>&1
	result=$?
	cp "$dir/run/serial.log" "$log"
	return $result
}

# ---- Judging the result ----

# shellcheck source=tests/boot/judge.sh
. "$here/judge.sh"
# shellcheck source=tests/boot/stick.sh
. "$here/stick.sh"

# Print the reason of a failure, or nothing.
judge()
{
	if [ "$status" -eq 124 ]; then
		echo "expected an end within $limit_seconds s"
	elif [ "$status" -ne "$(expected_status)" ]; then
		echo "emulator exit status: expected $(expected_status), found $status"
		tail -n 3 "$dir/emulator.log"
	else
		for expectation in $(echo "$expect" | tr + ' '); do
			judge_records "$expectation"
		done
	fi
}

# The last lines of the console, without the firmware's terminal codes.
console_tail()
{
	[ -s "$log" ] || {
		echo "(no output on the serial port)"
		return
	}
	tr -d '\r' <"$log" | sed 's/\x1b\[[0-9;?=]*[A-Za-z]//g' | cut -c 1-200 | tail -n 12
}

rm -rf "$dir"
mkdir -p "$dir"
case $boot,$expect,$words in
bochs,* | *,off,* | *,stick-os,* | *,*-refused,* | *,halted,* | *,no-long-mode,* | *,no-sse2,*) ;;
*,@*)
	words=${words#@}
	words=$(long_line "${words%% *}" "${words#* }") ;;
*) words="$words exit=isa-debug" ;;
esac
started=$(date +%s)
# The seconds of QEMU's real-time clock are of the host, and may seem unequal while it is busy.
for _ in 1 2 3 4 5; do
	case $boot in
	bochs) run_bochs ;;
	kvm) run_kvm ;;
	*) run_qemu ;;
	esac
	status=$?
	[ "$expect" = clock-rtc ] && grep -aq 'does not count seconds of equal length' "$log" || break
done
elapsed="$(($(date +%s) - started)) s"

# An error of this script during judging must not pass.
reason=$(judge) || reason=${reason:-the judging itself failed}
if [ -z "$reason" ]; then
	touch "$dir/passed"
	echo "ok      $name ($elapsed)"
	exit 0
fi
{
	echo "FAILED  $name ($elapsed): $reason"
	console_tail | sed 's/^/        /'
} >"$dir/failure"
cat "$dir/failure"
