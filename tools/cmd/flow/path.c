/* SPDX-License-Identifier: MIT */
/* `bareline flow path`: prints critical paths. One interaction's path is a table, and several
 * interactions have a row each. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/flow/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"
#include "tools/flow/speedup.h"
#include "tools/topic/flow/flow.h"

#define NEAR_DEFAULT 5
#define NEAR_MAX 1000
#define ROWS_MAX 24 /* of interactions, without --all */
#define STEPS_MAX 20 /* of one interaction, without --all */

/* A state whose time is shortened. */
struct speedup {
	char *text;                     /* NULL: none */
	struct flow_speedup of;
};

struct paths {
	struct flow_filter filter;
	struct flow_session session;
	struct flow_graph graph;
	struct flow_path path;
	struct speedup speedup;
	unsigned long near_max;
	bool has_similarity;
	bool wants_all;
	struct table_output output;
	struct tables tables;
	struct flow_paths rows;
};

/* ---- Shortening ---- */

static bool flow_path_parse_shortening(void *to, const char *text, struct option_problem *problem)
{
	struct speedup *speedup = to;
	char *equals;

	speedup->text = xstrdup(text);
	speedup->of.percent = 100;
	equals = strrchr(speedup->text, '=');
	if (equals == NULL)
		return true;
	*equals = '\0';
	return (text_number(equals + 1, &speedup->of.percent) &&
		speedup->of.percent <= 100) ||
	       option_refuse(problem, "not a percentage after '='; give 0 to 100");
}

static const struct option_spec options[] = {
	{.name = "speedup", .kind = OPTION_CALL, .argument = "EXPR[=PERCENT]",
	 .call = flow_path_parse_shortening, .offset = offsetof(struct paths, speedup),
	 .help = "predict response times if time in this state were PERCENT shorter (100), "
		 "wherever it is spent"},
	{.name = "near-critical", .kind = OPTION_NUMBER, .argument = "N", .most = NEAR_MAX,
	 .offset = offsetof(struct paths, near_max),
	 .help = "print N near-critical paths (5)"},
	{.name = "similarity", .kind = OPTION_FLAG,
	 .offset = offsetof(struct paths, has_similarity),
	 .help = "for several interactions: print how similar critical and near-critical paths "
		 "are"},
	{.name = "all", .kind = OPTION_FLAG, .offset = offsetof(struct paths, wants_all),
	 .help = "print a row for each of many interactions, or of one interaction all steps, "
		 "not an overview"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = flow_interaction_options, .offset = offsetof(struct paths, filter)},
	{.options = table_options, .offset = offsetof(struct paths, output)},
	{.options = replace_options},
	{0},
};

/* ---- Tables ---- */

static void flow_path_add(struct paths *paths, size_t number)
{
	struct speedup *speedup = &paths->speedup;
	uint64_t shortened = speedup->text != NULL
				     ? flow_speedup_response(&speedup->of, &paths->graph, NULL) : 0;

	flow_paths_add(&paths->rows, &paths->graph, &paths->path, number, shortened);
}

/* Whether an overview is printed instead of more rows than fit on a screen. */
static bool flow_path_is_overview(const struct paths *paths)
{
	return paths->rows.table->row_count > ROWS_MAX && !paths->wants_all &&
	       !paths->has_similarity && paths->speedup.text == NULL &&
	       paths->output.csv == NULL && table_output_has_text(&paths->output);
}

/* Whether only the longest steps of one path are printed. */
static bool flow_path_is_brief(const struct paths *paths)
{
	return paths->path.vertices.count > STEPS_MAX && !paths->wants_all &&
	       paths->output.csv == NULL && table_output_has_text(&paths->output);
}

/* Add the tables of one interaction: where its time went, its path, and near-critical paths. */
static void flow_path_add_one(struct paths *paths, const uint8_t *picked, size_t number)
{
	struct table *path;

	flow_path_add(paths, number);
	if (flow_path_is_brief(paths))
		topic_flow_spent(&paths->tables, &paths->session, picked, paths->rows.table);
	path = topic_flow_path(&paths->tables, &paths->session, &paths->graph, &paths->path, "",
			       "path");
	if (flow_path_is_brief(paths)) {
		topic_flow_path_shorten(path);
		paths->output.all = false;
	}
	topic_flow_near(&paths->tables, &paths->graph, &paths->path, paths->near_max);
}

