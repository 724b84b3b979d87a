/* SPDX-License-Identifier: MIT */
/* Information as a loader writes it. It is in a heap block of its exact size, so that the
 * sanitizer finds reads outside it. */
#ifndef TESTS_UNIT_BOOT_LOADER_H
#define TESTS_UNIT_BOOT_LOADER_H

#include "tests/unit/unit.h"

#include "boot/loader_memory.h"

/* Physical addresses of the loader's memory and of the information in it. */
#define LOADER_BASE_PHYS 0x9000u
#define LOADER_MEMORY_BYTES 16384

/* The loader's memory during writing, and its used bytes. */
extern uint8_t loader_memory[LOADER_MEMORY_BYTES];
extern uint32_t loader_used;

/* The parser's result. */
extern struct boot_info info;

void loader_put32_at(uint32_t at, uint32_t value);
void loader_put32(uint32_t value);
void loader_put64(uint64_t value);

/* Returns the text's physical address. */
uint32_t loader_put_text(const char *text);

/* Multiboot 1's information, and an entry of its map. */
void loader_begin1(uint32_t flags);
void loader_put_map1_entry(uint32_t entry_bytes, uint64_t base, uint64_t size, uint32_t type);

/* As by `qemu -kernel`, with a module and one larger map entry. */
void loader_write_information1(void);

typedef int loader_parser(const struct loader_memory *memory, uint64_t info_phys,
			  struct boot_info *info);

/* Parse the first bytes of the memory. Returns the parser's result. */
int loader_parse_first(size_t bytes, loader_parser *parse);

/* Write the information many times, change some random bytes each time, and parse it. */
void loader_parse_garbled(void (*write)(void), loader_parser *parse);

/* The parsed map must have this range at this index. */
void assert_memory(uint32_t index, uint64_t base_phys, uint64_t size_bytes,
		   enum boot_memory_type type);

#endif
