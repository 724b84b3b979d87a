/* SPDX-License-Identifier: MIT */
/* `bareline flow tree`: sums critical paths in one flame graph. */
#include <stdlib.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/flow/commands.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"
#include "tools/flow/tree/tree.h"

enum tree_format {FORMAT_FOLDED, FORMAT_SVG};

struct tree_settings {
	struct flow_filter filter;
	enum tree_format format;
	const char *output;
};

static const char *const format_names[] = {"folded", "svg", NULL};

static const struct option_spec format_options[] = {
	{.name = "format", .kind = OPTION_CHOICE, .argument = "FORMAT", .choices = format_names,
	 .help = "folded: stacks, for FlameGraph and speedscope; svg: a drawing (folded)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = format_options, .offset = offsetof(struct tree_settings, format)},
	{.options = output_options, .offset = offsetof(struct tree_settings, output)},
	{.options = replace_options},
	{.options = flow_interaction_options, .offset = offsetof(struct tree_settings, filter)},
	{0},
};

static int flow_tree_run(int argc, char **argv)
{
	struct tree_settings settings = {.format = FORMAT_FOLDED};
	struct flow_session session;
	struct flow_tree tree;
	uint8_t *picked;
	int status = EXIT_USAGE;

	arguments_parse(&flow_tree_command, &settings, argc, argv);
	if (!flow_nodes_open(&session, argv + 1))
		return EXIT_USAGE;
	picked = flow_filter_interactions(&settings.filter, &session);
	if (picked != NULL) {
		FILE *file;

		flow_tree_begin(&tree);
		flow_tree_add(&tree, &session, picked);
		file = file_create(settings.output);
		if (file != NULL && settings.format == FORMAT_SVG)
			flow_tree_write_flames(&tree, session.log, file);
		else if (file != NULL)
			flow_tree_write_folded(&tree, file);
		status = file_finish(file, settings.output) ? EXIT_GOOD : EXIT_MACHINE;
		flow_tree_free(&tree);
	}
	free(picked);
	flow_session_write_faults(&session);
	flow_session_close(&session);
	return status;
}

const struct command flow_tree_command = {
	.name = "bareline flow tree",
	.summary = "sum many critical paths in one flame graph",
	.usage = "[OPTION]... LOG...",
	.about = "Sum the critical paths of all interactions by the chain of sub-tasks that "
		 "caused the work, and by the objects in use. The total equals the sum of the "
		 "response times, in ticks.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_tree_run,
};
