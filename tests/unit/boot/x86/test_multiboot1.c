/* SPDX-License-Identifier: MIT */
/* The multiboot 1 parser on information from loaders. */
#include "tests/unit/unit.h"

#include <string.h>

#include "boot/memory_map.h"
#include "boot/x86/multiboot.h"
#include "tests/unit/boot/loader.h"

TEST(multiboot1_information_is_read)
{
	loader_write_information1();
	assert_int_equal(loader_parse_first(loader_used, multiboot1_parse), 0);
	assert_int_equal(info.path, BOOT_MULTIBOOT1);
	assert_string_equal(info.loader, "qemu");
	assert_int_equal(info.has_vga_text, 1);
	assert_int_equal(info.module_count, 1);
	assert_int_equal(info.modules[0].base_phys, 0x200000);
	assert_int_equal(info.modules[0].size_bytes, 0x1234);
	assert_int_equal(info.memory_count, 4);
	assert_memory(0, 0, 0x9fc00, BOOT_MEMORY_USABLE);
	assert_memory(1, 0xf0000, 0x10000, BOOT_MEMORY_RESERVED);
	assert_memory(2, 0x100000, 0x200000, BOOT_MEMORY_USABLE);
	assert_memory(3, 0x300000, 0x1000, BOOT_MEMORY_ACPI);
}

TEST(file_name_is_removed_from_qemus_command_line)
{
	loader_write_information1();
	loader_parse_first(loader_used, multiboot1_parse);
	assert_string_equal(info.command_line, "suite=full exit=halt");
	loader_begin1(1 << 2 | 1 << 9);
	loader_put32_at(64, loader_put_text("qemu"));
	loader_put32_at(16, loader_put_text("build/kernel.elf"));
	loader_parse_first(loader_used, multiboot1_parse);
	assert_string_equal(info.command_line, "");
}

TEST(url_is_removed_from_ipxes_command_line)
{
	loader_begin1(1 << 2 | 1 << 9);
	loader_put32_at(64, loader_put_text("iPXE 1.21.1+ (g4e456)"));
	loader_put32_at(16, loader_put_text("http://10.0.0.1:8080/bareline.elf suite=full"));
	loader_parse_first(loader_used, multiboot1_parse);
	assert_string_equal(info.command_line, "suite=full");
	loader_begin1(1 << 2 | 1 << 9);
	loader_put32_at(64, loader_put_text("iPXE 1.0.0+"));
	loader_put32_at(16, loader_put_text("http://10.0.0.1/bareline.elf"));
	loader_parse_first(loader_used, multiboot1_parse);
	assert_string_equal(info.command_line, "");
}

TEST(other_loaders_command_line_is_kept)
{
	loader_begin1(1 << 2 | 1 << 9);
	loader_put32_at(64, loader_put_text("GRUB 2.06"));
	loader_put32_at(16, loader_put_text("suite=full exit=halt"));
	loader_parse_first(loader_used, multiboot1_parse);
	assert_string_equal(info.command_line, "suite=full exit=halt");
}

TEST(memory_sizes_replace_a_missing_map)
{
	loader_begin1(1 << 0);
	loader_put32_at(4, 640);
	loader_put32_at(8, 65536);
	loader_parse_first(loader_used, multiboot1_parse);
	assert_int_equal(info.memory_count, 2);
	assert_memory(0, 0, 640 << 10, BOOT_MEMORY_USABLE);
	assert_memory(1, 0x100000, 64 << 20, BOOT_MEMORY_USABLE);
}

TEST(pointers_outside_memory_are_ignored)
{
	loader_begin1(0xffffffff);
	for (uint32_t at = 4; at < 116; at += 4)
		loader_put32_at(at, 0xfffffff0);
	assert_int_equal(loader_parse_first(loader_used, multiboot1_parse), 0);
	assert_string_equal(info.command_line, "");
	assert_int_equal(info.module_count, 0);
}

TEST(map_entry_too_small_ends_the_map)
{
	loader_begin1(1 << 6);
	loader_put_map1_entry(20, 0x100000, 0x1000, 1);
	loader_put_map1_entry(20, 0x200000, 0x1000, 1);
	loader_put32_at(128 + 24, 0);
	loader_put32_at(44, loader_used - 128);
	loader_put32_at(48, LOADER_BASE_PHYS + 128);
	loader_parse_first(loader_used, multiboot1_parse);
	assert_int_equal(info.memory_count, 1);
}

TEST(long_command_line_is_truncated_and_reported)
{
	loader_begin1(1 << 2);
	loader_put32_at(16, LOADER_BASE_PHYS + loader_used);
	memset(loader_memory + loader_used, 'x', 2 * COMMAND_LINE_MAX);
	loader_parse_first(loader_used + 2 * COMMAND_LINE_MAX, multiboot1_parse);
	assert_int_equal(strlen(info.command_line), COMMAND_LINE_MAX);
	assert_int_equal(info.command_line_length, 2 * COMMAND_LINE_MAX);
}
