/* SPDX-License-Identifier: MIT */
/* Copying and filling memory by the processor's own instructions, without a call of memcpy or
 * memset, which use these. All are inlined.
 *
 *	void cpu_copy(void *to, const void *from, size_t bytes)
 *	void cpu_fill(void *to, int byte, size_t bytes)
 *	void cpu_copy_words(void *to, const void *from, size_t words)
 *	void cpu_fill_words(void *to, uint64_t word, size_t words)
 *		The same for words of 8 bytes: whole pages.
 *	void cpu_write_back(const void *address)
 *		Write the cache line with the address back to memory. It may leave the caches.
 *	void cpu_code_written(const void *code, size_t bytes)
 *		Let all CPUs execute instructions that were written to memory.
 *	bool cpu_has_clear(void)
 *		Whether cpu_clear is the fastest way to clear a page, and the one of an operating
 *		system.
 *	void cpu_clear(void *to, size_t bytes)
 *		Clear whole pages by the processor's instruction for it. */
#ifndef LIB_CPU_BYTES_H
#define LIB_CPU_BYTES_H

#include "lib/cpu/arch.h"

#endif
