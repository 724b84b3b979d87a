#!/bin/sh
# SPDX-License-Identifier: MIT
# Run one boot test: start the machine that a row of `cases` describes, wait for its end, and
# compare what it sent with what the row expects.
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
limit_seconds=900       # some hundred times what a case takes

ovmf=/usr/share/OVMF
qemu_failed_run=35      # the status with which isa-debug-exit ends a run that is not clean
qemu_clean_run=33

# ---- Starting the machine ----

uefi_variables()
{
	cp $ovmf/OVMF_VARS_4M.fd "$dir/variables.fd"
	echo "$dir/variables.fd"
}

# A copy of the EFI system partition whose bareline.cfg holds the words.
esp_with_words()
{
	printf '# What this stick runs:\r\n\r\n%s\r\n' "$words" >"$dir/bareline.cfg"
	cp "$build/esp.img" "$dir/esp.img"
	mcopy -o -i "$dir/esp.img" "$dir/bareline.cfg" ::
	echo "$dir/esp.img"
}

netboot_directory()
{
	mkdir "$dir/tftp"
	cp "$build/BOOTX64.EFI" "$dir/tftp"
	echo "$dir/tftp"
}

run_qemu()
{
	set -- -accel tcg -machine "$machine" -cpu "$cpu" -smp "$cpus" -m "$memory" \
		-display none -monitor none -no-reboot -device isa-debug-exit,iobase=0xf4,iosize=4

	case $extra in
	*-serial*) ;;
	*) set -- "$@" -serial "file:$log" ;;
	esac

	# -snapshot lets two cases use one image; the commas of a value are doubled.
	case $boot in
	kernel)
		set -- "$@" -kernel "$build/kernel.elf" -append "$words" ;;
	uefi-file)
		set -- "$@" -snapshot -drive "format=raw,file=$(esp_with_words)" ;;
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
	*-usb)
		set -- "$@" -snapshot \
			-drive "if=none,id=stick,format=raw,file=$build/bareline.img" \
			-device qemu-xhci -device usb-storage,drive=stick ;;
	uefi-grub)
		set -- "$@" -snapshot -drive "format=raw,file=$build/boot-test/grub-efi.img" ;;
	esac
	case $boot in
	uefi-pxe)
		set -- "$@" -device virtio-net-pci,netdev=net,bootindex=0 \
			-netdev "user,id=net,tftp=$(netboot_directory),bootfile=BOOTX64.EFI" ;;
	*)
		set -- "$@" -net none ;;
	esac
	case $boot in
	uefi-*)
		set -- "$@" -drive "if=pflash,format=raw,readonly=on,file=$ovmf/OVMF_CODE_4M.fd" \
			-drive "if=pflash,format=raw,file=$(uefi_variables)" ;;
	esac
	# shellcheck disable=SC2086  # words of their own
	timeout --foreground -k 5 $limit_seconds qemu-system-x86_64 "$@" $extra \
		>"$dir/emulator.log" 2>&1
}

# Its debugger is what starts it without a person at the keyboard.
run_bochs()
{
	sed -e "s|@IMAGE@|$build/boot-test/bochs.img|" -e "s|@DIR@|$dir|" \
		"$here/bochsrc" >"$dir/bochsrc"
	echo c >"$dir/commands"
	timeout --foreground -k 5 $limit_seconds \
		bochs-bin -q -f "$dir/bochsrc" -rc "$dir/commands" </dev/null \
		>"$dir/emulator.log" 2>&1
}

# ---- Judging what came of it ----

boot_path()
{
	case $boot in
	kernel) echo multiboot1 ;;
	bios-* | bochs) echo multiboot2 ;;
	uefi-grub) echo multiboot2-efi ;;
	uefi-* | five-level) echo efi ;;
	esac
}

expected_status()
{
	case $boot,$expect in
	bochs,*) echo 1 ;;
	*,off) echo 0 ;;
	*,complete | *,input | *,no-keyboard | *,interrupts | *,*-counters | *,stray | \
		*,silent | *,warning | *,flow | *,flow-lost | *,modules)
		echo $qemu_clean_run ;;
	*) echo $qemu_failed_run ;;
	esac
}

has_record()
{
	grep -a -q "@$1 .*$2" "$log" || {
		echo "no record matches: @$1 $2"
		return 1
	}
}

