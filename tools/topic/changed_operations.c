/* SPDX-License-Identifier: MIT */
/* Metrics are sorted by benchmark and point, so that only the sorts take more than linear time. */
#include "tools/topic/changed_operations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/topic/metric_tables.h"

/* Ranks of verdicts, the worst first. Verdicts without a difference are last. */
static const unsigned char ranks[CHANGES] = {
	[CHANGE_MISSING] = 0,  [CHANGE_REGRESSED] = 1, [CHANGE_NEUTRAL] = 2,
	[CHANGE_IMPROVED] = 3, [CHANGE_UNSTABLE] = 5,  [CHANGE_UNCHANGED] = 7,
	[CHANGE_UNKNOWN] = 7,
};
#define RANK_COLD 4   /* only cold samples changed */
#define RANK_STAGES 6 /* only stages changed */
#define RANK_SHOWN_MAX RANK_STAGES

/* An operation with what it is sorted by. */
struct candidate {
	struct changed_operation operation;
	unsigned rank;
	double size;            /* relative change */
	size_t number;          /* in order of measurement */
	const char *signature;  /* equal for the same change; NULL: the change is its own */
	size_t leader;          /* position of the first candidate with the signature */
};

bool change_is_difference(enum change change)
{
	return change > CHANGE_UNCHANGED && change != CHANGE_UNSTABLE;
}

/* ---- Stages ---- */

static int metric_compare_points(const void *a, const void *b)
{
	const struct compared_metric *const *left = a, *const *right = b;
	int order = strcmp((*left)->point, (*right)->point);

	return order != 0 ? order : (*left > *right) - (*left < *right);
}

static bool metric_is_total(const struct compared_metric *metric)
{
	return strcmp(metric->stage, TOTAL_STAGE) == 0;
}

/* Whether a metric is of the operation itself: its cold samples, or twice its number. */
static bool metric_is_of(const struct compared_metric *metric, const struct compared_metric *whole)
{
	return metric->is_cold ? strcmp(metric->first_stage, whole->stage) == 0
			       : strcmp(metric->stage, DOUBLED_STAGE) == 0 &&
					 whole->stage[0] == '\0';
}

/* If an operation changed in its cold samples only, these stand for it. */
static void operation_prefer_cold(struct changed_operation *operation)
{
	for (size_t i = 0; i < operation->stage_count; i++) {
		const struct compared_metric *part = operation->stages[i];

		if (part->is_cold && strcmp(part->first_stage, operation->whole->stage) == 0 &&
		    change_is_difference(part->judgement.change) &&
		    !change_is_difference(operation->whole->judgement.change)) {
			operation->stages[i] = operation->whole;
			operation->whole = part;
			return;
		}
	}
}

/* Add the metrics of one point: its total with its stages. Without a total, each warm metric with
 * the metrics of it that follow. room is for the parts of all operations. */
static void point_add(struct candidate *candidates, size_t *count,
		      const struct compared_metric *const *metrics, size_t point_count,
		      const struct compared_metric **room)
{
	const struct compared_metric *total = NULL;
	struct changed_operation *last = NULL;
	size_t first = *count;

	for (size_t i = 0; i < point_count && total == NULL; i++)
		total = metric_is_total(metrics[i]) && !metrics[i]->is_cold ? metrics[i] : NULL;
	for (size_t i = 0; i < point_count; i++) {
		const struct compared_metric *metric = metrics[i];

		if (metric != total && total != NULL && metric->stage[0] != '\0')
			continue;
		if (last != NULL && metric_is_of(metric, last->whole)) {
			last->stages[last->stage_count++] = metric;
			continue;
		}
		last = &candidates[(*count)++].operation;
		*last = (struct changed_operation){.whole = metric, .stages = &room[i]};
		if (metric != total)
			continue;
		last->stages = room;
		/* The total of a point with all its stages, the warm ones first. */
		for (size_t j = 0; j < 2 * point_count; j++) {
			const struct compared_metric *part = metrics[j % point_count];

			if (part != last->whole && part->stage[0] != '\0' &&
			    part->is_cold == (j >= point_count))
				last->stages[last->stage_count++] = part;
		}
	}
	for (size_t i = first; i < *count; i++)
		operation_prefer_cold(&candidates[i].operation);
}

