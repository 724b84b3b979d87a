/* SPDX-License-Identifier: MIT */
/* A failed run keeps its directory, because its log is needed most. */
#include "tools/run/finish.h"

#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/analysis/outliers.h"
#include "tools/base/exit_status.h"
#include "tools/base/signals.h"
#include "tools/compare/last_run.h"
#include "tools/results/known_counts.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/run/baseline_conditions.h"
#include "tools/run/export_file.h"
#include "tools/topic/topic.h"
#include "tools/view/data.h"
#include "tools/view/overview.h"
#include "tools/view/summary_view.h"
#include "tools/view/page.h"
#include "tools/view/text.h"

#define SIGNAL_TEXT_MAX 128

/* The name of the only benchmark with results besides the timing overhead; if only the timing
 * overhead has results, its name. NULL if there are none or several. */
static const char *finish_only_bench(const struct result *result)
{
	const char *name = NULL, *timing = NULL;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		if (bench->series_count == 0)
			continue;
		if (strcmp(bench->info->name, TIMING_BENCH) == 0) {
			timing = bench->info->name;
			continue;
		}
		if (name != NULL)
			return NULL;
		name = bench->info->name;
	}
	return name != NULL ? name : timing;
}

/* Show the results. One benchmark has a few lines. A run without key metrics has its tables or
 * their overview. A comparison with a baseline always prints the summary, followed by its
 * result. */
static void finish_show(const struct tables *tables, const struct progress *progress,
			const char *only_bench, const struct patterns *points)
{
	const struct text text = text_on_stdout(false);

	if (progress->wants_json)
		json_write(tables, stdout);
	else if (progress->wants_table)
		text_write(&text, tables);
	else if (progress->is_gate || summary_view_is_enough(tables))
		summary_view_write(&text, tables);
	else if (only_bench != NULL)
		overview_write_brief(&text, tables, only_bench, points);
	else
		overview_write(&text, tables);
	fflush(stdout);
}

/* The report is optional: a run without one is valid. After an interruption it is not written. */
static void finish_write_page(const struct tables *tables, const char *directory, bool is_named)
{
	char *path;

	if (signals_caught() != 0)
		return;
	path = run_directory_file(directory, RUN_REPORT);
	if (page_write_file(tables, path, true) && is_named)
		fprintf(stderr, "Report: %s\n", path);
	free(path);
}

/* A signal arrived too late to end the run. */
static int finish_print_interrupted(void)
{
	char why[SIGNAL_TEXT_MAX];

	signals_describe(why, sizeof(why));
	warnx("%s after the run", why);
	return EXIT_FAILED;
}

/* Whether the target lacked what each selected benchmark needs. Timing overhead is always measured,
 * so it does not count. A node that serves others has done its work, although node 0 has the
 * response times. */
static bool finish_has_only_skips(const struct result *result)
{
	const struct wire_end *end = result_end(result);
	const struct record_list *skips = &result->records[WIRE_skip];

	if (!result_is_complete(result) || end->skipped == 0 || end->faulted > 0)
		return false;
	for (size_t i = 0; i < result->bench_count; i++) {
		if (result->benches[i].series_count > 0 &&
		    strcmp(result->benches[i].info->name, TIMING_BENCH) != 0)
			return false;
	}
	for (size_t i = 0; i < skips->count; i++) {
		if (strcmp(skips->items[i].skip.missing, "response") == 0)
			return false;
	}
	return true;
}

/* Print each reason once, with its first benchmark. */
static void finish_print_skips(const struct result *result)
{
	const struct record_list *skips = &result->records[WIRE_skip];
	const char *said = "";

	warnx("nothing was measured; every selected benchmark was skipped:");
	for (size_t i = 0; i < skips->count; i++) {
		const struct wire_skip *skip = &skips->items[i].skip;

		if (strcmp(skip->detail, said) != 0)
			fprintf(stderr, "  %s: %s\n", skip->bench, skip->detail);
		said = skip->detail;
	}
}

