/* SPDX-License-Identifier: MIT */
/* The base and the listed side become the two sides of a comparison. */
#include "tools/compare/side_list.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/compare/missing_metric.h"

struct comparison side_list_pair(const struct side_list *list, size_t base, size_t side)
{
	struct comparison pair = {.kind = COMPARE_BOOTS, .sides[BASE] = list->items[base].runs};

	if (side != base) {
		pair.kind = COMPARE_OVERHEAD;
		pair.sides[NEW] = list->items[side].runs;
	}
	return pair;
}

/* The side's place in its own pair. */
static enum side place_in_pair(const struct side_list *list, size_t side)
{
	return list->items[side].base != side ? NEW : BASE;
}

static void add_rows(struct side_list *list, size_t side, struct name_index *index)
{
	const struct comparison *pair = &list->items[side].pair;
	struct comparison *names = &list->names;

	for (size_t i = 0; i < pair->metric_count; i++) {
		const struct compared_metric *metric = &pair->metrics[i];
		const struct side_metric *own = &metric->sides[place_in_pair(list, side)];
		const struct metric_name name = {metric->bench, metric->point, metric->stage};
		size_t row = name_index_find(index, &name);

		if (row == NAME_NOT_FOUND && own->runs > 0) {
			row = name_index_add(index, &name);
			names->metrics[names->metric_count++] = (struct compared_metric){
				.bench = name.bench, .point = name.point, .stage = name.stage,
				.sides[BASE] = *own,
			};
		}
		if (row != NAME_NOT_FOUND)
			list->rows[row].metrics[side] = metric;
	}
}

/* Bases precede their sides, so metrics that only a pair's base has already have a row. */
void side_list_make(struct side_list *list, const struct patterns *benches)
{
	struct name_index index = {0};
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++) {
		struct listed_side *side = &list->items[i];

		side->pair = side_list_pair(list, side->base, i);
		compare_make(&side->pair, benches);
		count += side->pair.metric_count;
	}
	list->names.kind = COMPARE_BOOTS;
	list->names.metrics = xcalloc(count + 1, sizeof(*list->names.metrics));
	list->rows = xcalloc(count + 1, sizeof(*list->rows));
	for (size_t i = 0; i < list->count; i++)
		add_rows(list, i, &index);
	for (size_t i = 0; i < list->count; i++) {
		struct missing_metric missing = {0};

		for (size_t j = 0; j < list->names.metric_count; j++) {
			const struct compared_metric *metric = &list->names.metrics[j];
			const struct metric_name name = {metric->bench, metric->point,
							 metric->stage};
			struct side_metric *absent = &list->rows[j].missing[i];

			if (side_list_metric(list, j, i) == NULL)
				absent->why_missing = missing_metric_explain(
					&missing, &list->items[i].runs.items[0], &name,
					&absent->is_lost);
		}
		missing_metric_free(&missing);
	}
	name_index_free(&index);
}

/* The sides own the runs, and the pairs own the metrics of names. */
void side_list_free(struct side_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		struct listed_side *side = &list->items[i];

		memset(side->pair.sides, 0, sizeof(side->pair.sides));
		compare_free(&side->pair);
		compared_runs_free(&side->runs);
		free(side->title);
		free(side->name);
	}
	free(list->names.metrics);
	free(list->rows);
	*list = (struct side_list){0};
}

const struct side_metric *side_list_metric(const struct side_list *list, size_t row, size_t side)
{
	const struct compared_metric *metric = list->rows[row].metrics[side];
	const struct side_metric *own;

	if (metric == NULL)
		return NULL;
	own = &metric->sides[place_in_pair(list, side)];
	return own->runs > 0 && strcmp(own->unit, list->names.metrics[row].sides[BASE].unit) == 0
		       ? own
		       : NULL;
}

const struct compared_metric *side_list_contrast(const struct side_list *list, size_t row,
						 size_t side)
{
	const struct compared_metric *metric = list->rows[row].metrics[side];

	return list->items[side].base != side && metric != NULL && metric_is_common(metric) ? metric
											     : NULL;
}

bool side_list_is_exact(const struct side_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].runs.items[0].analysis->time_base != TIME_INSTRUCTIONS)
			return false;
	}
	return true;
}

size_t side_list_count_differing(const struct side_list *list, size_t side)
{
	return compare_count_differing(&list->items[side].pair, place_in_pair(list, side));
}
