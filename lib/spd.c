/* SPDX-License-Identifier: MIT */
#include "lib/spd.h"

#include <stdbool.h>

#include "lib/text/string.h"

#define TYPE 2
#define TYPE_DDR 0x07
#define TYPE_DDR2 0x08
#define TYPE_DDR3 0x0b
#define TYPE_DDR4 0x0c

/* The first registers of a DDR5 module's hub, which answers at the address of the EEPROM. JEDEC
 * JESD300-5, "SPD5 Hub", MR0 and MR1. */
#define HUB_FIRST 0x51
#define HUB_SECOND 0x18

#define CRC_POLYNOMIAL 0x1021u
#define CRC_AT 126
#define CRC_IS_SHORT 0x80u              /* bit of byte 0 of DDR3: the CRC covers fewer bytes */
#define CRC_SHORT_BYTES 117
#define DDR2_SUM_AT 63

#define SMALLEST_BYTES (32ull << 20)    /* of a chip of 256 Mbit */
#define THREE_DIMENSIONAL 2u
#define ROUND_DOWN 974u                 /* thousandths of a clock, "Rounding Algorithms" */

struct byte_time {
	uint8_t base, fine;             /* places of units and signed fine units; fine 0: none */
};

static uint32_t read_u16(const uint8_t *bytes)
{
	return bytes[0] | (uint32_t)bytes[1] << 8;
}

static uint32_t crc16(const uint8_t *bytes, size_t count)
{
	uint32_t crc = 0;

	for (size_t i = 0; i < count; i++) {
		crc ^= (uint32_t)bytes[i] << 8;
		for (unsigned bit = 0; bit < 8; bit++)
			crc = (crc << 1 ^ ((crc & 0x8000) != 0 ? CRC_POLYNOMIAL : 0)) & 0xffff;
	}
	return crc;
}

/* Printable characters, without the spaces at the end. */
static void copy_part(const uint8_t *bytes, size_t count, struct spd *spd)
{
	size_t used = 0;

	for (size_t i = 0; i < count && i < sizeof(spd->part) - 1; i++) {
		spd->part[i] = bytes[i] >= ' ' && bytes[i] < 0x7f ? (char)bytes[i] : ' ';
		if (spd->part[i] != ' ')
			used = i + 1;
	}
	spd->part[used] = '\0';
}

/* ---- DDR3 and DDR4 ---- */

static uint32_t picoseconds(const uint8_t *bytes, uint32_t units, struct byte_time time,
			    uint32_t unit_ps, uint32_t fine_fs)
{
	int64_t fs = (int64_t)units * unit_ps * 1000;

	if (time.fine != 0)
		fs += (int64_t)(int8_t)bytes[time.fine] * fine_fs;
	return fs > 0 ? (uint32_t)(fs / 1000) : 0;
}

/* The bytes of all chips for data, by the codes of density, bus width, chip width and ranks. */
static uint64_t capacity(unsigned density, unsigned bus_code, unsigned width_code, unsigned ranks)
{
	if (density > 9 || bus_code > 3 || width_code > 3)
		return 0;
	return (SMALLEST_BYTES << density) * ((8u << bus_code) / (4u << width_code)) * ranks;
}

/* Returns false if a time is missing. */
static bool take_times(const uint8_t *bytes, struct spd *spd, const struct byte_time times[4],
		       uint32_t tras_units, uint32_t unit_ps, uint32_t fine_fs)
{
	uint32_t *const to[] = {&spd->tck_ps, &spd->taa_ps, &spd->trcd_ps, &spd->trp_ps};

	for (size_t i = 0; i < 4; i++)
		*to[i] = picoseconds(bytes, bytes[times[i].base], times[i], unit_ps, fine_fs);
	spd->tras_ps = tras_units * unit_ps;
	if (spd->tck_ps == 0 || spd->taa_ps == 0 || spd->trcd_ps == 0 || spd->trp_ps == 0)
		return false;
	spd->cas_clocks = (uint32_t)(((uint64_t)spd->taa_ps * 1000 / spd->tck_ps + ROUND_DOWN) /
				     1000);
	return true;
}

static bool parse_ddr3(const uint8_t *bytes, struct spd *spd)
{
	static const struct byte_time times[] = {{12, 34}, {16, 35}, {18, 36}, {20, 37}};
	uint32_t unit_ps = bytes[11] > 0 ? bytes[10] * 1000u / bytes[11] : 0;
	uint32_t fine_fs = (bytes[9] & 0xf) > 0 ? (bytes[9] >> 4) * 1000u / (bytes[9] & 0xf) : 0;

	spd->size_bytes = capacity(bytes[4] & 0xf, bytes[8] & 7, bytes[7] & 7,
				   (bytes[7] >> 3 & 7) + 1u);
	copy_part(bytes + 128, 18, spd);
	return take_times(bytes, spd, times, (bytes[21] & 0xfu) << 8 | bytes[22], unit_ps, fine_fs);
}

