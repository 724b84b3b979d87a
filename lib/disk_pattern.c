/* SPDX-License-Identifier: MIT */
#include "lib/disk_pattern.h"

#include "lib/rng.h"
#include "lib/wire/crc.h"

#define MARK 0x4c41455344534b31ull
#define WORDS (PATTERN_SECTOR_BYTES / 8)
#define CRC_AT (PATTERN_SECTOR_BYTES - 4)

enum {WORD_MARK, WORD_NUMBER, WORD_COUNT, WORD_FILL};

static uint64_t read_word(const uint8_t *sector, unsigned index)
{
	uint64_t word = 0;

	for (unsigned byte = 8; byte-- > 0;)
		word = word << 8 | sector[8 * index + byte];
	return word;
}

static void write_word(uint8_t *sector, unsigned index, uint64_t word)
{
	for (unsigned byte = 0; byte < 8; byte++)
		sector[8 * index + byte] = (uint8_t)(word >> 8 * byte);
}

void disk_pattern_write(uint8_t sector[PATTERN_SECTOR_BYTES], uint64_t number, uint64_t count)
{
	struct rng rng;
	uint32_t crc;

	rng_seed(&rng, number);
	write_word(sector, WORD_MARK, MARK);
	write_word(sector, WORD_NUMBER, number);
	write_word(sector, WORD_COUNT, count);
	for (unsigned word = WORD_FILL; word < WORDS; word++)
		write_word(sector, word, rng_next(&rng));
	crc = crc32c(0, sector, CRC_AT);
	for (unsigned byte = 0; byte < 4; byte++)
		sector[CRC_AT + byte] = (uint8_t)(crc >> 8 * byte);
}

bool disk_pattern_is_marked(const uint8_t sector[PATTERN_SECTOR_BYTES])
{
	return read_word(sector, WORD_MARK) == MARK;
}

bool disk_pattern_has_number(const uint8_t sector[PATTERN_SECTOR_BYTES], uint64_t number)
{
	return disk_pattern_is_marked(sector) && read_word(sector, WORD_NUMBER) == number;
}

bool disk_pattern_is_valid(const uint8_t sector[PATTERN_SECTOR_BYTES], uint64_t number)
{
	return disk_pattern_has_number(sector, number) &&
	       read_word(sector, WORDS - 1) >> 32 == crc32c(0, sector, CRC_AT);
}

uint64_t disk_pattern_count(const uint8_t sector[PATTERN_SECTOR_BYTES])
{
	return disk_pattern_is_valid(sector, 0) ? read_word(sector, WORD_COUNT) : 0;
}
