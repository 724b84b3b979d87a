/* SPDX-License-Identifier: MIT */
/* `bareline flow`: interaction networks, found in a log and analysed. Each part is a file. */
#include "lib/event/flow.h"
#include "tools/base/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/flow/commands.h"

static const struct command *const parts[] = {
	&flow_dump_command,  &flow_split_command,  &flow_filter_command,
	&flow_draw_command,  &flow_path_command,   &flow_states_command,
	&flow_check_command, &flow_verify_command, &flow_export_command,
	&flow_tree_command,  &flow_compare_command, &flow_import_command,
	&flow_load_command,  &flow_nodes_command,  NULL,
};

static int flow_run(int argc, char **argv)
{
	return arguments_run_part(&flow_command, argc, argv);
}

const struct command flow_command = {
	.name = "bareline flow",
	.summary = "interaction networks and their critical paths",
	.usage = "PART [ARGUMENT]... LOG...",
	.about = "What serves a user action, across threads and messages; LOG is a log, - for "
		 "standard input, or a run's directory; several are of a node each, whose clocks "
		 "are set by the messages between them. docs/interaction-networks.md tells the "
		 "method.",
	.parts = parts,
	.operands_max = OPERANDS_ANY,
#define X(kind, name, construct, use, summary) name ": " summary "\n"
	.notes = "Kinds of events:\n" FLOW_KINDS(X) "`bareline flow PART --help` tells more.",
#undef X
	.exit_status = "0 success\n"
		       "1 something is wrong with the networks\n"
		       "2 wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.run = flow_run,
};
