/* SPDX-License-Identifier: MIT */
#include "kernel/one_entry/dev/caches.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/one_entry/dev/tree_caches.h"

static struct cache_list known;

static void warn(const struct cpu_cache *cache, const char *what, uint64_t ours, uint64_t others,
		 const char *source)
{
	warning("caches", "L%u %s: %lu %s, but by %s %lu", cache->level, cache->type, ours, what,
		source, others);
}

static void read_tree(const struct cache_sources *sources)
{
	if (sources->tree->bytes != NULL &&
	    !tree_caches_read(sources->tree, sources->tree_cpu, &known))
		warning("caches", "the device tree describes them wrongly; not used");
}

static void merge_acpi(const struct cache_sources *sources)
{
	struct acpi_bytes pptt = acpi_find_table("PPTT");
	struct cache_list list;

	if (pptt.size == 0 || !sources->has_uid)
		return;
	if (!acpi_parse_caches(pptt, sources->uid, &list))
		warning("caches", "the PPTT describes them wrongly; not used");
	cache_list_merge(&known, &list, "the PPTT", warn);
}

void caches_init(const struct cache_sources *sources)
{
	known = (struct cache_list){0};
	read_tree(sources);
	merge_acpi(sources);
	cache_list_merge(&known, &sources->registers, "registers", warn);
}

size_t cpu_caches_read(struct cpu_cache caches[CPU_CACHES_MAX])
{
	size_t count = 0;

	for (size_t i = 0; i < known.count; i++) {
		if (known.caches[i].size_bytes != 0)
			caches[count++] = known.caches[i];
	}
	return count;
}
