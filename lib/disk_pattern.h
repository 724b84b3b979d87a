/* SPDX-License-Identifier: MIT */
/* Disk sectors whose contents identify them, so that a reader detects a wrong or damaged sector. A
 * sector holds a magic number, its own number, the number of pattern sectors on the disk, random
 * data whose seed is the sector's number, and a CRC-32C of all of that. */
#ifndef LIB_DISK_PATTERN_H
#define LIB_DISK_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#define PATTERN_SECTOR_BYTES 512u

/* Fill a sector. */
void disk_pattern_write(uint8_t sector[PATTERN_SECTOR_BYTES], uint64_t number, uint64_t count);

/* The number of pattern sectors on a disk, as its first sector states it. Returns 0 if that sector
 * has no pattern. */
uint64_t disk_pattern_count(const uint8_t sector[PATTERN_SECTOR_BYTES]);

/* Whether a sector belongs to a pattern disk, with any number. */
bool disk_pattern_is_marked(const uint8_t sector[PATTERN_SECTOR_BYTES]);

/* Whether a sector has this number. disk_pattern_is_valid also checks the CRC. */
bool disk_pattern_has_number(const uint8_t sector[PATTERN_SECTOR_BYTES], uint64_t number);
bool disk_pattern_is_valid(const uint8_t sector[PATTERN_SECTOR_BYTES], uint64_t number);

#endif