# The words arrived, by whichever way this case sends them.
has_command_line()
{
	grep -a '@manifest ' "$log" | grep -a -F -q "=\"$words\" " || {
		echo "the manifest has not the command line: $words"
		return 1
	}
}

has_all_cpus()
{
	[ "$boot" = bochs ] || has_record cpu " count=$cpus online=$cpus "
}

started_as_told()
{
	has_record manifest " boot=$(boot_path) " && has_command_line && has_all_cpus
}

# Every record arrived, whole. Whether the figures are good is not asked: time is emulated here.
is_complete()
{
	"$build/bareline" parse -o "$dir/results.json" "$log" 2>"$dir/account"
	if grep -q '"complete": true' "$dir/results.json" &&
		! grep -E -q '"(lost|damaged|malformed|unknown)": [1-9]' "$dir/results.json"; then
		return
	fi
	echo "the log is not that of a complete run:"
	cat "$dir/account"
	return 1
}

has_fault()
{
	has_record fault " point=\"kind=$1\" kind=exception cpu=0 vector=$2 "
}

# One of them missing means that a protection is not in force: NULL unmapped, data not executable,
# code not writable, a guard page under the stack.
has_every_fault()
{
	has_fault null_read 14 && has_fault invalid_opcode 6 && has_fault divide 0 &&
		has_fault general_protection 13 && has_fault execute_data 14 &&
		has_fault write_text 14 && has_fault stack_overflow 8 &&
		has_record fault 'detail="stack overflow '
}

# Machine checks, UMIP, SMEP and SMAP, all of which `-cpu max` has: bits 6, 11, 20 and 21 of CR4.
# Intel SDM vol. 3A, "Control Registers".
has_protections()
{
	cr4=$(grep -a -o -m 1 ' cr4=0x[0-9a-f]*' "$log" | sed 's/.*=//')
	[ $((${cr4:-0} & 0x300840)) -eq $((0x300840)) ] || {
		echo "CR4 does not have all protections on: $cr4"
		return 1
	}
}

# A log of messages for each point: none lost, dropped, or made of stray bytes.
has_input()
{
	[ "$(grep -a '@message_log ' "$log" |
		grep -c ' lost=0 .* dropped=0 stray_bytes=0 unexpected=0 ')" -eq 5 ] || {
		echo "not five message logs without a loss"
		return 1
	}
}

has_no_keyboard()
{
	for bench in keystroke mouse_click mouse_move script; do
		has_record skip "bench=input.$bench .* missing=i8042 " || return 1
	done
}

leaves_out_counters()
{
	has_record skip \
		" bench=pmc.cycles .*missing=pmc detail=\"needs performance counters: .*$1" &&
		has_record samples ' data=' && ! grep -a -q '@count ' "$log"
}

# Each source of interrupts is there, every one of its points with all stages, and a total that is
# no less than its parts, or it is skipped by name. Prints how many are there.
count_interrupts()
{
	"$build/bareline" export --format csv "$log" |
		python3 "$here/../columns.py" bench point cache stage min >"$dir/figures"
	awk -F'\t' '$1 !~ /^irq[.]/ { next }
		{ point = $1 FS $2 FS $3 }
		$4 ~ /^(delivery|handler|eoi|iret)$/ {
			least[point] += $5
			stages[point]++
		}
		$4 == "total" { source[point] = $1; total[point] = $5 }
		END {
			for (point in source) {
				whole[source[point]] = 1
				broken += stages[point] < 2 || total[point] < least[point]
			}
			for (name in whole)
				count++
			print broken ? 0 : count + 0
		}' "$dir/figures"
}

# QEMU has no TSC-deadline timer; Bochs has one CPU, and its firmware does not tell where its 8254
# is wired to.
expected_interrupts()
{
	[ "$boot" = bochs ] && echo 9 || echo 10
}

has_every_interrupt()
{
	measured=$(count_interrupts)
	[ "$measured" -ge "$1" ] || {
		echo "sources of interrupts with stages in order: $measured, not $1"
		return 1
	}
	for source in self_ipi ipi nmi lapic_timer tsc_deadline pit hpet rtc serial \
		keyboard mouse; do
		grep -q "^irq\.$source	" "$dir/figures" || has_record skip " bench=irq.$source " ||
			return 1
	done
}

