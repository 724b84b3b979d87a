/* SPDX-License-Identifier: MIT */
/* Log and trace have the same points in the same order: each is a call of records_point(). */
#include "tools/explain/explanation.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/explain/unattributed.h"
#include "tools/record/point.h"

#define TIMING_BENCH "null.timing"
#define LABEL_BYTES_MAX 256

/* ---- Selection ---- */

static bool point_has_word(const char *point, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = point; (at = strstr(at, word)) != NULL; at++) {
		if ((at == point || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
	}
	return false;
}

/* Whether the words without "=" are in the names that reports give to point and stage, in this
 * order: "trap 4 KiB" is in "ring 0, action trap, page 4 KiB". */
static bool series_is_named(const struct series *series, const char *const *words)
{
	char label[LABEL_BYTES_MAX], name[LABEL_BYTES_MAX + POINT_TEXT_MAX], *rest = name, *word;

	point_label(series->info->point, label, sizeof(label));
	snprintf(name, sizeof(name), "%s %s", label, series->info->stage);
	while (*words != NULL && strchr(*words, '=') != NULL)
		words++;
	while (*words != NULL && (word = strsep(&rest, " ,")) != NULL) {
		if (strcmp(word, *words) != 0)
			continue;
		do
			words++;
		while (*words != NULL && strchr(*words, '=') != NULL);
	}
	return *words == NULL;
}

static bool is_chosen(const struct explained_choice *choice, const struct bench *bench,
		      const struct series *series)
{
	if (!patterns_select(&choice->benches, bench->info->name) ||
	    (choice->stage != NULL && strcmp(choice->stage, series->info->stage) != 0))
		return false;
	for (size_t i = 0; choice->words != NULL && choice->words[i] != NULL; i++) {
		if (strchr(choice->words[i], '=') != NULL &&
		    !point_has_word(series->info->point, choice->words[i]))
			return false;
	}
	return choice->words == NULL || series_is_named(series, choice->words);
}

/* ---- One metric ---- */

/* The timing overhead of a sample: the first sample of null.timing. */
static uint64_t timing_insns(const struct result *result)
{
	const struct bench *bench = result_bench(result, TIMING_BENCH);

	if (bench == NULL || bench->series_count == 0 || bench->series[0].warm.count == 0)
		return 0;
	return bench->series[0].warm.values[0];
}

/* The overhead of each sample is a sample of null.timing. */
static void timing_prove(const struct explained *explained, const struct result *result)
{
	const struct bench *bench = result_bench(result, TIMING_BENCH);
	uint64_t count = explained->series->warm.count;
	bool is_sample = false;

	if (explained->timing_insns == 0)
		return;
	for (size_t i = 0; i < bench->series[0].warm.count; i++)
		is_sample |= bench->series[0].warm.values[i] * count == explained->timing_insns;
	proof_require(is_sample,
		      "%s: a timing overhead of %" PRIu64 " instructions in %" PRIu64 " samples is "
		      "not that of " TIMING_BENCH, explained->bench->info->name,
		      explained->timing_insns, count);
}

static uint64_t profiled_insns(const struct instruction_profile *trace, const struct window *window)
{
	uint64_t insns = 0;

	for (size_t mark = window->begin + 1; mark <= window->end; mark++) {
		if (trace->marks[mark].profile != MARK_NO_PROFILE)
			insns += trace->profiles[trace->marks[mark].profile].insns;
	}
	return insns;
}

static bool has_wrong_sample(const struct explained *explained,
			     const struct instruction_profile *trace,
			     const struct window_list *windows)
{
	const struct sample_set *samples = &explained->series->warm;
	uint64_t *insns = xcalloc(samples->count + 1, sizeof(*insns));
	bool is_wrong;

	for (size_t i = 0; i < windows->count; i++) {
		const struct window *window = &windows->items[i];
		uint64_t part = profiled_insns(trace, window);

		insns[window->sample] += window->is_subtracted ? 0 - part : part;
	}
	is_wrong = memcmp(insns, samples->values, samples->count * sizeof(*insns)) != 0;
	free(insns);
	return is_wrong;
}

/* A function with more subtracted than added instructions. */
static bool has_negative_node(const struct call_tree *tree)
{
	for (size_t i = 0; i < tree->count; i++) {
		if (tree->nodes[i].self_insns > tree->insns)
			return true;
	}
	return false;
}

/* The last window of the last sample. */
static struct window last_window(const struct window_list *windows, size_t samples)
{
	struct window last = {0};

	for (size_t i = 0; i < windows->count; i++) {
		if (windows->items[i].sample == samples - 1 && !windows->items[i].is_subtracted &&
		    windows->items[i].end > last.end)
			last = windows->items[i];
	}
	return last;
}

static void explained_find(struct explained *explained, const struct instruction_profile *trace,
			   const struct code_names *names, const struct point_marks *point,
			   const struct window *after)
{
	const struct sample_set *samples = &explained->series->warm;
	const struct window_query query = {
		.trace = trace, .point = point, .samples = samples->values,
		.kind = attributed_kind(explained->bench->info, explained->series->info),
		.count = samples->count, .after = after,
	};
	struct window_list windows;

	explained->fitting = windows_find(&query, &windows);
	if (explained->fitting == 0) {
		explained->status = EXPLAINED_WRONGLY;
		explained->why = "no two clock reads are as far apart as its samples";
	} else {
		explained->last = last_window(&windows, samples->count);
		call_tree_make(&explained->tree, trace, names, windows.items, windows.count);
		if (trace->memory != NULL && query.kind != WINDOW_EXCESS)
			memory_sums_make(&explained->memory, trace, names, windows.items,
					 windows.count);
		if (explained->tree.insns != explained->sampled_insns ||
		    has_wrong_sample(explained, trace, &windows) ||
		    has_negative_node(&explained->tree)) {
			explained->status = EXPLAINED_WRONGLY;
			explained->why = "the sum by function differs from the samples";
		}
	}
	free(windows.items);
}

static void explained_make(struct explained *explained, const struct result *result,
			   const struct instruction_profile *trace, const struct code_names *names,
			   const struct point_marks *point, const struct window *after)
{
	const struct wire_series *info = explained->series->info;
	const struct sample_set *samples = &explained->series->warm;
	const struct unattributed *reason = unattributed_find(explained->bench->info, info);

	explained->operations = samples->count * (info->iterations != 0 ? info->iterations : 1);
	for (size_t i = 0; i < samples->count; i++)
		explained->sampled_insns += samples->values[i];
	if (info->timed)
		explained->timing_insns = timing_insns(result) * samples->count;
	timing_prove(explained, result);
	if (samples->count == 0)
		explained->why = "it has no warm samples";
	else if (reason != NULL)
		explained->why = reason->why;
	else if (explained->sampled_insns == 0)
		explained->why = "it is 0: there are no instructions";
	if (explained->why == NULL) {
		explained_find(explained, trace, names, point, after);
		if (names->is_own && explained->fitting == 0 &&
		    unattributed_check(&unattributed_halts, explained->bench, explained->series,
				       trace, point)) {
			explained->status = EXPLAINED_NOT;
			explained->why = unattributed_halts.why;
		}
		return;
	}
	explained->status = EXPLAINED_NOT;
	if (reason != NULL && samples->count > 0 &&
	    !unattributed_check(reason, explained->bench, explained->series, trace, point)) {
		explained->status = EXPLAINED_WRONGLY;
		explained->why = "its reason for having no sum is not true";
	}
}

/* ---- A run ---- */

static bool is_same_point(const struct series *a, const struct series *b)
{
	return a->info->bench == b->info->bench && strcmp(a->info->point, b->info->point) == 0;
}

static size_t result_points(const struct result *result)
{
	size_t points = 0;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++)
			points += j == 0 ||
				  !is_same_point(&bench->series[j - 1], &bench->series[j]);
	}
	return points;
}

