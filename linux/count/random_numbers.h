/* SPDX-License-Identifier: MIT */
/* Gives every run the same random numbers from getrandom(), /dev/urandom and AT_RANDOM. */
#ifndef LINUX_COUNT_RANDOM_NUMBERS_H
#define LINUX_COUNT_RANDOM_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* Addresses of the kernel's symbols, by which the state of the kernel's generator is found. 0: the
 * kernel lacks the symbol. */
struct random_symbols {
	uint64_t begin_virt;            /* _stext */
	uint64_t state_virt;            /* base_crng */
	uint64_t reseed_virt;           /* next_reseed, which has a suffix */
};

/* Find the state. Returns false if this kernel's generator cannot be set. */
bool random_numbers_find(const struct random_symbols *symbols);

/* Let the random numbers begin again, if the state was found. Call after config_begin(). */
void random_numbers_restart(void);

#endif