/* Byte 17 has no other units yet. The part number is in the next page. */
static bool parse_ddr4(const uint8_t *bytes, struct spd *spd)
{
	static const struct byte_time times[] = {{18, 125}, {24, 123}, {25, 122}, {26, 121}};
	unsigned ranks = (bytes[12] >> 3 & 7) + 1u;

	if ((bytes[6] & 3) == THREE_DIMENSIONAL)
		ranks *= (bytes[6] >> 4 & 7) + 1u;
	spd->size_bytes = capacity(bytes[4] & 0xf, bytes[13] & 7, bytes[12] & 7, ranks);
	return (bytes[17] & 0xf) == 0 &&
	       take_times(bytes, spd, times, (bytes[27] & 0xfu) << 8 | bytes[28], 125, 1000);
}

/* ---- DDR2 ---- */

/* Clock period of DDR2. Bits 7 to 4 are nanoseconds. The other bits are tenths or a code. */
static uint32_t ddr2_clock_ps(uint8_t byte)
{
	static const uint16_t codes[] = {250, 333, 667, 750};
	unsigned low = byte & 0xf;

	if (low > 13)
		return 0;
	return (byte >> 4) * 1000u + (low < 10 ? low * 100u : codes[low - 10]);
}

static bool parse_ddr2(const uint8_t *bytes, struct spd *spd)
{
	static const uint16_t mib[] = {1024, 2048, 4096, 8192, 16384, 128, 256, 512};
	unsigned highest = 7, code = 0;

	while (highest > 0 && (bytes[18] >> highest & 1) == 0)
		highest--;
	while (code < 7 && (bytes[31] >> code & 1) == 0)
		code++;
	spd->cas_clocks = highest;
	spd->tck_ps = ddr2_clock_ps(bytes[9]);
	spd->taa_ps = spd->tck_ps * highest;
	spd->trp_ps = bytes[27] * 250u;
	spd->trcd_ps = bytes[29] * 250u;
	spd->tras_ps = bytes[30] * 1000u;
	if (bytes[31] >> code == 1)
		spd->size_bytes = ((uint64_t)mib[code] << 20) * ((bytes[5] & 7) + 1u);
	copy_part(bytes + 73, 18, spd);
	return spd->tck_ps != 0 && highest > 1 && spd->trp_ps != 0 && spd->trcd_ps != 0;
}

static bool has_ddr2_sum(const uint8_t *bytes)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < DDR2_SUM_AT; i++)
		sum += bytes[i];
	return sum == bytes[DDR2_SUM_AT];
}

static bool has_crc(const uint8_t *bytes)
{
	bool is_short = bytes[TYPE] == TYPE_DDR3 && (bytes[0] & CRC_IS_SHORT) != 0;

	return crc16(bytes, is_short ? CRC_SHORT_BYTES : CRC_AT) == read_u16(bytes + CRC_AT);
}

/* ---- All types ---- */

static const struct spd_type {
	uint8_t code;
	const char *name;
	bool (*has_sum)(const uint8_t *bytes);
	bool (*parse)(const uint8_t *bytes, struct spd *spd);   /* NULL: not decoded */
} types[] = {
	{TYPE_DDR, "DDR", NULL, NULL},
	{TYPE_DDR2, "DDR2", has_ddr2_sum, parse_ddr2},
	{TYPE_DDR3, "DDR3", has_crc, parse_ddr3},
	{TYPE_DDR4, "DDR4", has_crc, parse_ddr4},
};

static bool is_hub(const uint8_t *bytes)
{
	return bytes[0] == HUB_FIRST && bytes[1] == HUB_SECOND;
}

static const struct spd_type *type_of(const uint8_t *bytes)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (types[i].code == bytes[TYPE])
			return &types[i];
	}
	return NULL;
}

bool spd_has_timings(const uint8_t first[SPD_FIRST_BYTES])
{
	const struct spd_type *type = type_of(first);

	return !is_hub(first) && type != NULL && type->parse != NULL;
}

void spd_parse(const uint8_t bytes[SPD_BYTES], struct spd *spd)
{
	const struct spd_type *type = type_of(bytes);
	struct spd found = {.status = "read"};

	*spd = (struct spd){.status = "no module"};
	if (is_hub(bytes)) {
		spd->type = "DDR5";
		spd->status = "only writes to the module make its timings readable";
		return;
	}
	if (type == NULL)
		return;
	spd->type = found.type = type->name;
	if (type->parse == NULL)
		spd->status = "its timings are not decoded";
	else if (!type->has_sum(bytes))
		spd->status = "damaged checksum";
	else if (!type->parse(bytes, &found))
		spd->status = "impossible timings";
	else
		*spd = found;
}
