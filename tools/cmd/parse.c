/* SPDX-License-Identifier: MIT */
/* `bareline parse`: converts a log to JSON and prints the numbers of unusable records. */
#include <inttypes.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/results/json.h"
#include "tools/results/load.h"

struct settings {
	const char *output;
	bool strict;
};

static const struct option_group groups[] = {
	{.options = output_options, .offset = offsetof(struct settings, output)},
	{.options = replace_options},
	{.options = strict_options, .offset = offsetof(struct settings, strict)},
	{0},
};

static int parse_run(int argc, char **argv)
{
	struct settings settings = {0};
	struct result *result;
	struct analysis *analysis;
	int status = EXIT_GOOD;
	FILE *file;
	const struct log_account *account;

	arguments_parse(&parse_command, &settings, argc, argv);
	result = load_run(argv[1]);
	if (result == NULL)
		return EXIT_USAGE;
	analysis = analysis_new(result);
	account = &analysis->result->account;
#define X(field, summary) \
	if (account->field != 0) \
		fprintf(stderr, "%10" PRIu64 "  %s\n", account->field, summary);
	LOG_ACCOUNT(X)
#undef X
	for (size_t i = 0; i < analysis->validity.count; i++)
		fprintf(stderr, "invalid: %s\n", analysis->validity.reasons[i]);
	if (!loss_is_none(&analysis->loss))
		fprintf(stderr, "%s\n", analysis->loss.text);
	if (timing_no_clock(analysis->result) != NULL)
		fprintf(stderr, "%s\n", timing_no_clock(analysis->result));
	file = file_create(settings.output);
	if (file != NULL)
		results_json_write(analysis, file);
	if (!file_finish(file, settings.output))
		status = EXIT_MACHINE;
	else if (settings.strict && !analysis_is_good(analysis))
		status = EXIT_FAILED;
	analysis_free(analysis);
	result_free(result);
	return status;
}

const struct command parse_command = {
	.name = "bareline parse",
	.summary = "convert a log to JSON",
	.usage = "[OPTION]... LOG",
	.about = "Convert a log (- for standard input) to JSON, as described in docs/output.md. "
		 "Print the numbers of unusable records to standard error.",
	.groups = groups,
	.exit_status = "0 success\n"
		       "1 with --strict, an invalid, incomplete or partly aborted run\n"
		       "2 wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_min = 1,
	.operands_max = 1,
	.run = parse_run,
};
