# SPDX-License-Identifier: MIT
# aarch64: its flags and sources. The Makefile has what all processors share.

# The name of its directories and the ending of its files: lib/aarch64/, bench/mem/chase_aarch64.S.
ARCH_FILES := aarch64
ARCH_PREFIX := aarch64-linux-gnu-

# `make run`: packages, and arguments of `bareline run`.
ARCH_RUN_GROUP := aarch64-run
ARCH_RUN := --arch aarch64

# Of all code that kernel and process share. C uses no vector registers. Memory that firmware left as
# a device's refuses unaligned accesses. Functions for atomic operations would hide the instructions.
# A compiler may turn the loop of memcpy into a call of memcpy.
ARCH_MEASURED_FLAGS := -mgeneral-regs-only -mstrict-align -mno-outline-atomics \
	-fno-tree-loop-distribute-patterns

ARCH_BOOT_SOURCES := $(addprefix boot/aarch64/,head.S start.c fw_cfg_access.c) \
	$(addprefix boot/,device_tree.c device_tree_info.c)
ARCH_LINKER_SCRIPT := boot/aarch64/kernel.ld boot/aarch64/layout.h

# Sources of lib/ that query the processor.
ARCH_QUERIES := $(addprefix lib/aarch64/,cache_flush.c cpu_caches.c cpu_identity.c cpu_topology.c) \
	lib/largest_cache.c

# Parts of the kernel and benchmarks that are not ported yet: docs/aarch64.md has the reasons.
ARCH_KERNEL_WITHOUT := kernel/code/% kernel/disk/% kernel/flow/real_disk.c kernel/flow/real_line.c \
	kernel/input/% $(addprefix kernel/net/,e1000.c ethernet.c serial_line.c virtio_net.c) \
	kernel/virtio/% kernel/dev/pci/% kernel/trial/major_fault.c
ARCH_BENCH_WITHOUT := bench/app/% bench/code/% \
	$(filter-out bench/input/log.c,$(wildcard bench/input/*.c)) \
	$(addprefix bench/disk/,cache.c cached.c document.c read.c write.c) \
	bench/fault/major.c bench/exit/%
# Benchmarks without a counterpart name functions that no object has. The C library defines strlen a
# second time, in an object with other functions.
ARCH_LINUX_LINK := -Wl,--gc-sections,--allow-multiple-definition
# Replaced by linux/aarch64/. Linux does not let a process read the registers of the last two.
ARCH_LINUX_WITHOUT := linux/pmu/% linux/code/% linux/input/keyboard.c \
	$(addprefix lib/aarch64/,cpu_caches.c cpu_topology.c)
