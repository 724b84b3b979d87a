/* `bareline net`: interaction networks, found in a log and analysed. Each part is a file. */
#include <err.h>
#include <stdio.h>
#include <string.h>

#include "lib/net_event.h"
#include "tools/commands.h"
#include "tools/net_commands.h"

struct part {
	const char *name;
	const char *summary;
	int (*run)(int argc, char **argv);
};

static const struct part parts[] = {
	{"dump", "events as text, in the order of time", net_dump},
	{"split", "each interaction as a log of its own", net_split},
	{"filter", "a log with some of the events", net_filter},
	{"draw", "an interaction's network as SVG", net_draw},
	{"path", "critical paths, what comes next, and what shortening would gain", net_path},
	{"states", "time in composite states, over any set of interactions", net_states},
	{"check", "whether every network is whole and every figure agrees", net_check},
	{"export", "for other programs: chrome, otlp or ctf", net_export},
	{"generate", "a random log whose critical paths are known", net_generate},
};

static void put_help(FILE *file)
{
	fputs("Usage: bareline net PART [ARGUMENT]... LOG\n"
	      "What serves a user action, across threads and messages; LOG is a log, - for standard\n"
	      "input, or a run's directory. docs/interaction-networks.md tells the method.\n\n", file);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		fprintf(file, "  %-10s%s\n", parts[i].name, parts[i].summary);
	fputs("\nKinds of events:\n\n", file);
#define X(kind, name, construct, use, summary) fprintf(file, "  %-14s%s\n", name, summary);
	NET_KINDS(X)
#undef X
	fputs("\n`bareline net PART --help` tells more. Exit status: 0 success, 1 something is wrong\n"
	      "with the networks, 2 wrong arguments or unreadable input.\n", file);
}

int cmd_net(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;

	if (name == NULL) {
		put_help(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
		put_help(stdout);
		return EXIT_GOOD;
	}
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (strcmp(name, parts[i].name) != 0)
			continue;
		argv[1] = argv[0];
		return parts[i].run(argc - 1, argv + 1);
	}
	warnx("net has no part '%s'; `bareline net --help` lists them", name);
	return EXIT_USAGE;
}
