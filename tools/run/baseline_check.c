/* SPDX-License-Identifier: MIT */
/* A differing metric fails the run. Differing conditions prevent a comparison, which is not a
 * failure. */
#include "tools/run/baseline_check.h"

#include <err.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/compare/same_machine.h"
#include "tools/explain/program_marks.h"
#include "tools/explain/unattributed.h"
#include "tools/run/change_output.h"
#include "tools/run/reproduce.h"

/* ---- What explains a change ---- */

static bool metric_has_sum(const struct compared_metric *metric)
{
	const struct metric *first = metric->sides[NEW].first;

	return !metric->is_cold &&
	       unattributed_find(first->bench->info, first->series->info) == NULL;
}

static double metric_part(const struct compared_metric *metric)
{
	return metric->contrast.has_ratio ? fabs(metric->contrast.ratio.value - 1) : INFINITY;
}

/* The largest regression, else the largest improvement, that can be explained; NULL if there is
 * none. */
static const struct compared_metric *find_largest(const struct comparison *comparison)
{
	static const enum change order[] = {CHANGE_REGRESSED, CHANGE_IMPROVED};
	const struct compared_metric *largest = NULL;

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]) && largest == NULL; i++) {
		for (size_t j = 0; j < comparison->metric_count; j++) {
			const struct compared_metric *metric = &comparison->metrics[j];

			if (metric->judgement.change == order[i] && metric_has_sum(metric) &&
			    (largest == NULL || metric_part(metric) > metric_part(largest)))
				largest = metric;
		}
	}
	return largest;
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
	size_t count = json_array_size(changed), at;

	for (at = 0; at < count; at++) {
		const char *word = json_string_value(json_array_get(changed, at));

		if (word != NULL && strcmp(word, option) == 0) {
			json_array_set_new(changed, at + 1, json_string(image));
			return changed;
		}
		if (word != NULL && strcmp(word, "--") == 0)
			break;
	}
	json_array_insert_new(changed, at, json_string(option));
	json_array_insert_new(changed, at + 1, json_string(image));
	return changed;
}

static void write_explain(const struct compared_metric *metric, enum layer layer,
			  const char *directory, const char *program, const json_t *options)
{
	char *line = reproduce_explain_command(metric->bench, metric->point, layer, directory,
					       program, options);

	fprintf(stderr, "  %s\n", line);
	free(line);
}

/* The baseline's image is not stored, so the user has to name it. */
static void offer_explanation(const struct run_request *run, const struct comparison *comparison)
{
	bool is_guest = run->hypervisor.is_wanted;
	const struct baseline_line *note =
		baseline_find(comparison->sides[BASE].items[0].baseline,
			      is_guest ? BASELINE_NOTE_MARK "hypervisor kernel"
				       : BASELINE_NOTE_MARK "kernel");
	enum layer layer = reproduce_layer_of(run->is_linux, is_guest);
	json_t *options = reproduce_request(run, run->machine.image), *base_options;
	const struct compared_metric *metric = find_largest(comparison);
	const char *image = run->machine.image;
	bool has_program = image != NULL && !run->is_linux && !program_marks_are_at(image);

	if (run->explain == NULL && options != NULL && metric != NULL &&
	    reproduce_is_own_metric(metric->bench, metric->point)) {
		base_options = options_with(options, image_option(run), "FILE");
		fprintf(stderr,
			"To list the changed functions, run these commands; FILE is the %s of the "
			"baseline %s%s%s%s:\n",
			run->is_linux || is_guest ? "kernel" : "image", run->baseline,
			note != NULL ? ", " : "", note != NULL ? note->value : "",
			has_program ? ", and KERNEL the ELF file of an image's kernel" : "");
		write_explain(metric, layer, "explain-base", has_program ? "KERNEL" : NULL,
			      base_options);
		write_explain(metric, layer, "explain-new", has_program ? "KERNEL" : NULL,
			      options);
		fputs("  bareline explain --compare explain-base explain-new", stderr);
		reproduce_write_metric(stderr, metric->bench, metric->point);
		putc('\n', stderr);
		json_decref(base_options);
	}
	json_decref(options);
}

/* ---- The comparison ---- */

static int print_difference(const struct run_request *run, const struct comparison *comparison,
			    const struct change_report *report)
{
	const size_t *changes = report->judging->changes;

	fflush(stdout); /* the message follows the metrics, also if both go to one pipe */
	if (change_count_failures(report) > 0) {
		warnx("%s: metrics differ; run with --update to accept them", run->baseline);
		fprintf(stderr, "All metrics: %s compare --all %s", program_invocation_name,
			run->baseline);
		for (size_t i = 0; i < comparison->sides[NEW].count; i++)
			fprintf(stderr, "%s %s", i == 0 && comparison->sides[NEW].count > 1
							? " --new" : "",
				comparison->sides[NEW].items[i].path);
		putc('\n', stderr);
		offer_explanation(run, comparison);
		return EXIT_FAILED;
	}
	fprintf(stderr, "Baseline: %s %s; %zu metrics unchanged",
		changes[CHANGE_UNSTABLE] > 0 ? "no metric is known to differ from"
					     : "all metrics match",
		run->baseline, changes[CHANGE_UNCHANGED]);
	if (changes[CHANGE_UNSTABLE] > 0)
		fprintf(stderr, ", %zu without a verdict, since they vary within a side",
			changes[CHANGE_UNSTABLE]);
	if (comparison->has_other_emulator)
		fputs(", all that depend on QEMU's version not compared, since it differs", stderr);
	putc('\n', stderr);
	return EXIT_GOOD;
}

