/* SPDX-License-Identifier: MIT */
/* The machine's description in four rows, from complete, partial or missing records. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "kernel/display/header.h"

#define COLUMNS 100

static const struct wire_manifest manifest = {
	.build = "0123456789ab", .time_base = "real", .tsc_hz = 2399999000, .hypervisor = "",
};
static const struct wire_cpu cpu = {.vendor = "Made-up", .brand = "Made-up CPU", .count = 8,
				     .online = 7};

static const char *header_text(unsigned index)
{
	static struct row row;
	static char text[COLUMNS + 1];

	row_begin(&row, COLUMNS, INK_TEXT);
	header_write(index, &(struct verdict_shown){RUN_VALID, "Valid", INK_TITLE_GOOD}, &row);
	row_text(&row, text, sizeof(text));
	return text;
}

static void take_machine(void)
{
	static const struct wire_cache caches[] = {
		{1, "data", 48 << 10, 64, 12, 2}, {1, "instruction", 32 << 10, 64, 8, 2},
		{2, "unified", 5 << 18, 64, 10, 2}};
	static const struct wire_memory memory[] = {
		{0, 0x9fc00, "usable"}, {0xa0000, 0x60000, "reserved"},
		{0x100000, 0x3ff00000, "usable"}, {0x100000000, 0x3c0000000, "usable"}};
	static const struct wire_memory_device module = {.type = "DDR5", .rated_mts = 5600,
							  .mts = 4800};
	static const struct wire_machine machine = {.maker = "Made-up", .product = "Model 3",
						     .board_maker = "B", .board = "C"};

	header_take(WIRE_manifest, &manifest);
	header_take(WIRE_cpu, &cpu);
	for (size_t i = 0; i < 3; i++)
		header_take(WIRE_cache, &caches[i]);
	for (size_t i = 0; i < 4; i++)
		header_take(WIRE_memory, &memory[i]);
	header_take(WIRE_machine, &machine);
	header_take(WIRE_memory_device, &module);
	header_take(WIRE_memory_device, &module);
	header_take(WIRE_timer, &(struct wire_timer){.name = "pit", .status = "agrees"});
	header_take(WIRE_timer, &(struct wire_timer){.name = "hpet", .status = "chosen"});
}

TEST(machine_is_described_in_four_rows)
{
	take_machine();
	assert_non_null(strstr(header_text(0), " Bareline 0123456789ab  Made-up Model 3"));
	assert_string_equal(header_text(0) + 94, "Valid");
	assert_string_equal(header_text(1), " CPU     Made-up CPU, 7 of 8 CPUs");
	assert_string_equal(header_text(2), " Caches  L1d 48 KiB L1i 32 KiB L2 1280 KiB"
					 "   Memory  15.9 GiB, 2x DDR5 4800 MT/s");
	assert_string_equal(header_text(3), " Clock   TSC 2.399 GHz by hpet   Time  real");
}

TEST(missing_facts_are_left_empty)
{
	const struct wire_cpu unnamed = {.vendor = "Made-up", .brand = "", .count = 1,
					  .online = 1};

	header_take(WIRE_manifest, &manifest);
	header_take(WIRE_cpu, &unnamed);
	header_take(WIRE_memory, &(struct wire_memory){0, 64 << 20, "usable"});
	assert_non_null(strstr(header_text(1), " CPU     Made-up, 1 of 1 CPU"));
	assert_string_equal(header_text(2), " Caches  unknown   Memory  64 MiB");
	assert_string_equal(header_text(3), " Clock   TSC 2.399 GHz   Time  real");
}

TEST(unknown_frequency_is_in_the_first_row)
{
	struct wire_manifest clockless = manifest;

	clockless.tsc_hz = 0;
	header_take(WIRE_manifest, &clockless);
	assert_non_null(strstr(header_text(0), " Bareline 0123456789ab  no clock: times are in "
					       "ticks "));
	assert_string_equal(header_text(3), " Clock   none measures the TSC   Time  in ticks");
	clockless.time_base = "instructions";
	header_take(WIRE_manifest, &clockless);
	assert_null(strstr(header_text(0), "ticks"));
	assert_string_equal(header_text(3), " Clock   none measures the TSC   Time  instructions: "
					    "a tick is one");
}

TEST(board_name_replaces_a_missing_machine_name)
{
	header_take(WIRE_manifest, &manifest);
	header_take(WIRE_machine, &(struct wire_machine){.maker = "M", .product = "",
							  .board_maker = "B", .board = "C"});
	assert_non_null(strstr(header_text(0), "  B C "));
}

TEST(long_machine_name_leaves_room_for_the_verdict)
{
	char name[200];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	header_take(WIRE_manifest, &manifest);
	header_take(WIRE_machine, &(struct wire_machine){.maker = name, .product = name,
							  .board_maker = "", .board = ""});
	assert_string_equal(header_text(0) + 93, " Valid");
}

TEST(caches_that_do_not_fit_are_omitted)
{
	const struct wire_cache cache = {3, "unified", 1 << 20, 64, 16, 2};

	header_take(WIRE_manifest, &manifest);
	for (int i = 0; i < 40; i++)
		header_take(WIRE_cache, &cache);
	assert_non_null(strstr(header_text(2), "L3 1 MiB"));
}
