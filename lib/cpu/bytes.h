/* SPDX-License-Identifier: MIT */
/* Copying and filling memory by the processor's own instructions, without a call of memcpy or
 * memset, which use these. All are inlined.
 *
 *	void cpu_copy(void *to, const void *from, size_t bytes)
 *	void cpu_fill(void *to, int byte, size_t bytes)
 *	void cpu_copy_words(void *to, const void *from, size_t words)
 *	void cpu_fill_words(void *to, uint64_t word, size_t words)
 *		The same for words of 8 bytes: whole pages.
 *	bool cpu_fills_by_bytes(void)
 *		Whether cpu_fill clears a page faster than cpu_fill_words does. */
#ifndef LIB_CPU_BYTES_H
#define LIB_CPU_BYTES_H

#include "lib/cpu/arch.h"

#endif
