/* SPDX-License-Identifier: MIT */
/* The caches reported by CPUID, for lib/cpu/caches.h. Intel SDM vol. 2A, "CPUID—CPU
 * Identification", leaf 04h; AMD APM vol. 3, "Cache Topology Information" (8000001Dh) and, for
 * older CPUs, "L1 Cache and TLB Information" (80000005h) and "L2 Cache, L3 Cache, and TLB
 * Information" (80000006h). */
#ifndef LIB_X86_CPU_CACHES_H
#define LIB_X86_CPU_CACHES_H

#include <stdbool.h>

#include "lib/cpu/caches.h"
#include "lib/x86/cpuid.h"

/* Decode a subleaf of leaf 04h or 8000001Dh. Returns false if the subleaf describes no cache. */
bool cpu_caches_decode(struct cpuid subleaf, struct cpu_cache *cache);

/* Decode leaves 80000005h and 80000006h. Stores and returns as cpu_caches_read does. */
size_t cpu_caches_decode_fixed(struct cpuid l1, struct cpuid l2_l3,
			       struct cpu_cache caches[CPU_CACHES_MAX]);

#endif
