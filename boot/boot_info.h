/* SPDX-License-Identifier: MIT */
/* The machine as firmware and boot loader describe it: the argument of kernel_main on every boot
 * path. multiboot.c, pvh.c and device_tree_info.c fill it on their paths, the EFI loader on its
 * own. */
#ifndef BOOT_BOOT_INFO_H
#define BOOT_BOOT_INFO_H

#include <stdint.h>

#include "lib/identifier.h"
#include "lib/service_times.h"
#include "lib/text/command_line.h"
#include "lib/utc_time.h"

#define BOOT_MEMORY_MAX 512
#define BOOT_MODULES_MAX 8
#define BOOT_LOADER_MAX 64
#define BOOT_FIRMWARE_MAX 96
#define BOOT_NETWORK_CARDS_MAX 8

enum boot_path {
	BOOT_MULTIBOOT1,
	BOOT_MULTIBOOT2,
	BOOT_MULTIBOOT2_EFI,
	BOOT_EFI,
	BOOT_PVH,
	BOOT_DEVICE_TREE,       /* as a Linux Image or an ELF file */
};

enum boot_memory_type {
	BOOT_MEMORY_USABLE,
	BOOT_MEMORY_RESERVED,
	BOOT_MEMORY_ACPI,       /* reclaimable by the ACPI specification, but not used */
	BOOT_MEMORY_NVS,
	BOOT_MEMORY_BAD,
	BOOT_MEMORY_LOADER,     /* holds loader data that this structure refers to */
	BOOT_MEMORY_OTHER,
};

/* Memory that UEFI's runtime services use after ExitBootServices. */
#define BOOT_RUNTIME_MAX 64

enum boot_runtime_kind {BOOT_RUNTIME_CODE, BOOT_RUNTIME_DATA, BOOT_RUNTIME_DEVICE};

struct boot_runtime {
	uint64_t base_phys, size_bytes;
	enum boot_runtime_kind kind;
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

/* A colour's place in a pixel; no bits if the framebuffer has a palette. */
struct boot_colour {
	uint8_t shift, bits;
};

/* A linear framebuffer as described by the loader, unchecked; width is 0 if there is none. */
struct boot_framebuffer {
	uint64_t base_phys;
	uint32_t width, height;
	uint32_t pitch_bytes;
	uint32_t pixel_bits;
	struct boot_colour red, green, blue;
};

#define BOOT_MIRRORS_MAX 3u

struct boot_info {
	enum boot_path path;
	char loader[BOOT_LOADER_MAX];                   /* the loader's own name */
	char command_line[COMMAND_LINE_MAX + 1];
	uint32_t command_line_length;                   /* untruncated length; may exceed
							 * COMMAND_LINE_MAX */
	uint32_t has_final_line;                        /* the loader has read QEMU's fw_cfg */
	uint64_t rsdp_phys;                             /* 0: unknown; the kernel searches */
	uint64_t efi_system_table_phys;                 /* 0: not booted by EFI */
	uint64_t handoff_phys;                          /* struct handoff; 0: boot services were
							    * exited */
	char firmware[BOOT_FIRMWARE_MAX];               /* "kept", or "exited: " and the reason;
							 * empty on other boot paths */
	struct utc_time time;                           /* by the firmware, unchecked; year 0:
							 * none */
	uint32_t is_time_zone_known;
	uint32_t network_card_count;
	uint8_t network_cards[BOOT_NETWORK_CARDS_MAX][IDENTIFIER_MAC_BYTES];
	uint32_t has_vga_text;                          /* VGA text mode is visible */
	uint32_t memory_dropped;                        /* usable ranges that the table had no
							 * room for */
	struct boot_framebuffer framebuffer;
	uint32_t mirror_count;
	struct boot_framebuffer mirrors[BOOT_MIRRORS_MAX];      /* further screens, same text */
	uint32_t memory_count;
	struct boot_memory memory[BOOT_MEMORY_MAX];     /* sorted by base_phys; where ranges
							 * overlap, the restricted type wins over
							 * usable */
	uint32_t runtime_count;                         /* BOOT_RUNTIME_MAX + 1: more than the
							 * table has room for */
	struct boot_runtime runtime[BOOT_RUNTIME_MAX];
	uint32_t module_count;
	struct boot_module modules[BOOT_MODULES_MAX];
	struct service_times services;
	uint64_t loader_tsc;                            /* the start of our EFI loader; 0: none */
	uint64_t device_tree_phys;                      /* 0: none */
	uint64_t fw_cfg_phys;                           /* QEMU's fw_cfg in memory; 0: none */
	uint64_t boot_hart;                             /* on riscv64: number of the boot CPU */
};

/* Physical load address of the image, at which __image_start lies. */
extern uint64_t kernel_phys_base;

/* The kernel's entry point in C. Runs once, on the boot CPU, with the kernel's own stack and first
 * page tables, interrupts off. info is in kernel memory and stays valid. */
void kernel_main(const struct boot_info *info) __attribute__((noreturn));

#endif
