/* SPDX-License-Identifier: MIT */
#include "lib/aarch64/cache_flush.h"

#include "lib/aarch64/control.h"
#include "lib/aarch64/register_caches.h"

#define SET_WAY_BITS 32

static unsigned bits_for(uint32_t count)
{
	return count > 1 ? 32 - (unsigned)__builtin_clz(count - 1) : 0;
}

static void flush_level(const struct cpu_cache *cache)
{
	uint32_t sets = (uint32_t)(cache->size_bytes / cache->line_bytes / cache->ways);
	unsigned way_shift = SET_WAY_BITS - bits_for(cache->ways);
	unsigned line_shift = bits_for(cache->line_bytes);

	for (uint64_t way = 0; way < cache->ways; way++) {
		for (uint64_t set = 0; set < sets; set++)
			__asm__ volatile("dc cisw, %0" : : "r"(way << way_shift |
				set << line_shift | (uint64_t)(cache->level - 1) << 1) : "memory");
	}
}

void cache_flush(void)
{
	struct cpu_cache caches[CPU_CACHES_MAX];
	size_t count = register_caches_read(caches);

	for (size_t i = 0; i < count; i++) {
		if (caches[i].type[0] != 'i')
			flush_level(&caches[i]);
	}
	__asm__ volatile("dsb sy\n\tisb" : : : "memory");
}