static bool flow_path_write_overview(struct paths *paths, const uint8_t *picked)
{
	const struct table_output output = {.all = false};
	struct tables overview;
	bool written;

	tables_init(&overview, "");
	topic_flow_paths_overview(&overview, &paths->session, picked, paths->rows.table);
	written = table_output_write(&output, &overview);
	tables_free(&overview);
	return written;
}

/* Build the network and path of a selected interaction. */
static bool flow_path_make(struct paths *paths, const uint8_t *picked, size_t number)
{
	struct flow_interactions *interactions = &paths->session.interactions;

	return picked[number] &&
		flow_graph_make(interactions, &interactions->items.items[number], &paths->graph) &&
		flow_path_find(&paths->graph, &paths->path);
}

static int flow_path_write(struct paths *paths)
{
	size_t count = paths->session.interactions.items.count, number = 0;
	struct speedup *speedup = &paths->speedup;
	uint8_t *picked = flow_filter_interactions(&paths->filter, &paths->session);
	int status = EXIT_GOOD;
	bool is_one, is_overview, written;
	size_t found = 0;

	if (picked == NULL ||
	    (speedup->text != NULL && !flow_filter_parse(&speedup->of.state, speedup->text,
							   paths->session.log))) {
		free(picked);
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < count; i++) {
		if (picked[i]) {
			number = i;
			found++;
		}
	}
	is_one = found == 1;
	tables_init(&paths->tables, "");
	topic_flow_title(&paths->tables, &paths->session, "Critical paths");
	topic_flow_clocks(&paths->tables, &paths->session);
	flow_paths_begin(&paths->rows, &paths->tables, speedup->text != NULL);
	if (is_one && flow_path_make(paths, picked, number)) {
		flow_path_add_one(paths, picked, number);
	} else if (!is_one) {
		struct flow_similarity similarity = {0};

		for (size_t i = 0; i < paths->session.interactions.items.count; i++) {
			if (!flow_path_make(paths, picked, i))
				continue;
			flow_path_add(paths, i);
			if (paths->has_similarity)
				flow_similarity_add(&similarity, &paths->graph, &paths->path);
		}
		flow_paths_end(&paths->rows);
		if (paths->has_similarity)
			topic_flow_similarity(&paths->tables, &similarity);
	}
	flow_session_write_faults(&paths->session);
	is_overview = !is_one && flow_path_is_overview(paths);
	written = is_overview ? flow_path_write_overview(paths, picked)
			      : table_output_write(&paths->output, &paths->tables);
	free(picked);
	if (!written)
		status = EXIT_MACHINE;
	tables_free(&paths->tables);
	fflush(stdout);
	/* One row per interaction omits details, so print how to get them. */
	if (is_overview && status == EXIT_GOOD)
		fprintf(stderr, "More: --run NAME for one benchmark, --interaction %zu for one "
			"path step by step, --speedup OBJECT to predict, --all for all rows\n",
			number + 1);
	else if (is_one && !paths->output.all && status == EXIT_GOOD)
		fprintf(stderr, "More: --all for all steps, --speedup OBJECT to predict; `bareline "
			"flow draw --interaction %zu` draws it\n", number + 1);
	else if (!is_one && status == EXIT_GOOD && !paths->output.is_json &&
		 !paths->output.is_ndjson)
		warnx("several interactions: printing one row each; use --interaction %zu, for "
		      "example, to print one step by step", number + 1);
	return status;
}

static int flow_path_run(int argc, char **argv)
{
	struct paths paths = {.near_max = NEAR_DEFAULT, .output.all = true};
	int status;

	arguments_parse(&flow_path_command, &paths, argc, argv);
	if (!flow_nodes_open(&paths.session, argv + 1))
		return EXIT_USAGE;
	status = flow_path_write(&paths);
	flow_speedup_free(&paths.speedup.of);
	free(paths.speedup.text);
	flow_path_free(&paths.path);
	flow_graph_free(&paths.graph);
	flow_session_close(&paths.session);
	return status;
}

const struct command flow_path_command = {
	.name = "bareline flow path",
	.summary = "print critical paths, near-critical paths, and predicted speedups",
	.usage = "[OPTION]... LOG...",
	.about = "Print critical paths: of one interaction step by step, of several in one "
		 "row each, of many an overview. Times are TSC ticks. `gain if 0` is the decrease "
		 "of the response time "
		 "if the way to that vertex took no time; the next-longest path limits it.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_path_run,
};
