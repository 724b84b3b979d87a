/* `bareline flow check`: what the method promises, tested on every network of a log. */
#include <err.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/flow/filter.h"
#include "tools/flow/known.h"
#include "tools/flow/missing.h"
#include "tools/flow/path.h"

#define FAULTS_SHOWN 20

struct check {
	struct flow_session session;
	struct flow_graph graph;
	struct flow_path path;
	struct out *out;
	bool all;
	uint64_t sound, aside, ties, wrong_paths;
	uint64_t by_fault[FLOW_FAULT_COUNT];
};

static const struct option_spec options[] = {
	{.name = "all",
	 .kind = OPTION_FLAG,
	 .offset = offsetof(struct check, all),
	 .help = "show all that are set aside and every gap, not the first few"},
	{0},
};

static const struct option_group groups[] = {{.options = options}, {0}};

static void check_path(struct check *check, size_t number)
{
	uint64_t response = flow_graph_response(&check->graph);
	bool is_free = flow_path_find(&check->graph, &check->path);

	check->ties += check->graph.ties;
	if (is_free && flow_path_length(&check->graph, &check->path) == response)
		return;
	check->wrong_paths++;
	out_format(check->out, "interaction %zu: the critical path %s\n", number + 1,
		   is_free ? "is not as long as the response time" : "runs into a B-arc");
}

static void check_interaction(struct check *check, size_t number)
{
	struct flow_interaction *item = &check->session.interactions.items.items[number];

	if (flow_graph_make(&check->session.interactions, item, &check->graph)) {
		check->sound++;
		check_path(check, number);
		return;
	}
	check->by_fault[item->fault]++;
	if (check->aside++ >= FAULTS_SHOWN && !check->all)
		return;
	out_format(check->out, "interaction %zu is set aside: ", number + 1);
	flow_write_fault(check->out, check->session.log, item);
	out_char(check->out, '\n');
}

static void flow_check_write_summary(struct check *check)
{
	out_format(check->out, "%" PRIu64 " interactions are whole, %" PRIu64 " set aside\n",
		   check->sound, check->aside);
	for (int fault = FLOW_FAULT_SOUND + 1; fault < FLOW_FAULT_COUNT; fault++) {
		if (check->by_fault[fault] > 0)
			out_format(check->out, "%10" PRIu64 "  one event %s\n",
				   check->by_fault[fault], flow_fault_text((enum flow_fault)fault));
	}
	if (check->session.interactions.strays > 0)
		out_format(check->out, "%" PRIu32 " events name no sub-task, the first is event %"
			   PRIu32 "\n", check->session.interactions.strays,
			   check->session.interactions.first_stray + 1);
	if (check->ties > 0)
		out_format(check->out, "%" PRIu64 " joins for which neither side had to wait\n",
			   check->ties);
	if (check->wrong_paths == 0 && check->sound > 0)
		out_text(check->out,
			 "every critical path is as long as its response time, to the tick\n");
}

static int check_log(struct check *check)
{
	bool agrees;

	for (size_t i = 0; i < check->session.interactions.items.count; i++)
		check_interaction(check, i);
	flow_check_write_summary(check);
	flow_missing_write(&check->session, check->all ? SIZE_MAX : FAULTS_SHOWN, check->out);
	agrees = flow_check_online(&check->session, check->out);
	agrees = flow_check_truths(&check->session, check->out) && agrees;
	if (!out_end(check->out))
		err(EXIT_MACHINE, "standard output");
	return agrees && check->aside == 0 && check->wrong_paths == 0 &&
		check->session.interactions.strays == 0 &&
		flow_missing_none(&check->session) ? EXIT_GOOD : EXIT_FAILED;
}

static int flow_check_session(struct check *check, const char *path)
{
	int status;

	if (!flow_session_open(&check->session, path))
		return EXIT_USAGE;
	check->out = xmalloc(sizeof(*check->out));
	out_begin(check->out, stdout);
	status = check_log(check);
	free(check->out);
	flow_path_free(&check->path);
	flow_graph_free(&check->graph);
	flow_session_close(&check->session);
	return status;
}

static int flow_check_run(int argc, char **argv)
{
	struct check check = {0};

	arguments_parse(&flow_check_command, &check, argc, argv);
	return flow_check_session(&check, argv[1]);
}

const struct command flow_check_command = {
	.name = "bareline flow check",
	.summary = "whether every network is whole and every figure agrees",
	.usage = "[OPTION]... LOG",
	.about =
		"For every interaction: has it one source, does every sub-task end, do times agree "
		"with the arcs, is the critical path free of B-arcs and its length the response "
		"time? Where the log holds them, sums made on-line and critical paths known "
		"beforehand are compared too. Interactions that fail are set aside everywhere "
		"else. Are events missing, or the log's end?",
	.groups = groups,
	.exit_status = "0 all holds\n"
		       "1 something does not\n"
		       "2 wrong arguments or unreadable input",
	.operands_min = 1,
	.operands_max = 1,
	.run = flow_check_run,
};
