/* SPDX-License-Identifier: MIT */
/* The point in a skip or fault record may consist of the first parameters only, so all prefixes of
 * the metric's point are looked up. A record with such a prefix is about values of the next
 * parameter. It explains no metric whose value of that parameter has results in the run. */
#include "tools/compare/missing_metric.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/record/point.h"

#define RING_0 "ring=0"

/* Add every prefix of a point. */
static void add_prefixes(struct missing_metric *missing, const char *bench, const char *point)
{
	for (size_t length = strlen(point); length > 0;) {
		char *prefix = xarena_alloc(&missing->texts, length + 1);
		struct metric_name name = {bench, prefix, ""};

		memcpy(prefix, point, length);
		if (name_index_find(&missing->prefixes, &name) != NAME_NOT_FOUND)
			return;         /* the index has the shorter prefixes too */
		name_index_add(&missing->prefixes, &name);
		while (length > 0 && point[length - 1] != ' ')
			length--;
		length -= length > 0;
	}
}

static void missing_metric_index(struct missing_metric *missing, const struct compared_run *run)
{
	const struct record_list *skips = &run->result->records[WIRE_skip];
	const struct record_list *faults = &run->result->records[WIRE_fault];

	missing->run = run;
	arena_init(&missing->texts, RESULT_MEMORY_MAX);
	for (size_t i = 0; i < run->result->bench_count; i++) {
		const struct bench *bench = &run->result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++)
			add_prefixes(missing, bench->info->name, bench->series[j].info->point);
	}
	for (size_t i = 0; i < skips->count; i++) {
		const struct wire_skip *skip = &skips->items[i].skip;

		name_index_add(&missing->skips,
			       &(struct metric_name){skip->bench, skip->point, ""});
	}
	for (size_t i = 0; i < faults->count; i++) {
		const struct wire_fault *fault = &faults->items[i].fault;

		name_index_add(&missing->faults,
			       &(struct metric_name){fault->bench, fault->point, ""});
	}
}

static bool has_prefix(const struct missing_metric *missing, const struct metric_name *name,
		       size_t length)
{
	char *prefix = xstrndup(name->point, length);
	size_t place = name_index_find(&missing->prefixes,
				       &(struct metric_name){name->bench, prefix, ""});

	free(prefix);
	return place != NAME_NOT_FOUND;
}

/* The record with the longest prefix of the metric's point that can be about it; NAME_NOT_FOUND if
 * there is none. */
static size_t missing_metric_find(const struct missing_metric *missing,
				  const struct name_index *index, const struct metric_name *name)
{
	char *point = xstrdup(name->point);
	size_t place, length = strlen(point), next_length = 0;

	for (;;) {
		place = name_index_find(index, &(struct metric_name){name->bench, point, ""});
		if (place != NAME_NOT_FOUND && has_prefix(missing, name, next_length))
			place = NAME_NOT_FOUND;
		if (place != NAME_NOT_FOUND || length == 0)
			break;
		next_length = length;
		while (length > 0 && point[length - 1] != ' ')
			length--;
		length -= length > 0;
		point[length] = '\0';
	}
	free(point);
	return place;
}

/* Whether the benchmark's points in this run have other parameters. All points of one benchmark
 * have the same parameters. */
static bool has_other_parameters(const struct result *result, const struct metric_name *name)
{
	const struct bench *bench = result_bench(result, name->bench);
	struct parameter ours, theirs;
	const char *our_point = name->point, *their_point;

	if (bench == NULL || bench->series_count == 0)
		return false;
	their_point = bench->series[0].info->point;
	for (;;) {
		bool has_ours = point_next(&our_point, &ours);
		bool has_theirs = point_next(&their_point, &theirs);

		if (!has_ours || !has_theirs)
			return has_ours != has_theirs;
		if (strcmp(ours.name, theirs.name) != 0)
			return true;
	}
}

static bool is_of_ring_0(const char *point)
{
	return strcmp(point, RING_0) == 0 || strncmp(point, RING_0 " ", strlen(RING_0 " ")) == 0;
}

/* There is no record for points that the sweep lacks on this side. */
static const char *missing_metric_unstated(const struct result *result,
					   const struct metric_name *name)
{
	if (result_bench(result, name->bench) == NULL)
		return "the benchmark was not run";
	if (result_is_of_process(result) && is_of_ring_0(name->point))
		return strcmp(result_os(result), OS_LINUX) == 0
			? "under Linux, only the kernel runs in ring 0"
			: "a process does not run in ring 0";
	return "the benchmark has no such point";
}

const char *missing_metric_explain(struct missing_metric *missing, const struct compared_run *run,
				   const struct metric_name *name, bool *is_lost)
{
	size_t skip, fault;

	if (missing->run == NULL)
		missing_metric_index(missing, run);
	*is_lost = has_other_parameters(run->result, name);
	if (*is_lost)
		return "the benchmark's points have other parameters";
	skip = missing_metric_find(missing, &missing->skips, name);
	fault = missing_metric_find(missing, &missing->faults, name);
	if (skip != NAME_NOT_FOUND)
		return run->result->records[WIRE_skip].items[skip].skip.detail;
	*is_lost = fault != NAME_NOT_FOUND || !loss_is_none(&run->analysis->loss);
	if (fault != NAME_NOT_FOUND)
		return run->result->records[WIRE_fault].items[fault].fault.detail;
	return *is_lost ? "the run is incomplete" : missing_metric_unstated(run->result, name);
}

void missing_metric_free(struct missing_metric *missing)
{
	name_index_free(&missing->skips);
	name_index_free(&missing->faults);
	name_index_free(&missing->prefixes);
	arena_free(&missing->texts);
}
