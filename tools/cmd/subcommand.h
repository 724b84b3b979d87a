/* Programs and subcommands that are told by their first argument what to do. */
#ifndef TOOLS_CMD_SUBCOMMAND_H
#define TOOLS_CMD_SUBCOMMAND_H

#include <stdio.h>

struct subcommand {
	const char *name;       /* NULL ends an array */
	const char *summary;
	int (*run)(int argc, char **argv);
};

struct subcommands {
	const char *usage;      /* how they are called together: "bareline flow" */
	const char *none;       /* what to say of a name that is not one: "no command" */
	const struct subcommand *items;
	void (*put_help)(FILE *file);
};

/* A line for each, for a help. */
void subcommands_list(const struct subcommand *items, FILE *file);

/* Run the one that argv[1] names, with argv[0] in front of its own arguments, and return its exit
 * status. --help shows the help. Without a name shows it too, and with an unknown one says so; both
 * return EXIT_USAGE. */
int subcommands_run(const struct subcommands *these, int argc, char **argv);

#endif
