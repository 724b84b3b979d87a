/* SPDX-License-Identifier: MIT */
/* Parser of the multiboot 1 and 2 information structures: see multiboot.h. Offsets: Multiboot
 * Specification 0.6.96, "Boot information format", and Multiboot2 Specification 2.0, section of the
 * same name. */
#include "boot/x86/multiboot.h"

#include "boot/loader_memory.h"
#include "boot/memory_map.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define VGA_TEXT_PHYS 0xb8000
#define HIGH_MEMORY_PHYS 0x100000
#define KIB 1024ull

/* Add memory from the sizes below 640 KiB and above 1 MiB, if there is no map. */
static void add_basic_memory(struct boot_info *info, struct span sizes)
{
	boot_memory_add(info, 0, span_read32(sizes, 0) * KIB, BOOT_MEMORY_USABLE);
	boot_memory_add(info, HIGH_MEMORY_PHYS, span_read32(sizes, 4) * KIB, BOOT_MEMORY_USABLE);
}

/* Both versions share the framebuffer fields; the offset of the colour fields differs. */
static void set_framebuffer(struct boot_info *info, struct span fields, uint64_t colours_at)
{
	enum {RGB = 1, EGA_TEXT = 2};
	uint64_t base_phys = span_read64(fields, 0);
	uint8_t type = fields.bytes[21];
	const uint8_t *colours = fields.bytes + colours_at;

	info->has_vga_text = type == EGA_TEXT && base_phys == VGA_TEXT_PHYS;
	if (type == EGA_TEXT)
		return;
	info->framebuffer = (struct boot_framebuffer){
		.base_phys = base_phys,
		.pitch_bytes = span_read32(fields, 8),
		.width = span_read32(fields, 12),
		.height = span_read32(fields, 16),
		.pixel_bits = fields.bytes[20],
	};
	if (type != RGB || fields.size < colours_at + 6)
		return;
	info->framebuffer.red = (struct boot_colour){colours[0], colours[1]};
	info->framebuffer.green = (struct boot_colour){colours[2], colours[3]};
	info->framebuffer.blue = (struct boot_colour){colours[4], colours[5]};
}

/* ---- Multiboot 1: a fixed structure with flags for valid fields ---- */

#define INFO1_BYTES 116
#define INFO1_BYTES_WITHOUT_FRAMEBUFFER 88

enum info1_flag {
	INFO1_MEMORY = 1 << 0,
	INFO1_COMMAND_LINE = 1 << 2,
	INFO1_MODULES = 1 << 3,
	INFO1_MEMORY_MAP = 1 << 6,
	INFO1_LOADER_NAME = 1 << 9,
	INFO1_FRAMEBUFFER = 1 << 12,
};

#define MODULE1_BYTES 16
#define MAP1_ENTRY_BYTES 20             /* without the preceding size field */

static void info1_modules(const struct loader_memory *memory, struct span fixed,
			  struct boot_info *info)
{
	uint32_t count = span_read32(fixed, 20);
	struct span list = loader_span(memory, span_read32(fixed, 24),
				       (uint64_t)count * MODULE1_BYTES);

	for (uint64_t at = 0; list.size - at >= MODULE1_BYTES; at += MODULE1_BYTES)
		loader_add_module(info, span_read32(list, at), span_read32(list, at + 4));
}

static void info1_memory_map(const struct loader_memory *memory, struct span fixed,
			     struct boot_info *info)
{
	struct span map = loader_span(memory, span_read32(fixed, 48), span_read32(fixed, 44));

	while (map.size >= 4 + MAP1_ENTRY_BYTES) {
		uint64_t entry_bytes = span_read32(map, 0);

		if (entry_bytes < MAP1_ENTRY_BYTES)
			break;
		loader_add_e820(info, map, 4);
		map = span_part(map, 4 + entry_bytes, map.size);
	}
}

/* Whether the line begins with a file name. QEMU puts the kernel's file name before the command
 * line, and iPXE puts its URL there. */
