/* SPDX-License-Identifier: MIT */
/* Each run is told of as if it were alone; what is said is then laid side by side. */
#include "tools/topic/runs/beside.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/results/load.h"
#include "tools/topic/topic.h"

/* Files that a run's directory holds: they name no run. */
static const char *const files_of_runs[] = {RUN_RESULTS, RUN_LOG};

/* ---- Names ---- */

/* How much of a path is a name: without what follows the run's directory. */
static size_t beside_path_end(const char *path)
{
	size_t length = strlen(path);

	for (size_t i = 0; i < COUNT(files_of_runs); i++) {
		size_t end = strlen(files_of_runs[i]);

		if (length > end + 1 && path[length - end - 1] == '/' &&
		    strcmp(path + length - end, files_of_runs[i]) == 0)
			length -= end;
	}
	while (length > 1 && path[length - 1] == '/')
		length--;
	return length;
}

/* The last parts of a path, as many as there are of them. */
static const char *beside_path_parts(struct tables *tables, const char *path, size_t parts)
{
	size_t end = beside_path_end(path), begin = end;

	while (begin > 0 && parts > 0) {
		begin--;
		if (begin > 0 && path[begin - 1] == '/')
			parts--;
	}
	return tables_text(tables, "%.*s", (int)(end - begin), path + begin);
}

static bool beside_is_named_before(const struct beside *beside, size_t run)
{
	for (size_t i = 0; i < run; i++) {
		if (strcmp(beside->runs[i].label, beside->runs[run].label) == 0)
			return true;
	}
	return false;
}

static bool beside_has_twins(const struct beside *beside)
{
	for (size_t i = 1; i < beside->count; i++) {
		if (beside_is_named_before(beside, i))
			return true;
	}
	return false;
}

/* A path that was given twice stays the same however much of it there is. */
void beside_name(struct beside *beside)
{
	size_t parts = 0, longest = 1;

	for (size_t i = 0; i < beside->count; i++) {
		size_t length = strlen(beside->runs[i].run->path);

		longest = length > longest ? length : longest;
	}
	do {
		parts++;
		for (size_t i = 0; i < beside->count; i++)
			beside->runs[i].label = beside_path_parts(beside->tables,
								  beside->runs[i].run->path, parts);
	} while (parts < longest && beside_has_twins(beside));
	for (size_t i = 1; i < beside->count; i++) {
		while (beside_is_named_before(beside, i))
			beside->runs[i].label = tables_text(beside->tables, "%s (%zu)",
							    beside->runs[i].label, i + 1);
	}
}

/* ---- Scales ---- */

static bool beside_is_alike(const struct analysis *a, const struct analysis *b)
{
	return a->time_base == b->time_base && (a->ns_per_tick > 0) == (b->ns_per_tick > 0);
}

static void beside_find_scales(struct beside *beside)
{
	for (size_t i = 0; i < beside->count; i++) {
		size_t first = 0;

		while (!beside_is_alike(beside->runs[first].run->analysis,
					beside->runs[i].run->analysis))
			first++;
		beside->runs[i].scale = first;
	}
}

bool beside_is_one_scale(const struct beside *beside)
{
	for (size_t i = 0; i < beside->count; i++) {
		if (beside->runs[i].scale != 0)
			return false;
	}
	return true;
}

const char *beside_labels(const struct beside *beside, size_t scale)
{
	const char *list = "";

	for (size_t i = 0; i < beside->count; i++) {
		if (beside->runs[i].scale == scale)
			list = tables_join(beside->tables, list, ", ", beside->runs[i].label);
	}
	return list;
}

static bool is_of_linux(const struct beside *beside, size_t run)
{
	const struct wire_manifest *manifest = result_manifest(beside->runs[run].run->result);

	return manifest != NULL && strcmp(manifest->host, "linux") == 0;
}

bool beside_has_ratio(const struct beside *beside, size_t run)
{
	size_t first = beside->runs[run].scale;

	return first != run && (beside->refused->count == 0 ||
				is_of_linux(beside, first) == is_of_linux(beside, run));
}

/* ---- The whole ---- */

static void beside_tell(struct beside_run *run)
{
	struct topic topic = {.tables = &run->tables,
			      .analysis = run->run->analysis,
			      .path = run->run->path};

	tables_init(&run->tables, "");
	analysis_complete(run->run->analysis);
	topic_run(&topic);
}

void beside_make(struct beside *beside, const struct compared_run *const *runs, size_t count,
		 const struct reasons *refused, struct tables *tables)
{
	*beside = (struct beside){
		.runs = xcalloc(count, sizeof(*beside->runs)),
		.count = count,
		.refused = refused,
		.tables = tables,
	};
	for (size_t i = 0; i < count; i++) {
		beside->runs[i].run = runs[i];
		beside_tell(&beside->runs[i]);
	}
	tables->interval_name = beside->runs[0].tables.interval_name;
	beside_name(beside);
	beside_find_scales(beside);
	beside_add_facts(beside);
	beside_add_headlines(beside);
	beside_merge(beside);
}

void beside_free(struct beside *beside)
{
	for (size_t i = 0; i < beside->count; i++)
		tables_free(&beside->runs[i].tables);
	free(beside->runs);
	*beside = (struct beside){0};
}
