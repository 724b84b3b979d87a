/* SPDX-License-Identifier: MIT */
/* `bareline flow check`: what the method promises, tested on every network of a log. */
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/flow/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/flow/nodes/open.h"
#include "tools/topic/flow/flow.h"

static const struct option_spec options[] = {
	{.name = "all", .kind = OPTION_FLAG, .offset = offsetof(struct table_output, all),
	 .help = "show all that are set aside and every gap, not the first few"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = table_options},
	{0},
};

static int flow_check_run(int argc, char **argv)
{
	struct table_output output = {0};
	struct flow_session session;
	struct tables tables;
	int status;

	arguments_parse(&flow_check_command, &output, argc, argv);
	if (!flow_nodes_open(&session, argv + 1))
		return EXIT_USAGE;
	tables_init(&tables, "");
	topic_flow_title(&tables, &session, "Interactions, checked");
	topic_flow_clocks(&tables, &session);
	status = topic_flow_check(&tables, &session) ? EXIT_GOOD : EXIT_FAILED;
	if (!table_output_write(&output, &tables))
		status = EXIT_MACHINE;
	tables_free(&tables);
	flow_session_close(&session);
	return status;
}

const struct command flow_check_command = {
	.name = "bareline flow check",
	.summary = "whether every network is whole and every figure agrees",
	.usage = "[OPTION]... LOG...",
	.about =
		"For every interaction: has it one source, does every sub-task end, do times agree "
		"with the arcs, is the critical path free of B-arcs and its length the response "
		"time? Where the log holds them, sums made on-line and critical paths known "
		"beforehand are compared too. Interactions that fail are set aside everywhere "
		"else. Are events missing, or the log's end?",
	.groups = groups,
	.exit_status = "0 all holds\n"
		       "1 something does not\n"
		       "2 wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_check_run,
};
