/* SPDX-License-Identifier: MIT */
#include "tools/explain/memory_curve.h"

#include <stdlib.h>
#include <string.h>

#include "tools/record/point.h"

static const struct curve_kind {
	const char *bench, *wanted, *size, *unit;
	bool is_of_pages;       /* its index depends on pages as large as the buffer's */
	enum memory_store stores[MEMORY_CURVE_STORES];
	size_t store_count;
} kinds[] = {
	{"mem.latency", "order=random", "size_bytes", "bytes", false,
	 {MEMORY_L1D, MEMORY_L2, MEMORY_LLC}, 3},
	{"mem.tlb", "", "pages", "pages", true, {MEMORY_DTLB, MEMORY_STLB}, 2},
};

static void curve_begin(struct memory_curve *curve, const struct curve_kind *kind,
			uint64_t page_bytes, const struct memory_geometry *geometry)
{
	*curve = (struct memory_curve){
		.bench = kind->bench, .page_bytes = page_bytes, .unit = kind->unit,
	};
	for (size_t i = 0; i < kind->store_count; i++) {
		if (geometry->stores[kind->stores[i]].size != 0)
			curve->stores[curve->store_count++] = kind->stores[i];
	}
}

static void curve_add(struct memory_curve *curve, const struct explained *explained, uint64_t size)
{
	struct curve_point *point = &curve->points[curve->count];

	if (curve->count == PLATEAU_POINTS_MAX)
		return;
	*point = (struct curve_point){size, 1};
	for (size_t i = 0; i < curve->store_count; i++)
		point->value += explained_per_operation(
			explained, explained->memory.all.of[MEMORY_MISSES + curve->stores[i]]);
	curve->count++;
}

static int by_size(const void *a, const void *b)
{
	const struct curve_point *left = a, *right = b;

	return (left->size_bytes > right->size_bytes) - (left->size_bytes < right->size_bytes);
}

/* The nth plateau ends at the capacity of the nth store. */
static void curve_find_capacities(struct memory_curve *curve)
{
	struct plateau plateaus[PLATEAUS_MAX];
	size_t count;

	qsort(curve->points, curve->count, sizeof(curve->points[0]), by_size);
	count = plateau_find(curve->points, curve->count, plateaus);
	for (size_t i = 0; i < count && i < curve->store_count; i++) {
		if (!plateaus[i].is_last)
			curve->found[i] = plateaus[i].ends_bytes;
	}
}

static size_t curves_add(const struct explanation *explanation, const struct curve_kind *kind,
			 struct memory_curve *curves, size_t count)
{
	size_t first = count;

	for (size_t i = 0; i < explanation->count; i++) {
		const struct explained *explained = &explanation->items[i];
		const char *point = explained->series->info->point;
		uint64_t page_bytes, size;
		size_t at = first;

		if (strcmp(explained->bench->info->name, kind->bench) != 0 ||
		    explained->status != EXPLAINED_EXACTLY || !point_has_all(point, kind->wanted) ||
		    !point_number(point, "page_bytes", &page_bytes) ||
		    !point_number(point, kind->size, &size) ||
		    (kind->is_of_pages && page_bytes != explanation->memory->page_bytes))
			continue;
		while (at < count && curves[at].page_bytes != page_bytes)
			at++;
		if (at == MEMORY_CURVES_MAX)
			continue;
		if (at == count)
			curve_begin(&curves[count++], kind, page_bytes, explanation->memory);
		curve_add(&curves[at], explained, size);
	}
	for (size_t i = first; i < count; i++)
		curve_find_capacities(&curves[i]);
	return count;
}

size_t memory_curves_find(const struct explanation *explanation,
			  struct memory_curve curves[MEMORY_CURVES_MAX])
{
	size_t count = 0;

	for (size_t i = 0; explanation->memory != NULL && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		count = curves_add(explanation, &kinds[i], curves, count);
	return count;
}

enum memory_capacity memory_curve_capacity(const struct memory_curve *curve, uint64_t modelled,
					   size_t store)
{
	uint64_t below = 0, beyond = UINT64_MAX;

	for (size_t i = 0; i < curve->count; i++) {
		uint64_t size = curve->points[i].size_bytes;

		if (size < modelled)
			below = size;
		if (size > modelled && beyond == UINT64_MAX)
			beyond = size;
	}
	if (beyond == UINT64_MAX)
		return CAPACITY_NOT_REACHED;
	if (curve->found[store] == modelled)
		return CAPACITY_EQUAL;
	return curve->found[store] >= below && curve->found[store] <= beyond ? CAPACITY_NEAR
									     : CAPACITY_OTHER;
}
