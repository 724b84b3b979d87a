/* SPDX-License-Identifier: MIT */
/* A baseline that differs fails the run; one of another machine is no failure, but says nothing. */
#include "tools/run/baseline_check.h"

#include <err.h>
#include <stdio.h>

#include "tools/base/exit_status.h"
#include "tools/results/load.h"

static int compare_with_baseline(const char *path, const struct baseline *kept,
				 const struct baseline *now)
{
	int status = EXIT_USAGE;

	switch (baseline_compare(kept, now, stdout)) {
	case BASELINE_SAME:
		fprintf(stderr, "Baseline: all as in %s\n", path);
		status = EXIT_GOOD;
		break;
	case BASELINE_DIFFERS:
		warnx("these figures are not as in %s (--update keeps them)", path);
		status = EXIT_FAILED;
		break;
	case BASELINE_OTHER_CONDITIONS:
		warnx("%s was made under other conditions: nothing was compared", path);
		break;
	}
	return status;
}

/* Whether the figures of a run that ended so are worth a look. */
static bool may_be_compared(const struct run_options *run, const struct result *result, int status)
{
	return status == EXIT_GOOD ||
	       (status == EXIT_FAILED && !run->updates_baseline && result_is_complete(result));
}

int baseline_check(const struct run_options *run, const struct baseline *kept,
		   const char *directory, int status)
{
	struct result *result = load_path(directory);
	struct baseline now;
	int found;

	if (result == NULL)
		return EXIT_FAILED;
	if (!may_be_compared(run, result, status)) {
		result_free(result);
		return status;
	}
	baseline_of(result, &now);
	if (run->updates_baseline)
		found = baseline_write(run->baseline, &now) ? EXIT_GOOD : EXIT_MACHINE;
	else
		found = compare_with_baseline(run->baseline, kept, &now);
	baseline_free(&now);
	result_free(result);
	return status != EXIT_GOOD ? status : found;
}
