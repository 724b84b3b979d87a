/* SPDX-License-Identifier: MIT */
/* Multiboot information as a loader writes it. The loader's memory is a heap block of its exact
 * size, so that the sanitizer sees every read outside. */
#ifndef TESTS_UNIT_BOOT_LOADER_H
#define TESTS_UNIT_BOOT_LOADER_H

#include "tests/unit/unit.h"

#include "boot/memory_map.h"
#include "boot/multiboot.h"

/* Where the loader's memory begins, and the information in it. */
#define LOADER_BASE_PHYS 0x9000u
#define LOADER_MEMORY_BYTES 16384

/* The loader's memory while a test writes it, and how much of it is written. */
extern uint8_t loader_memory[LOADER_MEMORY_BYTES];
extern uint32_t loader_used;

/* What the parser made of it. */
extern struct boot_info info;

void loader_put32_at(uint32_t at, uint32_t value);
void loader_put32(uint32_t value);
void loader_put64(uint64_t value);

/* Returns the text's physical address. */
uint32_t loader_put_text(const char *text);

/* Multiboot 1's information, and an entry of its map. */
void loader_begin1(uint32_t flags);
void loader_put_map1_entry(uint32_t entry_bytes, uint64_t base, uint64_t size, uint32_t type);

/* As `qemu -kernel` writes it, with a module and a map entry longer than usual. */
void loader_write_information1(void);

/* Parse the first bytes of the memory as that version's. Returns what the parser does. */
int loader_parse_first(size_t bytes, int version);

/* The map that was read has that range at that place. */
void assert_memory(uint32_t index, uint64_t base_phys, uint64_t size_bytes,
		   enum boot_memory_type type);

#endif
