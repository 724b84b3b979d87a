# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154  # case.sh sets these variables
# Compare the result of a boot test with its row of the table. case.sh sources this file. Each
# function that fails prints the reason on standard output.

boot_path()
{
	case $boot in
	kernel | kvm) echo multiboot1 ;;
	pvh) echo pvh ;;
	bios-* | bochs) echo multiboot2 ;;
	uefi-grub) echo multiboot2-efi ;;
	uefi-* | *stick* | five-level) echo efi ;;
	esac
}

expected_status()
{
	case $boot,$expect in
	bochs,*) echo 1 ;;
	kvm,*) echo 0 ;;
	*,off | *,linux | *,*-refused | *,halted | *,stick-os | *,no-long-mode | *,no-sse2) echo 0 ;;
	*,complete | *,complete+stick | *,complete+collected | *,complete+exited | *,stick-* | *,exited | *,hidden | *,revealed | *,input | *,no-keyboard | *,interrupts | *,*-counters | *,clock-* | *,stray | \
		*,silent | *,warning | *,no-avx | *,hot-plug | *,no-nx | *,no-syscall | *,late-reader | *,lost-reader | *,stall | *,flow | *,flow-lost | *,modules | *,services)
		echo $qemu_clean_run ;;
	*) echo $qemu_failed_run ;;
	esac
}

# After the codes that clear GRUB's menu, the serial line has only the message. The screen has the message in white: about 600 pixels, or
# 900 on a text screen. Earlier contents of that line are erased.
reports_missing_feature()
{
	last=$(tail -n 1 "$log" | tr -d '\r' | sed 's/.*\x1b\[[0-9;?]*[A-Za-z]//')
	[ "$last" = "Bareline: this CPU has no $1" ] || {
		echo "expected the message at the end of the serial output"
		return 1
	}
	# shellcheck disable=SC2046 # two numbers
	set -- $(python3 -c '
import sys
_, size, _, data = open(sys.argv[1], "rb").read().split(b"\n", 3)
pixels = [data[i:i + 3] for i in range(0, len(data), 3)]
print(pixels.count(b"\xff\xff\xff"), len(set(pixels[:16 * int(size.split()[0])])))' "$dir/screen.ppm")
	white=$1
	[ "$2" -eq 2 ] || {
		echo "colours in the message's line: expected 2, found $2"
		return 1
	}
	[ "$white" -ge 500 ] && [ "$white" -le 2000 ] || {
		echo "white pixels on the screen: found $white, expected those of the message"
		return 1
	}
}

has_record()
{
	grep -a -q "@$1 .*$2" "$log" || {
		echo "no record matches: @$1 $2"
		return 1
	}
}

# The last state of each CPU that QEMU printed.
all_halt()
{
	states=$(grep -a -o 'HLT=[01]' "$dir/emulator.log" | tail -n "$cpus")
	[ "$(echo "$states" | grep -c 1)" -eq "$cpus" ]
}

was_plugged()
{
	grep -q 'device_add' "$dir/emulator.log" && ! grep -q 'Error' "$dir/emulator.log" && return
	echo "QEMU plugged in no CPU:"
	tail -n 1 "$dir/emulator.log"
	return 1
}

has_services()
{
	[ "$(grep -a -c '^firmware.service service=[a-z0-9_]*: median [1-9]' "$log")" -eq 12 ] || {
		echo 'not each of the 12 services of UEFI has a positive median'
		return 1
	}
}

# Lost records according to the gaps, plus received records, equal the written records.
losses_match_gaps()
{
	"$build/bareline" parse -o "$dir/results.json" "$log" >"$dir/account" 2>&1
	python3 -c '
import json, sys
run = json.load(open(sys.argv[1]))
reported = sum(gap["lost_records"] for gap in run["output_stalls"])
missing = run["account"]["lost"]
if not reported or reported != missing:
    sys.exit(f"records: {reported} reported lost, {missing} missing")' "$dir/results.json" 2>&1
}

# Records of the other CPU are complete and numbered in sequence.
has_lost_nothing()
{
	"$build/bareline" parse -o "$dir/results.json" "$log" >"$dir/account" 2>&1
	python3 -c '
import json, sys
account = json.load(open(sys.argv[1]))["account"]
wrong = {name: account[name] for name in ("lost", "damaged", "malformed", "duplicated", "reordered")}
if any(wrong.values()):
    sys.exit(f"expected no record lost by the panic: {wrong}")' "$dir/results.json" 2>&1
}

has_none()
{
	grep -a "^@$1 " "$log" || return 0
	echo "unexpected record: @$1"
	return 1
}

# The parameters arrived, by the method of this case.
has_command_line()
{
	"$build/bareline" parse -o "$dir/line.json" "$log" 2>/dev/null
	[ "$(python3 -c '
import json, sys
run = json.load(open(sys.argv[1]))
print(run["manifest"]["command_line"] + "".join(r["text"] for r in run["command_line"]))' \
		"$dir/line.json")" = "$words" ] || {
		echo "expected the command line in the records: $words"
		return 1
	}
}

has_all_cpus()
{
	[ "$boot" = bochs ] || has_record cpu " count=${cpus%,*} online=${cpus%,*} "
}

has_start_parameters()
{
	has_record manifest " boot=$(boot_path) " && has_command_line && has_all_cpus
}

# Every record arrived complete. Values are not checked: the time is emulated.
is_complete()
{
	"$build/bareline" parse -o "$dir/results.json" "$log" 2>"$dir/account"
	if grep -q '"complete": true' "$dir/results.json" &&
		! grep -E -q '"(lost|damaged|malformed|unknown)": [1-9]' "$dir/results.json"; then
		return
	fi
	echo "expected the log of a complete run:"
	cat "$dir/account"
	return 1
}

has_fault()
{
	has_record fault " point=\"kind=$1\" kind=exception cpu=0 vector=$2 "
}

# A missing record means an inactive protection: unmapped NULL, non-executable data, read-only code,
# or the stack's guard page.
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
		echo "expected every protection bit in CR4: $cr4"
		return 1
	}
}

