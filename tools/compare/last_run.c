/* SPDX-License-Identifier: MIT */
/* Only runs with a start time in manifest.json are candidates. */
#include "tools/compare/last_run.h"

#include <dirent.h>
#include <err.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/base/alloc.h"
#include "tools/base/directory.h"
#include "tools/compare/judge.h"
#include "tools/compare/same_machine.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"

#define REPORT_TRIES 10                 /* a run must not wait until a large directory is read */

struct candidate {
	char *path;
	char *began;
};

struct candidates {
	struct candidate *items;
	size_t count;
};

/* The start time; NULL if unknown. The caller frees it. */
static char *began_of(const char *path)
{
	json_t *manifest = run_manifest_read(path);
	const char *started = json_string_value(json_object_get(manifest, "started"));
	char *began = started != NULL ? xstrdup(started) : NULL;

	json_decref(manifest);
	return began;
}

static void candidates_add(struct candidates *candidates, char *path)
{
	char *began = run_directory_is(path) ? began_of(path) : NULL;

	if (began == NULL) {
		free(path);
		return;
	}
	candidates->items = xreallocarray(candidates->items, candidates->count + 1,
					  sizeof(*candidates->items));
	candidates->items[candidates->count++] = (struct candidate){path, began};
}

/* Latest first; of the same time, in reverse order of names. */
static int compare_candidates(const void *a, const void *b)
{
	const struct candidate *first = a, *second = b;
	int order = strcmp(second->began, first->began);

	return order != 0 ? order : strcmp(second->path, first->path);
}

static struct candidates candidates_of(const char *directory)
{
	struct candidates candidates = {0};
	struct dirent **entries;
	int count = scandir(directory, &entries, directory_is_visible, alphasort);

	for (int i = 0; i < count; i++) {
		candidates_add(&candidates, xasprintf("%s/%s", directory, entries[i]->d_name));
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	if (candidates.count > 0)
		qsort(candidates.items, candidates.count, sizeof(candidates.items[0]),
		      compare_candidates);
	return candidates;
}

static void candidates_free(struct candidates *candidates)
{
	for (size_t i = 0; i < candidates->count; i++) {
		free(candidates->items[i].path);
		free(candidates->items[i].began);
	}
	free(candidates->items);
}

bool last_run_add_new(struct comparison *comparison, const char *directory)
{
	struct candidates candidates = candidates_of(directory);
	bool good = candidates.count > 0 &&
		    compared_runs_add(&comparison->sides[NEW], candidates.items[0].path);

	if (candidates.count == 0)
		warnx("%s: no run has a start time; name the runs to compare",
		      directory);
	candidates_free(&candidates);
	return good;
}

/* ---- The base ---- */

static const char *suite_of(const struct compared_run *run)
{
	const struct wire_manifest *manifest = result_manifest(run->result);

	return manifest != NULL ? manifest->suite : "";
}

/* Whether the two runs are comparable and of the same suite. */
static bool is_same_kind(const struct comparison *comparison)
{
	struct reasons reasons = {0};
	bool same;

	same_machine_refuse(comparison, &reasons);
	same = reasons.count == 0 && strcmp(suite_of(&comparison->sides[BASE].items[0]),
					    suite_of(&comparison->sides[NEW].items[0])) == 0;
	reasons_free(&reasons);
	return same;
}

/* The parent directory. The caller frees the text. */
static char *directory_of(const char *path)
{
	size_t length = strlen(path);

	while (length > 1 && path[length - 1] == '/')
		length--;
	while (length > 0 && path[length - 1] != '/')
		length--;
	return length == 0 ? xstrdup(".") : xasprintf("%.*s", (int)length - (length > 1), path);
}

static bool last_run_try(struct comparison *comparison, const struct candidate *candidate)
{
	struct compared_runs *base = &comparison->sides[BASE];

	if (!compared_runs_add(base, candidate->path))
		return false;
	if (is_same_kind(comparison))
		return true;
	compared_runs_free(base);
	return false;
}

static bool manifest_time(const char *directory, struct timespec *time)
{
	char *path = run_directory_file(directory, RUN_MANIFEST);
	struct stat status = {0};
	bool good = stat(path, &status) == 0;

	*time = status.st_mtim;
	free(path);
	return good;
}

/* Whether a candidate began before the run. Start times have whole seconds, so within one second
 * the times of the files decide. */
static bool is_earlier(const struct candidate *candidate, const struct compared_run *run)
{
	int order = strcmp(candidate->began, run->began);
	struct timespec one, other;

	if (order != 0)
		return order < 0;
	if (!manifest_time(candidate->path, &one) || !manifest_time(run->path, &other))
		return false;
	return one.tv_sec < other.tv_sec ||
	       (one.tv_sec == other.tv_sec && one.tv_nsec < other.tv_nsec);
}

/* Add the latest earlier run of the same kind to the base. Tries at most this many earlier runs.
 * Returns the run's path, valid as long as the candidates; NULL: none. */
static const char *last_run_find(struct comparison *comparison, const struct candidates *candidates,
				 size_t tries)
{
	const struct compared_run *run = &comparison->sides[NEW].items[0];

	for (size_t i = 0; i < candidates->count && run->began != NULL && tries > 0; i++) {
		const struct candidate *candidate = &candidates->items[i];

		if (!is_earlier(candidate, run))
			continue;
		if (last_run_try(comparison, candidate))
			return candidate->path;
		tries--;
	}
	return NULL;
}

bool last_run_add_base(struct comparison *comparison)
{
	const struct compared_run *run = &comparison->sides[NEW].items[0];
	char *directory = directory_of(run->path);
	struct candidates candidates = candidates_of(directory);
	const char *base = last_run_find(comparison, &candidates, SIZE_MAX);

	if (base != NULL)
		fprintf(stderr, "Comparing %s with %s, the latest earlier comparable run\n",
			run->path, base);
	else
		warnx("%s: no run of the same machine, time base and suite before it in "
		      "%s; name the run to compare with",
		      run->path, directory);
	candidates_free(&candidates);
	free(directory);
	return base != NULL;
}

/* ---- Benchmarks that have results now, and had before ---- */

static bool has_run(const struct result *result, const char *name)
{
	const struct bench *bench = result_bench(result, name);

	return bench != NULL && bench->series_count > 0;
}

/* The record of a benchmark without results; NULL: the benchmark was not selected, or failed. */
static const struct wire_skip *skip_of(const struct result *result, const char *name)
{
	const struct record_list *skips = &result->records[WIRE_skip];

	for (size_t i = 0; i < skips->count && !has_run(result, name); i++) {
		if (strcmp(skips->items[i].skip.bench, name) == 0)
			return &skips->items[i].skip;
	}
	return NULL;
}

static size_t count_with_results(const struct result *result)
{
	size_t count = 0;

	for (size_t i = 0; i < result->bench_count; i++)
		count += result->benches[i].series_count > 0;
	return count;
}

static void last_run_print(const struct comparison *comparison)
{
	const struct compared_run *base = &comparison->sides[BASE].items[0];
	const struct compared_run *run = &comparison->sides[NEW].items[0];
	const struct wire_skip *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < base->result->bench_count; i++) {
		const char *name = base->result->benches[i].info->name;
		const struct wire_skip *skip = has_run(base->result, name)
			? skip_of(run->result, name) : NULL;

		count += skip != NULL;
		if (first == NULL)
			first = skip;
	}
	fprintf(stderr, "Benchmarks with results: %zu; in %s, the last run of this machine: %zu\n",
		count_with_results(run->result), base->path, count_with_results(base->result));
	if (count > 0)
		warnx("%zu benchmark%s that ran in %s %s skipped now; the first is %s: %s", count,
		      count > 1 ? "s" : "", base->path, count > 1 ? "are" : "is", first->bench,
		      first->detail);
}

