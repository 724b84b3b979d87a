#!/bin/sh
# SPDX-License-Identifier: MIT
# Every layer on one emulated machine, in instructions. Operations that need the hypervisor must
# cost more there, and no others. Missing inputs must be reported before a boot.
# usage: tests/comparing/layers.sh BUILD [linux]; with "linux", Linux and Linux in a guest too, which QEMU may
# hang (docs/layers.md). Guests booted again must give the same results to the byte
set -eu

build=$1
guests="kvm${2:+ linux-in-kvm}"
layers=metal,${2:+linux,}$(echo "$guests" | tr ' ' ,)
dir=$build/layers${2:+-linux}
# A process cannot run those of exit.*. Without the local APIC's timer, Linux boots in fewer instructions.
if [ "${2-}" ]; then
	instructions=cpu.instruction
	shorter=
else
	instructions='exit.*'
	shorter='--hypervisor-append nolapic_timer -- --append samples=3'
fi

fail()
{
	echo "$1"
	[ $# -lt 2 ] || cat "$2"
	exit 1
}

# usage: boot NAME [OPTION...]
boot()
{
	name=$1
	shift
	# shellcheck disable=SC2086  # several words
	"$build/bareline" layers -o "$dir/$name" --bench null.timing --bench entry.null_syscall \
		--bench "$instructions" --bench irq.self_ipi "$@" $shorter >"$dir/$name.txt" 2>"$dir/$name.log"
}

# usage: must_be_refused WORDS OPTION...
must_be_refused()
{
	words=$1
	shift
	status=0
	"$build/bareline" "$@" >"$dir/refused" 2>&1 || status=$?
	[ "$status" -eq 2 ] && grep -q -e "$words" "$dir/refused" ||
		fail "expected a refusal with '$words' (status $status): $*" "$dir/refused"
}

rm -rf "$dir"
mkdir -p "$dir"
must_be_refused 'no-kernel.*--hypervisor-kernel' layers --hypervisor-kernel no-kernel -o "$dir/none"
must_be_refused 'no-archive.*--hypervisor-initramfs' \
	layers --hypervisor-initramfs no-archive -o "$dir/none"
must_be_refused 'no-qemu: program not found' \
	layers --hypervisor-qemu no-qemu --layers kvm -o "$dir/no-qemu"
must_be_refused 'unknown layer' layers --layers metal,xen
must_be_refused 'one CPU' run --in-kvm --deterministic --cpus 2
must_be_refused 'not a kernel' layers --kernel "$0" -o "$dir/none"
must_be_refused 'not an initramfs' layers --initramfs "$0" -o "$dir/none"
must_be_refused 'none of the selected layers' layers --layers metal,kvm --kernel-append quiet -o "$dir/none"
must_be_refused 'kernel: given more than once' layers --kernel a --kernel b -o "$dir/none"
must_be_refused 'given more than once.*layers' run --in-kvm --hypervisor-kernel a --hypervisor-kernel b
must_be_refused 'given more than 4 times' layers --hypervisor-kernel a --hypervisor-kernel b \
	--hypervisor-kernel c --hypervisor-kernel d --hypervisor-kernel e
must_be_refused 'must precede --' layers -o "$dir/none" -- --kernel a
must_be_refused 'before 6.5' layers --layers linux -o "$dir/none" -- --cpus 2
must_be_refused 'not a kernel' overhead --qemu --kernel "$0" --keep "$dir/none"
must_be_refused 'boots nothing' layers --show "$dir" --kernel a
[ ! -e "$dir/none" ] || fail 'expected no directory of a refused command'

[ -z "${2-}" ] || cp "$build/linux/vmlinuz" "$dir/own-kernel"
# With a user's own Linux kernel.
boot all --layers "$layers" ${2:+--kernel "$dir/own-kernel"} ||
	fail 'the layers did not boot:' "$dir/all.log"
if [ "${2-}" ]; then
	grep -q '"path": ".*own-kernel"' "$dir/all/linux-1/manifest.json" ||
		fail "the user's own kernel did not boot"
	# The same kernel under another name has a column of its own, with the same metrics.
	mkdir "$dir/same"
	cp "$build"/hypervisor/*.ko "$build/hypervisor/vmlinuz" "$dir/same"
	boot again --layers "kvm,linux-in-kvm" --hypervisor-kernel "$build/hypervisor/vmlinuz" \
		--hypervisor-kernel "$dir/same/vmlinuz" || fail 'the guests did not boot again:' "$dir/again.log"
	for layer in $guests; do
		cmp "$dir/all/$layer-1/serial.log" "$dir/again/$layer-1/serial.log"
	done
	cmp "$dir/again/kvm-1/results.json" "$dir/again/kvm2-1/results.json"
	grep -q '"kvm2"' "$dir/again/layers.json" || fail 'expected a column of the second kernel'
	# A guest that boots longer than its limit counts as one that hangs.
	status=0
	"$build/bareline" run --linux --in-kvm --deterministic --cpus 1 --quiet --bench null.timing \
		--hypervisor-append guest_limit_s=1 -o "$dir/hang" >"$dir/hang.log" 2>&1 || status=$?
	last='start 1 of 3'
	[ $status -eq 0 ] || last='start 3 of 3'
	for start in 'start 1 of 3' "$last"; do
		grep -q "the guest hangs: no output for 1 s, $start" "$dir/hang/serial.log" ||
			fail "expected $start of a guest that hangs, then status 0 or 1, found $status"
	done
fi
for layer in $guests; do
	grep -q '^@manifest .*hypervisor=KVMKVMKVM' "$dir/all/$layer-1/serial.log" ||
		fail "expected $layer to be recognized as a guest of KVM"
done
# KVM gives a guest an x2APIC.
for record in '@series .*instruction=x2apic_read' '@skip .*instruction=xapic_read' \
	'@bench .*name=irq.self_ipi '; do
	grep -q "^$record" "$dir/all/kvm-1/serial.log" || fail "expected a record of $record in the guest"
done

# The emulated machine reads any MSR; KVM raises an exception. Memory is a guest's after its first access.
[ "${2-}" ] || {
	grep -q '^@skip .*bench=exit.unknown_msr .*missing=exception ' "$dir/all/metal-1/serial.log" ||
		fail 'expected no exception from the emulated machine'
	grep -q '^@bench .*name=exit.unknown_msr ' "$dir/all/kvm-1/serial.log" ||
		fail 'expected an exception from KVM'
}

# The same tables from the stored runs.
"$build/bareline" layers --show "$dir/all" --layers "$layers" -o "$dir/shown" \
	>"$dir/shown.txt" 2>"$dir/shown.log" || fail 'cannot show the tables:' "$dir/shown.log"
cmp "$dir/all/layers.json" "$dir/shown/layers.json"
cmp "$dir/all/layers.md" "$dir/shown/layers.md"

# A single layer is shown complete, although it adds to no other.
"$build/bareline" layers --show "$dir/all" --layers metal >"$dir/metal.txt" 2>&1
grep -q '^ *cpuid  *2' "$dir/metal.txt" || fail 'expected rows of a single layer:' "$dir/metal.txt"

python3 - "$dir/all/layers.json" <<'END'
import json
import sys

rows = [row for table in json.load(open(sys.argv[1]))["tables"] if table["name"] in
        ("cpu.instruction", "exit.instruction", "exit.unbacked_page", "entry.null_syscall") for row in table["rows"]]


def value(row, name):
    return row[name]["value"] if row[name] else None


def of(point):
    found = [row for row in rows if row["point"] == point]
    assert len(found) == 1, f"{point}: {len(found)} rows"
    return found[0]


system_call = of("path=syscall")
assert value(system_call, "kvm") == value(system_call, "metal"), system_call
has_linux = "linux_in_kvm" in system_call
if has_linux:
    assert value(system_call, "linux_adds") > 100, system_call
    assert value(of("instruction=cpuid"), "linux_adds") == 0, of("instruction=cpuid")
    assert value(system_call, "linux_in_kvm") == value(system_call, "linux"), system_call
    assert value(of("instruction=cpuid"), "linux_in_kvm_adds") > 1000, of("instruction=cpuid")
for leaves in "instruction=cpuid", "instruction=port_in", "instruction=hpet_read":
    assert value(of(leaves), "kvm_adds") > 1000, of(leaves)
if not has_linux:
    for leaves in "rdmsr_apic_base", "vmmcall", "x2apic_eoi", "mov_cr4", "pci_in", "ioapic_read":
        assert value(of(f"instruction={leaves}"), "kvm") > 1000, leaves
    for stays in "mov_to_cr8", "pause":
        assert value(of(f"instruction={stays}"), "kvm_adds") == 0, stays
    pages = {row["stage"]: value(row, "kvm") for row in rows if row["point"] == "step_bytes=2097152"}
    assert pages["first"] > 1000 > 100 > pages["again"], pages
for row in rows:
    for layer, below in ("kvm", "metal"), ("linux", "metal"), ("linux_in_kvm", "linux"):
        if "linux" in layer and not has_linux:
            continue
        if value(row, layer) is not None and value(row, below) is not None:
            added = value(row, layer) - value(row, below)
            assert abs(value(row, layer + "_adds") - added) < 1e-9, row
END
