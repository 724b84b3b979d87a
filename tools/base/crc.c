/* SPDX-License-Identifier: MIT */
/* Replaces lib/wire/crc.c on hosts, which process logs of gigabytes: the CPU's instruction if
 * available, else a table for eight bytes at a time. */
#include "tools/base/crc.h"

#include <endian.h>
#include <string.h>

#include "lib/wire/crc.h"
#include "tools/base/vectors.h"

#define POLYNOMIAL 0x82f63b78           /* 1EDC6F41h, reflected */
#define SLICES 8

static uint32_t tables[SLICES][256];

static void crc_make_tables(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t crc = i;

		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? POLYNOMIAL : 0);
		tables[0][i] = crc;
	}
	for (int slice = 1; slice < SLICES; slice++) {
		for (int i = 0; i < 256; i++) {
			uint32_t crc = tables[slice - 1][i];

			tables[slice][i] = crc >> 8 ^ tables[0][crc & 255];
		}
	}
}

static uint32_t by_table(uint32_t crc, const uint8_t *bytes, size_t size)
{
	for (; size >= SLICES; size -= SLICES, bytes += SLICES) {
		uint64_t word;

		memcpy(&word, bytes, sizeof(word));
		word = le64toh(word) ^ crc;
		crc = 0;
		for (int slice = 0; slice < SLICES; slice++)
			crc ^= tables[SLICES - 1 - slice][word >> 8 * slice & 255];
	}
	for (; size > 0; size--)
		crc = crc >> 8 ^ tables[0][(crc ^ *bytes++) & 255];
	return crc;
}

uint32_t crc32c_by_table(uint32_t crc, const void *data, size_t size)
{
	if (tables[0][1] == 0)
		crc_make_tables();
	return ~by_table(~crc, data, size);
}

uint32_t crc32c(uint32_t crc, const void *data, size_t size)
{
	if (vectors_crc32c(&crc, data, size))
		return crc;
	return crc32c_by_table(crc, data, size);
}
