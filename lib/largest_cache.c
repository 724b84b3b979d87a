/* SPDX-License-Identifier: MIT */
#include "lib/cpu/caches.h"

uint64_t cpu_caches_largest_bytes(void)
{
	struct cpu_cache caches[CPU_CACHES_MAX];
	size_t count = cpu_caches_read(caches);
	uint64_t largest_bytes = 0;

	for (size_t i = 0; i < count; i++) {
		if (caches[i].size_bytes > largest_bytes)
			largest_bytes = caches[i].size_bytes;
	}
	return largest_bytes;
}
