/* SPDX-License-Identifier: MIT */
/* Caches of a CPU as one source describes them: registers, ACPI tables or the device tree. */
#ifndef KERNEL_ONE_ENTRY_DEV_ACPI_CACHE_LIST_H
#define KERNEL_ONE_ENTRY_DEV_ACPI_CACHE_LIST_H

#include <stdbool.h>

#include "kernel/dev/acpi/parse.h"
#include "lib/cpu/caches.h"

struct cache_list {
	size_t count;
	struct cpu_cache caches[CPU_CACHES_MAX];        /* sorted; what is not stated is 0 */
};

/* Add a cache with that number of sets (0: not stated), and calculate its size or its ways if only
 * that is missing. Returns false if the list is full, or if size, ways and sets contradict each
 * other. */
bool cache_list_add(struct cache_list *list, struct cpu_cache cache, uint64_t sets);

/* Read the caches of the CPU with this UID from a PPTT. The sharing of a cache is the number of
 * CPUs that the table connects with the cache. Returns false, with an empty list, if the CPU is
 * missing, or its caches are not described correctly: an offset where no cache is, caches in a
 * circle, or more than CPU_CACHES_MAX. "Cache Type Structure (Type 1)". */
bool acpi_parse_caches(struct acpi_bytes pptt, uint32_t uid, struct cache_list *list);

/* Called with a property for which a list and another source state different values. what is the
 * unit of the values. */
typedef void cache_report(const struct cpu_cache *cache, const char *what, uint64_t ours,
			  uint64_t others, const char *source);

/* Add to a list what another source states in addition: further caches, and properties that the
 * list lacks. Calls report for each property that differs; the list keeps its value. source is the
 * name of the other source. */
void cache_list_merge(struct cache_list *list, const struct cache_list *other, const char *source,
		      cache_report *report);

#endif
