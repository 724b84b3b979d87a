/* SPDX-License-Identifier: MIT */
#include "boot/loader_memory.h"

#include "boot/memory_map.h"
#include "lib/text/string.h"

uint32_t span_read32(struct span span, uint64_t at)
{
	uint32_t value;

	memcpy(&value, span.bytes + at, sizeof(value));
	return value;
}

uint64_t span_read64(struct span span, uint64_t at)
{
	return span_read32(span, at) | (uint64_t)span_read32(span, at + 4) << 32;
}

struct span span_part(struct span span, uint64_t at, uint64_t size)
{
	if (at > span.size)
		at = span.size;
	if (size > span.size - at)
		size = span.size - at;
	return (struct span){span.bytes + at, size};
}

struct span loader_span(const struct loader_memory *memory, uint64_t phys, uint64_t size)
{
	struct span all = {(const uint8_t *)memory->virt, memory->size_bytes};

	if (phys < memory->base_phys)
		return (struct span){all.bytes, 0};
	return span_part(all, phys - memory->base_phys, size);
}

void loader_copy_text(char *to, size_t size, struct span text)
{
	size_t length = 0;

	while (length + 1 < size && length < text.size && text.bytes[length] != '\0') {
		to[length] = (char)text.bytes[length];
		length++;
	}
	to[length] = '\0';
}

void loader_set_command_line(struct boot_info *info, struct span text)
{
	uint32_t length = 0;

	while (length < text.size && text.bytes[length] != '\0')
		length++;
	loader_copy_text(info->command_line, sizeof(info->command_line), text);
	info->command_line_length = length;
}

void loader_add_module(struct boot_info *info, uint64_t start_phys, uint64_t end_phys)
{
	if (end_phys <= start_phys || info->module_count == BOOT_MODULES_MAX)
		return;
	info->modules[info->module_count++] = (struct boot_module){
		.base_phys = start_phys, .size_bytes = end_phys - start_phys,
	};
}

static enum boot_memory_type type_from_e820(uint32_t type)
{
	switch (type) {
	case 1:
		return BOOT_MEMORY_USABLE;
	case 3:
		return BOOT_MEMORY_ACPI;
	case 4:
		return BOOT_MEMORY_NVS;
	case 5:
		return BOOT_MEMORY_BAD;
	default:
		return BOOT_MEMORY_RESERVED;
	}
}

void loader_add_e820(struct boot_info *info, struct span map, uint64_t at)
{
	boot_memory_add(info, span_read64(map, at), span_read64(map, at + 8),
			type_from_e820(span_read32(map, at + 16)));
}
