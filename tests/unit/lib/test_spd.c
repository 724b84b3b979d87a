/* SPDX-License-Identifier: MIT */
/* Timings of memory modules, from bytes that the standards' tables give for common speeds. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/spd.h"

struct byte {
	uint8_t at, value;
};

static const struct module {
	const char *name;
	struct byte bytes[24];
	uint8_t sum_at;                 /* of DDR2; 0: a CRC at 126 */
	uint8_t sum[2];                 /* by an independent program */
	struct spd spd;
} modules[] = {
	{"DDR4-3200AA of 8 GiB",
	 {{0, 0x23}, {1, 0x11}, {2, 0x0c}, {3, 2}, {4, 0x85}, {12, 0x01}, {13, 0x03}, {18, 5},
	  {24, 0x6e}, {25, 0x6e}, {26, 0x6e}, {27, 0x11}, {28, 0x00}, {29, 0x6e}},
	 0, {0x60, 0x2d},
	 {"DDR4", "read", 8ull << 30, 625, 22, 13750, 13750, 13750, 32000, ""}},
	{"DDR4-2400 of 16 GiB, two ranks, with fine units",
	 {{0, 0x23}, {1, 0x11}, {2, 0x0c}, {3, 2}, {4, 0x85}, {12, 0x09}, {13, 0x0b}, {18, 7},
	  {24, 0x6e}, {25, 0x6e}, {26, 0x6e}, {27, 0x11}, {28, 0x00}, {125, 0xd6}},
	 0, {0x4b, 0xd6},
	 {"DDR4", "read", 16ull << 30, 833, 17, 13750, 13750, 13750, 32000, ""}},
	{"DDR3-1600K of 4 GiB",
	 {{0, 0x92}, {1, 0x11}, {2, 0x0b}, {3, 2}, {4, 0x04}, {7, 0x01}, {8, 0x03}, {9, 0x11},
	  {10, 1}, {11, 8}, {12, 0x0a}, {16, 0x6e}, {18, 0x6e}, {20, 0x6e}, {21, 0x11}, {22, 0x18},
	  {128, 'M'}, {129, 'M'}, {130, '4'}, {131, ' '}, {132, ' '}},
	 0, {0x2a, 0xa8},
	 {"DDR3", "read", 4ull << 30, 1250, 11, 13750, 13750, 13750, 35000, "MM4"}},
	{"DDR2-800 of 1 GiB",
	 {{0, 128}, {1, 8}, {2, 8}, {5, 0x60}, {9, 0x25}, {18, 0x70}, {27, 50}, {29, 50}, {30, 45},
	  {31, 1}, {73, 'Z'}},
	 63, {0x17},
	 {"DDR2", "read", 1ull << 30, 2500, 6, 15000, 12500, 12500, 45000, "Z"}},
	{"DDR5, of which a hub answers", {{0, 0x51}, {1, 0x18}}, 126, {0},
	 {.type = "DDR5", .status = "only writes to the module make its timings readable"}},
	{"DDR", {{2, 7}}, 126, {0}, {.type = "DDR", .status = "its timings are not decoded"}},
	{"DDR4 without times", {{2, 0x0c}, {18, 5}}, 0, {0x0e, 0xa1},
	 {.type = "DDR4", .status = "impossible timings"}},
	{"another device", {{2, 0x33}}, 126, {0}, {.status = "no module"}},
	{"nothing", {{0}}, 126, {0}, {.status = "no module"}},
};

static void make(const struct module *module, uint8_t bytes[SPD_BYTES])
{
	memset(bytes, 0, SPD_BYTES);
	for (size_t i = 0; i < COUNT(module->bytes); i++) {
		if (module->bytes[i].value != 0)
			bytes[module->bytes[i].at] = module->bytes[i].value;
	}
	memcpy(bytes + (module->sum_at > 0 ? module->sum_at : 126), module->sum,
	       module->sum_at == 63 ? 1 : 2);
}

static void a_module_has_the_timings_of_its_speed(void **state)
{
	const struct module *module = *state;
	uint8_t bytes[SPD_BYTES];
	struct spd spd;

	make(module, bytes);
	spd_parse(bytes, &spd);
	if (module->spd.type != NULL)
		assert_string_equal(spd.type, module->spd.type);
	else
		assert_null(spd.type);
	assert_string_equal(spd.status, module->spd.status);
	assert_int_equal(spd.size_bytes, module->spd.size_bytes);
	assert_int_equal(spd.tck_ps, module->spd.tck_ps);
	assert_int_equal(spd.cas_clocks, module->spd.cas_clocks);
	assert_int_equal(spd.taa_ps, module->spd.taa_ps);
	assert_int_equal(spd.trcd_ps, module->spd.trcd_ps);
	assert_int_equal(spd.trp_ps, module->spd.trp_ps);
	assert_int_equal(spd.tras_ps, module->spd.tras_ps);
	assert_string_equal(spd.part, module->spd.part);
}
TEST_CASES(a_module_has_the_timings_of_its_speed, modules);

/* Bytes that the checksum of each type covers. Other devices have none. */
static void a_wrong_bit_is_noticed(void **state)
{
	const struct module *module = *state;
	uint8_t bytes[SPD_BYTES];
	struct spd spd;
	const char *status;

	make(module, bytes);
	status = spd_has_timings(bytes) ? "damaged checksum" : module->spd.status;
	for (unsigned bit = 8 * SPD_FIRST_BYTES; bit < 8 * 63; bit++) {
		bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
		spd_parse(bytes, &spd);
		assert_string_equal(spd.status, status);
		assert_int_equal(spd.tck_ps, 0);
		bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
}
TEST_CASES(a_wrong_bit_is_noticed, modules);
