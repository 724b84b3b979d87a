/* SPDX-License-Identifier: MIT */
/* Checks that memory which is new to a program was cleared. */
#ifndef LIB_CLEARED_PAGE_H
#define LIB_CLEARED_PAGE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the second and the last byte of a page are 0. The page was mapped by an access to its
 * first byte. Sets the last byte, so the page must be cleared before the next check. */
static inline bool cleared_page_check(volatile uint8_t *bytes, uint64_t page_bytes)
{
	volatile uint8_t *last = &bytes[page_bytes - 1];
	bool was_cleared = bytes[1] == 0 && *last == 0;

	*last = 0xff;
	return was_cleared;
}

#endif
