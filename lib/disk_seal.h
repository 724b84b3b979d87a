/* SPDX-License-Identifier: MIT */
/* The seal of a scratch disk: its first sector, which proves that the disk was made to be
 * overwritten. It contains a token that only the maker of the disk and the program that may write
 * know, and the disk's size, so that a copy on another disk is not valid. A writer
 * checks the seal before each write, and never writes to the sealed beginning. */
#ifndef LIB_DISK_SEAL_H
#define LIB_DISK_SEAL_H

#include <stdint.h>

#define SEAL_SECTOR_BYTES 512u
#define SEAL_RESERVED_BYTES 4096u       /* if sectors are large, this is one sector, with the
					 * seal */

/* Fill the first sector of a disk of that size, which is in units of SEAL_SECTOR_BYTES. token must
 * not be 0. */
void disk_seal_write(uint8_t sector[SEAL_SECTOR_BYTES], uint64_t token, uint64_t sectors);

/* Returns NULL if this is the seal of a disk with that token and size, otherwise the reason as a
 * clause. */
const char *disk_seal_fault(const uint8_t sector[SEAL_SECTOR_BYTES], uint64_t token,
			    uint64_t sectors);

#endif
