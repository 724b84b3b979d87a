/* SPDX-License-Identifier: MIT */
#include "lib/disk_seal.h"

#include <stdbool.h>

#include "lib/text/string.h"
#include "lib/wire/crc.h"

/* Readable in a dump. */
static const char mark[] = "Bareline scratch disk: contents may be overwritten.\n";

#define TOKEN_AT 64u
#define SECTORS_AT 72u
#define CRC_AT (SEAL_SECTOR_BYTES - 4)

_Static_assert(sizeof(mark) <= TOKEN_AT, "the mark is before the token");

static void put_number(uint8_t *to, uint64_t number, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		to[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t get_number(const uint8_t *from, unsigned bytes)
{
	uint64_t number = 0;

	for (unsigned i = bytes; i-- > 0;)
		number = number << 8 | from[i];
	return number;
}

void disk_seal_write(uint8_t sector[SEAL_SECTOR_BYTES], uint64_t token, uint64_t sectors)
{
	memset(sector, 0, SEAL_SECTOR_BYTES);
	memcpy(sector, mark, sizeof(mark));
	put_number(sector + TOKEN_AT, token, 8);
	put_number(sector + SECTORS_AT, sectors, 8);
	put_number(sector + CRC_AT, crc32c(0, sector, CRC_AT), 4);
}

const char *disk_seal_fault(const uint8_t sector[SEAL_SECTOR_BYTES], uint64_t token,
			    uint64_t sectors)
{
	if (memcmp(sector, mark, sizeof(mark)) != 0)
		return "it has no seal of a scratch disk";
	if (get_number(sector + CRC_AT, 4) != crc32c(0, sector, CRC_AT))
		return "its seal is damaged";
	if (token == 0 || get_number(sector + TOKEN_AT, 8) != token)
		return "its seal is that of another disk";
	if (get_number(sector + SECTORS_AT, 8) != sectors)
		return "its seal is of a disk of another size";
	return NULL;
}