static bool begins_with_file_name(const char *loader)
{
	return strcmp(loader, "qemu") == 0 || strncmp(loader, "iPXE", strlen("iPXE")) == 0;
}

static struct span without_file_name(struct span text)
{
	uint64_t length = 0;

	while (length < text.size && text.bytes[length] != ' ' && text.bytes[length] != '\0')
		length++;
	if (length < text.size && text.bytes[length] == ' ')
		length++;
	return span_part(text, length, text.size);
}

static void info1_command_line(const struct loader_memory *memory, struct span fixed,
			       struct boot_info *info)
{
	struct span text = loader_span(memory, span_read32(fixed, 16), LOADER_LINE_MAX);

	if (begins_with_file_name(info->loader))
		text = without_file_name(text);
	loader_set_command_line(info, text);
}

int multiboot1_parse(const struct loader_memory *memory, uint64_t info_phys,
		     struct boot_info *info)
{
	struct span fixed = loader_span(memory, info_phys, INFO1_BYTES);
	uint32_t flags;

	info->path = BOOT_MULTIBOOT1;
	if (fixed.size < INFO1_BYTES_WITHOUT_FRAMEBUFFER)
		return -EINVAL;
	flags = span_read32(fixed, 0);
	info->has_vga_text = 1;
	if (flags & INFO1_LOADER_NAME)
		loader_copy_text(info->loader, sizeof(info->loader),
				    loader_span(memory, span_read32(fixed, 64), BOOT_LOADER_MAX));
	if (flags & INFO1_COMMAND_LINE)
		info1_command_line(memory, fixed, info);
	if (flags & INFO1_MODULES)
		info1_modules(memory, fixed, info);
	if (flags & INFO1_MEMORY_MAP)
		info1_memory_map(memory, fixed, info);
	if (info->memory_count == 0 && flags & INFO1_MEMORY)
		add_basic_memory(info, span_part(fixed, 4, 8));
	if (flags & INFO1_FRAMEBUFFER && fixed.size == INFO1_BYTES)
		set_framebuffer(info, span_part(fixed, 88, 28), 22);
	return 0;
}

/* ---- Multiboot 2: a total size and a list of tags ---- */

#define INFO2_HEADER_BYTES 8
#define TAG_HEADER_BYTES 8
#define TAG_ALIGN 8ull

enum tag_type {
	TAG_END = 0,
	TAG_COMMAND_LINE = 1,
	TAG_LOADER_NAME = 2,
	TAG_MODULE = 3,
	TAG_BASIC_MEMORY = 4,
	TAG_MEMORY_MAP = 6,
	TAG_FRAMEBUFFER = 8,
	TAG_EFI32_SYSTEM_TABLE = 11,
	TAG_EFI64_SYSTEM_TABLE = 12,
	TAG_RSDP_OLD = 14,
	TAG_RSDP_NEW = 15,
	TAG_EFI_MEMORY_MAP = 17,
	TAG_EFI_SERVICES_RUNNING = 18,
	TAG_TYPES,
};

#define MAP2_ENTRY_BYTES_MIN 20
#define FRAMEBUFFER2_BYTES_MIN 24
#define RSDP_OLD_BYTES 20

/* The last tag of each type, without its header; empty if absent. */
struct tags {
	struct span body[TAG_TYPES];
	bool found[TAG_TYPES];
};

static void collect_tags(struct span info2, struct tags *tags, struct boot_info *info)
{
	struct span rest = span_part(info2, INFO2_HEADER_BYTES, info2.size);

	while (rest.size >= TAG_HEADER_BYTES) {
		uint32_t type = span_read32(rest, 0);
		uint64_t tag_bytes = span_read32(rest, 4);
		struct span body;

		if (type == TAG_END || tag_bytes < TAG_HEADER_BYTES || tag_bytes > rest.size)
			break;
		body = span_part(rest, TAG_HEADER_BYTES, tag_bytes - TAG_HEADER_BYTES);
		if (type == TAG_MODULE && body.size >= 8)
			loader_add_module(info, span_read32(body, 0), span_read32(body, 4));
		if (type < TAG_TYPES) {
			tags->body[type] = body;
			tags->found[type] = true;
		}
		rest = span_part(rest, (tag_bytes + TAG_ALIGN - 1) & ~(TAG_ALIGN - 1), rest.size);
	}
}

