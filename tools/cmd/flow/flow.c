/* SPDX-License-Identifier: MIT */
/* `bareline flow`: reads interaction networks from logs and analyses them. Each subcommand is a
 * file. */
#include "lib/event/flow.h"
#include "tools/base/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/flow/commands.h"

static const struct command *const subcommands[] = {
	&flow_dump_command,  &flow_split_command,  &flow_filter_command,
	&flow_draw_command,  &flow_path_command,   &flow_states_command,
	&flow_check_command, &flow_verify_command, &flow_export_command,
	&flow_tree_command,  &flow_compare_command, &flow_import_command,
	&flow_record_command, &flow_load_command, &flow_nodes_command, NULL,
};

static int flow_run(int argc, char **argv)
{
	return arguments_run_subcommand(&flow_command, argc, argv);
}

const struct command flow_command = {
	.name = "bareline flow",
	.summary = "analyse user interactions: dependency graphs, critical paths",
	.usage = "SUBCOMMAND [ARGUMENT]... LOG...",
	.about = "Analyse the work that threads and messages do for a user action. LOG is a log (- "
		 "for standard input) or a run's directory. With several logs, each is of one "
		 "node, and the messages between nodes align their clocks. See "
		 "docs/interactions.md for the method.",
	.subcommands = subcommands,
	.operands_max = OPERANDS_ANY,
#define X(kind, name, construct, use, summary) name ": " summary "\n"
	.notes = "Event kinds:\n" FLOW_KINDS(X)
		 "See `bareline flow SUBCOMMAND --help` for the options of a subcommand.",
#undef X
	.exit_status = "0 success\n"
		       "1 a network or a metric is wrong\n"
		       "2 wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.run = flow_run,
};
