/* SPDX-License-Identifier: MIT */
/* A differing metric fails the run. Differing conditions prevent a comparison, which is not a
 * failure. */
#include "tools/run/baseline_check.h"

#include <err.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/explain/unattributed.h"
#include "tools/record/result.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/run/reproduce.h"
#include "tools/run/baseline_cases.h"
#include "tools/run/baseline_conditions.h"
#include "tools/view/data.h"

/* ---- What explains a change ---- */

/* The parts of a line's name: "irq.self_ipi ring=0 wait=spin delivery warm". */
struct changed_metric {
	char *bench, *point, *stage;
	bool is_warm;
};

static void metric_free(struct changed_metric *metric)
{
	free(metric->bench);
	free(metric->point);
	free(metric->stage);
	*metric = (struct changed_metric){0};
}

static void metric_add_word(struct changed_metric *metric, const char *word)
{
	char *longer;

	if (metric->bench == NULL) {
		metric->bench = xstrdup(word);
	} else if (strchr(word, '=') != NULL) {
		longer = xasprintf("%s %s", metric->point != NULL ? metric->point : "", word);
		free(metric->point);
		metric->point = longer;
	} else if (strcmp(word, "warm") == 0) {
		metric->is_warm = true;
	} else {
		free(metric->stage);
		metric->stage = xstrdup(word);
	}
}

static bool metric_has_sum(const struct changed_metric *metric)
{
	const struct wire_bench bench = {.name = metric->bench, .unit = TICKS_UNIT};
	const struct wire_series series = {
		.stage = metric->stage != NULL ? metric->stage : "",
		.point = metric->point != NULL ? metric->point : "", .unit = "",
	};

	return metric->bench != NULL && metric->is_warm &&
	       unattributed_find(&bench, &series) == NULL;
}

struct search {
	struct changed_metric found;
	bool is_more;           /* it costs more */
	double most;            /* relative change */
};

/* context is a struct search for the largest regression, else the largest change, that can be
 * explained. */
static void metric_visit(void *context, enum baseline_finding finding,
			 const struct baseline_line *base, const struct baseline_line *new)
{
	struct search *search = context;
	struct changed_metric metric = {0};
	struct baseline_change change;
	char *copy, *rest, *word;
	bool is_more;
	double part;

	if (finding != BASELINE_CHANGED || !baseline_compute_change(base, new, &change))
		return;
	part = change.before > 0 ? fabs(change.after / change.before - 1) : INFINITY;
	is_more = change.after > change.before;
	if (search->found.bench != NULL && (search->is_more > is_more ||
					    (search->is_more == is_more && part <= search->most)))
		return;
	copy = rest = xstrdup(new->name);
	while ((word = strsep(&rest, " ")) != NULL)
		metric_add_word(&metric, word);
	free(copy);
	if (!metric_has_sum(&metric)) {
		metric_free(&metric);
		return;
	}
	metric_free(&search->found);
	*search = (struct search){.found = metric, .is_more = is_more, .most = part};
}

/* The option that selects the image or kernel of a run. */
static const char *image_option(const struct run_request *run)
{
	if (run->hypervisor.is_wanted)
		return "--hypervisor-kernel";
	return run->is_linux ? "--kernel" : "--image";
}

/* Returns the options with another image, to be released. */
static json_t *options_with(const json_t *options, const char *option, const char *image)
{
	json_t *changed = json_deep_copy(options);
	size_t count = json_array_size(changed);

	for (size_t i = 0; i + 1 < count; i++) {
		const char *word = json_string_value(json_array_get(changed, i));

		if (word != NULL && strcmp(word, option) == 0) {
			json_array_set_new(changed, i + 1, json_string(image));
			return changed;
		}
	}
	json_array_append_new(changed, json_string(option));
	json_array_append_new(changed, json_string(image));
	return changed;
}

static void write_explain(const struct changed_metric *metric, enum layer layer,
			  const char *directory, const json_t *options)
{
	char *line = reproduce_explain_command(metric->bench,
					       metric->point != NULL ? metric->point : "", layer,
					       directory, options);

	fprintf(stderr, "  %s\n", line);
	free(line);
}

/* The baseline's image is not stored, so the user has to name it. */
static void offer_explanation(const struct run_request *run, const struct baseline *base,
			      const struct baseline *new)
{
	bool is_guest = run->hypervisor.is_wanted;
	const struct baseline_line *note =
		baseline_find(base, is_guest ? "note hypervisor kernel" : "note kernel");
	enum layer layer = reproduce_layer_of(run->is_linux, is_guest);
	json_t *options = reproduce_options(run, run->machine.image), *base_options;
	struct search search = {0};
	const struct changed_metric *metric = &search.found;

	baseline_walk(base, new, BASELINE_METRIC, metric_visit, &search);
	if (options != NULL && metric->bench != NULL &&
	    reproduce_is_own_metric(metric->bench, metric->point != NULL ? metric->point : "")) {
		base_options = options_with(options, image_option(run), "FILE");
		fprintf(stderr,
			"To list the changed functions, run these commands; FILE is the %s of the "
			"baseline %s%s%s:\n",
			run->is_linux || is_guest ? "kernel" : "image", run->baseline,
			note != NULL ? ", " : "", note != NULL ? note->value : "");
		write_explain(metric, layer, "explain-base", base_options);
		write_explain(metric, layer, "explain-new", options);
		fputs("  bareline explain --compare explain-base explain-new", stderr);
		reproduce_write_metric(stderr, metric->bench,
				       metric->point != NULL ? metric->point : "");
		putc('\n', stderr);
		json_decref(base_options);
	}
	metric_free(&search.found);
	json_decref(options);
}

