/* SPDX-License-Identifier: MIT */
#include "tools/stats/rank_runs.h"

#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/stats/stats.h"
#include "tools/stats/t_test.h"

static double *rank_runs_values(const struct sample_runs *runs, bool is_single, size_t *count)
{
	double *values;

	*count = is_single ? runs->runs[0].count : runs->count;
	values = xcalloc(*count, sizeof(*values));
	for (size_t i = 0; i < *count; i++)
		values[i] = is_single ? runs->runs[0].sorted[i]
				      : stats_median_sorted(runs->runs[i].sorted,
							    runs->runs[i].count);
	return values;
}

void rank_runs(const struct sample_runs *base, const struct sample_runs *other,
	       struct rank_runs *ranks)
{
	bool is_single = base->count == 1 && other->count == 1;
	struct values base_values, other_values;
	double *base_items = rank_runs_values(base, is_single, &base_values.count);
	double *other_items = rank_runs_values(other, is_single, &other_values.count);

	base_values.items = base_items;
	other_values.items = other_items;
	stats_describe(base_items, base_values.count, &ranks->base);
	stats_describe(other_items, other_values.count, &ranks->other);
	ranks->test = rank_test(&base_values, &other_values);
	ranks->t_p = t_test(&base_values, &other_values);
	free(other_items);
	free(base_items);
}
