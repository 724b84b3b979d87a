/* SPDX-License-Identifier: MIT */
/* A path is that of a run, or of a directory of runs. */
#include "tools/compare/compared_runs.h"

#include <dirent.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "tools/base/alloc.h"
#include "tools/base/directory.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"

/* The start time of a log without a manifest.json is approximated by its file's modification time,
 * that is, its end. */
static char *time_of_log(const char *path)
{
	struct stat status;
	struct tm fields;
	char text[32];
	struct load_start start = {0};
	bool is_log;
	FILE *file;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
		return NULL;
	file = file_open(path, LOG_BYTES_MAX, "log");
	if (file == NULL)
		exit(EXIT_MACHINE);     /* with a message; it was readable before */
	is_log = !load_begins_results(file, &start) && start.count > 0;
	if (ferror(file))
		err(EXIT_MACHINE, "%s", path);
	fclose(file);
	if (!is_log)
		return NULL;
	gmtime_r(&status.st_mtim.tv_sec, &fields);
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &fields);
	return xasprintf("%s.%09ldZ", text, status.st_mtim.tv_nsec);
}

/* A log alone has the target's time, if any. */
static char *began_of(const char *path, const struct identity *identity)
{
	json_t *manifest = run_manifest_read(path);
	const char *started = json_string_value(json_object_get(manifest, "started"));
	char *began;

	if (started == NULL && identity != NULL)
		started = identity->made;
	began = started != NULL ? xstrdup(started) : time_of_log(path);
	json_decref(manifest);
	return began;
}

enum add_outcome {ADD_DONE, ADD_EMPTY, ADD_FAILED};

static void compared_runs_append(struct compared_runs *runs, const struct compared_run *run)
{
	runs->items = xreallocarray(runs->items, runs->count + 1, sizeof(*runs->items));
	runs->items[runs->count++] = *run;
}

void compared_runs_add_baseline(struct compared_runs *runs, const char *path,
				struct baseline *baseline)
{
	struct compared_run run = {.path = xstrdup(path), .baseline = xmalloc(sizeof(*baseline)),
				   .result = baseline_to_result(baseline, NULL)};

	*run.baseline = *baseline;
	*baseline = (struct baseline){0};
	utf8_make_printable(run.path);
	run.analysis = analysis_new_quick(run.result);
	compared_runs_append(runs, &run);
}

void compared_run_complete_baseline(struct compared_run *run, const struct compared_run *like)
{
	analysis_free(run->analysis);
	result_free(run->result);
	run->result = baseline_to_result(run->baseline, like->result);
	run->analysis = analysis_new_quick(run->result);
}

/* Conditions of the host are strings of one object, notes of another. */
static void add_lines(const json_t *object, struct baseline *to,
		      void (*add)(struct baseline *, const char *, const char *))
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)object, name, value) {
		if (json_string_value(value) != NULL && strstr(name, ": ") == NULL)
			add(to, name, json_string_value(value));
	}
}

struct baseline compared_run_conditions(const struct compared_run *run)
{
	struct baseline conditions = {0};
	json_t *manifest;

	if (run->baseline == NULL) {
		manifest = run_manifest_read(run->path);
		baseline_add_run(&conditions, run->result);
		add_lines(json_object_get(manifest, RUN_CONDITIONS), &conditions,
			  baseline_add_condition);
		add_lines(json_object_get(manifest, RUN_NOTES), &conditions, baseline_add_note);
		json_decref(manifest);
		return conditions;
	}
	for (size_t i = 0; i < run->baseline->count; i++) {
		const struct baseline_line *line = &run->baseline->lines[i];

		if (baseline_line_kind(line) != BASELINE_METRIC)
			baseline_append(&conditions, "%s: %s", line->name, line->value);
	}
	return conditions;
}

static enum add_outcome compared_runs_try_run(struct compared_runs *runs, const char *path)
{
	struct compared_run run = {.path = xstrdup(path)};
	struct baseline baseline;

