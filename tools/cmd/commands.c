/* SPDX-License-Identifier: MIT */
/* `bareline` itself; every other command is a subcommand of it. */
#include "tools/cmd/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/arguments.h"
#include "tools/base/build_id.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/run.h"

static bool commands_show_version(void *to, const char *value, struct option_problem *problem)
{
	(void)to;
	(void)value;
	(void)problem;
	printf("bareline %s (%s)\n", build_version, build_id);
	exit(EXIT_GOOD);
}

static const struct option_spec options[] = {
	{.name = "version", .letter = 'v', .kind = OPTION_CALL, .call = commands_show_version,
	 .help = "print the version and exit"},
	{0},
};

static const struct option_group groups[] = {{.options = options}, {0}};

static const struct command *const subcommands[] = {
	&run_command, &capture_command, &lab_command, &collect_command, &serve_command,
	&overhead_command, &systems_command,
	&layers_command, &explain_command, &count_command,
	&show_command, &report_command, &plot_command, &compare_command, &history_command,
	&fleet_command,
	&idle_command, &flow_command, &parse_command, &export_command,
	&list_command, &doctor_command, &format_command, &manual_command, &completion_command,
	NULL,
};

static int commands_run(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "version") == 0)
		commands_show_version(NULL, NULL, NULL);
	return arguments_run_subcommand(&bareline_command, argc, argv);
}

const struct command bareline_command = {
	.name = "bareline",
	.summary = "boot the benchmark image and analyse its results",
	.usage = "COMMAND [ARGUMENT]...",
	.about = "Boot the Bareline benchmark image and analyse its results.",
	.groups = groups,
	.subcommands = subcommands,
	.operands_max = OPERANDS_ANY,
	.notes = "See `bareline COMMAND --help` for the options of a command.",
	.exit_status = "0 success\n"
		       "1 failed or invalid run, or a regression\n"
		       "2 wrong arguments or unusable input\n"
		       "3 out of memory, or no room for the output",
	.run = commands_run,
};