# Critical paths, and sums made by the target, to the tick: `bareline flow check` tells.
# usage: flow_check_says N WRONG WHAT
flow_check_says()
{
	tr -d '"\r' <"$dir/check/check.csv" | grep -q ",$1,$2,$3" && return
	cat "$dir/check/check.csv"
	return 1
}

has_whole_interactions()
{
	"$build/bareline" flow check --csv "$dir/check" "$log" >"$dir/check.txt" &&
		flow_check_says '[1-9][0-9]*' 0 'sums made on-line agree exactly'
}

# It must be the ring that was too small: what came before is whole.
has_lost_events()
{
	has_record flow_ring ' lost=[1-9]' || return 1
	"$build/bareline" flow check --csv "$dir/check" "$log" >"$dir/check.txt"
	flow_check_says 5 1 'interactions, each a whole network' &&
		flow_check_says 4 0 'critical paths are free of B-arcs'
}

# What the row tells QEMU to have firmware say.
has_module()
{
	has_record smbios ' status=read version=[0-9.]* slots=1 devices=1 ' &&
		has_record memory_device ' locator="ChannelA-DIMM 0" .*rated_mts=3200 mts=3200 maker=Made-up part=MM-3200 '
}

# usage: judge_records EXPECTATION
judge_records()
{
	case $1 in
	complete | off)
		started_as_told && is_complete ;;
	input)
		started_as_told && is_complete && has_input ;;
	no-keyboard)
		started_as_told && is_complete && has_no_keyboard ;;
	stray)
		started_as_told && is_complete &&
			has_record warning 'source=interrupt text="vector 0x70 .*, 2 in all' &&
			has_record warning 'source=interrupt text="vector 0xff .*, 1 in all' ;;
	interrupts)
		started_as_told && is_complete && has_every_interrupt "$(expected_interrupts)" ;;
	warning)
		started_as_told && is_complete && has_record warning colour=blue ;;
	no-counters)
		started_as_told && is_complete && leaves_out_counters 'CPUID shows none' ;;
	dead-counters)
		started_as_told && is_complete &&
			leaves_out_counters "CPU's [0-9]* do not work: " ;;
	exception | timeout)
		started_as_told && has_record fault " kind=$1 " &&
			has_record end ' status=complete ' ;;
	modules)
		started_as_told && is_complete && has_module ;;
	flow)
		started_as_told && is_complete && has_whole_interactions ;;
	flow-lost)
		started_as_told && is_complete && has_lost_events ;;
	cpu-fault)
		started_as_told && has_record fault ' kind=error .*error -14' &&
			has_record warning ' source=smp text="CPU 1: invalid opcode: break_down' &&
			has_record end ' status=complete ' ;;
	faults)
		started_as_told && has_every_fault && has_protections &&
			has_record end ' status=complete ' ;;
	panic)
		started_as_told && has_record panic 'reason="asked for' &&
			has_record end ' status=panic ' ;;
	silent) ;;
	*)
		echo "the table expects what this script does not know: $1" ;;
	esac
}

# Print why the case failed, or nothing.
judge()
{
	if [ "$status" -eq 124 ]; then
		echo "still running after $limit_seconds s"
	elif [ "$status" -ne "$(expected_status)" ]; then
		echo "the emulator's exit status is $status, not $(expected_status)"
		tail -n 3 "$dir/emulator.log"
	else
		for expectation in $(echo "$expect" | tr + ' '); do
			judge_records "$expectation"
		done
	fi
}

# The last lines of the console, without the terminal codes of firmware.
console_tail()
{
	[ -s "$log" ] || {
		echo "(nothing came over the serial port)"
		return
	}
	tr -d '\r' <"$log" | sed 's/\x1b\[[0-9;?=]*[A-Za-z]//g' | cut -c 1-200 | tail -n 12
}

rm -rf "$dir"
mkdir -p "$dir"
case $boot,$expect in
bochs,* | *,off) ;;
*) words="$words exit=isa-debug" ;;
esac
started=$(date +%s)
if [ "$boot" = bochs ]; then
	run_bochs
else
	run_qemu
fi
status=$?
elapsed="$(($(date +%s) - started)) s"

# A script's own error, in the judging, is no pass.
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
