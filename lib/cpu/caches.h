/* SPDX-License-Identifier: MIT */
/* The caches that this CPU reports. Implemented by lib/NAME/. */
#ifndef LIB_CPU_CACHES_H
#define LIB_CPU_CACHES_H

#include <stddef.h>
#include <stdint.h>

#define CPU_CACHES_MAX 8

struct cpu_cache {
	uint32_t level;
	const char *type;       /* data, instruction or unified */
	uint64_t size_bytes;
	uint32_t line_bytes;
	uint32_t ways;          /* 0: fully associative */
	uint32_t sharing;       /* maximum number of logical CPUs that share the cache */
};

/* Store the caches and return their number. Returns 0 if the CPU does not report them. */
size_t cpu_caches_read(struct cpu_cache caches[CPU_CACHES_MAX]);

/* Capacity of the largest cache. Returns 0 if the CPU reports no cache. */
uint64_t cpu_caches_largest_bytes(void);

#endif
