/* SPDX-License-Identifier: MIT */
/* Whether RAM keeps what is written. This is no full memory test. It finds RAM that does not exist,
 * RAM that appears at a second address, and bits that are stuck. */
#ifndef KERNEL_MM_RAM_CHECK_H
#define KERNEL_MM_RAM_CHECK_H

#include <stdint.h>

#define RAM_CHECK_PAGE_BYTES 4096u
#define RAM_CHECK_PLACES_MAX 4096u

/* Write to each word of 8 bytes its own address, then the complement, and read all words back from
 * memory instead of the caches. After 64 MiB, check only the first word of each page, so that a
 * page of 1 GiB takes about a second. Returns the number of pages before the first bad one. The
 * contents are lost. */
uint64_t ram_check(volatile uint64_t *words, uint64_t pages);

/* A word to check, and the result. */
struct ram_check_place {
	volatile uint64_t *word;
	uint64_t kept;                  /* contents before the check */
	uint8_t is_bad;
};

/* Check single words. All words are written before the first is read. Afterwards they have their
 * former contents. */
void ram_check_places(struct ram_check_place *places, uint32_t count);

#endif