/* ---- The comparison ---- */

static int compare_with_baseline(const struct run_request *run, const struct baseline *base,
				 const struct baseline *new)
{
	const char *path = run->baseline;
	bool is_taken = file_is_standard(run->ktap) || file_is_standard(run->junit) ||
			file_is_standard(run->markdown);
	FILE *out = is_taken ? stderr : stdout;
	enum baseline_verdict verdict = baseline_compare(base, new, run->is_strict, out);
	int status = EXIT_USAGE;

	/* The message follows the metrics, also if both go to one pipe. */
	fflush(out);
	switch (verdict) {
	case BASELINE_PASS:
		fprintf(stderr, "Baseline: all metrics match %s; %zu metrics unchanged\n", path,
			baseline_count_compared(base, new));
		status = EXIT_GOOD;
		break;
	case BASELINE_FAIL:
		warnx("%s: metrics differ; run with --update to accept them", path);
		offer_explanation(run, base, new);
		status = EXIT_FAILED;
		break;
	case BASELINE_NOT_COMPARABLE:
		warnx("%s: not compared; the conditions of the run differ", path);
		break;
	}
	return status;
}

/* Whether a run with this status has usable metrics. */
static bool may_be_compared(const struct run_request *run, const struct result *result, int status)
{
	return status == EXIT_GOOD ||
	       (status == EXIT_FAILED && !run->updates_baseline && result_is_complete(result));
}

/* Collect the metrics of all boots. Returns false if one is unreadable or has no usable metrics. */
static bool gather(const struct run_request *run, char *const *paths, int status,
		   struct baseline *new)
{
	bool good = true;

	*new = (struct baseline){0};
	for (size_t i = 0; good && i < run->layouts && paths[i] != NULL; i++) {
		struct result *result = load_path(paths[i]);
		struct baseline boot;

		good = result != NULL && may_be_compared(run, result, status);
		if (good && i == 0) {
			baseline_from_result(result, new);
		} else if (good) {
			baseline_from_result(result, &boot);
			baseline_merge(new, &boot);
			baseline_free(&boot);
		}
		result_free(result);
	}
	if (good) {
		json_t *manifest = run_manifest_read(paths[0]);

		baseline_conditions_add(run, manifest, new);
		json_decref(manifest);
	}
	return good;
}

static size_t count_varying(const struct baseline *new)
{
	size_t count = 0;

	for (size_t i = 0; i < new->count; i++)
		count += baseline_line_kind(&new->lines[i]) == BASELINE_METRIC &&
			 !baseline_is_constant(&new->lines[i]);
	return count;
}

static int write_baseline(const char *path, const struct baseline *new)
{
	size_t metrics = baseline_count(new, BASELINE_METRIC), varying = count_varying(new);

	if (!baseline_write(path, new))
		return EXIT_MACHINE;
	fprintf(stderr, "Baseline: %zu metrics written to %s; ", metrics, path);
	if (varying == 0)
		fputs("all are constant and will be checked exactly\n", stderr);
	else
		fprintf(stderr, "%zu of them %s not constant and will not be checked "
			"exactly\n", varying,
			varying == 1 ? "is" : "are");
	return EXIT_GOOD;
}

/* A summary in the tables' memory. */
static const char *files_title(struct tables *tables, const struct baseline *base,
			       const struct baseline *new, int found)
{
	char *summary = new != NULL ? baseline_summary(base, new) : NULL;
	const char *title = "Metrics compared with a baseline";

	if (summary != NULL)
		title = tables_text(tables, "%s", summary);
	else if (found == EXIT_GOOD)
		title = tables_text(tables, "%s: %zu metrics unchanged", title,
				    baseline_count_compared(base, new));
	free(summary);
	return title;
}

/* Write the verdict of each metric, and of the run if it failed. new is NULL if its metrics are
 * unusable. Returns whether all files were written. */
static bool write_files(const struct run_request *run, const struct baseline *base,
			const struct baseline *new, int status, int found)
{
	const struct {
		const char *path;
		void (*write)(const struct tables *tables, FILE *file);
	} files[] = {
		{run->ktap, ktap_write}, {run->junit, junit_write}, {run->markdown, markdown_write},
	};
	struct tables tables;
	bool good = true;

	tables_init(&tables, "");
	tables.title = files_title(&tables, base, new, found);
	if (status != EXIT_GOOD || new == NULL)
		baseline_cases_add_failure(&tables, status);
	if (new != NULL)
		baseline_cases_add(&tables, base, new, run->is_strict);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		FILE *file = files[i].path != NULL ? file_create(files[i].path) : NULL;

		if (file != NULL)
			files[i].write(&tables, file);
		good &= files[i].path == NULL || file_finish(file, files[i].path);
	}
	tables_free(&tables);
	return good;
}

int baseline_check(const struct run_request *run, const struct baseline *base, char *const *paths,
		   int status)
{
	struct baseline new;
	int found = EXIT_FAILED;
	bool is_good = gather(run, paths, status, &new);

	if (is_good)
		found = run->updates_baseline ? write_baseline(run->baseline, &new)
					      : compare_with_baseline(run, base, &new);
	if (!run->updates_baseline && !write_files(run, base, is_good ? &new : NULL, status, found))
		found = EXIT_MACHINE;
	baseline_free(&new);
	return status != EXIT_GOOD ? status : found;
}