static size_t bench_add(struct candidate *candidates, size_t count,
			const struct compared_metric **metrics, size_t metric_count,
			const struct compared_metric **room)
{
	size_t end;

	qsort(metrics, metric_count, sizeof(*metrics), metric_compare_points);
	for (size_t i = 0; i < metric_count; i = end) {
		end = i + 1;
		while (end < metric_count && strcmp(metrics[end]->point, metrics[i]->point) == 0)
			end++;
		point_add(candidates, &count, &metrics[i], end - i, &room[i]);
	}
	return count;
}

/* ---- Equal changes ---- */

static bool metric_is_exact(const struct compared_metric *metric)
{
	return metric->is_exact && metric_is_common(metric);
}

/* A text that is equal for operations with the same change; NULL if the change is no exact count.
 * Equal differences prove nothing, because many paths cost nine instructions more. Two or more
 * stages with the same differences most likely have one cause. Equal counts before and after, of
 * the operation or of the only stage that changed, also most likely have one cause. */
static const char *operation_signature(struct tables *tables,
				       const struct changed_operation *operation)
{
	const struct compared_metric *whole = operation->whole, *last = operation->whole;
	enum change change = whole->judgement.change;
	const char *text = "";
	size_t changed = 0;

	if (!metric_is_exact(whole) || (change != CHANGE_REGRESSED && change != CHANGE_IMPROVED))
		return NULL;
	for (size_t i = 0; i < operation->stage_count; i++) {
		const struct compared_metric *stage = operation->stages[i];

		if (stage->is_cold || stage->judgement.change == CHANGE_UNCHANGED)
			continue;
		if (!metric_is_exact(stage))
			return NULL;
		text = tables_text(tables, "%s %s %.9g", text, stage->stage,
				   stage->contrast.difference.value);
		last = stage;
		changed++;
	}
	if (changed < 2 || whole->is_cold)
		return tables_text(tables, "%s %.12g %.12g",
				   whole->is_cold  ? COLD_STAGE
				   : last == whole ? "" : last->stage,
				   last->sides[BASE].median, last->sides[NEW].median);
	return tables_text(tables, "%s, in all %.9g", text, whole->contrast.difference.value);
}

/* Candidates by signature, then by position. */
static int candidate_compare_signatures(const void *a, const void *b)
{
	const struct candidate *const *left = a, *const *right = b;
	int order = strcmp((*left)->signature, (*right)->signature);

	return order != 0 ? order : (*left > *right) - (*left < *right);
}

/* Candidates are in order, so the first with a signature leads the others. */
static void candidates_find_leaders(struct tables *tables, struct candidate *candidates,
				    size_t count)
{
	struct candidate **signed_ones = tables_allocate(tables, count + 1, sizeof(*signed_ones));
	size_t signed_count = 0;

	for (size_t i = 0; i < count; i++) {
		candidates[i].leader = i;
		if (candidates[i].signature != NULL)
			signed_ones[signed_count++] = &candidates[i];
	}
	qsort(signed_ones, signed_count, sizeof(struct candidate *), candidate_compare_signatures);
	for (size_t i = 1; i < signed_count; i++) {
		if (strcmp(signed_ones[i]->signature, signed_ones[i - 1]->signature) == 0)
			signed_ones[i]->leader = signed_ones[i - 1]->leader;
	}
}

/* ---- Order ---- */

static bool operation_has_changed_stage(const struct changed_operation *operation)
{
	for (size_t i = 0; i < operation->stage_count; i++) {
		if (change_is_difference(operation->stages[i]->judgement.change))
			return true;
	}
	return false;
}

