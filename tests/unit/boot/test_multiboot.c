/* SPDX-License-Identifier: MIT */
/* The multiboot parser on information as loaders write it, and on information cut and garbled. The
 * loader's memory is a heap block of its exact size, so that the sanitizer sees every read outside.
 * */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "boot/memory_map.h"
#include "boot/multiboot.h"
#include "lib/rng.h"
#include "lib/text/errno.h"

#define BASE_PHYS 0x9000u       /* where the loader's memory begins, and the information in it */
#define MEMORY_BYTES 16384

enum tag {COMMAND_LINE = 1, LOADER_NAME, MODULE, BASIC_MEMORY, E820_MAP = 6, FRAMEBUFFER = 8,
	  EFI64_TABLE = 12, RSDP_OLD = 14, RSDP_NEW, EFI_MAP = 17, EFI_SERVICES_RUNNING};

/* The loader's memory while a test writes it. */
static uint8_t image[MEMORY_BYTES];
static uint32_t used;
static struct boot_info info;

static void put8(uint8_t value)
{
	image[used++] = value;
}

static void put32_at(uint32_t at, uint32_t value)
{
	memcpy(image + at, &value, sizeof(value));
}

static void put32(uint32_t value)
{
	put32_at(used, value);
	used += 4;
}

static void put64(uint64_t value)
{
	put32((uint32_t)value);
	put32((uint32_t)(value >> 32));
}

/* Returns the text's physical address. */
static uint32_t put_text(const char *text)
{
	uint32_t at = used;

	memcpy(image + used, text, strlen(text) + 1);
	used += (uint32_t)strlen(text) + 1;
	return BASE_PHYS + at;
}

static int parse_first(size_t bytes, int version)
{
	uint8_t *block = malloc(bytes);
	struct multiboot_memory memory = {(uintptr_t)block, BASE_PHYS, bytes};
	int error;

	memcpy(block, image, bytes);
	memset(&info, 0, sizeof(info));
	error = version == 1 ? multiboot1_parse(&memory, BASE_PHYS, &info)
			     : multiboot2_parse(&memory, BASE_PHYS, &info);
	free(block);
	assert_in_range(info.memory_count, 0, BOOT_MEMORY_MAX);
	assert_in_range(info.module_count, 0, BOOT_MODULES_MAX);
	assert_non_null(memchr(info.command_line, '\0', sizeof(info.command_line)));
	assert_non_null(memchr(info.loader, '\0', sizeof(info.loader)));
	return error;
}

static void assert_memory(uint32_t index, uint64_t base_phys, uint64_t size_bytes,
			  enum boot_memory_type type)
{
	assert_true(index < info.memory_count);
	assert_int_equal(info.memory[index].base_phys, base_phys);
	assert_int_equal(info.memory[index].size_bytes, size_bytes);
	assert_int_equal(info.memory[index].type, type);
}

/* ---- Multiboot 1 ---- */

static void begin1(uint32_t flags)
{
	memset(image, 0, sizeof(image));
	put32_at(0, flags);
	used = 128;
}

static void put_map1_entry(uint32_t entry_bytes, uint64_t base, uint64_t size, uint32_t type)
{
	put32(entry_bytes);
	put64(base);
	put64(size);
	put32(type);
	used += entry_bytes - 20;
}

/* As `qemu -kernel` writes it, with a module and a map entry longer than usual. */
static void write_information1(void)
{
	uint32_t map_at;

	begin1(1 << 0 | 1 << 2 | 1 << 3 | 1 << 6 | 1 << 9);
	put32_at(4, 639);
	put32_at(8, 1024);
	put32_at(16, put_text("build/kernel.elf suite=full exit=halt"));
	put32_at(64, put_text("qemu"));
	put32_at(20, 1);
	put32_at(24, BASE_PHYS + used);
	put32(0x200000);
	put32(0x201234);
	put64(0);
	map_at = used;
	put_map1_entry(20, 0, 0x9fc00, 1);
	put_map1_entry(24, 0xf0000, 0x10000, 2);
	put_map1_entry(20, 0x100000, 0x100000, 1);
	put_map1_entry(20, 0x200000, 0x100000, 1);
	put_map1_entry(20, 0x300000, 0x1000, 3);
	put32_at(44, used - map_at);
	put32_at(48, BASE_PHYS + map_at);
}