# A message log per point: no lost or dropped message, and none from stray bytes.
has_input()
{
	[ "$(grep -a '@message_log ' "$log" |
		grep -c ' lost=0 .* dropped=0 stray_bytes=0 unexpected=0 ')" -eq 6 ] || {
		echo "expected six message logs without losses"
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
		" bench=pmc.cycles .*missing=[a-z]* detail=\".*$1" &&
		has_record samples ' data=' && ! grep -a '@count ' "$log" | grep -a -q -v 'event=[am]perf '
}

# Each interrupt source has all stages at every point and a total of at least the sum of its parts,
# or is skipped by name. Prints the number of measured sources.
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

# The timer of QEMU's local APIC counts at 1 GHz, whatever the host's TSC does. It is measured in 10 ms,
# between two reads that a busy host may delay.
has_frequency_by_rtc()
{
	has_record timer 'name=rtc rate_hz=1 .* status=chosen uncertainty_ppm=[1-9]' || return
	rate=$(grep -a -o -m 1 '@timer .* name=lapic rate_hz=[0-9]*' "$log" | sed 's/.*=//')
	[ "${rate:-0}" -gt 990000000 ] && [ "$rate" -lt 1010000000 ] || {
		echo "expected 1 GHz for the local APIC timer: $rate"
		return 1
	}
}

has_no_times()
{
	has_record manifest ' tsc_hz=0 capabilities=lapic,' &&
		has_record warning 'source=tsc text="no clock measures ' &&
		has_record end ' elapsed_us=0 ' || return
	for bench in irq.lapic_timer irq.tsc_deadline irq.fixed_work noise.gaps; do
		has_record skip "bench=$bench .*missing=clock " || return
	done
	! grep -a -v '^@' "$log" | grep -a -E '[0-9] (ns|us|ms|GB/s)' || return
	"$build/bareline" show --all "$log" >"$dir/shown" &&
		! grep -E '[0-9] (ns|µs|ms|GB/s|[GM]Hz)|  ns( |$)|GB/s' "$dir/shown"
}