/* A change without a ratio to the base sorts first. */
static double operation_size(const struct changed_operation *operation)
{
	const struct compared_metric *whole = operation->whole;

	if (!metric_is_common(whole) || !whole->contrast.has_ratio)
		return INFINITY;
	return fabs(whole->contrast.ratio.value - 1);
}

static int candidate_compare(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;

	if (left->rank != right->rank)
		return left->rank < right->rank ? -1 : 1;
	if (left->rank <= RANK_SHOWN_MAX && left->size != right->size)
		return left->size > right->size ? -1 : 1;
	return (left->operation.whole > right->operation.whole) -
	       (left->operation.whole < right->operation.whole);
}

static int candidate_compare_leaders(const void *a, const void *b)
{
	const struct candidate *left = a, *right = b;

	if (left->leader != right->leader)
		return left->leader < right->leader ? -1 : 1;
	return (left->number > right->number) - (left->number < right->number);
}

void changed_operations_find(struct tables *tables, const struct comparison *comparison,
		     struct changed_operations *operations)
{
	const struct compared_metric *const *by_bench = metrics_by_bench(tables, comparison);
	size_t count = 0, all = comparison->metric_count, same;
	struct candidate *candidates = tables_allocate(tables, all + 1, sizeof(*candidates));
	const struct compared_metric **metrics = tables_allocate(tables, all + 1,
								 sizeof(*metrics));
	const struct compared_metric **room;
	size_t leader = 0;

	room = tables_allocate(tables, all + 1, sizeof(*room));
	*operations = (struct changed_operations){
		.items = tables_allocate(tables, all + 1, sizeof(*operations->items)),
	};
	memcpy(metrics, by_bench, all * sizeof(struct compared_metric *));
	for (size_t i = 0; i < all; i += same) {
		same = metrics_of_bench(&by_bench[i], all - i);
		count = bench_add(candidates, count, &metrics[i], same, &room[i]);
	}
	for (size_t i = 0; i < count; i++) {
		struct candidate *candidate = &candidates[i];
		enum change change = candidate->operation.whole->judgement.change;

		candidate->rank = ranks[change];
		if (candidate->operation.whole->is_cold && candidate->rank < RANK_COLD)
			candidate->rank = RANK_COLD;
		if (candidate->rank > RANK_SHOWN_MAX &&
		    operation_has_changed_stage(&candidate->operation))
			candidate->rank = RANK_STAGES;
		candidate->size = operation_size(&candidate->operation);
		candidate->signature = operation_signature(tables, &candidate->operation);
	}
	qsort(candidates, count, sizeof(*candidates), candidate_compare);
	for (size_t i = 0; i < count; i++)
		candidates[i].number = i;
	candidates_find_leaders(tables, candidates, count);
	qsort(candidates, count, sizeof(*candidates), candidate_compare_leaders);
	operations->count = count;
	for (size_t i = 0; i < count; i++) {
		struct changed_operation *operation = &operations->items[i];
		enum change change = candidates[i].operation.whole->judgement.change;

		*operation = candidates[i].operation;
		operation->is_follower = i > 0 && candidates[i].leader == candidates[i - 1].leader;
		if (operation->is_follower)
			operations->items[leader].followers++;
		else
			leader = i;
		operations->changes[change]++;
		operations->shown += candidates[i].rank <= RANK_SHOWN_MAX;
		operations->regressions += change == CHANGE_REGRESSED && !operation->is_follower;
	}
}

const struct changed_operation *
changed_operations_largest(const struct changed_operations *operations)
{
	static const enum change order[] = {CHANGE_REGRESSED, CHANGE_NEUTRAL, CHANGE_IMPROVED};

	for (size_t i = 0; i < COUNT(order); i++) {
		for (size_t j = 0; j < operations->shown; j++) {
			if (operations->items[j].whole->judgement.change == order[i])
				return &operations->items[j];
		}
	}
	return NULL;
}
