/* SPDX-License-Identifier: MIT */
/* A manual page, in the macros of man(7). */
#include "lib/option/option.h"

#include "lib/text/string.h"

#define ARGUMENT_MAX 128

/* Write running text. Dashes are ASCII, and no line becomes a request by accident. */
static void roff_write_text(const struct option_out *out, const char *text)
{
	for (bool begins = true; *text != '\0'; text++) {
		if (begins && (*text == '.' || *text == '\''))
			option_print(out, "\\&");
		if (*text == '\\')
			option_print(out, "\\e");
		else if (*text == '-')
			option_print(out, "\\-");
		else
			option_print(out, "%c", *text);
		begins = *text == '\n';
	}
}

/* Lines of a text, separated by a request. */
static void roff_write_lines(const struct option_out *out, const char *text, const char *request)
{
	for (; *text != '\0'; text++) {
		const char *end = strchr(text, '\n');
		char line[1024];
		size_t length = end != NULL ? (size_t)(end - text) : strlen(text);

		fmt_buffer(line, sizeof(line), "%.*s", (int)length, text);
		roff_write_text(out, line);
		option_print(out, "\n");
		if (end == NULL)
			return;
		option_print(out, "%s\n", request);
		text = end;
	}
}

static void roff_write_option(const struct option_out *out, const struct option_spec *option)
{
	char argument[ARGUMENT_MAX];

	option_print(out, ".TP\n\\fB");
	if (option->letter != 0)
		option_print(out, "\\-%c\\fR, \\fB", option->letter);
	option_print(out, "\\-\\-");
	roff_write_text(out, option->name);
	option_print(out, "\\fR");
	if (option_has_argument(option)) {
		option_print(out, " \\fI");
		roff_write_text(out, option_argument_text(option, argument, sizeof(argument)));
		option_print(out, "\\fR");
	}
	option_print(out, "\n");
	roff_write_lines(out, option->help, ".br");
}

static void roff_write_groups(const struct option_out *out, const struct option_group *groups)
{
	for (; groups != NULL && groups->options != NULL; groups++) {
		const struct option_group one[] = {*groups, {0}};

		if (groups->heading != NULL)
			option_print(out, ".PP\n%s:\n", groups->heading);
		option_each(one, roff_write_option, out);
	}
}

void option_write_roff(const struct option_group *groups, fmt_write *write, void *context)
{
	const struct option_out out = {write, context};

	roff_write_groups(&out, groups);
	roff_write_option(&out, &option_help_spec);
}

static void roff_write_usage(const struct option_out *out, const struct command *command)
{
	const char *way = command->usage;

	while (way != NULL) {
		const char *end = strchr(way, '\n');
		char line[256];

		fmt_buffer(line, sizeof(line), "%.*s",
			   (int)(end != NULL ? (size_t)(end - way) : strlen(way)), way);
		option_print(out, ".B ");
		roff_write_text(out, command->name);
		option_print(out, "\n");
		roff_write_text(out, line);
		option_print(out, "\n");
		way = end != NULL ? end + 1 : NULL;
		if (way != NULL)
			option_print(out, ".br\n");
	}
}

static void roff_write_command(const struct option_out *out, const struct command *command)
{
	option_print(out, ".SS ");
	roff_write_text(out, command->name);
	option_print(out, "\n");
	roff_write_usage(out, command);
	option_print(out, ".PP\n");
	roff_write_lines(out, command->about, ".PP");
	roff_write_groups(out, command->groups);
	if (command->notes != NULL) {
		option_print(out, ".PP\n");
		roff_write_lines(out, command->notes, ".br");
	}
	if (command->exit_status != NULL) {
		option_print(out, ".PP\nExit status:\n.br\n");
		roff_write_lines(out, command->exit_status, ".br");
	}
}

/* Each command is followed by its own subcommands. */
static void roff_write_subcommands(const struct option_out *out, const struct command *command)
{
	for (const struct command *const *sub = command->subcommands; *sub != NULL; sub++) {
		roff_write_command(out, *sub);
		for (const struct command *const *inner = (*sub)->subcommands;
		     inner != NULL && *inner != NULL; inner++)
			roff_write_command(out, *inner);
	}
}

void option_write_manual(const struct command *command, fmt_write *write, void *context)
{
	const struct option_out out = {write, context};

	option_print(&out, ".SH SYNOPSIS\n");
	roff_write_usage(&out, command);
	option_print(&out, ".SH DESCRIPTION\n");
	roff_write_lines(&out, command->about, ".PP");
	option_print(&out, ".SH OPTIONS\n");
	option_write_roff(command->groups, write, context);
	if (command->subcommands != NULL) {
		option_print(&out, ".SH COMMANDS\n");
		roff_write_subcommands(&out, command);
	}
	option_print(&out, ".SH EXIT STATUS\n");
	roff_write_lines(&out, command->exit_status, ".br");
}