# QEMU has no TSC-deadline timer. Bochs has one CPU, and its firmware does not report the wiring of
# its 8254. SeaBIOS 1.17 gives Bochs no ACPI tables, so no device interrupt arrives.
expected_interrupts()
{
	if [ "$boot" != bochs ]; then
		echo 10
	elif has_record warning 'source=acpi text="no root pointer' >/dev/null; then
		echo 4
	else
		echo 9
	fi
}

has_every_interrupt()
{
	measured=$(count_interrupts)
	[ "$measured" -ge "$1" ] || {
		echo "sources of interrupts with stages in order: found $measured, expected $1"
		return 1
	}
	for source in self_ipi ipi nmi lapic_timer tsc_deadline pit hpet rtc serial \
		keyboard mouse; do
		grep -q "^irq\.$source	" "$dir/figures" || has_record skip " bench=irq.$source " ||
			return 1
	done
}

# `bareline flow check` verifies critical paths and on-line sums exactly.
# usage: flow_check_finds N WRONG WHAT
flow_check_finds()
{
	tr -d '"\r' <"$dir/check/check.csv" | grep -q ",$1,$2,$3" && return
	cat "$dir/check/check.csv"
	return 1
}

has_whole_interactions()
{
	"$build/bareline" flow check --csv "$dir/check" "$log" >"$dir/check.txt" &&
		flow_check_finds '[1-9][0-9]*' 0 'online sums that agree exactly'
}

# Only the ring may be too small: everything before the overflow is complete.
has_lost_events()
{
	has_record flow_ring ' lost=[1-9]' || return 1
	"$build/bareline" flow check --csv "$dir/check" "$log" >"$dir/check.txt"
	flow_check_finds 5 1 'interactions that are whole networks' &&
		flow_check_finds 4 0 'critical paths without B-arcs'
}

# The firmware tables that QEMU must provide, from the row.
has_module()
{
	has_record smbios ' status=read version=[0-9.]* slots=1 devices=1 ' &&
		has_record memory_device ' locator="ChannelA-DIMM 0" .*rated_mts=3200 mts=3200 maker=Made-up part=MM-3200 ' &&
		has_record machine ' maker=Made-up-Machines product=Model-3 version=2 .* bios_maker=Made-up-BIOS bios=1.07 bios_date=02/29/2024 '
}

# The machine's ID is printed only on request.
records_serial_numbers()
{
	case $words in
	*serials=yes*) has_record machine ' serial=S3R14L .* uuid=00112233-4455-6677-8899-aabbccddeeff ' ;;
	*) has_record machine ' serial="" board_serial="" uuid="" ' && ! grep -a -q -i s3r14l "$log" ;;
	esac
}

# KVM gives a guest an x2APIC. Every benchmark gives a result or a skip with its reason.
is_guest_of_kvm()
{
	has_record manifest ' hypervisor=KVMKVMKVM ' &&
		has_record series ' point="*instruction=x2apic_read' &&
		has_record skip ' point="instruction=xapic_read" ' &&
		"$build/bareline" export --format csv "$log" >"$dir/figures.csv" &&
		python3 -c '
import csv, json, sys
run = json.load(open(sys.argv[1]))
explained = {row["bench"] for row in csv.DictReader(open(sys.argv[2]))}
explained |= {skip["bench"] for skip in run["skips"] if skip["detail"]}
planned = ",".join(part["benches"] for part in run["planned"]).split(",")
silent = [name for name in planned if name not in explained]
if silent or len(planned) != run["plan"]["benches"]:
    sys.exit(f"{len(planned)} benchmarks planned; no record of these: {silent}")' \
			"$dir/results.json" "$dir/figures.csv" 2>&1
}

