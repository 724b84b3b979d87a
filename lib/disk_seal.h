/* SPDX-License-Identifier: MIT */
/* Sectors that say of themselves which they are, so that whoever reads one knows whether it is the
 * one that was asked for, and whole: a mark, the number of the sector, how many sectors of the disk
 * are like this, and at the end a CRC of all before it. What is between differs in each sector. */
#ifndef LIB_DISK_SEAL_H
#define LIB_DISK_SEAL_H

#include <stdbool.h>
#include <stdint.h>

#define SEAL_SECTOR_BYTES 512u

/* Make a sector. */
void disk_seal_write(uint8_t sector[SEAL_SECTOR_BYTES], uint64_t number, uint64_t count);

/* How many sectors of a disk are sealed, by its first one; 0 if that is not. */
uint64_t disk_seal_count(const uint8_t sector[SEAL_SECTOR_BYTES]);

/* Whether a sector says that it is of that number, and whether its CRC is right too. */
bool disk_seal_has_number(const uint8_t sector[SEAL_SECTOR_BYTES], uint64_t number);
bool disk_seal_is_whole(const uint8_t sector[SEAL_SECTOR_BYTES], uint64_t number);

#endif
