#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bare metal and a guest of KVM in emulated EL2, in instructions. Operations that exit to the
hypervisor must cost more there, and no others. `explain` must name the functions of an exit. What a guest of
aarch64 has not must be refused. With "long", two boots must send the same bytes.

usage: tests/comparing/layers_aarch64.py BUILD [long]
"""
import json
import os
import shutil
import subprocess
import sys

build = os.path.abspath(sys.argv[1])
boots = ["first", "second"] if "long" in sys.argv else ["first"]
place = os.path.join(build, "layers-aarch64" + "-long" * (len(boots) - 1))
EXITS = "mrs_id_aa64pfr0", "psci_hvc", "gic_read", "serial_read"
OWN = "yield", "tlbi_page", "msr_ttbr0", "mrs_midr"


def run(*arguments):
    return subprocess.run([f"{build}/bareline", *arguments], check=False, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)


def layers(name):
    return run("layers", "--layers", "metal,kvm", "-o", f"{place}/{name}", "--bench", "entry.null_syscall",
               "--bench", "exit.instruction", "--bench", "irq.self_ipi", "--bench", "fault.demand_zero", "--",
               "--arch", "aarch64", "--append", "samples=3")


def check(good, what):
    if not good:
        sys.exit(what)


shutil.rmtree(place, ignore_errors=True)
os.makedirs(place)
for words, arguments in (("runs in this build's monitor", ["--hypervisor-qemu", "qemu-system-aarch64"]),
                         ("runs in this build's monitor", ["--hypervisor-initramfs", __file__])):
    done = run("run", "--in-kvm", "--arch", "aarch64", *arguments)
    check(done.returncode == 2 and words in done.stderr, f"expected a refusal of {arguments}: {done.stderr}")
for words, arguments in (("no cycle counter", ["run", "--in-kvm", "--arch", "riscv64"]),
                         ("no cycle counter", ["layers", "--layers", "kvm", "-o", f"{place}/none", "--", "--arch", "riscv64"]),
                         ("no cycle counter", ["explain", "exit.*", "--layer", "kvm", "--", "--arch", "riscv64"])):
    done = run(*arguments)
    check(done.returncode == 2 and words in done.stderr, f"expected a refusal of {arguments}: {done.stderr}")
for name in boots:
    done = layers(name)
    check(done.returncode == 0, f"the layers did not boot: {done.stdout}{done.stderr}")
logs = []
for name in boots:
    with open(f"{place}/{name}/kvm-1/serial.log", "rb") as file:
        logs.append(file.read())
check(b"hypervisor=KVMKVMKVM" in logs[0], "expected a guest that recognises KVM")
check(len(set(logs)) == 1, "two boots of the guest differ")
with open(f"{place}/first/layers.json", encoding="utf-8") as file:
    tables = {table["name"]: table["rows"] for table in json.load(file)["tables"]}


def value(row, layer):
    return row[layer]["value"]


rows = {row["instruction"]: row for row in tables["exit.instruction"]}
for name in EXITS:
    check(value(rows[name], "kvm") > value(rows[name], "metal") + 1000, f"{name} does not exit: {rows[name]}")
for name in OWN:
    check(value(rows[name], "kvm") == value(rows[name], "metal"), f"{name} exits: {rows[name]}")
call = tables["one-figure"][0]
check(value(call, "kvm") == value(call, "metal"), f"a system call exits: {call}")
# Stage 2 has the page of a guest's first touch already, so the guest's own fault does not exit.
page = tables["fault.demand_zero"][0]
check(value(page, "kvm") < 2 * value(page, "metal"), f"a fault of the guest exits: {page}")
interrupt = tables["irq.self_ipi"][0]
check(value(interrupt, "kvm") > value(interrupt, "metal") + 1000, f"an SGI does not exit: {interrupt}")

# The functions of KVM, which runs at EL2, of its Linux and of the monitor add up to an exit.
done = run("explain", "exit.instruction", "instruction=serial_read", "--layer", "kvm", "-o", f"{place}/explain",
           "--", "--arch", "aarch64", "--append", "samples=3")
check(done.returncode == 0, f"an exit is not explained: {done.stdout}{done.stderr}")
with open(f"{place}/explain/explain.json", encoding="utf-8") as file:
    tables = {table["name"]: table["rows"] for table in json.load(file)["tables"]}
found = {row["function"]: row["layer"] for row in tables["explain.functions"]}
for name in "__kvm_nvhe___guest_enter", "__kvm_nvhe___bp_harden_hyp_vecs", "kvm_arch_vcpu_ioctl_run":
    check(found.get(name) == "hypervisor", f"{name} is not the hypervisor's: {found}")
check("hypervisor's process" in found.values() and "[process]" not in found and "[firmware]" not in found,
      f"expected the monitor's functions: {found}")
