/* `bareline net`: interaction networks, found in a log and analysed. Each part is a file. */
#include <stdio.h>

#include "lib/net_event.h"
#include "tools/commands.h"
#include "tools/net_commands.h"
#include "tools/subcommand.h"

static const struct subcommand parts[] = {
	{"dump", "events as text, in the order of time", net_dump},
	{"split", "each interaction as a log of its own", net_split},
	{"filter", "a log with some of the events", net_filter},
	{"draw", "an interaction's network as SVG", net_draw},
	{"path", "critical paths, what comes next, and what shortening would gain", net_path},
	{"states", "time in composite states, over any set of interactions", net_states},
	{"check", "whether every network is whole and every figure agrees", net_check},
	{"export", "for other programs: chrome, otlp or ctf", net_export},
	{"generate", "a random log whose critical paths are known", net_generate},
	{0},
};

static void put_help(FILE *file)
{
	fputs("Usage: bareline net PART [ARGUMENT]... LOG\n"
	      "What serves a user action, across threads and messages; "
	      "LOG is a log, - for standard\n"
	      "input, or a run's directory. docs/interaction-networks.md tells the method.\n\n",
	      file);
	subcommands_list(parts, file);
	fputs("\nKinds of events:\n\n", file);
#define X(kind, name, construct, use, summary) fprintf(file, "  %-14s%s\n", name, summary);
	NET_KINDS(X)
#undef X
	fputs("\n`bareline net PART --help` tells more. Exit status: "
	      "0 success, 1 something is wrong\n"
	      "with the networks, 2 wrong arguments or unreadable input.\n", file);
}

static const struct subcommands subcommands = {
	"bareline net", "net has no part", parts, put_help,
};

int cmd_net(int argc, char **argv)
{
	return subcommands_run(&subcommands, argc, argv);
}
