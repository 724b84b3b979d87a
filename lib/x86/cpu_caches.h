/* SPDX-License-Identifier: MIT */
/* The caches that CPUID claims. */
#ifndef LIB_X86_CPU_CACHES_H
#define LIB_X86_CPU_CACHES_H

#include <stddef.h>
#include <stdint.h>

#define CPU_CACHES_MAX 8

struct cpu_cache {
	uint32_t level;
	const char *type;       /* data, instruction or unified */
	uint64_t size_bytes;
	uint32_t line_bytes;
	uint32_t ways;          /* 0: fully associative */
	uint32_t sharing;       /* logical CPUs that may share it, as CPUID bounds them */
};

/* Store the caches and return how many there are; 0 when CPUID is silent. Intel SDM vol. 2A,
 * "CPUID—CPU Identification", leaf 04h; AMD APM vol. 3, "Cache Topology Information" (8000001Dh)
 * and, for older CPUs, "L1 Cache and TLB Information" (80000005h) and "L2 Cache, L3 Cache, and TLB
 * Information" (80000006h). */
size_t cpu_caches_read(struct cpu_cache caches[CPU_CACHES_MAX]);

/* Capacity of the largest one; 0 when there is none. */
uint64_t cpu_caches_largest_bytes(void);

#endif