/* The changed metric with the largest relative change; NULL if none changed. */
static const struct compared_metric *last_run_largest(const struct comparison *comparison)
{
	const struct compared_metric *largest = NULL;
	double most = -1;

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];
		double base = metric->sides[BASE].median, change;

		if (!change_is_measured(metric->judgement.change))
			continue;
		change = base > 0 ? fabs(metric->sides[NEW].median / base - 1) : INFINITY;
		if (change > most) {
			most = change;
			largest = metric;
		}
	}
	return largest;
}

/* One run a side gives no verdict on times, so only counts of another build are compared. */
static void last_run_print_change(struct comparison *comparison)
{
	const struct compared_run *base = &comparison->sides[BASE].items[0];
	const struct compared_run *run = &comparison->sides[NEW].items[0];
	const struct wire_manifest *old = result_manifest(base->result);
	const struct wire_manifest *new = result_manifest(run->result);
	struct judging judging = {.threshold_part = 0};
	const struct compared_metric *largest;

	if (old == NULL || new == NULL || strcmp(old->build, new->build) == 0 ||
	    run->analysis->time_base != TIME_INSTRUCTIONS)
		return;
	compare_make(comparison, NULL);
	judge_comparison(comparison, &judging);
	largest = last_run_largest(comparison);
	fprintf(stderr, "Since build %s: %zu of %zu metrics changed", old->build,
		changes_measured(judging.changes),
		comparison->metric_count - judging.changes[CHANGE_UNKNOWN] -
			judging.changes[CHANGE_MISSING]);
	if (largest != NULL)
		fprintf(stderr, ", most %s%s%s%s%s (%.6g to %.6g instructions)", largest->bench,
			largest->point[0] != '\0' ? " " : "", largest->point,
			largest->stage[0] != '\0' ? " " : "", largest->stage,
			largest->sides[BASE].median, largest->sides[NEW].median);
	fprintf(stderr, "; see `bareline compare %s %s`\n", base->path, run->path);
}

void last_run_report(const char *path)
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	char *directory = directory_of(path);
	struct candidates candidates = candidates_of(directory);

	if (candidates.count > 1 && compared_runs_add(&comparison.sides[NEW], path) &&
	    last_run_find(&comparison, &candidates, REPORT_TRIES) != NULL) {
		last_run_print(&comparison);
		last_run_print_change(&comparison);
	}
	compare_free(&comparison);
	candidates_free(&candidates);
	free(directory);
}
