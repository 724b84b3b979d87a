/* SPDX-License-Identifier: MIT */
/* The seal of a scratch disk: valid for one token and size, and for nothing else. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/disk_pattern.h"
#include "lib/disk_seal.h"

#define TOKEN 0x0123456789abcdef
#define SECTORS 8192

static uint8_t sector[SEAL_SECTOR_BYTES];

TEST(seal_is_valid_for_its_token_and_size_only)
{
	disk_seal_write(sector, TOKEN, SECTORS);
	assert_null(disk_seal_fault(sector, TOKEN, SECTORS));
	assert_non_null(strstr(disk_seal_fault(sector, TOKEN + 1, SECTORS), "another disk"));
	assert_non_null(strstr(disk_seal_fault(sector, TOKEN, SECTORS + 1), "another size"));
}

TEST(any_changed_byte_breaks_the_seal)
{
	for (size_t i = 0; i < sizeof(sector); i++) {
		disk_seal_write(sector, TOKEN, SECTORS);
		sector[i] ^= 1;
		assert_non_null(disk_seal_fault(sector, TOKEN, SECTORS));
	}
}

TEST(other_data_is_no_seal)
{
	memset(sector, 0, sizeof(sector));
	assert_non_null(strstr(disk_seal_fault(sector, TOKEN, SECTORS), "no seal"));
	assert_non_null(disk_seal_fault(sector, 0, 0));
	disk_pattern_write(sector, 0, SECTORS);
	assert_non_null(disk_seal_fault(sector, TOKEN, SECTORS));
}

TEST(token_0_is_valid_for_no_disk)
{
	disk_seal_write(sector, 0, SECTORS);
	assert_non_null(disk_seal_fault(sector, 0, SECTORS));
}
