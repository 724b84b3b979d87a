# SPDX-License-Identifier: MIT
# riscv64: its flags and sources. The Makefile has what all processors share.

# The name of its directories and the ending of its files: lib/riscv64/, bench/mem/chase_riscv64.S.
ARCH_FILES := riscv64
# What only the machines of x86-64 have, and interrupts by one entry.
ARCH_SHARED := absent one_entry
ARCH_PREFIX := riscv64-linux-gnu-

# What `make` builds.
ARCH_PROGRAMS := kernel.elf Image bareline.img bareline-linux-static task-server-symbols \
	hypervisor/init hypervisor/symbols

# `make run`: packages, and arguments of `bareline run`.
ARCH_RUN_GROUP := riscv64-run
ARCH_RUN := --arch riscv64

# Of all code that kernel and process share. Code may lie anywhere. Without compressed instructions, and
# without relaxation by the linker, code has the same size and number of instructions at any address.
# The calling convention is that of Debian's C library; C uses no floating-point registers. A compiler
# may turn the loop of memcpy into a call of memcpy.
ARCH_MEASURED_FLAGS := -march=rv64imafd_zicsr_zifencei -mabi=lp64d -mcmodel=medany -mno-relax \
	-mstrict-align -msmall-data-limit=0 -fno-tree-loop-distribute-patterns

ARCH_BOOT_SOURCES := $(addprefix boot/riscv64/,head.S start.c) \
	$(addprefix boot/,device_tree.c device_tree_info.c fw_cfg_memory.c)
ARCH_LINKER_SCRIPT := boot/riscv64/kernel.ld boot/riscv64/layout.h

# The image: its packages, its parts in the build directory, and how mk/image.mk makes it.
ARCH_IMAGE_GROUP := riscv64-image
ARCH_IMAGE_PARTS := esp.img
ARCH_IMAGE_KIND := make_efi_image

# The loader for UEFI. C uses no functions of a library; the loader relocates itself.
ARCH_EFI := BOOTRISCV64.EFI
ARCH_EFI_SOURCES := $(addprefix boot/riscv64/efi/,header.S world.S processor.c resident.c) \
	$(addprefix boot/,device_tree.c device_tree_info.c fw_cfg_memory.c loader_memory.c) lib/riscv64/bits.c
ARCH_EFI_WITHOUT := $(addprefix boot/efi/,acpi.c state_list.c)
ARCH_EFI_FLAGS := $(ARCH_MEASURED_FLAGS) -fvisibility=hidden -ffunction-sections -fdata-sections \
	-iquote boot

ARCH_EFI_SCRIPT := boot/riscv64/efi/loader.ld boot/riscv64/layout.h boot/efi/tree/loader.inc
ARCH_EFI_LINK = -pie --no-dynamic-linker --no-warn-rwx-segments --no-relax --gc-sections -e efi_entry \
	-T $(ARCH_BUILD)/loader.ld
ARCH_EFI_COPY = $(ARCH_OBJCOPY) -O binary $< $@

# Sources of lib/ that query the processor.
ARCH_QUERIES := lib/riscv64/cpu_identity.c lib/largest_cache.c

# Parts of the kernel and benchmarks that are not ported yet: docs/riscv64.md has the reasons.
ARCH_KERNEL_WITHOUT := kernel/code/% kernel/flow/real_disk.c kernel/flow/real_line.c \
	kernel/input/% $(addprefix kernel/net/,e1000.c ethernet.c serial_line.c virtio_net.c)
ARCH_BENCH_WITHOUT := bench/app/% bench/code/% \
	$(filter-out bench/input/log.c,$(wildcard bench/input/*.c))
# Benchmarks without a counterpart name functions that no object has. The C library defines strlen a
# second time, in an object with other functions.
ARCH_LINUX_LINK := -Wl,--gc-sections,--allow-multiple-definition
# linux/absent/ and linux/riscv64/ replace these.
ARCH_LINUX_WITHOUT := linux/pmu/% linux/code/% linux/input/keyboard.c
