/* SPDX-License-Identifier: MIT */
/* Makes the tables of each run alone, then merges them. */
#include "tools/topic/runs/side_by_side.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/topic/topic.h"

/* Files in a run's directory, which do not identify the run. */
static const char *const files_of_runs[] = {RUN_RESULTS, RUN_LOG};

/* ---- Names ---- */

/* The length of a path without files in the run's directory. */
static size_t path_end(const char *path)
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

/* The last parts of a path, at most all of them. */
static const char *path_parts(struct tables *tables, const char *path, size_t parts)
{
	size_t end = path_end(path), begin = end;

	while (begin > 0 && parts > 0) {
		begin--;
		if (begin > 0 && path[begin - 1] == '/')
			parts--;
	}
	return tables_text(tables, "%.*s", (int)(end - begin), path + begin);
}

static bool is_named_before(const struct side_by_side *page, size_t run)
{
	for (size_t i = 0; i < run; i++) {
		if (strcmp(page->runs[i].label, page->runs[run].label) == 0)
			return true;
	}
	return false;
}

static bool has_same_labels(const struct side_by_side *page)
{
	for (size_t i = 1; i < page->count; i++) {
		if (is_named_before(page, i))
			return true;
	}
	return false;
}

/* Equal paths keep equal labels. */
void side_by_side_name(struct side_by_side *page)
{
	size_t parts = 0, longest = 1;

	for (size_t i = 0; i < page->count; i++) {
		size_t length = strlen(page->runs[i].run->path);

		longest = length > longest ? length : longest;
	}
	do {
		parts++;
		for (size_t i = 0; i < page->count; i++)
			page->runs[i].label = path_parts(page->tables,
								  page->runs[i].run->path, parts);
	} while (parts < longest && has_same_labels(page));
	for (size_t i = 1; i < page->count; i++) {
		while (is_named_before(page, i))
			page->runs[i].label = tables_text(page->tables, "%s (%zu)",
							    page->runs[i].label, i + 1);
	}
}

/* ---- Scales ---- */

static bool is_same_scale(const struct analysis *a, const struct analysis *b)
{
	return a->time_base == b->time_base && (a->ns_per_tick > 0) == (b->ns_per_tick > 0);
}

bool side_by_side_is_one_scale(const struct side_by_side *page)
{
	for (size_t i = 0; i < page->count; i++) {
		if (page->runs[i].scale != 0)
			return false;
	}
	return true;
}

const char *side_by_side_labels(const struct side_by_side *page, size_t scale)
{
	const char *list = "";

	for (size_t i = 0; i < page->count; i++) {
		if (page->runs[i].scale == scale)
			list = tables_join(page->tables, list, ", ", page->runs[i].label);
	}
	return list;
}

static bool is_of_same_system(const struct side_by_side *page, size_t a, size_t b)
{
	const struct result *first = page->runs[a].run->result, *other = page->runs[b].run->result;

	return result_is_of_process(first) == result_is_of_process(other) &&
	       strcmp(result_os(first), result_os(other)) == 0;
}

bool side_by_side_has_ratio(const struct side_by_side *page, size_t run)
{
	size_t first = page->runs[run].scale;

	return first != run && (page->refused->count == 0 ||
				is_of_same_system(page, first, run));
}

/* ---- All tables ---- */

static void run_make_tables(struct side_by_side_run *run)
{
	struct topic topic = {.tables = &run->tables,
			      .analysis = run->run->analysis,
			      .path = run->run->path};

	tables_init(&run->tables, "");
	analysis_complete(run->run->analysis);
	topic_run(&topic);
}

void side_by_side_make(struct side_by_side *page, const struct compared_run *const *runs,
		       size_t count,
		 const struct reasons *refused, struct tables *tables)
{
	*page = (struct side_by_side){
		.runs = xcalloc(count, sizeof(*page->runs)),
		.count = count,
		.refused = refused,
		.tables = tables,
	};
	for (size_t i = 0; i < count; i++) {
		page->runs[i].run = runs[i];
		run_make_tables(&page->runs[i]);
	}
	tables->interval_name = page->runs[0].tables.interval_name;
	side_by_side_name(page);
	for (size_t i = 0; i < page->count; i++) {
		size_t first = 0;

		while (!is_same_scale(page->runs[first].run->analysis, page->runs[i].run->analysis))
			first++;
		page->runs[i].scale = first;
	}
	side_by_side_add_facts(page);
	side_by_side_add_headlines(page);
	side_by_side_merge(page);
}

void side_by_side_free(struct side_by_side *page)
{
	for (size_t i = 0; i < page->count; i++)
		tables_free(&page->runs[i].tables);
	free(page->runs);
	*page = (struct side_by_side){0};
}
