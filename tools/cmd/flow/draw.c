/* SPDX-License-Identifier: MIT */
/* `bareline flow draw`: draws the network of an interaction; toxgrab and xgrab in the paper. */
#include <err.h>
#include <stdlib.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/flow/commands.h"
#include "tools/flow/drawing.h"
#include "tools/flow/nodes/open.h"

/* Larger drawings are unreadable, and most programs cannot display them. */
#define SHOWN_MAX 20000

struct draw {
	struct flow_session session;
	struct flow_filter filter;
	struct flow_graph graph;
	struct flow_path path;
	const char *output;
	enum flow_scale scale;
};

static const char *const scale_names[] = {"auto", "even", "linear", NULL};

static const struct option_spec scale_options[] = {
	{.name = "scale", .kind = OPTION_CHOICE, .argument = "SCALE", .choices = scale_names,
	 .help = "space events evenly (even) or by time (linear); auto is linear if one arc takes "
		 "most of the response time (auto)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = output_options, .offset = offsetof(struct draw, output)},
	{.options = replace_options},
	{.options = scale_options, .offset = offsetof(struct draw, scale)},
	{.options = flow_interaction_options, .offset = offsetof(struct draw, filter)},
	{.options = flow_event_options, .offset = offsetof(struct draw, filter)},
	{0},
};

/* Whether to skip a rejected interaction. One selected by number is not skipped. */
static bool is_skipped(const struct draw *draw, size_t number)
{
	return draw->filter.interactions.count == 0 &&
		draw->session.interactions.items.items[number].fault != FLOW_FAULT_SOUND;
}

/* Index of the first selected interaction; the number of interactions if there is none. */
static size_t find_picked(struct draw *draw)
{
	size_t count = draw->session.interactions.items.count, i = 0;
	uint8_t *picked = flow_filter_interactions(&draw->filter, &draw->session);

	if (picked == NULL)
		exit(EXIT_USAGE);
	while (i < count && (!picked[i] || is_skipped(draw, i)))
		i++;
	free(picked);
	return i;
}

static int draw_picked(struct draw *draw)
{
	size_t number = find_picked(draw);
	struct flow_layout layout;
	int status = EXIT_USAGE;

	if (number == draw->session.interactions.items.count) {
		warnx("no complete interaction is selected; change --run or --filter, or see "
		      "`bareline flow check`");
		return EXIT_USAGE;
	}
	if (!flow_graph_make(&draw->session.interactions,
			    &draw->session.interactions.items.items[number], &draw->graph) ||
	    !flow_path_find(&draw->graph, &draw->path)) {
		warnx("interaction %zu: rejected; see `bareline flow check` for the "
		      "reason", number + 1);
		return EXIT_FAILED;
	}
	flow_layout_make(&layout, &draw->graph, &draw->path, &draw->filter, draw->scale);
	if (layout.shown > SHOWN_MAX) {
		warnx("interaction %zu: %zu vertices are too many to draw; hide some, for example "
		      "with --drop '*_use'", number + 1, layout.shown);
	} else {
		FILE *file = file_create(draw->output);

		if (file != NULL)
			flow_svg_write(&layout, number, file);
		if (file_finish(file, draw->output))
			status = EXIT_GOOD;
	}
	flow_layout_free(&layout);
	return status;
}

static int flow_draw_run(int argc, char **argv)
{
	struct draw draw = {0};
	int status;

	arguments_parse(&flow_draw_command, &draw, argc, argv);
	if (!flow_nodes_open(&draw.session, argv + 1))
		return EXIT_USAGE;
	status = draw_picked(&draw);
	flow_session_write_faults(&draw.session);
	flow_path_free(&draw.path);
	flow_graph_free(&draw.graph);
	flow_session_close(&draw.session);
	return status;
}

const struct command flow_draw_command = {
	.name = "bareline flow draw",
	.summary = "draw the network of an interaction as SVG",
	.usage = "[OPTION]... LOG...",
	.about = "Draw the network of one interaction as SVG: one column per thread, time down "
		 "the page, the critical path red, B-arcs dashed. Options that select events hide "
		 "simple vertices and keep the arcs between the others. Sources, forks, joins and "
		 "sinks are always drawn.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_draw_run,
};
