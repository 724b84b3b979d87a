# SPDX-License-Identifier: MIT
# x86-64: its flags and sources. The Makefile has what all processors share.

# The name of its directories and the ending of its files: lib/x86/, bench/mem/chase_x86.S.
ARCH_FILES := x86

# `make run`: packages, and arguments of `bareline run`.
ARCH_RUN_GROUP := run
ARCH_RUN := --disk pattern:16M

# Of all code that kernel and process share. Interrupts use the stack below its pointer; C uses no vector
# registers; code and data may lie anywhere in the lowest or the highest 2 GiB of the address space.
ARCH_MEASURED_FLAGS := -mno-red-zone -mgeneral-regs-only -mcmodel=kernel -fcf-protection=none
ARCH_LINUX_FLAGS := -fcf-protection=none

ARCH_BOOT_SOURCES := $(addprefix boot/x86/,header.S refuse.S start.c multiboot.c pvh.c world.S \
	fw_cfg_access.c qemu.c)
ARCH_LINKER_SCRIPT := linker.ld boot/x86/layout.h

# Sources of lib/ that query the processor.
ARCH_QUERIES := $(X86_QUERIES) lib/largest_cache.c

# The image: its packages, its parts in the build directory, and how mk/image.mk makes it.
ARCH_IMAGE_GROUP := image
ARCH_IMAGE_PARTS := bareline.elf grub.cfg eltorito.img esp.img
ARCH_IMAGE_KIND := make_hybrid

# The loader for UEFI.
ARCH_EFI := BOOTX64.EFI
ARCH_EFI_SOURCES := $(call sources,boot/x86/efi,c) $(addprefix boot/x86/,world.S fw_cfg_access.c qemu.c) \
	boot/x86/efi/drain.S lib/x86/cpuid.c \
	lib/x86/cpu_identity.c
ARCH_EFI_WITHOUT := boot/efi/tree/%
ARCH_EFI_FLAGS := -DGNU_EFI_USE_MS_ABI -mno-red-zone -mgeneral-regs-only
ARCH_EFI_HEADERS := x86_64
# Since gnu-efi 3.0.16, the start code calls _entry. Its library implements _entry as a wrapper of
# efi_main, which our efi_main does not need.
ARCH_EFI_LINK = -shared --defsym=_entry=efi_main $(EFI_PLACES)
ARCH_EFI_LIBRARY := -lgnuefi
ARCH_EFI_SECTIONS := .text .sdata .data .rodata .dynamic .dynsym .rel* .rela* .reloc

# Microsoft, "PE Format": at 60 is the offset of the PE header, and 94 bytes into that are the DLL
# characteristics. NX_COMPAT (0100h) states that no section needs to be writable and executable, which
# strict firmware requires.
define ARCH_EFI_COPY
	$(ARCH_OBJCOPY) $(addprefix -j ,$(ARCH_EFI_SECTIONS)) -O efi-app-x86_64 --subsystem=10 $< $@
	printf '\000\001' | dd of=$@ bs=1 conv=notrunc status=none \
		seek=$$(($$(od -An -tu4 -j60 -N4 $@) + 94))
endef
