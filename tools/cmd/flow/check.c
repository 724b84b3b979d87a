/* SPDX-License-Identifier: MIT */
/* `bareline flow check`: tests the method's guarantees on every network of a log. */
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/flow/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/flow/nodes/open.h"
#include "tools/topic/flow/flow.h"

static const struct option_spec options[] = {
	{.name = "all", .kind = OPTION_FLAG, .offset = offsetof(struct table_output, all),
	 .help = "print all rejected interactions and all gaps, not only the first few"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = table_options},
	{.options = replace_options},
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
	.summary = "check that networks are complete and metrics agree",
	.usage = "[OPTION]... LOG...",
	.about = "Check every interaction: it has one source, every sub-task ends, times agree "
		 "with the arcs, and the critical path has no B-arcs and is as long as the "
		 "response time. Sums made on-line and critical paths known in advance are "
		 "compared if the log has them. Interactions that fail are rejected by all other "
		 "subcommands. Also check for missing events and a truncated log.",
	.groups = groups,
	.exit_status = "0 all checks pass\n"
		       "1 a check fails\n"
		       "2 wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_check_run,
};
