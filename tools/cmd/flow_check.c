/* `bareline flow check`: what the method promises, tested on every network of a log. */
#include <err.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/flow/filter.h"
#include "tools/flow/known.h"
#include "tools/flow/missing.h"
#include "tools/flow/path.h"

#define FAULTS_SHOWN 20

static const char help[] =
	"Usage: bareline flow check [OPTION]... LOG\n"
	"For every interaction: has it one source, does every sub-task end, "
	"do times agree with the\n"
	"arcs, is the critical path free of B-arcs and its length the response time? "
	"Where the log\n"
	"holds them, sums made on-line and critical paths known beforehand are compared too.\n"
	"Interactions that fail are set aside everywhere else. Are events missing, or the log's\n"
	"end?\n\n"
	"  --all    show all that are set aside and every gap, not the first few\n\n"
	"Exit status: 0 all holds, 1 something does not, 2 wrong arguments or unreadable input.\n";

enum {OPT_ALL = 256};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"all", no_argument, NULL, OPT_ALL},
	{0},
};

struct check {
	struct flow_session session;
	struct flow_graph graph;
	struct flow_path path;
	struct out *out;
	bool all;
	uint64_t sound, aside, ties, wrong_paths;
	uint64_t by_fault[FLOW_FAULT_COUNT];
};

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
		err(EXIT_USAGE, "standard output");
	return agrees && check->aside == 0 && check->wrong_paths == 0 &&
		check->session.interactions.strays == 0 &&
		flow_missing_none(&check->session) ? EXIT_GOOD : EXIT_FAILED;
}

static int flow_check_run(struct check *check, const char *path)
{
	int status;

	if (!flow_session_open(&check->session, path))
		return EXIT_USAGE;
	check->out = malloc(sizeof(*check->out));
	if (check->out == NULL)
		err(EXIT_USAGE, "out of memory");
	out_begin(check->out, stdout);
	status = check_log(check);
	free(check->out);
	flow_path_free(&check->path);
	flow_graph_free(&check->graph);
	flow_session_close(&check->session);
	return status;
}

int flow_check(int argc, char **argv)
{
	struct check check = {0};
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			fputs(help, stdout);
			return EXIT_GOOD;
		case OPT_ALL:
			check.all = true;
			break;
		default:
			return EXIT_USAGE;
		}
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return flow_check_run(&check, argv[optind]);
}
