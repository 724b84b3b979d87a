/* SPDX-License-Identifier: MIT */
/* A record's point may be the first parameters only, so all beginnings of the figure's point are
 * looked up: there are few, however many records there are. */
#include "tools/compare/missing_figure.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define RING_0 "ring=0"

static void missing_figure_index(struct missing_figure *missing, const struct compared_run *run)
{
	const struct record_list *skips = &run->result->records[WIRE_skip];
	const struct record_list *faults = &run->result->records[WIRE_fault];

	missing->run = run;
	for (size_t i = 0; i < skips->count; i++) {
		const struct wire_skip *skip = &skips->items[i].skip;

		name_index_add(&missing->skips,
			       &(struct figure_name){skip->bench, skip->point, ""});
	}
	for (size_t i = 0; i < faults->count; i++) {
		const struct wire_fault *fault = &faults->items[i].fault;

		name_index_add(&missing->faults,
			       &(struct figure_name){fault->bench, fault->point, ""});
	}
}

/* The record about the figure that says most of its point; NAME_NOT_FOUND if none is about it. */
static size_t missing_figure_find(const struct name_index *index, const struct figure_name *name)
{
	char *point = xstrdup(name->point);
	size_t place, length = strlen(point);

	for (;;) {
		place = name_index_find(index, &(struct figure_name){name->bench, point, ""});
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

/* Of points that a sweep does not have on this side there is no record. */
static const char *missing_figure_unstated(const struct result *result,
					   const struct figure_name *name)
{
	const struct wire_manifest *manifest = result_manifest(result);

	if (result_bench(result, name->bench) == NULL)
		return "the benchmark was not run";
	if (manifest != NULL && strcmp(manifest->host, "linux") == 0 && is_of_ring_0(name->point))
		return "under Linux, only the kernel runs in ring 0";
	return "the benchmark has no such point";
}

const char *missing_figure_explain(struct missing_figure *missing, const struct compared_run *run,
				   const struct figure_name *name, bool *is_lost)
{
	size_t skip, fault;

	if (missing->run == NULL)
		missing_figure_index(missing, run);
	skip = missing_figure_find(&missing->skips, name);
	fault = missing_figure_find(&missing->faults, name);
	*is_lost = false;
	if (skip != NAME_NOT_FOUND)
		return run->result->records[WIRE_skip].items[skip].skip.detail;
	*is_lost = fault != NAME_NOT_FOUND || !loss_is_none(&run->analysis->loss);
	if (fault != NAME_NOT_FOUND)
		return run->result->records[WIRE_fault].items[fault].fault.detail;
	return *is_lost ? "the run is incomplete" : missing_figure_unstated(run->result, name);
}

void missing_figure_free(struct missing_figure *missing)
{
	name_index_free(&missing->skips);
	name_index_free(&missing->faults);
}