struct explaining {
	struct explanation *explanation;
	const struct result *result;
	const struct instruction_profile *trace;
	const struct code_names *names;
	const struct explained_choice *choice;
	const struct point_marks *point;        /* next point of the trace */
};

static void explain_bench(struct explaining *explaining, const struct bench *bench)
{
	const struct window *after = NULL;
	struct window last = {0};

	for (size_t i = 0; i < bench->series_count; i++) {
		struct explained explained = {.bench = bench, .series = &bench->series[i]};
		struct explanation *all = explaining->explanation;

		if (i == 0 || !is_same_point(&bench->series[i - 1], &bench->series[i])) {
			explaining->point++;
			after = NULL;
		}
		if (!is_chosen(explaining->choice, bench, explained.series))
			continue;
		explained_make(&explained, explaining->result, explaining->trace, explaining->names,
			       &explaining->point[-1], after);
		if (explained.status == EXPLAINED_EXACTLY) {
			last = explained.last;
			after = &last;
		}
		all->items = xreallocarray(all->items, all->count + 1, sizeof(*all->items));
		all->items[all->count++] = explained;
	}
}

bool explanation_make(struct explanation *explanation, const struct result *result,
		      const struct instruction_profile *trace, const struct code_names *names,
		      const struct explained_choice *choice)
{
	struct point_list points = points_find(trace);
	struct explaining explaining = {explanation, result, trace, names, choice, points.items};
	bool is_one_run = points.count == result_points(result);

	*explanation = (struct explanation){
		.memory = trace->memory != NULL ? &trace->memory->geometry : NULL,
	};
	if (!is_one_run)
		warnx("the log has %zu points, the plugin's profile %zu: "
		      "not of the same run",
		      result_points(result), points.count);
	for (size_t i = 0; is_one_run && i < result->bench_count; i++)
		explain_bench(&explaining, &result->benches[i]);
	free(points.items);
	return is_one_run;
}

void explanation_free(struct explanation *explanation)
{
	for (size_t i = 0; i < explanation->count; i++) {
		call_tree_free(&explanation->items[i].tree);
		memory_sums_free(&explanation->items[i].memory);
	}
	free(explanation->items);
	*explanation = (struct explanation){0};
}

double explained_per_operation(const struct explained *explained, uint64_t insns)
{
	return explained->operations > 0 ? (double)insns / (double)explained->operations : 0;
}
