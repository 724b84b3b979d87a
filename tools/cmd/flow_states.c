/* `bareline flow states`: what the critical paths of a set of interactions spend their time on. */
#include <err.h>
#include <stdlib.h>

#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/cmd/table_output.h"
#include "tools/flow/filter.h"
#include "tools/topic/flow.h"

#define STATES_MAX 32

static const char help[] =
	"Usage: bareline flow states [OPTION]... LOG\n"
	"Sum, over a set of interactions, the time that their critical paths were in composite\n"
	"states, and its share of their response times. "
	"Without --state: the time that each object\n"
	"was in use, in any combination with others; "
	"and the time spent in each combination, which\n"
	"adds up to the response times.\n\n"
	"  --state EXPR          names of objects in use, with and, or, not and parentheses; may\n"
	"                        be repeated\n" FLOW_INTERACTION_HELP TABLE_HELP;

enum {OPT_STATE = 256};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"state", required_argument, NULL, OPT_STATE},
	FLOW_INTERACTION_OPTIONS,
	TABLE_OPTIONS,
	{0},
};

struct states {
	struct flow_session session;
	struct flow_filter filter;
	struct table_output output;
	const char *texts[STATES_MAX];
	struct flow_expr exprs[STATES_MAX];
	size_t count;
};

/* `using` is looked at by the filter, so that it may be given with run and number. */
static bool flow_states_write(struct states *states, const uint8_t *picked)
{
	const struct flow_states_request request = {
		.picked = picked,
		.texts = states->texts,
		.states = states->exprs,
		.state_count = states->count,
	};
	struct tables tables;
	bool good;

	tables_init(&tables, "What critical paths spend their time on");
	topic_flow_states(&tables, &states->session, &request);
	flow_session_write_faults(&states->session);
	good = table_output_write(&states->output, &tables);
	tables_free(&tables);
	return good;
}

static bool parse_states(struct states *states)
{
	for (size_t i = 0; i < states->count; i++) {
		if (!flow_filter_parse(&states->exprs[i], states->texts[i], states->session.log))
			return false;
	}
	return true;
}

static int flow_states_run(struct states *states, const char *path)
{
	uint8_t *picked = NULL;
	int status = EXIT_USAGE;

	if (!flow_session_open(&states->session, path))
		return EXIT_USAGE;
	if (parse_states(states))
		picked = flow_filter_interactions(&states->filter, &states->session);
	if (picked != NULL && flow_states_write(states, picked))
		status = EXIT_GOOD;
	free(picked);
	for (size_t i = 0; i < states->count; i++)
		flow_expr_free(&states->exprs[i]);
	flow_session_close(&states->session);
	return status;
}

int flow_states(int argc, char **argv)
{
	struct states states = {.output.all = true};
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			fputs(help, stdout);
			return EXIT_GOOD;
		case OPT_STATE:
			if (states.count == STATES_MAX)
				errx(EXIT_USAGE, "more than %d --state", STATES_MAX);
			states.texts[states.count++] = optarg;
			break;
		default:
			if (!flow_filter_option(&states.filter, option, optarg) &&
			    !table_output_option(&states.output, option, optarg))
				return EXIT_USAGE;
		}
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return flow_states_run(&states, argv[optind]);
}
