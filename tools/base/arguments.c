/* SPDX-License-Identifier: MIT */
/* Parsing is lib/option's; saying what was wrong, and ending, are done here. */
#include "tools/base/arguments.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/option/near.h"
#include "tools/base/exit_status.h"

void arguments_write(void *context, const char *text, size_t length)
{
	fwrite(text, 1, length, context);
}

int arguments_parse(const struct command *command, void *settings, int argc, char **argv)
{
	struct option_problem problem;
	int count = 0;

	switch (option_parse(command, settings, argc, argv, &count, &problem)) {
	case OPTION_PARSED:
		return count;
	case OPTION_ASKS_HELP:
		option_write_help(command, arguments_write, stdout);
		exit(EXIT_GOOD);
	case OPTION_WRONG:
		break;
	}
	warnx("%s", problem.text);
	option_write_usage(command, arguments_write, stderr);
	fprintf(stderr, "`%s --help` tells more.\n", command->name);
	exit(EXIT_USAGE);
}

static const struct command *arguments_find_part(const struct command *command, const char *name)
{
	for (const struct command *const *part = command->parts; *part != NULL; part++) {
		if (strcmp(strrchr((*part)->name, ' ') + 1, name) == 0)
			return *part;
	}
	return NULL;
}

static void arguments_suggest_part(const struct command *command, const char *name)
{
	struct near near = {.word = name};
	char question[NEAR_TEXT_MAX];

	for (const struct command *const *part = command->parts; *part != NULL; part++)
		near_consider(&near, strrchr((*part)->name, ' ') + 1);
	warnx("'%s' is none of its commands%s; `%s --help` lists them", name,
	      near_question(&near, "", question), command->name);
}

/* `bareline help run` is `bareline run --help`; argv[1] is "help". */
static int arguments_help(const struct command *command, int count, char **argv)
{
	const struct command *part;

	if (count < 2) {
		option_write_help(command, arguments_write, stdout);
		return EXIT_GOOD;
	}
	part = arguments_find_part(command, argv[2]);
	if (part == NULL) {
		arguments_suggest_part(command, argv[2]);
		return EXIT_USAGE;
	}
	if (part->parts != NULL) {
		argv[2] = argv[1];
		return arguments_help(part, count - 1, argv + 1);
	}
	option_write_help(part, arguments_write, stdout);
	return EXIT_GOOD;
}

int arguments_run_part(const struct command *command, int argc, char **argv)
{
	int count = arguments_parse(command, NULL, argc, argv);
	const struct command *part;

	if (count == 0) {
		option_write_help(command, arguments_write, stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "help") == 0)
		return arguments_help(command, count, argv);
	part = arguments_find_part(command, argv[1]);
	if (part != NULL)
		return part->run(count, argv + 1);
	arguments_suggest_part(command, argv[1]);
	return EXIT_USAGE;
}
