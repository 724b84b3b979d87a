/* SPDX-License-Identifier: MIT */
#include "tools/explain/memory_sums.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"

static void counts_add(struct memory_counts *to, const struct memory_counts *counts, uint64_t times)
{
	for (size_t event = 0; event < MEMORY_EVENTS; event++)
		to->of[event] += times * counts->of[event];
}

/* ---- By function ---- */

static int compare_functions(const struct memory_function *a, const struct memory_function *b)
{
	int order = strcmp(a->name, b->name);

	return order != 0 ? order : (int)a->layer - (int)b->layer;
}

static int by_function(const void *a, const void *b)
{
	return compare_functions(a, b);
}

static uint64_t first_misses(const struct memory_counts *counts)
{
	return counts->of[MEMORY_MISSES + MEMORY_L1I] + counts->of[MEMORY_MISSES + MEMORY_L1D];
}

static uint64_t accesses(const struct memory_counts *counts)
{
	return counts->of[MEMORY_FETCHES] + counts->of[MEMORY_READS] + counts->of[MEMORY_WRITES];
}

static int by_number(uint64_t a, uint64_t b)
{
	return a != b ? (a > b ? -1 : 1) : 0;
}

static int by_misses(const void *first, const void *second)
{
	const struct memory_function *a = first, *b = second;
	int order = by_number(first_misses(&a->counts), first_misses(&b->counts));

	if (order == 0)
		order = by_number(accesses(&a->counts), accesses(&b->counts));
	return order != 0 ? order : compare_functions(a, b);
}

static void sums_join(struct memory_sums *sums)
{
	size_t kept = 0;

	if (sums->count == 0)
		return;
	qsort(sums->items, sums->count, sizeof(*sums->items), by_function);
	for (size_t i = 0; i < sums->count; i++) {
		if (kept > 0 && compare_functions(&sums->items[kept - 1], &sums->items[i]) == 0)
			counts_add(&sums->items[kept - 1].counts, &sums->items[i].counts, 1);
		else
			sums->items[kept++] = sums->items[i];
	}
	sums->count = kept;
	qsort(sums->items, sums->count, sizeof(*sums->items), by_misses);
}

/* ---- Over windows ---- */

struct summing {
	struct memory_sums *sums;
	const struct instruction_profile *trace;
	const struct code_names *names;
	size_t capacity;
};

static void sums_add(struct summing *summing, const struct memory_row *row, uint64_t times)
{
	const struct instruction_profile *trace = summing->trace;
	const struct profile_block *block = &trace->blocks[row->block];
	struct memory_sums *sums = summing->sums;
	struct code_function function =
		code_function_of(summing->names, block,
				 instruction_profile_address(block, row->insn),
				 trace->nodes[row->node].is_host);

	if (sums->count == summing->capacity) {
		summing->capacity = 2 * summing->capacity + 64;
		sums->items = xreallocarray(sums->items, summing->capacity, sizeof(*sums->items));
	}
	sums->items[sums->count] = (struct memory_function){.layer = function.layer,
							    .name = function.name};
	counts_add(&sums->items[sums->count++].counts, &row->counts, times);
	counts_add(&sums->all, &row->counts, times);
}

/* Add up all profiles of all windows one by one, without functions. */
static void sums_prove(const struct memory_sums *sums, const struct memory_trace *memory,
		       const struct window *windows, size_t count)
{
	struct memory_counts *totals = xcalloc(memory->profile_list.count + 1, sizeof(*totals));
	struct memory_counts all = {{0}}, functions = {{0}};

	for (size_t i = 0; i < memory->profile_list.count; i++) {
		for (size_t j = 0; j < memory->profiles[i].count; j++)
			counts_add(&totals[i], &memory->profiles[i].rows[j].counts, 1);
	}
	for (size_t i = 0; i < count; i++) {
		for (size_t mark = windows[i].begin + 1; mark <= windows[i].end; mark++) {
			if (memory->marks[mark] != MARK_NO_PROFILE)
				counts_add(&all, &totals[memory->marks[mark]], 1);
		}
	}
	for (size_t i = 0; i < sums->count; i++)
		counts_add(&functions, &sums->items[i].counts, 1);
	for (size_t event = 0; event < MEMORY_EVENTS; event++)
		proof_require(sums->all.of[event] == all.of[event] &&
				      functions.of[event] == all.of[event],
			      "event %zu of the memory model: %" PRIu64 " in all and %" PRIu64
			      " by function, but the plugin counted %" PRIu64, event,
			      sums->all.of[event], functions.of[event], all.of[event]);
	free(totals);
}

/* Repeated profiles are added once, with a factor. */
void memory_sums_make(struct memory_sums *sums, const struct instruction_profile *trace,
		      const struct code_names *names, const struct window *windows, size_t count)
{
	const struct memory_trace *memory = trace->memory;
	struct summing summing = {.sums = sums, .trace = trace, .names = names};
	uint64_t *times = xcalloc(memory->profile_list.count + 1, sizeof(*times));

	*sums = (struct memory_sums){0};
	for (size_t i = 0; i < count; i++) {
		for (size_t mark = windows[i].begin + 1; mark <= windows[i].end; mark++) {
			if (memory->marks[mark] != MARK_NO_PROFILE)
				times[memory->marks[mark]]++;
		}
	}
	for (size_t i = 0; i < memory->profile_list.count; i++) {
		for (size_t j = 0; times[i] > 0 && j < memory->profiles[i].count; j++)
			sums_add(&summing, &memory->profiles[i].rows[j], times[i]);
	}
	free(times);
	sums_join(sums);
	sums_prove(sums, memory, windows, count);
}

void memory_sums_free(struct memory_sums *sums)
{
	free(sums->items);
	*sums = (struct memory_sums){0};
}