static void finish_warn_of_counts(const struct result *result)
{
	struct known_counts counts;

	known_counts_compare(result, &counts);
	if (counts.different > 0)
		warnx("%zu of %zu counts are not those of this version: %s", counts.different,
		      counts.compared, counts.text);
}

int finish_run(const struct run_end *end)
{
	const char *failure = end->failure;
	struct progress *progress = end->progress;
	struct result *result = progress_finish(progress);
	struct analysis *analysis = analysis_new(result);
	struct outliers outliers;
	struct tables tables;
	int status;
	struct topic topic = {.tables = &tables, .analysis = analysis, .path = end->directory};
	const char *only_bench = finish_only_bench(result);
	bool is_shown = progress->has_record && !progress->is_quiet;
	bool is_quiet_json = progress->has_record && progress->wants_json && end->request != NULL &&
			     !end->request->is_part;
	bool is_brief = is_shown && !progress->wants_table && !progress->wants_json &&
			!progress->is_gate && only_bench != NULL;
	bool shows_only_skips = false;
	char text[OUTLIERS_TEXT_MAX];

	status = failure == NULL && analysis_is_good(analysis) ? EXIT_GOOD : EXIT_FAILED;
	if (failure == NULL && validity_has_no_benchmarks(analysis->result))
		status = EXIT_USAGE;
	if (status == EXIT_GOOD && finish_has_only_skips(analysis->result)) {
		finish_print_skips(analysis->result);
		status = EXIT_USAGE;
		shows_only_skips = is_brief;
	}
	json_object_set_new(end->manifest, "outcome",
			    json_string(failure != NULL ? failure : "ended"));
	if (end->sender != NULL)
		json_object_set_new(end->manifest, "input", input_sender_json(end->sender, result));
	if (end->request != NULL && end->request->machine.is_deterministic)
		baseline_conditions_save(end->request, result, end->manifest);
	outliers_find(analysis, &outliers);
	json_object_set_new(end->manifest, "outliers", outliers_json(&outliers));
	if (!run_directory_write(end->directory, analysis, end->manifest))
		status = EXIT_MACHINE;
	if (end->request != NULL && end->request->exported != NULL &&
	    !export_file_write(end->directory, end->request->exported))
		status = EXIT_MACHINE;
	tables_init(&tables, "Bareline results");
	topic_run(&topic);
	if ((is_shown && !shows_only_skips) || is_quiet_json)
		finish_show(&tables, progress, only_bench,
			    end->request != NULL ? &end->request->points : NULL);
	if (failure != NULL) {
		/* If a signal ended the run, an empty console explains nothing. */
		if (progress->received > 0 || signals_caught() == 0)
			progress_write_tail(progress);
		warnx("the run failed: %s", failure);
	} else if (!analysis->valid) {
		warnx("the run is invalid: %s", analysis->validity.reasons[0]);
	} else if (!loss_is_none(&analysis->loss)) {
		warnx("the run is %s", analysis->loss.text);
	} else if (analysis_aborted(analysis) > 0) {
		warnx("the run is partly aborted: %zu point%s", analysis_aborted(analysis),
		      analysis_aborted(analysis) == 1 ? "" : "s");
	}
	finish_warn_of_counts(result);
	outliers_describe(&outliers, text);
	if (text[0] != '\0' && !is_brief)
		warnx("%s", text);
	if (status == EXIT_GOOD && is_shown)
		last_run_report(end->directory);
	if (is_shown && !is_brief)
		fprintf(stderr, "Table: %s show %s\n", program_invocation_name, end->directory);
	fprintf(stderr, "Results: %s\n", end->directory);
	if (is_shown)
		finish_write_page(&tables, end->directory, !is_brief);
	if (failure == NULL && signals_caught() != 0)
		status = finish_print_interrupted();
	tables_free(&tables);
	analysis_free(analysis);
	result_free(result);
	return status;
}
