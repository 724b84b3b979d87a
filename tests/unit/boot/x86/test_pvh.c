/* SPDX-License-Identifier: MIT */
/* The parser of PVH's start information. */
#include "tests/unit/unit.h"

#include <string.h>

#include "boot/x86/pvh.h"
#include "lib/text/errno.h"
#include "tests/unit/boot/loader.h"

#define MAGIC 0x336ec578
#define MAP_BYTES 24
#define FIXED_BYTES_OF_VERSION_0 40

static void put_entry(uint64_t base, uint64_t size, uint32_t type)
{
	loader_put64(base);
	loader_put64(size);
	loader_put32(type);
	loader_put32(0);
}

/* Addresses are 64 bits; their upper halves stay zero. */
static void write_information(void)
{
	memset(loader_memory, 0, sizeof(loader_memory));
	loader_used = 64;
	loader_put32_at(0, MAGIC);
	loader_put32_at(4, 1);
	loader_put32_at(12, 1);
	loader_put32_at(16, LOADER_BASE_PHYS + loader_used);
	loader_put64(0x200000);
	loader_put64(0x1234);
	loader_put64(0);
	loader_put64(0);
	loader_put32_at(24, loader_put_text("suite=full exit=halt"));
	loader_put32_at(32, 0xf59e0);
	loader_put32_at(40, LOADER_BASE_PHYS + loader_used);
	loader_put32_at(48, 3);
	put_entry(0, 0x9fc00, 1);
	put_entry(0xf0000, 0x10000, 2);
	put_entry(0x100000, 1ull << 40, 1);
}

TEST(start_information_is_read)
{
	write_information();
	assert_int_equal(loader_parse_first(loader_used, pvh_parse), 0);
	assert_int_equal(info.path, BOOT_PVH);
	assert_string_equal(info.command_line, "suite=full exit=halt");
	assert_int_equal(info.rsdp_phys, 0xf59e0);
	assert_int_equal(info.has_vga_text, 0);
	assert_int_equal(info.module_count, 1);
	assert_int_equal(info.modules[0].base_phys, 0x200000);
	assert_int_equal(info.modules[0].size_bytes, 0x1234);
	assert_int_equal(info.memory_count, 4);
	assert_memory(0, 0, 0x9fc00, BOOT_MEMORY_USABLE);
	assert_memory(1, 0xf0000, 0x10000, BOOT_MEMORY_RESERVED);
	assert_memory(2, 0xf59e0, 36, BOOT_MEMORY_LOADER);
	assert_memory(3, 0x100000, 1ull << 40, BOOT_MEMORY_USABLE);
}

TEST(version_0_has_no_map)
{
	write_information();
	loader_put32_at(4, 0);
	loader_put32_at(32, 0);
	assert_int_equal(loader_parse_first(loader_used, pvh_parse), 0);
	assert_int_equal(info.memory_count, 0);
	assert_int_equal(info.module_count, 1);
}

TEST(other_magic_is_refused)
{
	write_information();
	loader_put32_at(0, MAGIC + 1);
	assert_int_equal(loader_parse_first(loader_used, pvh_parse), -EINVAL);
	assert_int_equal(info.path, BOOT_PVH);
	assert_int_equal(info.memory_count, 0);
}

TEST(absent_parts_are_skipped)
{
	write_information();
	for (uint32_t at = 12; at < 56; at += 4)
		loader_put32_at(at, 0);
	assert_int_equal(loader_parse_first(loader_used, pvh_parse), 0);
	assert_string_equal(info.command_line, "");
	assert_int_equal(info.module_count, 0);
	assert_int_equal(info.memory_count, 0);
}

TEST(addresses_outside_memory_are_skipped)
{
	write_information();
	for (uint32_t at = 12; at < 56; at += 4)
		loader_put32_at(at, 0xfffffff0);
	assert_int_equal(loader_parse_first(loader_used, pvh_parse), 0);
	assert_string_equal(info.command_line, "");
	assert_int_equal(info.module_count, 0);
}

TEST(truncated_information_is_parsed_safely)
{
	write_information();
	for (size_t bytes = 0; bytes <= loader_used; bytes++) {
		assert_int_equal(loader_parse_first(bytes, pvh_parse),
				 bytes < FIXED_BYTES_OF_VERSION_0 ? -EINVAL : 0);
		assert_true(bytes < loader_used - MAP_BYTES || info.memory_count >= 3);
	}
}

TEST(random_changes_are_parsed_safely)
{
	loader_parse_garbled(write_information, pvh_parse);
}
