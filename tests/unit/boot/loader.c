/* SPDX-License-Identifier: MIT */
/* Information as a loader writes it. It is in a heap block of its exact size, so that the
 * sanitizer finds reads outside it. */
#include "tests/unit/boot/loader.h"

#include <stdlib.h>
#include <string.h>

#include "boot/memory_map.h"
#include "lib/rng.h"

#define GARBLED_ROUNDS 20000

uint8_t loader_memory[LOADER_MEMORY_BYTES];
uint32_t loader_used;
struct boot_info info;

void loader_put32_at(uint32_t at, uint32_t value)
{
	memcpy(loader_memory + at, &value, sizeof(value));
}

void loader_put32(uint32_t value)
{
	loader_put32_at(loader_used, value);
	loader_used += 4;
}

void loader_put64(uint64_t value)
{
	loader_put32((uint32_t)value);
	loader_put32((uint32_t)(value >> 32));
}

uint32_t loader_put_text(const char *text)
{
	uint32_t at = loader_used;

	memcpy(loader_memory + loader_used, text, strlen(text) + 1);
	loader_used += (uint32_t)strlen(text) + 1;
	return LOADER_BASE_PHYS + at;
}

int loader_parse_first(size_t bytes, loader_parser *parse)
{
	uint8_t *block = malloc(bytes);
	struct loader_memory memory = {(uintptr_t)block, LOADER_BASE_PHYS, bytes};
	int error;

	memcpy(block, loader_memory, bytes);
	memset(&info, 0, sizeof(info));
	error = parse(&memory, LOADER_BASE_PHYS, &info);
	free(block);
	assert_uint_in_range(info.memory_count, 0, BOOT_MEMORY_MAX);
	assert_uint_in_range(info.module_count, 0, BOOT_MODULES_MAX);
	assert_non_null(memchr(info.command_line, '\0', sizeof(info.command_line)));
	assert_non_null(memchr(info.loader, '\0', sizeof(info.loader)));
	return error;
}

void loader_parse_garbled(void (*write)(void), loader_parser *parse)
{
	struct rng rng;

	rng_seed(&rng, 1);
	for (uint64_t round = 0; round < GARBLED_ROUNDS; round++) {
		write();
		for (uint64_t i = 0; i <= round % 8; i++)
			loader_memory[rng_below(&rng, loader_used)] = (uint8_t)rng_next(&rng);
		loader_parse_first(loader_used, parse);
	}
}

void assert_memory(uint32_t index, uint64_t base_phys, uint64_t size_bytes,
		   enum boot_memory_type type)
{
	assert_true(index < info.memory_count);
	assert_int_equal(info.memory[index].base_phys, base_phys);
	assert_int_equal(info.memory[index].size_bytes, size_bytes);
	assert_int_equal(info.memory[index].type, type);
}

/* ---- Multiboot 1 ---- */

void loader_begin1(uint32_t flags)
{
	memset(loader_memory, 0, sizeof(loader_memory));
	loader_put32_at(0, flags);
	loader_used = 128;
}

void loader_put_map1_entry(uint32_t entry_bytes, uint64_t base, uint64_t size, uint32_t type)
{
	loader_put32(entry_bytes);
	loader_put64(base);
	loader_put64(size);
	loader_put32(type);
	loader_used += entry_bytes - 20;
}

void loader_write_information1(void)
{
	uint32_t map_at;

	loader_begin1(1 << 0 | 1 << 2 | 1 << 3 | 1 << 6 | 1 << 9);
	loader_put32_at(4, 639);
	loader_put32_at(8, 1024);
	loader_put32_at(16, loader_put_text("build/kernel.elf suite=full exit=halt"));
	loader_put32_at(64, loader_put_text("qemu"));
	loader_put32_at(20, 1);
	loader_put32_at(24, LOADER_BASE_PHYS + loader_used);
	loader_put32(0x200000);
	loader_put32(0x201234);
	loader_put64(0);
	map_at = loader_used;
	loader_put_map1_entry(20, 0, 0x9fc00, 1);
	loader_put_map1_entry(24, 0xf0000, 0x10000, 2);
	loader_put_map1_entry(20, 0x100000, 0x100000, 1);
	loader_put_map1_entry(20, 0x200000, 0x100000, 1);
	loader_put_map1_entry(20, 0x300000, 0x1000, 3);
	loader_put32_at(44, loader_used - map_at);
	loader_put32_at(48, LOADER_BASE_PHYS + map_at);
}