# usage: judge_records EXPECTATION
judge_records()
{
	case $1 in
	complete | off)
		has_start_parameters && is_complete ;;
	input)
		has_start_parameters && is_complete && has_input ;;
	no-keyboard)
		has_start_parameters && is_complete && has_no_keyboard ;;
	stray)
		has_start_parameters && is_complete &&
			has_record warning 'source=interrupt text="vector 0x70: no handler; count 2"' &&
			has_record warning 'source=interrupt text="vector 0xff: no handler; count 1"' ;;
	interrupts)
		has_start_parameters && is_complete && has_every_interrupt "$(expected_interrupts)" ;;
	warning)
		has_start_parameters && is_complete && has_record warning colour=blue ;;
	hidden)
		has_start_parameters && is_complete &&
			has_record manifest ' time_base=emulated hypervisor="" ' ;;
	revealed)
		has_start_parameters && is_complete && has_record warning ' source="time base" ' ;;
	clock-rtc)
		has_start_parameters && is_complete && has_frequency_by_rtc ;;
	clock-none)
		has_start_parameters && is_complete && has_no_times ;;
	no-counters)
		has_start_parameters && is_complete && leaves_out_counters 'none in CPUID' ;;
	dead-counters)
		has_start_parameters && is_complete &&
			leaves_out_counters "none of [0-9]* counters works; " ;;
	exception | timeout)
		has_start_parameters && has_record fault " kind=$1 " &&
			has_record end ' status=complete ' ;;
	guest)
		has_start_parameters && is_complete && has_none fault && is_guest_of_kvm ;;
	modules)
		has_start_parameters && is_complete && has_module && records_serial_numbers ;;
	services)
		has_start_parameters && is_complete && has_module && records_serial_numbers && has_services ;;
	flow)
		has_start_parameters && is_complete && has_whole_interactions ;;
	flow-lost)
		has_start_parameters && is_complete && has_lost_events ;;
	cpu-fault)
		has_start_parameters && has_record fault ' kind=error .*error -14' &&
			has_record warning ' source=smp text="CPU 1: invalid opcode: break_down' &&
			has_record end ' status=complete ' ;;
	faults)
		has_start_parameters && has_every_fault && has_protections &&
			has_record end ' status=complete ' ;;
	no-long-mode)
		reports_missing_feature '64-bit mode' ;;
	no-sse2)
		reports_missing_feature SSE2 ;;
	no-avx)
		has_start_parameters && is_complete &&
			has_record warning 'source=simd text="XSAVE is unusable: CPUID leaf 0Dh' &&
			has_record skip 'bench=mem.bandwidth.read .* missing=avx2 ' ;;
	no-nx)
		has_start_parameters && is_complete && has_none fault &&
			has_record skip 'bench=fault.no_execute .* missing=fault ' &&
			! grep -a -q ' features=[a-z0-9_,]*[=,]nx,' "$log" ;;
	no-syscall)
		has_start_parameters && is_complete && has_none fault &&
			has_record skip 'bench=entry.null_syscall .*path=syscall.* missing=syscall ' &&
			has_record skip 'bench=os.pipe .*ring=3.* missing=syscall ' &&
			! grep -a -q ' features=[a-z0-9_,]*[=,]syscall,' "$log" ;;
	hot-plug)
		has_start_parameters && is_complete && was_plugged ;;
	halted)
		has_start_parameters && is_complete || return
		all_halt || echo "expected every CPU to halt" ;;
	late-reader)
		has_start_parameters && is_complete &&
			has_record output_stall ' output=serial waits=[1-9].* lost=0 lost_records=0 ' ;;
	lost-reader)
		has_start_parameters && has_record end ' status=complete ' && losses_match_gaps ;;
	stall)
		has_start_parameters && is_complete && has_none fault &&
			has_record stall ' elapsed_ms=[0-9]* ran_ms=[0-9]* ' &&
			has_record warning ' source=watchdog text="stalled for about ' ;;
	refused-line)
		has_record manifest " boot=$(boot_path) " &&
			has_record warning " source=\"command line\" .*\"${#words} characters.* no benchmark was run" &&
			has_record end ' status=refused .* run=0 ' && has_none bench ;;
	panic)
		has_start_parameters && has_record panic 'reason="test=panic: ' &&
			has_record end ' status=panic ' ;;
	panic-other-cpu)
		has_start_parameters && has_record panic 'reason="test=panic-other-cpu: ' &&
			has_record warning 'text="the other CPU panics"' &&
			has_record end ' status=panic ' && has_lost_nothing ;;
	stick* | linux | collected | *-refused | exited)
		judge_stick "$1" ;;
	silent) ;;
	*)
		echo "unknown expectation in the table: $1" ;;
	esac
}
