/* SPDX-License-Identifier: MIT */
/* Whether RAM keeps what is written. No memory tester: it finds RAM that does not exist, that
 * appears at a second address, or whose bits are stuck. */
#ifndef KERNEL_MM_RAM_CHECK_H
#define KERNEL_MM_RAM_CHECK_H

#include <stdint.h>

#define RAM_CHECK_PAGE_BYTES 4096u
#define RAM_CHECK_PLACES_MAX 4096u

/* Write its own address to each word of 8 bytes, then the complement, and read all back from memory
 * instead of the caches. After 64 MiB, only to the first word of each page, so that a page of 1 GiB
 * takes about a second. Returns the number of pages before the first bad one. The contents are
 * lost. */
uint64_t ram_check(volatile uint64_t *words, uint64_t pages);

/* A word, and whether it is bad. */
struct ram_check_place {
	volatile uint64_t *word;
	uint64_t kept;                  /* its contents */
	uint8_t is_bad;
};

/* Check single words. All are written before the first is read, and their contents are kept. */
void ram_check_places(struct ram_check_place *places, uint32_t count);

#endif
