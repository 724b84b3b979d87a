/* SPDX-License-Identifier: MIT */
/* Arm ARM, "DC CIVAC, Data or unified Cache line Clean and Invalidate by VA to PoC". */
#ifndef LIB_AARCH64_CACHE_CLEAN_H
#define LIB_AARCH64_CACHE_CLEAN_H

#include <stddef.h>
#include <stdint.h>

#include "lib/aarch64/control.h"

/* Write these bytes from the caches to memory, so that accesses without caches see them. */
static inline void cache_clean(const void *begin, size_t size_bytes)
{
	uintptr_t line_bytes = 4ul << (read_register(ctr_el0) >> 16 & 15);
	uintptr_t at = (uintptr_t)begin / line_bytes * line_bytes;

	for (; at < (uintptr_t)begin + size_bytes; at += line_bytes)
		__asm__ volatile("dc civac, %0" : : "r"(at) : "memory");
	memory_fence();
}

#endif
