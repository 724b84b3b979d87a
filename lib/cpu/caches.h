/* SPDX-License-Identifier: MIT */
/* The caches of this CPU. Implemented by lib/NAME/, or by kernel/one_entry/ where firmware
 * describes them. */
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
	uint32_t ways;          /* 0: fully associative, or not stated */
	uint32_t sharing;       /* maximum number of logical CPUs that share the cache; 0: not
				 * stated */
};

/* Store the caches and return their number. Returns 0 if they are unknown. */
size_t cpu_caches_read(struct cpu_cache caches[CPU_CACHES_MAX]);

/* Capacity of the largest cache. Returns 0 if no cache is known. */
uint64_t cpu_caches_largest_bytes(void);

#endif
