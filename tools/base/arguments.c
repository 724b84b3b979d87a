/* SPDX-License-Identifier: MIT */
/* lib/option parses; this file prints errors and exits. */
#include "tools/base/arguments.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/option/suggest.h"
#include "tools/base/exit_status.h"
#include "tools/base/file_replace.h"

void arguments_write(void *context, const char *text, size_t length)
{
	fwrite(text, 1, length, context);
}

bool replace_take(void *to, const char *value, struct option_problem *problem)
{
	(void)to;
	(void)value;
	(void)problem;
	file_replace_force();
	return true;
}

const struct option_spec replace_options[] = {
	{.name = "force", .kind = OPTION_CALL, .call = replace_take, .help = FILE_REPLACE_HELP},
	{0},
};

/* Options that are parsed by a function open their files before anything is written. */
static void arguments_note_option(const struct option_spec *option, const char *settings,
				  size_t offset)
{
	bool is_file = option_takes_file(option) ||
		       (option->argument != NULL && strncmp(option->argument, "FILE|", 5) == 0);

	if (option->kind == OPTION_TEXT && is_file && !option->writes)
		file_note_input(*(const char *const *)(settings + offset + option->offset));
}

static void arguments_note_inputs(const struct command *command, const void *settings, int count,
				  char **argv)
{
	const struct option_group *group = command->groups;

	for (; group != NULL && group->options != NULL; group++) {
		for (const struct option_spec *option = group->options; option->name != NULL;
		     option++)
			arguments_note_option(option, settings, group->offset);
	}
	/* The arguments of a subcommand are not parsed yet. */
	for (int i = 1; i <= count && command->subcommands == NULL; i++)
		file_note_input(argv[i]);
}

/* The file that an option writes; NULL if it writes none, or a device, which may have several
 * outputs. */
static const char *arguments_output(const struct option_group *group,
				    const struct option_spec *option, const void *settings)
{
	const char *path;

	if (option->kind != OPTION_TEXT || !option->writes || option->argument == NULL ||
	    strcmp(option->argument, "FILE") != 0)
		return NULL;
	path = *(const char *const *)((const char *)settings + group->offset + option->offset);
	return path == NULL || strncmp(path, "/dev/", strlen("/dev/")) == 0 ? NULL : path;
}

/* The second of two outputs to one file would replace the first. */
static void arguments_check_outputs(const struct command *command, const void *settings,
				    const char *name, const char *path)
{
	const struct option_group *group = command->groups;

	for (; group != NULL && group->options != NULL; group++) {
		for (const struct option_spec *option = group->options; option->name != NULL;
		     option++) {
			const char *other = arguments_output(group, option, settings);

			if (other != NULL && path == NULL)
				arguments_check_outputs(command, settings, option->name, other);
			else if (other != NULL && option->name != name && file_is_same(other, path))
				errx(EXIT_USAGE, "--%s and --%s: both write to %s; use two files",
				     name, option->name, path);
		}
	}
}

int arguments_parse(const struct command *command, void *settings, int argc, char **argv)
{
	struct option_problem problem;
	int count = 0;

	switch (option_parse(command, settings, argc, argv, &count, &problem)) {
	case OPTION_PARSED:
		arguments_note_inputs(command, settings, count, argv);
		arguments_check_outputs(command, settings, NULL, NULL);
		return count;
	case OPTION_ASKS_HELP:
		option_write_help(command, arguments_write, stdout);
		exit(EXIT_GOOD);
	case OPTION_WRONG:
		break;
	}
	warnx("%s", problem.text);
	option_write_usage(command, arguments_write, stderr);
	fprintf(stderr, "See `%s --help`.\n", command->name);
	exit(EXIT_USAGE);
}

static const struct command *arguments_find_subcommand(const struct command *command,
						       const char *name)
{
	for (const struct command *const *sub = command->subcommands; *sub != NULL; sub++) {
		if (strcmp(strrchr((*sub)->name, ' ') + 1, name) == 0)
			return *sub;
	}
	return NULL;
}

static void arguments_suggest_subcommand(const struct command *command, const char *name)
{
	struct suggestion suggestion = {.word = name};
	char question[SUGGEST_TEXT_MAX];

	for (const struct command *const *sub = command->subcommands; *sub != NULL; sub++)
		suggest_consider(&suggestion, strrchr((*sub)->name, ' ') + 1);
	warnx("%s: unknown command%s; see `%s --help`", name,
	      suggest_format(&suggestion, "", question), command->name);
}

/* `bareline help run` means `bareline run --help`. argv[1] is "help". */
static int arguments_help(const struct command *command, int count, char **argv)
{
	const struct command *subcommand;

	if (count < 2) {
		option_write_help(command, arguments_write, stdout);
		return EXIT_GOOD;
	}
	subcommand = arguments_find_subcommand(command, argv[2]);
	if (subcommand == NULL) {
		arguments_suggest_subcommand(command, argv[2]);
		return EXIT_USAGE;
	}
	if (subcommand->subcommands != NULL) {
		argv[2] = argv[1];
		return arguments_help(subcommand, count - 1, argv + 1);
	}
	option_write_help(subcommand, arguments_write, stdout);
	return EXIT_GOOD;
}

int arguments_run_subcommand(const struct command *command, int argc, char **argv)
{
	int count = arguments_parse(command, NULL, argc, argv);
	const struct command *subcommand;

	if (count == 0) {
		option_write_help(command, arguments_write, stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "help") == 0)
		return arguments_help(command, count, argv);
	subcommand = arguments_find_subcommand(command, argv[1]);
	if (subcommand != NULL)
		return subcommand->run(count, argv + 1);
	arguments_suggest_subcommand(command, argv[1]);
	return EXIT_USAGE;
}
