/* SPDX-License-Identifier: MIT */
/* Feeds a trace of addresses, written by valgrind's lackey (--trace-mem=yes), to the caches of the
 * memory model, and prints the misses for two arrangements: cachegrind's, and the model's own.
 *
 * cachegrind counts an access across two lines once, as a miss if either line misses, and then
 * looks up both lines in the last level. The model counts and looks up each line separately. For
 * accesses within one line, both must agree.
 *
 * usage: replay GEOMETRY all|single <TRACE; the geometry has l1i, l1d and llc, and l2=none; single
 * ignores accesses across two lines */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/memory/system.h"

struct misses {
	uint64_t l1i, l1d, lli, lld;
};

static struct memory_system memory;
static struct cache last_level, stores[MEMORY_STORES];

/* Whether any of the lines from first to last misses. Accesses all of them. */
static bool misses_any(struct cache *cache, uint64_t first, uint64_t last)
{
	bool missed = false;

	for (uint64_t line = first; line <= last; line++)
		missed |= !cache_use(cache, line, line);
	return missed;
}

static void replay_as_cachegrind(struct misses *misses, bool is_fetch, uint64_t first,
				 uint64_t last)
{
	if (!misses_any(&stores[is_fetch ? MEMORY_L1I : MEMORY_L1D], first, last))
		return;
	*(is_fetch ? &misses->l1i : &misses->l1d) += 1;
	*(is_fetch ? &misses->lli : &misses->lld) += misses_any(&stores[MEMORY_LLC], first, last);
}

static void replay_as_ours(struct misses *misses, bool is_fetch, uint64_t address, uint32_t bytes)
{
	const struct memory_access access = {
		.address_virt = address, .address_phys = address, .bytes = bytes,
	};
	struct memory_counts counts = {0};

	if (is_fetch) {
		memory_fetch(&memory, address, address, &counts);
		memory_fetch(&memory, address + bytes - 1, address + bytes - 1, &counts);
	} else {
		memory_use(&memory, &access, &counts);
	}
	misses->l1i += counts.of[MEMORY_MISSES + MEMORY_L1I];
	misses->l1d += counts.of[MEMORY_MISSES + MEMORY_L1D];
	*(is_fetch ? &misses->lli : &misses->lld) += counts.of[MEMORY_MISSES + MEMORY_LLC];
}

static void replay_print(const char *as, const struct misses *misses)
{
	printf("%s I1 %" PRIu64 " D1 %" PRIu64 " LLi %" PRIu64 " LLd %" PRIu64 "\n", as,
	       misses->l1i, misses->l1d, misses->lli, misses->lld);
}

static void replay_begin(const char *text)
{
	struct memory_geometry geometry;
	char problem[MEMORY_TEXT_MAX];

	if (!memory_geometry_parse(&geometry, text, problem))
		errx(2, "%s", problem);
	memory_last_level_make(&last_level, &geometry);
	memory_system_make(&memory, &geometry, &last_level);
	for (enum memory_store store = MEMORY_L1I; store <= MEMORY_LLC; store++) {
		if (geometry.stores[store].size != 0)
			cache_make(&stores[store], memory_sets(&geometry, store),
				   geometry.stores[store].ways);
	}
}

int main(int argc, char **argv)
{
	struct misses as_cachegrind = {0}, as_ours = {0};
	uint64_t address, fetches = 0, uses = 0, in_two = 0, line_bytes;
	char kind[2], text[256];
	uint32_t bytes;

	if (argc != 3)
		errx(2, "usage: replay GEOMETRY all|single <TRACE");
	replay_begin(argv[1]);
	line_bytes = memory.geometry.line_bytes;
	while (fgets(text, sizeof(text), stdin) != NULL) {
		bool is_fetch;
		uint64_t first, last;

		if (sscanf(text, " %1[ILSM] %" SCNx64 ",%" SCNu32, kind, &address, &bytes) != 3)
			continue;
		is_fetch = kind[0] == 'I';
		first = address / line_bytes;
		last = (address + bytes - 1) / line_bytes;
		*(is_fetch ? &fetches : &uses) += 1;
		in_two += first != last;
		if (first != last && strcmp(argv[2], "single") == 0)
			continue;
		replay_as_cachegrind(&as_cachegrind, is_fetch, first, last);
		replay_as_ours(&as_ours, is_fetch, address, bytes);
	}
	printf("trace I %" PRIu64 " D %" PRIu64 " in two lines %" PRIu64 "\n", fetches, uses,
	       in_two);
	replay_print("as-cachegrind", &as_cachegrind);
	replay_print("as-ours", &as_ours);
	return 0;
}
