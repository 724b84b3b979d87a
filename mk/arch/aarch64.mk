# SPDX-License-Identifier: MIT
# aarch64: its flags and sources. The Makefile has what all processors share.

# The name of its directories and the ending of its files: lib/aarch64/, bench/mem/chase_aarch64.S.
ARCH_FILES := aarch64
# What only the machines of x86-64 have, and interrupts by one entry.
ARCH_SHARED := absent one_entry
ARCH_PREFIX := aarch64-linux-gnu-

# What `make` builds.
ARCH_PROGRAMS := kernel.elf Image bareline.img bareline-linux-static task-server-symbols hypervisor/init \
	hypervisor/symbols hypervisor/monitor

# `make run`: packages, and arguments of `bareline run`.
ARCH_RUN_GROUP := aarch64-run
ARCH_RUN := --arch aarch64

# Of all code that kernel and process share. C uses no vector registers. Memory that firmware left as
# a device's refuses unaligned accesses. Functions for atomic operations would hide the instructions.
# A compiler may turn the loop of memcpy into a call of memcpy.
ARCH_MEASURED_FLAGS := -mgeneral-regs-only -mstrict-align -mno-outline-atomics \
	-fno-tree-loop-distribute-patterns

ARCH_BOOT_SOURCES := $(addprefix boot/aarch64/,head.S start.c) \
	$(addprefix boot/,device_tree.c device_tree_info.c fw_cfg_memory.c)
ARCH_LINKER_SCRIPT := boot/aarch64/kernel.ld boot/aarch64/layout.h

# The image: its packages, its parts in the build directory, and how mk/image.mk makes it.
ARCH_IMAGE_GROUP := aarch64-image
ARCH_IMAGE_PARTS := esp.img
ARCH_IMAGE_KIND := make_efi_image

# The loader for UEFI. C uses no functions of a library and no vector registers; the loader relocates
# itself.
ARCH_EFI := BOOTAA64.EFI
ARCH_EFI_SOURCES := $(addprefix boot/aarch64/efi/,header.S world.S processor.c resident.c) \
	$(addprefix boot/,device_tree.c device_tree_info.c fw_cfg_memory.c loader_memory.c)
ARCH_EFI_WITHOUT := $(addprefix boot/efi/,acpi.c state_list.c)
ARCH_EFI_FLAGS := $(ARCH_MEASURED_FLAGS) -fvisibility=hidden -ffunction-sections -fdata-sections \
	-iquote boot

ARCH_EFI_SCRIPT := boot/aarch64/efi/loader.ld boot/aarch64/layout.h boot/efi/tree/loader.inc
ARCH_EFI_LINK = -pie --no-dynamic-linker --no-warn-rwx-segments --gc-sections -e efi_entry -T $(ARCH_BUILD)/loader.ld
ARCH_EFI_COPY = $(ARCH_OBJCOPY) -O binary $< $@

# Sources of lib/ that query the processor.
ARCH_QUERIES := $(addprefix lib/aarch64/,cache_flush.c register_caches.c cpu_identity.c cpu_topology.c) \
	lib/largest_cache.c

# Parts of the kernel and benchmarks that are not ported yet: docs/aarch64.md has the reasons.
ARCH_KERNEL_WITHOUT := kernel/code/% kernel/flow/real_disk.c kernel/flow/real_line.c \
	kernel/input/% $(addprefix kernel/net/,e1000.c ethernet.c serial_line.c virtio_net.c)
ARCH_BENCH_WITHOUT := bench/app/% bench/code/% \
	$(filter-out bench/input/log.c,$(wildcard bench/input/*.c))
# Benchmarks without a counterpart name functions that no object has. The C library defines strlen a
# second time, in an object with other functions.
ARCH_LINUX_LINK := -Wl,--gc-sections,--allow-multiple-definition
# Replaced by linux/aarch64/. Linux does not let a process read the registers of the last one.
ARCH_LINUX_WITHOUT := linux/pmu/% linux/code/% linux/input/keyboard.c \
	lib/aarch64/cpu_topology.c
