/* SPDX-License-Identifier: MIT */
/* `bareline flow compare`: compares the critical paths of two logs. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/flow/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/flow/duration.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"
#include "tools/topic/flow/flow.h"

#define LOGS 2

struct flow_side {
	bool is_open;
	struct flow_session session;
	struct flow_tree tree;
	struct flow_segments segments;
};

struct comparing {
	struct flow_filter filter;
	struct table_output output;
	const char *plot;
	struct flow_side sides[LOGS];
};

static const struct option_spec plot_options[] = {
	{.name = "plot", .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .offset = offsetof(struct comparing, plot),
	 .help = "also draw where the paths spend their time, as SVG"},
	{0},
};

static const struct option_group groups[] = {
	{.options = plot_options},
	{.options = flow_interaction_options, .offset = offsetof(struct comparing, filter)},
	{.options = table_options, .offset = offsetof(struct comparing, output)},
	{.options = replace_options},
	{0},
};

/* Open a log and sum its selected critical paths. On failure, prints the cause and returns
 * false. */
static bool flow_side_open(struct flow_side *side, const struct flow_filter *filter,
			   char *path)
{
	uint8_t *picked;

	if (!flow_nodes_open(&side->session, (char *[]){path, NULL}))
		return false;
	side->is_open = true;
	flow_tree_begin(&side->tree);
	picked = flow_filter_interactions(filter, &side->session);
	if (picked != NULL)
		flow_tree_add(&side->tree, &side->session, picked);
	flow_segments_make(&side->session, picked, &side->segments);
	free(picked);
	flow_session_write_faults(&side->session);
	return picked != NULL;
}

/* Number of base ticks per tick of the new log. If only one log has its tick length, or only one
 * counts instructions, prints a message and returns 0. */
static double scale_of(const struct comparing *comparing)
{
	const char *base_name = flow_tick_name(comparing->sides[0].session.log);
	const char *new_name = flow_tick_name(comparing->sides[1].session.log);
	double base_hz = (double)comparing->sides[0].session.log->manifest.tsc_hz;
	double new_hz = (double)comparing->sides[1].session.log->manifest.tsc_hz;

	if (strcmp(base_name, new_name) != 0) {
		warnx("one log counts %s, the other counts %s; give two logs of one kind",
		      base_name, new_name);
		return 0;
	}
	if (base_hz == new_hz)
		return 1;
	if (base_hz > 0 && new_hz > 0)
		return base_hz / new_hz;
	warnx("one of the logs lacks the length of a tick; give two logs of one time base");
	return 0;
}

static int flow_compare_write(struct comparing *comparing, double scale)
{
	const struct flow_sides sides = {
		.logs = {comparing->sides[0].session.log, comparing->sides[1].session.log},
		.segments = {&comparing->sides[0].segments, &comparing->sides[1].segments},
		.scale = scale,
	};
	struct tables tables;
	int status = EXIT_GOOD;

	tables_init(&tables, "");
	topic_flow_title(&tables, &comparing->sides[1].session, "Critical paths of two logs");
	topic_flow_segments(&tables, &sides);
	if (topic_flow_compare(&tables, &comparing->sides[0].tree, &comparing->sides[1].tree,
			       scale) == 0) {
		warnx("no common run: the logs have no runs of the same name with selected, "
		      "complete interactions");
		status = EXIT_USAGE;
	} else if (!table_output_write(&comparing->output, &tables)) {
		status = EXIT_MACHINE;
	}
	tables_free(&tables);
	if (status == EXIT_GOOD && comparing->plot != NULL) {
		FILE *file = file_create(comparing->plot);

		if (file != NULL)
			flow_sides_draw(&sides, file);
		if (!file_finish(file, comparing->plot))
			status = EXIT_MACHINE;
	}
	return status;
}

static int flow_compare_run(int argc, char **argv)
{
	struct comparing comparing = {.output.all = true};
	int status = EXIT_USAGE;
	double scale;

	arguments_parse(&flow_compare_command, &comparing, argc, argv);
	if (flow_side_open(&comparing.sides[0], &comparing.filter, argv[1]) &&
	    flow_side_open(&comparing.sides[1], &comparing.filter, argv[2])) {
		scale = scale_of(&comparing);
		if (scale > 0)
			status = flow_compare_write(&comparing, scale);
	}
	for (int i = 0; i < LOGS; i++) {
		if (comparing.sides[i].is_open) {
			flow_tree_free(&comparing.sides[i].tree);
			flow_segments_free(&comparing.sides[i].segments);
			flow_session_close(&comparing.sides[i].session);
		}
	}
	return status;
}

const struct command flow_compare_command = {
	.name = "bareline flow compare",
	.summary = "compare the critical paths of two logs",
	.usage = "[OPTION]... BASE NEW",
	.about = "Compare the critical paths of two logs, for each run in both: mean time by "
		 "what threads did or waited for, by thread, and by object in use. The "
		 "differences add up to that of the response times. One log may be of bare metal "
		 "and the other of Linux; what differs in their work is then listed.",
	.groups = groups,
	.operands_min = 2,
	.operands_max = 2,
	.run = flow_compare_run,
};