	if (load_baseline(path, &baseline)) {
		free(run.path);
		compared_runs_add_baseline(runs, path, &baseline);
		return ADD_DONE;
	}
	run.result = load_path(path);
	if (run.result == NULL || result_is_empty(run.result)) {
		bool is_empty = run.result != NULL;

		if (is_empty)
			warnx("%s: no run found: the file has no records", path);
		result_free(run.result);
		free(run.path);
		return is_empty ? ADD_EMPTY : ADD_FAILED;
	}
	utf8_make_printable(run.path);
	run.analysis = analysis_new_quick(run.result);
	run.began = began_of(path, run.analysis->identity);
	compared_runs_append(runs, &run);
	return ADD_DONE;
}

static bool compared_runs_add_run(struct compared_runs *runs, const char *path)
{
	return compared_runs_try_run(runs, path) == ADD_DONE;
}

struct dated_run {
	struct compared_run run;
	size_t at;
};

static int by_begin(const void *a, const void *b)
{
	const struct dated_run *left = a, *right = b;
	int order = strcmp(left->run.began, right->run.began);

	return order != 0 ? order : (left->at > right->at) - (left->at < right->at);
}

/* Sort runs from the first on by their time, if all have one. */
static void compared_runs_sort(struct compared_runs *runs, size_t first)
{
	size_t count = runs->count - first;
	struct dated_run *dated = xcalloc(count + 1, sizeof(*dated));
	bool has_times = true;

	for (size_t i = 0; i < count; i++) {
		dated[i] = (struct dated_run){runs->items[first + i], i};
		has_times &= dated[i].run.began != NULL;
	}
	if (has_times)
		qsort(dated, count, sizeof(*dated), by_begin);
	for (size_t i = 0; i < count; i++)
		runs->items[first + i] = dated[i].run;
	free(dated);
}

/* Add the run directories in path. If is_deep, also adds those in other directories of path, and
 * skips empty directories. Returns false if there is no run directory, or if one is unreadable. */
static bool add_directories(struct compared_runs *runs, const char *path, bool is_deep)
{
	struct dirent **entries;
	int count = scandir(path, &entries, directory_is_visible, versionsort);
	size_t before = runs->count;
	bool good = true;

	for (int i = 0; i < count; i++) {
		char *name;

		name = xasprintf("%s/%s", path, entries[i]->d_name);
		if (run_directory_is(name) && is_deep)
			good &= compared_runs_try_run(runs, name) != ADD_FAILED;
		else if (run_directory_is(name))
			good &= compared_runs_add_run(runs, name);
		else if (is_deep)
			add_directories(runs, name, false);
		free(name);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return good && runs->count > before;
}

bool compared_runs_add(struct compared_runs *runs, const char *path)
{
	if (!run_directory_is(path) && add_directories(runs, path, false))
		return true;
	return compared_runs_add_run(runs, path);
}

bool compared_runs_add_all(struct compared_runs *runs, char **paths)
{
	for (; *paths != NULL; paths++) {
		if (!compared_runs_add(runs, *paths))
			return false;
	}
	return true;
}

bool compared_runs_add_deep(struct compared_runs *runs, char **paths)
{
	for (; *paths != NULL; paths++) {
		bool is_run = run_directory_is(*paths);

		size_t first = runs->count;

		if (!is_run && add_directories(runs, *paths, true)) {
			compared_runs_sort(runs, first);
			continue;
		}
		if (compared_runs_try_run(runs, *paths) == ADD_FAILED)
			return false;
	}
	return runs->count > 0;
}

void compared_runs_join(struct compared_runs *runs, struct compared_runs *more)
{
	for (size_t i = 0; i < more->count; i++)
		compared_runs_append(runs, &more->items[i]);
	more->count = 0;
	compared_runs_free(more);
}

static void runs_clear(struct compared_run *items, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(items[i].path);
		free(items[i].began);
		if (items[i].baseline != NULL)
			baseline_free(items[i].baseline);
		free(items[i].baseline);
		analysis_free(items[i].analysis);
		result_free(items[i].result);
	}
}

void compared_runs_clear(struct compared_runs *runs)
{
	runs_clear(runs->items, runs->count);
}

void compared_runs_free(struct compared_runs *runs)
{
	compared_runs_clear(runs);
	runs_clear(runs->left_out, runs->left_out_count);
	free(runs->items);
	free(runs->left_out);
	*runs = (struct compared_runs){0};
}
