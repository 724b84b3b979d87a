/* SPDX-License-Identifier: MIT */
/* The multiboot 2 parser on information from loaders, and both parsers on truncated and random
 * data. */
#include "tests/unit/unit.h"

#include <string.h>

#include "boot/memory_map.h"
#include "boot/x86/multiboot.h"
#include "lib/text/errno.h"
#include "tests/unit/boot/loader.h"

enum tag {COMMAND_LINE = 1, LOADER_NAME, MODULE, BASIC_MEMORY, E820_MAP = 6, FRAMEBUFFER = 8,
	  EFI64_TABLE = 12, RSDP_OLD = 14, RSDP_NEW, EFI_MAP = 17, EFI_SERVICES_RUNNING};

static void put8(uint8_t value)
{
	loader_memory[loader_used++] = value;
}

/* ---- Multiboot 2 ---- */

static uint32_t tag_at;

static void begin2(void)
{
	memset(loader_memory, 0, sizeof(loader_memory));
	loader_used = 8;
}

static void begin_tag(enum tag type)
{
	tag_at = loader_used;
	loader_put32(type);
	loader_put32(0);
}

static void end_tag(void)
{
	loader_put32_at(tag_at + 4, loader_used - tag_at);
	loader_used = (loader_used + 7) & ~7u;
}

static void end2(void)
{
	loader_put32(0);
	loader_put32(8);
	loader_put32_at(0, loader_used);
}

static void put_text_tag(enum tag type, const char *text)
{
	begin_tag(type);
	loader_put_text(text);
	end_tag();
}

static void put_empty_tag(enum tag type)
{
	begin_tag(type);
	end_tag();
}

static void put_e820_tag(void)
{
	begin_tag(E820_MAP);
	loader_put32(24);
	loader_put32(0);
	loader_put64(0x100000);
	loader_put64(0x7000000);
	loader_put64(1);
	loader_put64(0x7100000);
	loader_put64(0x1000);
	loader_put64(4);
	end_tag();
}

#define EFI_UNCACHED 0x1u
#define EFI_CACHED 0xfu
#define EFI_SPECIFIC_PURPOSE 0x40000u

static void put_efi_memory(uint32_t type, uint64_t base, uint64_t pages, uint64_t attributes)
{
	loader_put64(type);
	loader_put64(base);
	loader_put64(0);
	loader_put64(pages);
	loader_put64(attributes);
	loader_put64(0); /* descriptors may be larger than in the specification */
}

static void put_efi_descriptor(uint32_t type, uint64_t base, uint64_t pages)
{
	put_efi_memory(type, base, pages, EFI_CACHED);
}

static void put_efi_map_tag(void)
{
	begin_tag(EFI_MAP);
	loader_put32(48);
	loader_put32(1);
	put_efi_descriptor(7, 0x100000, 16);            /* conventional */
	put_efi_descriptor(4, 0x110000, 16);            /* boot services data */
	put_efi_descriptor(9, 0x120000, 1);             /* ACPI */
	put_efi_descriptor(6, 0x121000, 1);             /* runtime services data */
	put_efi_descriptor(15, 0x122000, 1);            /* unaccepted */
	put_efi_memory(7, 0x123000, 1, EFI_CACHED | EFI_SPECIFIC_PURPOSE);
	put_efi_memory(7, 0x124000, 1, EFI_UNCACHED);
	end_tag();
}

static void put_framebuffer_tag(uint64_t base, uint8_t bits_per_pixel, uint8_t type)
{
	begin_tag(FRAMEBUFFER);
	loader_put64(base);
	loader_put32(4096);
	loader_put32(1024);
	loader_put32(768);
	put8(bits_per_pixel);
	put8(type);
	loader_used += 2;
	put8(16);
	put8(8);
	put8(8);
	put8(8);
	put8(0);
	put8(8);
	end_tag();
}

static void put_rsdp_tag(enum tag type, uint32_t bytes)
{
	begin_tag(type);
	memcpy(loader_memory + loader_used, "RSD PTR ", 8);
	loader_used += bytes;
	end_tag();
}

static void write_bios_information2(void)
{
	begin2();
	put_text_tag(COMMAND_LINE, "suite=quick");
	put_text_tag(LOADER_NAME, "GRUB 2.06");
	begin_tag(MODULE);
	loader_put32(0x300000);
	loader_put32(0x300800);
	loader_put_text("module");
	end_tag();
	put_e820_tag();
	put_framebuffer_tag(0xfd000000, 32, 1);
	put_rsdp_tag(RSDP_OLD, 20);
	end2();
}

static void write_efi_information2(void)
{
	begin2();
	begin_tag(EFI64_TABLE);
	loader_put64(0x7f5eb018);
	end_tag();
	put_e820_tag();
	put_efi_map_tag();
	put_rsdp_tag(RSDP_OLD, 20);
	put_rsdp_tag(RSDP_NEW, 36);
	end2();
}

