/* `bareline flow check`: what the method promises, tested on every network of a log. */
#include <stdio.h>

#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/cmd/table_output.h"
#include "tools/topic/flow.h"

static const char help[] =
	"Usage: bareline flow check [OPTION]... LOG\n"
	"For every interaction: has it one source, does every sub-task end, "
	"do times agree with the\n"
	"arcs, is the critical path free of B-arcs and its length the response time? "
	"Where the log\n"
	"holds them, sums made on-line and critical paths known beforehand are compared too.\n"
	"Interactions that fail are set aside everywhere else. Are events missing, or the log's\n"
	"end?\n\n"
	"  --all                 show all that are set aside and every gap, not the first few\n" TABLE_HELP
	"\n"
	"Exit status: 0 all holds, 1 something does not, 2 wrong arguments or unreadable input.\n";

enum {OPT_ALL = 256};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"all", no_argument, NULL, OPT_ALL},
	TABLE_OPTIONS,
	{0},
};

static int flow_check_run(const struct table_output *output, const char *path)
{
	struct flow_session session;
	struct tables tables;
	int status;

	if (!flow_session_open(&session, path))
		return EXIT_USAGE;
	tables_init(&tables, "Interactions, checked");
	status = topic_flow_check(&tables, &session) ? EXIT_GOOD : EXIT_FAILED;
	if (!table_output_write(output, &tables))
		status = EXIT_USAGE;
	tables_free(&tables);
	flow_session_close(&session);
	return status;
}

int flow_check(int argc, char **argv)
{
	struct table_output output = {0};
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			fputs(help, stdout);
			return EXIT_GOOD;
		case OPT_ALL:
			output.all = true;
			break;
		default:
			if (!table_output_option(&output, option, optarg))
				return EXIT_USAGE;
		}
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return flow_check_run(&output, argv[optind]);
}
