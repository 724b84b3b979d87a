/* SPDX-License-Identifier: MIT */
/* Memory that a loader's information points into, and the parts of a boot_info that all loaders
 * describe alike. Every span is inside the caller's memory, so that malformed information causes no
 * read outside it. */
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

/* Bytes that are read to measure a command line, which in malformed information has no end. */
#define LOADER_LINE_MAX 0x10000

/* At most size bytes at a physical address; empty if the address is outside the memory. */
struct span loader_span(const struct loader_memory *memory, uint64_t phys, uint64_t size);

/* The bytes from at on, at most size; empty if at is outside the span. */
struct span span_part(struct span span, uint64_t at, uint64_t size);

/* The number at an offset, little-endian. The caller checks that the span has its bytes. */
uint32_t span_read32(struct span span, uint64_t at);
uint64_t span_read64(struct span span, uint64_t at);

/* Copy text up to a zero byte or the end of the span, truncated to the buffer's size. */
void loader_copy_text(char *to, size_t size, struct span text);

/* Like loader_copy_text(), for the command line, with its untruncated length. */
void loader_set_command_line(struct boot_info *info, struct span text);

/* Add the module from start_phys to end_phys, unless it is empty or the list is full. */
void loader_add_module(struct boot_info *info, uint64_t start_phys, uint64_t end_phys);

/* Add the range at an offset of a memory map: base and length of 8 bytes each, and a type of 4
 * bytes. ACPI, "Address Range Types". */
void loader_add_e820(struct boot_info *info, struct span map, uint64_t at);

#endif
