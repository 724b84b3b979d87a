/* SPDX-License-Identifier: MIT */
/* `bareline flow load`: counts interactions in the system and what they wait for. */
#include <stdlib.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/flow/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"
#include "tools/topic/flow/flow.h"

struct load {
	struct flow_session session;
	struct flow_filter filter;
	struct table_output output;
	struct patterns texts;          /* for --kind */
	struct flow_expr exprs[PATTERNS_MAX];
};

static const struct option_spec load_options[] = {
	{.name = "kind", .kind = OPTION_PATTERN, .argument = "EXPR",
	 .help = "print interactions that were in this state in a separate row: names of objects "
		 "in use, combined with and, or, not and parentheses; may be repeated"},
	{0},
};

static const struct option_group groups[] = {
	{.options = load_options, .offset = offsetof(struct load, texts)},
	{.options = flow_interaction_options, .offset = offsetof(struct load, filter)},
	{.options = table_options, .offset = offsetof(struct load, output)},
	{.options = replace_options},
	{0},
};

static bool parse_kinds(struct load *load)
{
	for (size_t i = 0; i < load->texts.count; i++) {
		if (!flow_filter_parse(&load->exprs[i], load->texts.items[i], load->session.log))
			return false;
	}
	return true;
}

static int flow_load_run(int argc, char **argv)
{
	struct load load = {.output.all = true};
	uint8_t *picked = NULL;
	int status = EXIT_USAGE;

	arguments_parse(&flow_load_command, &load, argc, argv);
	if (!flow_nodes_open(&load.session, argv + 1))
		return EXIT_USAGE;
	if (parse_kinds(&load))
		picked = flow_filter_interactions(&load.filter, &load.session);
	if (picked != NULL) {
		const struct flow_load_request request = {
			.picked = picked,
			.texts = load.texts.items,
			.kinds = load.exprs,
			.kind_count = load.texts.count,
		};
		struct tables tables;

		tables_init(&tables, "");
		topic_flow_title(&tables, &load.session, "Interactions that overlap");
		status = EXIT_GOOD;
		if (topic_flow_load(&tables, &load.session, &request) != FLOW_LOAD_HOLDS)
			status = EXIT_FAILED;
		flow_session_write_faults(&load.session);
		if (!table_output_write(&load.output, &tables))
			status = EXIT_MACHINE;
		tables_free(&tables);
	}
	free(picked);
	for (size_t i = 0; i < load.texts.count; i++)
		flow_expr_free(&load.exprs[i]);
	flow_session_close(&load.session);
	return status;
}

const struct command flow_load_command = {
	.name = "bareline flow load",
	.summary = "print the number of interactions in the system and what they wait for",
	.usage = "[OPTION]... LOG...",
	.about = "Print for each run: throughput, mean response time and mean number of "
		 "interactions in the system, and whether Little's law holds for them exactly; "
		 "then what critical paths wait for and are served by: each CPU, device and lock "
		 "with its queue. The first row, with the most time, is the bottleneck.",
	.groups = groups,
	.exit_status = "0 success\n"
		       "1 a run has no complete interaction, or Little's law does not hold, which "
		       "is an error in this program\n"
		       "2 wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_load_run,
};
