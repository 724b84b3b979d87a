/* SPDX-License-Identifier: MIT */
/* The point in a skip or fault record may consist of the first parameters only, so all prefixes of
 * the metric's point are looked up. */
#include "tools/compare/missing_metric.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define RING_0 "ring=0"

static void missing_metric_index(struct missing_metric *missing, const struct compared_run *run)
{
	const struct record_list *skips = &run->result->records[WIRE_skip];
	const struct record_list *faults = &run->result->records[WIRE_fault];

	missing->run = run;
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

/* The record with the longest prefix of the metric's point; NAME_NOT_FOUND if there is none. */
static size_t missing_metric_find(const struct name_index *index, const struct metric_name *name)
{
	char *point = xstrdup(name->point);
	size_t place, length = strlen(point);

	for (;;) {
		place = name_index_find(index, &(struct metric_name){name->bench, point, ""});
		if (place != NAME_NOT_FOUND || length == 0)
			break;
		while (length > 0 && point[length - 1] != ' ')
			length--;
		length -= length > 0;
		point[length] = '\0';
	}
	free(point);
	return place;
}

static bool is_of_ring_0(const char *point)
{
	return strcmp(point, RING_0) == 0 || strncmp(point, RING_0 " ", strlen(RING_0 " ")) == 0;
}

/* There is no record for points that the sweep lacks on this side. */
static const char *missing_metric_unstated(const struct result *result,
					   const struct metric_name *name)
{
	const struct wire_manifest *manifest = result_manifest(result);

	if (result_bench(result, name->bench) == NULL)
		return "the benchmark was not run";
	if (manifest != NULL && strcmp(manifest->host, "linux") == 0 && is_of_ring_0(name->point))
		return "under Linux, only the kernel runs in ring 0";
	return "the benchmark has no such point";
}

const char *missing_metric_explain(struct missing_metric *missing, const struct compared_run *run,
				   const struct metric_name *name, bool *is_lost)
{
	size_t skip, fault;

	if (missing->run == NULL)
		missing_metric_index(missing, run);
	skip = missing_metric_find(&missing->skips, name);
	fault = missing_metric_find(&missing->faults, name);
	*is_lost = false;
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
}
