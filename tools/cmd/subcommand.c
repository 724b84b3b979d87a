/* One way for `bareline` itself and for those of its subcommands that have parts. */
#include "tools/cmd/subcommand.h"

#include <err.h>
#include <string.h>

#include "tools/cmd/commands.h"

void subcommands_list(const struct subcommand *items, FILE *file)
{
	for (; items->name != NULL; items++)
		fprintf(file, "  %-10s%s\n", items->name, items->summary);
}

int subcommands_run(const struct subcommands *these, int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;

	if (name == NULL) {
		these->put_help(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
		these->put_help(stdout);
		return EXIT_GOOD;
	}
	for (const struct subcommand *item = these->items; item->name != NULL; item++) {
		if (strcmp(name, item->name) != 0)
			continue;
		argv[1] = argv[0];
		return item->run(argc - 1, argv + 1);
	}
	warnx("%s '%s'; `%s --help` lists them", these->none, name, these->usage);
	return EXIT_USAGE;
}
