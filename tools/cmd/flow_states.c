/* SPDX-License-Identifier: MIT */
/* `bareline flow states`: what the critical paths of a set of interactions spend their time on. */
#include <stdlib.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/flow_commands.h"
#include "tools/cmd/table_output.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"
#include "tools/topic/flow/flow.h"

struct states {
	struct flow_session session;
	struct flow_filter filter;
	struct table_output output;
	struct patterns texts; /* the states asked for */
	struct flow_expr exprs[PATTERNS_MAX];
};

static const struct option_spec state_options[] = {
	{.name = "state", .kind = OPTION_PATTERN, .argument = "EXPR",
	 .help = "names of objects in use, with and, or, not and parentheses; may be repeated"},
	{0},
};

static const struct option_group groups[] = {
	{.options = state_options, .offset = offsetof(struct states, texts)},
	{.options = flow_interaction_options, .offset = offsetof(struct states, filter)},
	{.options = table_options, .offset = offsetof(struct states, output)},
	{0},
};

/* `using` is looked at by the filter, so that it may be given with run and number. */
static bool flow_states_write(struct states *states, const uint8_t *picked)
{
	const struct flow_states_request request = {
		.picked = picked,
		.texts = states->texts.items,
		.states = states->exprs,
		.state_count = states->texts.count,
	};
	struct tables tables;
	bool good;

	tables_init(&tables, "");
	topic_flow_title(&tables, &states->session, "What critical paths spend their time on");
	topic_flow_states(&tables, &states->session, &request);
	flow_session_write_faults(&states->session);
	good = table_output_write(&states->output, &tables);
	tables_free(&tables);
	return good;
}

static bool parse_states(struct states *states)
{
	for (size_t i = 0; i < states->texts.count; i++) {
		if (!flow_filter_parse(&states->exprs[i], states->texts.items[i],
				       states->session.log))
			return false;
	}
	return true;
}

static int flow_states_run(int argc, char **argv)
{
	struct states states = {.output.all = true};
	uint8_t *picked = NULL;
	int status = EXIT_USAGE;

	arguments_parse(&flow_states_command, &states, argc, argv);
	if (!flow_nodes_open(&states.session, argv + 1))
		return EXIT_USAGE;
	if (parse_states(&states))
		picked = flow_filter_interactions(&states.filter, &states.session);
	if (picked != NULL)
		status = flow_states_write(&states, picked) ? EXIT_GOOD : EXIT_MACHINE;
	free(picked);
	for (size_t i = 0; i < states.texts.count; i++)
		flow_expr_free(&states.exprs[i]);
	flow_session_close(&states.session);
	return status;
}

const struct command flow_states_command = {
	.name = "bareline flow states",
	.summary = "time in composite states, over any set of interactions",
	.usage = "[OPTION]... LOG...",
	.about = "Sum, over a set of interactions, the time that their critical paths were in "
		 "composite states, and its share of their response times. Without --state: the "
		 "time that each object was in use, in any combination with others; and the time "
		 "spent in each combination, which adds up to the response times.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_states_run,
};
