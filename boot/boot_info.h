/* SPDX-License-Identifier: MIT */
/* What every boot path hands to kernel_main(): the machine as firmware and boot loader describe it.
 * multiboot.c fills it for the multiboot paths, the EFI loader before it leaves the firmware. */
#ifndef BOOT_BOOT_INFO_H
#define BOOT_BOOT_INFO_H

#include <stdint.h>

#include "lib/text/command_line.h"

#define BOOT_MEMORY_MAX 512
#define BOOT_MODULES_MAX 8
#define BOOT_LOADER_MAX 64
#define BOOT_FIRMWARE_MAX 96

enum boot_path {
	BOOT_MULTIBOOT1,
	BOOT_MULTIBOOT2,
	BOOT_MULTIBOOT2_EFI,
	BOOT_EFI,
};

enum boot_memory_type {
	BOOT_MEMORY_USABLE,
	BOOT_MEMORY_RESERVED,
	BOOT_MEMORY_ACPI,       /* free once the ACPI tables have been read; left alone */
	BOOT_MEMORY_NVS,
	BOOT_MEMORY_BAD,
	BOOT_MEMORY_LOADER,     /* what the loader left and this structure refers to */
	BOOT_MEMORY_OTHER,
};

struct boot_memory {
	uint64_t base_phys;
	uint64_t size_bytes;
	enum boot_memory_type type;
};

struct boot_module {
	uint64_t base_phys;
	uint64_t size_bytes;
};

/* A linear framebuffer of 32-bit pixels; width 0 when there is none. The shifts say where in a
 * pixel the eight bits of a colour are. */
struct boot_framebuffer {
	uint64_t base_phys;
	uint32_t width, height;
	uint32_t pitch_bytes;
	uint8_t red_shift, green_shift, blue_shift;
};

struct boot_info {
	enum boot_path path;
	char loader[BOOT_LOADER_MAX];                   /* name the loader gave itself */
	char command_line[COMMAND_LINE_MAX + 1];
	uint32_t command_line_length;                   /* as the loader gave it: what is beyond
							 * COMMAND_LINE_MAX is not here */
	uint64_t rsdp_phys;                             /* 0: search for it */
	uint64_t efi_system_table_phys;                 /* 0: not booted by EFI */
	uint64_t handoff_phys;                             /* struct handoff of handoff.h; 0: the firmware
							 * is gone */
	char firmware[BOOT_FIRMWARE_MAX];               /* borrowed, or left and why; empty: the
							 * path has no choice */
	uint32_t has_vga_text;                          /* VGA text shows on the screen */
	uint32_t memory_dropped;                        /* map entries that did not fit below */
	struct boot_framebuffer framebuffer;
	uint32_t memory_count;
	struct boot_memory memory[BOOT_MEMORY_MAX];     /* any order; may overlap, usable loses */
	uint32_t module_count;
	struct boot_module modules[BOOT_MODULES_MAX];
};

/* The first bytes of the flat kernel image: what the EFI loader needs to place and enter it. It
 * copies image_bytes to a page-aligned address below 4 GiB, clears the rest of memory_bytes, and
 * jumps to entry64_offset with the address of a struct boot_info in %rdi: long mode, all below 4
 * GiB mapped one to one, interrupts off, any stack. magic is BOOT_IMAGE_MAGIC of layout.h. */
struct boot_image_header {
	uint64_t magic;
	uint32_t image_bytes;
	uint32_t memory_bytes;
	uint32_t entry64_offset;
	uint32_t reserved;
};

/* Where the image was loaded: the physical address of __image_start. */
extern uint64_t kernel_phys_base;

/* The kernel. Called once, on the boot CPU, on the kernel's own stack and first page tables, with
 * interrupts off. info stays valid; it is in the kernel's own memory. */
void kernel_main(const struct boot_info *info) __attribute__((noreturn));

#endif
