/* SPDX-License-Identifier: MIT */
/* Sectors that identify themselves, so a reader knows if it got the requested sector, complete: a
 * mark, the sector's number, the number of such sectors of the disk, and a CRC of all before it at
 * the end. The bytes between differ in each sector. */
#ifndef LIB_DISK_SEAL_H
#define LIB_DISK_SEAL_H

#include <stdbool.h>
#include <stdint.h>

#define SEAL_SECTOR_BYTES 512u

/* Create a sector. */
void disk_seal_write(uint8_t sector[SEAL_SECTOR_BYTES], uint64_t number, uint64_t count);

/* Number of sealed sectors of a disk, from its first sector; 0 if that is not sealed. */
uint64_t disk_seal_count(const uint8_t sector[SEAL_SECTOR_BYTES]);

/* Whether a sector has that number; and whether its CRC is valid too. */
bool disk_seal_has_number(const uint8_t sector[SEAL_SECTOR_BYTES], uint64_t number);
bool disk_seal_is_whole(const uint8_t sector[SEAL_SECTOR_BYTES], uint64_t number);

#endif