TEST(multiboot2_information_is_read)
{
	const struct boot_framebuffer *framebuffer = &info.framebuffer;

	write_bios_information2();
	assert_int_equal(loader_parse_first(loader_used, multiboot2_parse), 0);
	assert_int_equal(info.path, BOOT_MULTIBOOT2);
	assert_string_equal(info.command_line, "suite=quick");
	assert_string_equal(info.loader, "GRUB 2.06");
	assert_int_equal(info.has_vga_text, 0);
	assert_int_equal(info.modules[0].size_bytes, 0x800);
	assert_int_equal(framebuffer->base_phys, 0xfd000000);
	assert_int_equal(framebuffer->width, 1024);
	assert_int_equal(framebuffer->height, 768);
	assert_int_equal(framebuffer->pitch_bytes, 4096);
	assert_int_equal(framebuffer->red.shift, 16);
	assert_int_equal(framebuffer->green.shift, 8);
	assert_int_equal(framebuffer->blue.shift, 0);
	assert_memory(1, 0x100000, 0x7000000, BOOT_MEMORY_USABLE);
	assert_memory(2, 0x7100000, 0x1000, BOOT_MEMORY_NVS);
}

TEST(rsdp_is_in_the_information_which_is_reserved)
{
	write_bios_information2();
	loader_parse_first(loader_used, multiboot2_parse);
	assert_memory_equal(loader_memory + (info.rsdp_phys - LOADER_BASE_PHYS), "RSD PTR ", 8);
	assert_memory(0, info.rsdp_phys, 20, BOOT_MEMORY_LOADER);
}

TEST(acpi_2_rsdp_is_preferred)
{
	write_efi_information2();
	loader_parse_first(loader_used, multiboot2_parse);
	assert_memory(0, info.rsdp_phys, 36, BOOT_MEMORY_LOADER);
}

TEST(efi_map_is_preferred_after_boot_services_ended)
{
	write_efi_information2();
	loader_parse_first(loader_used, multiboot2_parse);
	assert_int_equal(info.path, BOOT_MULTIBOOT2_EFI);
	assert_int_equal(info.efi_system_table_phys, 0x7f5eb018);
	assert_int_equal(info.has_vga_text, 0);
	assert_memory(1, 0x100000, 0x20000, BOOT_MEMORY_USABLE);
	assert_memory(2, 0x120000, 0x1000, BOOT_MEMORY_ACPI);
	assert_memory(3, 0x121000, 0x1000, BOOT_MEMORY_RESERVED);
	assert_memory(4, 0x122000, 0x3000, BOOT_MEMORY_OTHER);
}

TEST(efi_map_is_not_used_during_boot_services)
{
	begin2();
	put_e820_tag();
	put_efi_map_tag();
	put_empty_tag(EFI_SERVICES_RUNNING);
	end2();
	loader_parse_first(loader_used, multiboot2_parse);
	assert_memory(0, 0x100000, 0x7000000, BOOT_MEMORY_USABLE);
}

TEST(framebuffer_of_24_bits_is_described)
{
	begin2();
	put_framebuffer_tag(0xfd000000, 24, 1);
	end2();
	loader_parse_first(loader_used, multiboot2_parse);
	assert_int_equal(info.framebuffer.width, 1024);
	assert_int_equal(info.framebuffer.pixel_bits, 24);
	assert_int_equal(info.framebuffer.green.bits, 8);
	assert_int_equal(info.has_vga_text, 0);
}

TEST(framebuffer_with_a_palette_has_no_colours)
{
	begin2();
	put_framebuffer_tag(0xfd000000, 8, 0);
	end2();
	loader_parse_first(loader_used, multiboot2_parse);
	assert_int_equal(info.framebuffer.pixel_bits, 8);
	assert_int_equal(info.framebuffer.green.bits, 0);
}

TEST(text_mode_is_distinguished_from_graphics)
{
	begin2();
	put_framebuffer_tag(0xb8000, 16, 2);
	end2();
	loader_parse_first(loader_used, multiboot2_parse);
	assert_int_equal(info.framebuffer.width, 0);
	assert_int_equal(info.has_vga_text, 1);
}

TEST(tag_longer_than_the_information_ends_the_list)
{
	begin2();
	put_text_tag(LOADER_NAME, "GRUB 2.06");
	put_text_tag(COMMAND_LINE, "suite=quick");
	loader_put32_at(tag_at + 4, 0x1000);
	end2();
	assert_int_equal(loader_parse_first(loader_used, multiboot2_parse), 0);
	assert_string_equal(info.loader, "GRUB 2.06");
	assert_string_equal(info.command_line, "");
}

TEST(modules_that_do_not_fit_are_dropped)
{
	begin2();
	for (uint32_t i = 0; i <= BOOT_MODULES_MAX; i++) {
		begin_tag(MODULE);
		loader_put32(0x300000);
		loader_put32(0x300001);
		end_tag();
	}
	end2();
	loader_parse_first(loader_used, multiboot2_parse);
	assert_int_equal(info.module_count, BOOT_MODULES_MAX);
}

/* ---- Both ---- */

TEST(truncated_information_is_parsed_safely)
{
	loader_write_information1();
	for (size_t bytes = 0; bytes <= loader_used; bytes++)
		assert_int_equal(loader_parse_first(bytes, multiboot1_parse),
				 bytes < 88 ? -EINVAL : 0);
	write_bios_information2();
	for (size_t bytes = 0; bytes <= loader_used; bytes++)
		assert_int_equal(loader_parse_first(bytes, multiboot2_parse),
				 bytes < 8 ? -EINVAL : 0);
}

TEST(random_changes_are_parsed_safely)
{
	loader_parse_garbled(loader_write_information1, multiboot1_parse);
	loader_parse_garbled(write_bios_information2, multiboot2_parse);
	loader_parse_garbled(write_efi_information2, multiboot2_parse);
}
