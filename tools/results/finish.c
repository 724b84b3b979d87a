/* A failed run leaves its directory too: the log is what one needs then. */
#include "tools/results/finish.h"

#include <err.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/cmd/commands.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/run/input_sender.h"
#include "tools/topic/report.h"
#include "tools/view/page.h"

static void finish_show(const struct analysis *analysis)
{
	const struct report report = {
		.out = stdout, .analysis = analysis, .colour = isatty(STDOUT_FILENO) != 0,
	};

	report_write(&report);
	fflush(stdout);
}

/* The page is an extra: a run without one, for lack of gnuplot, is as good. */
static void finish_write_page(const struct analysis *analysis, const char *directory)
{
	char *path = run_directory_file(directory, RUN_REPORT);
	struct charts charts;

	charts_make(&charts, analysis, NULL, directory);
	if (page_write_file(&charts, path))
		fprintf(stderr, "Report: %s\n", path);
	charts_free(&charts);
	free(path);
}

int finish_run(struct live *live, const char *directory, json_t *manifest, const char *failure)
{
	struct result *result = progress_finish(live);
	struct analysis *analysis = analysis_new(result);
	int status;

	status = failure == NULL && analysis->valid && result_is_complete(result) ? EXIT_GOOD
										  : EXIT_FAILED;
	if (failure == NULL && analysis_has_nothing(analysis))
		status = EXIT_USAGE;
	json_object_set_new(manifest, "outcome", json_string(failure != NULL ? failure : "ended"));
	if (live->sender != NULL)
		json_object_set_new(manifest, "input", input_sender_json(live->sender, result));
	if (!run_directory_write(directory, analysis, manifest))
		status = EXIT_FAILED;
	if (live->has_record && !live->is_quiet)
		finish_show(analysis);
	if (failure != NULL) {
		progress_write_tail(live);
		warnx("the run failed: %s", failure);
	} else if (!analysis->valid) {
		warnx("the run is invalid: %s", analysis->reasons[0]);
	} else if (!result_is_complete(result)) {
		warnx("the run is incomplete: the target sent no end marker, or one of failure");
	}
	fprintf(stderr, "Results: %s\n", directory);
	if (live->has_record && !live->is_quiet)
		finish_write_page(analysis, directory);
	analysis_free(analysis);
	result_free(result);
	return status;
}