static void multiboot1_information_is_read(void **state)
{
	(void)state;
	write_information1();
	assert_int_equal(parse_first(used, 1), 0);
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

static void file_name_is_stripped_from_qemus_command_line(void **state)
{
	(void)state;
	write_information1();
	parse_first(used, 1);
	assert_string_equal(info.command_line, "suite=full exit=halt");
	begin1(1 << 2 | 1 << 9);
	put32_at(64, put_text("qemu"));
	put32_at(16, put_text("build/kernel.elf"));
	parse_first(used, 1);
	assert_string_equal(info.command_line, "");
}

static void other_loaders_command_line_is_kept(void **state)
{
	(void)state;
	begin1(1 << 2 | 1 << 9);
	put32_at(64, put_text("GRUB 2.06"));
	put32_at(16, put_text("suite=full exit=halt"));
	parse_first(used, 1);
	assert_string_equal(info.command_line, "suite=full exit=halt");
}

static void sizes_stand_in_for_a_missing_map(void **state)
{
	(void)state;
	begin1(1 << 0);
	put32_at(4, 640);
	put32_at(8, 65536);
	parse_first(used, 1);
	assert_int_equal(info.memory_count, 2);
	assert_memory(0, 0, 640 << 10, BOOT_MEMORY_USABLE);
	assert_memory(1, 0x100000, 64 << 20, BOOT_MEMORY_USABLE);
}

static void pointers_outside_memory_are_passed_over(void **state)
{
	(void)state;
	begin1(0xffffffff);
	for (uint32_t at = 4; at < 116; at += 4)
		put32_at(at, 0xfffffff0);
	assert_int_equal(parse_first(used, 1), 0);
	assert_string_equal(info.command_line, "");
	assert_int_equal(info.module_count, 0);
}

static void map_entry_too_small_ends_the_map(void **state)
{
	(void)state;
	begin1(1 << 6);
	put_map1_entry(20, 0x100000, 0x1000, 1);
	put_map1_entry(20, 0x200000, 0x1000, 1);
	put32_at(128 + 24, 0);
	put32_at(44, used - 128);
	put32_at(48, BASE_PHYS + 128);
	parse_first(used, 1);
	assert_int_equal(info.memory_count, 1);
}

static void command_line_longer_than_its_buffer_is_cut_and_told_whole(void **state)
{
	(void)state;
	begin1(1 << 2);
	put32_at(16, BASE_PHYS + used);
	memset(image + used, 'x', 2 * COMMAND_LINE_MAX);
	parse_first(used + 2 * COMMAND_LINE_MAX, 1);
	assert_int_equal(strlen(info.command_line), COMMAND_LINE_MAX);
	assert_int_equal(info.command_line_length, 2 * COMMAND_LINE_MAX);
}

/* ---- Multiboot 2 ---- */

static uint32_t tag_at;

static void begin2(void)
{
	memset(image, 0, sizeof(image));
	used = 8;
}

static void begin_tag(enum tag type)
{
	tag_at = used;
	put32(type);
	put32(0);
}

static void end_tag(void)
{
	put32_at(tag_at + 4, used - tag_at);
	used = (used + 7) & ~7u;
}

static void end2(void)
{
	put32(0);
	put32(8);
	put32_at(0, used);
}

static void put_text_tag(enum tag type, const char *text)
{
	begin_tag(type);
	put_text(text);
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
	put32(24);
	put32(0);
	put64(0x100000);
	put64(0x7000000);
	put64(1);
	put64(0x7100000);
	put64(0x1000);
	put64(4);
	end_tag();
}

#define EFI_UNCACHED 0x1u
#define EFI_CACHED 0xfu
#define EFI_SPECIFIC_PURPOSE 0x40000u

static void put_efi_memory(uint32_t type, uint64_t base, uint64_t pages, uint64_t attributes)
{
	put64(type);
	put64(base);
	put64(0);
	put64(pages);
	put64(attributes);
	put64(0);               /* firmware's descriptors may be longer than the specification's */
}

static void put_efi_descriptor(uint32_t type, uint64_t base, uint64_t pages)
{
	put_efi_memory(type, base, pages, EFI_CACHED);
}

static void put_efi_map_tag(void)
{
	begin_tag(EFI_MAP);
	put32(48);
	put32(1);
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
	put64(base);
	put32(4096);
	put32(1024);
	put32(768);
	put8(bits_per_pixel);
	put8(type);
	used += 2;
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
	memcpy(image + used, "RSD PTR ", 8);
	used += bytes;
	end_tag();
}

static void write_bios_information2(void)
{
	begin2();
	put_text_tag(COMMAND_LINE, "suite=quick");
	put_text_tag(LOADER_NAME, "GRUB 2.06");
	begin_tag(MODULE);
	put32(0x300000);
	put32(0x300800);
	put_text("module");
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
	put64(0x7f5eb018);
	end_tag();
	put_e820_tag();
	put_efi_map_tag();
	put_rsdp_tag(RSDP_OLD, 20);
	put_rsdp_tag(RSDP_NEW, 36);
	end2();
}

static void multiboot2_information_is_read(void **state)
{
	const struct boot_framebuffer *framebuffer = &info.framebuffer;

	(void)state;
	write_bios_information2();
	assert_int_equal(parse_first(used, 2), 0);
	assert_int_equal(info.path, BOOT_MULTIBOOT2);
	assert_string_equal(info.command_line, "suite=quick");
	assert_string_equal(info.loader, "GRUB 2.06");
	assert_int_equal(info.has_vga_text, 0);
	assert_int_equal(info.modules[0].size_bytes, 0x800);
	assert_int_equal(framebuffer->base_phys, 0xfd000000);
	assert_int_equal(framebuffer->width, 1024);
	assert_int_equal(framebuffer->height, 768);
	assert_int_equal(framebuffer->pitch_bytes, 4096);
	assert_int_equal(framebuffer->red_shift, 16);
	assert_int_equal(framebuffer->green_shift, 8);
	assert_int_equal(framebuffer->blue_shift, 0);
	assert_memory(0, 0x100000, 0x7000000, BOOT_MEMORY_USABLE);
	assert_memory(1, 0x7100000, 0x1000, BOOT_MEMORY_NVS);
}

static void rsdp_lies_in_the_information_which_is_kept(void **state)
{
	(void)state;
	write_bios_information2();
	parse_first(used, 2);
	assert_memory_equal(image + (info.rsdp_phys - BASE_PHYS), "RSD PTR ", 8);
	assert_memory(2, info.rsdp_phys, 20, BOOT_MEMORY_LOADER);
}

static void new_rsdp_is_preferred(void **state)
{
	(void)state;
	write_efi_information2();
	parse_first(used, 2);
	assert_memory(info.memory_count - 1, info.rsdp_phys, 36, BOOT_MEMORY_LOADER);
}

static void efi_map_is_preferred_once_boot_services_have_ended(void **state)
{
	(void)state;
	write_efi_information2();
	parse_first(used, 2);
	assert_int_equal(info.path, BOOT_MULTIBOOT2_EFI);
	assert_int_equal(info.efi_system_table_phys, 0x7f5eb018);
	assert_int_equal(info.has_vga_text, 0);
	assert_memory(0, 0x100000, 0x20000, BOOT_MEMORY_USABLE);
	assert_memory(1, 0x120000, 0x1000, BOOT_MEMORY_ACPI);
	assert_memory(2, 0x121000, 0x1000, BOOT_MEMORY_RESERVED);
	assert_memory(3, 0x122000, 0x3000, BOOT_MEMORY_OTHER);
}

static void efi_map_is_not_used_while_boot_services_run(void **state)
{
	(void)state;
	begin2();
	put_e820_tag();
	put_efi_map_tag();
	put_empty_tag(EFI_SERVICES_RUNNING);
	end2();
	parse_first(used, 2);
	assert_memory(0, 0x100000, 0x7000000, BOOT_MEMORY_USABLE);
}

static void framebuffer_we_cannot_draw_in_is_none(void **state)
{
	(void)state;
	begin2();
	put_framebuffer_tag(0xfd000000, 24, 1);
	end2();
	parse_first(used, 2);
	assert_int_equal(info.framebuffer.width, 0);
	assert_int_equal(info.has_vga_text, 0);
}

static void text_mode_is_told_from_graphics(void **state)
{
	(void)state;
	begin2();
	put_framebuffer_tag(0xb8000, 16, 2);
	end2();
	parse_first(used, 2);
	assert_int_equal(info.framebuffer.width, 0);
	assert_int_equal(info.has_vga_text, 1);
}

static void tag_that_claims_too_much_ends_the_list(void **state)
{
	(void)state;
	begin2();
	put_text_tag(LOADER_NAME, "GRUB 2.06");
	put_text_tag(COMMAND_LINE, "suite=quick");
	put32_at(tag_at + 4, 0x1000);
	end2();
	assert_int_equal(parse_first(used, 2), 0);
	assert_string_equal(info.loader, "GRUB 2.06");
	assert_string_equal(info.command_line, "");
}

static void modules_and_ranges_that_do_not_fit_are_dropped(void **state)
{
	(void)state;
	begin2();
	for (uint32_t i = 0; i <= BOOT_MODULES_MAX; i++) {
		begin_tag(MODULE);
		put32(0x300000);
		put32(0x300001);
		end_tag();
	}
	end2();
	parse_first(used, 2);
	assert_int_equal(info.module_count, BOOT_MODULES_MAX);
	memset(&info, 0, sizeof(info));
	for (uint64_t i = 0; i < BOOT_MEMORY_MAX + 2; i++)
		boot_memory_add(&info, i * 0x2000, 0x1000, BOOT_MEMORY_USABLE);
	assert_int_equal(info.memory_count, BOOT_MEMORY_MAX);
	assert_int_equal(info.memory_dropped, 2);
}

static void range_beyond_the_address_space_is_cut(void **state)
{
	(void)state;
	memset(&info, 0, sizeof(info));
	boot_memory_add(&info, UINT64_MAX - 0xfff, 0x2000, BOOT_MEMORY_RESERVED);
	assert_memory(0, UINT64_MAX - 0xfff, 0xfff, BOOT_MEMORY_RESERVED);
}

/* ---- Both ---- */

static void information_cut_at_any_byte_is_survived(void **state)
{
	(void)state;
	write_information1();
	for (size_t bytes = 0; bytes <= used; bytes++)
		assert_int_equal(parse_first(bytes, 1), bytes < 88 ? -EINVAL : 0);
	write_bios_information2();
	for (size_t bytes = 0; bytes <= used; bytes++)
		assert_int_equal(parse_first(bytes, 2), bytes < 8 ? -EINVAL : 0);
}

static void garble_and_parse(void (*write)(void), int version, uint64_t rounds)
{
	struct rng rng;

	rng_seed(&rng, 1);
	for (uint64_t round = 0; round < rounds; round++) {
		write();
		for (uint64_t i = 0; i <= round % 8; i++)
			image[rng_below(&rng, used)] = (uint8_t)rng_next(&rng);
		parse_first(used, version);
	}
}

static void garbled_information_is_survived(void **state)
{
	(void)state;
	garble_and_parse(write_information1, 1, 20000);
	garble_and_parse(write_bios_information2, 2, 20000);
	garble_and_parse(write_efi_information2, 2, 20000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(multiboot1_information_is_read),
		cmocka_unit_test(file_name_is_stripped_from_qemus_command_line),
		cmocka_unit_test(other_loaders_command_line_is_kept),
		cmocka_unit_test(sizes_stand_in_for_a_missing_map),
		cmocka_unit_test(pointers_outside_memory_are_passed_over),
		cmocka_unit_test(map_entry_too_small_ends_the_map),
		cmocka_unit_test(command_line_longer_than_its_buffer_is_cut_and_told_whole),
		cmocka_unit_test(multiboot2_information_is_read),
		cmocka_unit_test(rsdp_lies_in_the_information_which_is_kept),
		cmocka_unit_test(new_rsdp_is_preferred),
		cmocka_unit_test(efi_map_is_preferred_once_boot_services_have_ended),
		cmocka_unit_test(efi_map_is_not_used_while_boot_services_run),
		cmocka_unit_test(framebuffer_we_cannot_draw_in_is_none),
		cmocka_unit_test(text_mode_is_told_from_graphics),
		cmocka_unit_test(tag_that_claims_too_much_ends_the_list),
		cmocka_unit_test(modules_and_ranges_that_do_not_fit_are_dropped),
		cmocka_unit_test(range_beyond_the_address_space_is_cut),
		cmocka_unit_test(information_cut_at_any_byte_is_survived),
		cmocka_unit_test(garbled_information_is_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
