/* SPDX-License-Identifier: MIT */
/* Memory that a loader's information points into, and the parts of a boot_info that all loaders
 * describe alike. Every span is inside of the caller's memory, so that even malformed information
 * causes no read outside of it. */
#ifndef BOOT_LOADER_MEMORY_H
#define BOOT_LOADER_MEMORY_H

#include <stddef.h>

#include "boot/boot_info.h"

/* Readable physical memory from base_phys to base_phys + size_bytes, mapped at virt. */
struct loader_memory {
	uintptr_t virt;
	uint64_t base_phys;
	uint64_t size_bytes;
};

struct span {
	const uint8_t *bytes;
	uint64_t size;
};

/* Number of bytes that are searched for the end of a command line, because in malformed information
 * the line has no end. */
#define LOADER_LINE_MAX 0x10000

/* At most size bytes at a physical address; empty if the address is outside the memory. */
struct span loader_span(const struct loader_memory *memory, uint64_t phys, uint64_t size);

/* The bytes of a span from offset at on, at most size; empty if at is outside the span. */
struct span span_part(struct span span, uint64_t at, uint64_t size);

/* The little-endian number at an offset. The caller checks that the span contains the number. */
uint32_t span_read32(struct span span, uint64_t at);
uint64_t span_read64(struct span span, uint64_t at);

/* Copy text up to a zero byte or the end of the span, truncated to the buffer's size. */
void loader_copy_text(char *to, size_t size, struct span text);

/* Copy the command line like loader_copy_text(), and set its untruncated length. */
void loader_set_command_line(struct boot_info *info, struct span text);

/* Add the module from start_phys to end_phys, unless it is empty or the list is full. */
void loader_add_module(struct boot_info *info, uint64_t start_phys, uint64_t end_phys);

/* Add the range at an offset of a memory map: base and length of 8 bytes each, and a type of 4
 * bytes. ACPI, "Address Range Types". */
void loader_add_e820(struct boot_info *info, struct span map, uint64_t at);

#endif