static int compare_with_baseline(const struct run_request *run, struct comparison *comparison,
				 int run_status)
{
	json_t *options = reproduce_options(run, run->machine.image);
	json_t *base_options =
		run->explain != NULL && options != NULL
			? options_with(options, image_option(run), run->explain) : NULL;
	const struct explained_sides sides = {
		.options = {[BASE] = base_options, [NEW] = options},
		.layer = reproduce_layer_of(run->is_linux, run->hypervisor.is_wanted),
	};
	char *directory = run->output != NULL ? xasprintf("%s-explain", run->output) : NULL;
	const struct change_output output = {
		.paths = run->outputs, .only_failure = true, .explains = run->explain != NULL,
		.explain_directory = directory, .sides = &sides,
	};
	struct reasons refused = {0}, notes = {0};
	struct change_report report = {
		.refused = &refused, .notes = &notes, .is_gate = true, .is_strict = run->is_strict,
		.run_status = run_status,
	};
	struct judging judging = {.threshold_part = 0};
	int status = EXIT_USAGE;
	bool written;

	same_machine_compare_conditions(comparison, &refused);
	if (refused.count > 0) {
		for (size_t i = 0; i < refused.count; i++)
			fprintf(stderr, "  %s\n", refused.texts[i]);
		warnx("%s: not compared; the conditions of the run differ", run->baseline);
		written = change_write_refused(&refused, run_status, &output);
	} else {
		same_machine_add_notes(comparison, &notes);
		compare_make(comparison, NULL);
		written = change_judge_and_write(comparison, &report, &judging, &output);
		status = print_difference(run, comparison, &report);
	}
	reasons_free(&notes);
	reasons_free(&refused);
	free(directory);
	json_decref(base_options);
	json_decref(options);
	return written ? status : EXIT_MACHINE;
}

/* Whether a run with this status has usable metrics. */
static bool may_be_compared(const struct run_request *run, const struct result *result, int status)
{
	return status == EXIT_GOOD ||
	       (status == EXIT_FAILED && !run->updates_baseline && result_is_complete(result));
}

/* Add all boots to the new side. Returns false if one is unreadable or has no usable metrics. */
static bool gather(const struct run_request *run, char *const *paths, int status,
		   struct comparison *comparison)
{
	struct compared_runs *runs = &comparison->sides[NEW];

	for (size_t i = 0; i < run->layouts && paths[i] != NULL; i++) {
		if (!compared_runs_add(runs, paths[i]) ||
		    !may_be_compared(run, runs->items[i].result, status))
			return false;
	}
	return runs->count > 0;
}

/* A kernel's own clock may be slower than instructions, and then hides changes. */
static bool is_counted(const struct compared_runs *runs)
{
	if (runs->items[0].analysis->time_base == TIME_INSTRUCTIONS)
		return true;
	warnx("%s: its kernel's clock does not count instructions, so no baseline applies; use "
	      "`bareline compare` with 5 runs a side", runs->items[0].path);
	return false;
}

static size_t count_varying(const struct baseline *new)
{
	size_t count = 0;

	for (size_t i = 0; i < new->count; i++)
		count += baseline_line_kind(&new->lines[i]) == BASELINE_METRIC &&
			 !baseline_is_constant(&new->lines[i]);
	return count;
}

static int write_baseline(const char *path, const struct compared_runs *runs)
{
	struct baseline new = compared_run_conditions(&runs->items[0]);
	size_t metrics, varying;
	bool good;

	for (size_t i = 0; i < runs->count; i++) {
		struct baseline boot;

		baseline_from_result(runs->items[i].result, &boot);
		baseline_merge(&new, &boot);
		baseline_free(&boot);
	}
	metrics = baseline_count(&new, BASELINE_METRIC);
	varying = count_varying(&new);
	good = baseline_write(path, &new);
	baseline_free(&new);
	if (!good)
		return EXIT_MACHINE;
	fprintf(stderr, "Baseline: %zu metrics written to %s; ", metrics, path);
	if (varying == 0)
		fputs("all are constant and will be checked exactly\n", stderr);
	else
		fprintf(stderr, "%zu of them var%s: a run changes such a metric only if it has no "
			"value in common with the baseline\n", varying,
			varying == 1 ? "ies" : "y");
	return EXIT_GOOD;
}

int baseline_check(const struct run_request *run, struct baseline *base, char *const *paths,
		   int status)
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	const struct reasons none = {0};
	int found = EXIT_FAILED;

	if (!run->updates_baseline)
		compared_runs_add_baseline(&comparison.sides[BASE], run->baseline, base);
	if (!gather(run, paths, status, &comparison)) {
		if (!run->updates_baseline &&
		    !change_write_refused(&none, status,
					  &(struct change_output){.paths = run->outputs}))
			found = EXIT_MACHINE;
	} else if (!is_counted(&comparison.sides[NEW])) {
		found = EXIT_USAGE;
	} else if (run->updates_baseline) {
		found = write_baseline(run->baseline, &comparison.sides[NEW]);
	} else {
		found = compare_with_baseline(run, &comparison, status);
	}
	compare_free(&comparison);
	return status != EXIT_GOOD ? status : found;
}
