/* SPDX-License-Identifier: MIT */
#include "lib/disk_seal.h"

#include "lib/rng.h"
#include "lib/wire/crc.h"

#define MARK 0x4c41455344534b31ull
#define WORDS (SEAL_SECTOR_BYTES / 8)
#define CRC_AT (SEAL_SECTOR_BYTES - 4)

enum {WORD_MARK, WORD_NUMBER, WORD_COUNT, WORD_FILL};

static uint64_t seal_word(const uint8_t *sector, unsigned index)
{
	uint64_t word = 0;

	for (unsigned byte = 8; byte-- > 0;)
		word = word << 8 | sector[8 * index + byte];
	return word;
}

static void seal_put(uint8_t *sector, unsigned index, uint64_t word)
{
	for (unsigned byte = 0; byte < 8; byte++)
		sector[8 * index + byte] = (uint8_t)(word >> 8 * byte);
}

void disk_seal_write(uint8_t sector[SEAL_SECTOR_BYTES], uint64_t number, uint64_t count)
{
	struct rng rng;
	uint32_t crc;

	rng_seed(&rng, number);
	seal_put(sector, WORD_MARK, MARK);
	seal_put(sector, WORD_NUMBER, number);
	seal_put(sector, WORD_COUNT, count);
	for (unsigned word = WORD_FILL; word < WORDS; word++)
		seal_put(sector, word, rng_next(&rng));
	crc = crc32c(0, sector, CRC_AT);
	for (unsigned byte = 0; byte < 4; byte++)
		sector[CRC_AT + byte] = (uint8_t)(crc >> 8 * byte);
}

bool disk_seal_has_number(const uint8_t sector[SEAL_SECTOR_BYTES], uint64_t number)
{
	return seal_word(sector, WORD_MARK) == MARK && seal_word(sector, WORD_NUMBER) == number;
}

bool disk_seal_is_whole(const uint8_t sector[SEAL_SECTOR_BYTES], uint64_t number)
{
	return disk_seal_has_number(sector, number) &&
	       seal_word(sector, WORDS - 1) >> 32 == crc32c(0, sector, CRC_AT);
}

uint64_t disk_seal_count(const uint8_t sector[SEAL_SECTOR_BYTES])
{
	return disk_seal_is_whole(sector, 0) ? seal_word(sector, WORD_COUNT) : 0;
}
