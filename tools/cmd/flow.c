/* `bareline flow`: interaction networks, found in a log and analysed. Each part is a file. */
#include <stdio.h>

#include "lib/event/flow.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/cmd/subcommand.h"

static const struct subcommand parts[] = {
	{"dump", "events as text, in the order of time", flow_dump},
	{"split", "each interaction as a log of its own", flow_split},
	{"filter", "a log with some of the events", flow_filter},
	{"draw", "an interaction's network as SVG", flow_draw},
	{"path", "critical paths, what comes next, and what shortening would gain", flow_path},
	{"states", "time in composite states, over any set of interactions", flow_states},
	{"check", "whether every network is whole and every figure agrees", flow_check},
	{"export", "for other programs: chrome, otlp or ctf", flow_export},
	{"generate", "a random log whose critical paths are known", flow_generate},
	{0},
};

static void flow_write_help(FILE *file)
{
	fputs("Usage: bareline flow PART [ARGUMENT]... LOG\n"
	      "What serves a user action, across threads and messages; "
	      "LOG is a log, - for standard\n"
	      "input, or a run's directory. docs/interaction-networks.md tells the method.\n\n",
	      file);
	subcommands_list(parts, file);
	fputs("\nKinds of events:\n\n", file);
#define X(kind, name, construct, use, summary) fprintf(file, "  %-14s%s\n", name, summary);
	FLOW_KINDS(X)
#undef X
	fputs("\n`bareline flow PART --help` tells more. Exit status: "
	      "0 success, 1 something is wrong\n"
	      "with the networks, 2 wrong arguments or unreadable input.\n", file);
}

static const struct subcommands subcommands = {
	"bareline flow",
	"flow has no part",
	parts,
	flow_write_help,
};

int cmd_flow(int argc, char **argv)
{
	return subcommands_run(&subcommands, argc, argv);
}