static void info2_e820_map(struct span tag, struct boot_info *info)
{
	uint64_t entry_bytes = tag.size >= 8 ? span_read32(tag, 0) : 0;

	if (entry_bytes < MAP2_ENTRY_BYTES_MIN)
		return;
	for (uint64_t at = 8; tag.size - at >= entry_bytes; at += entry_bytes)
		loader_add_e820(info, tag, at);
}

/* Use the EFI map if there is one and boot services have ended. The EFI map distinguishes ACPI,
 * firmware and unaccepted memory, which GRUB's e820 map does not. While boot services run, their
 * memory is not free, and only the e820 map excludes it. */
static void info2_memory_map(const struct tags *tags, struct boot_info *info)
{
	struct span efi_map = tags->body[TAG_EFI_MEMORY_MAP];

	if (efi_map.size >= 8 && !tags->found[TAG_EFI_SERVICES_RUNNING])
		boot_memory_add_efi(info, efi_map.bytes + 8, efi_map.size - 8,
				    span_read32(efi_map, 0));
	if (info->memory_count == 0)
		info2_e820_map(tags->body[TAG_MEMORY_MAP], info);
	if (info->memory_count == 0 && tags->body[TAG_BASIC_MEMORY].size >= 8)
		add_basic_memory(info, tags->body[TAG_BASIC_MEMORY]);
}

/* The tag is a copy of the RSDP. Reserve the copy, so that it is not used as free memory. */
static void info2_rsdp(struct span tag, uint64_t tag_phys, struct boot_info *info)
{
	if (tag.size < RSDP_OLD_BYTES)
		return;
	info->rsdp_phys = tag_phys;
	boot_memory_add(info, tag_phys, tag.size, BOOT_MEMORY_LOADER);
}

static void info2_firmware(const struct tags *tags, struct boot_info *info)
{
	bool efi = tags->found[TAG_EFI32_SYSTEM_TABLE] || tags->found[TAG_EFI64_SYSTEM_TABLE] ||
		   tags->found[TAG_EFI_MEMORY_MAP];

	info->path = efi ? BOOT_MULTIBOOT2_EFI : BOOT_MULTIBOOT2;
	if (tags->body[TAG_EFI64_SYSTEM_TABLE].size >= 8)
		info->efi_system_table_phys = span_read64(tags->body[TAG_EFI64_SYSTEM_TABLE], 0);
	info->has_vga_text = !efi;
	if (tags->body[TAG_FRAMEBUFFER].size >= FRAMEBUFFER2_BYTES_MIN)
		set_framebuffer(info, tags->body[TAG_FRAMEBUFFER], 24);
}

int multiboot2_parse(const struct loader_memory *memory, uint64_t info_phys,
		     struct boot_info *info)
{
	struct span info2 = loader_span(memory, info_phys, INFO2_HEADER_BYTES);
	struct tags tags = {0};
	struct span rsdp;

	info->path = BOOT_MULTIBOOT2;
	if (info2.size < INFO2_HEADER_BYTES)
		return -EINVAL;
	info2 = loader_span(memory, info_phys, span_read32(info2, 0));
	collect_tags(info2, &tags, info);
	loader_copy_text(info->loader, sizeof(info->loader), tags.body[TAG_LOADER_NAME]);
	loader_set_command_line(info, tags.body[TAG_COMMAND_LINE]);
	info2_firmware(&tags, info);
	info2_memory_map(&tags, info);
	rsdp = tags.found[TAG_RSDP_NEW] ? tags.body[TAG_RSDP_NEW] : tags.body[TAG_RSDP_OLD];
	info2_rsdp(rsdp, info_phys + (uint64_t)(rsdp.bytes - info2.bytes), info);
	return 0;
}
