/* SPDX-License-Identifier: MIT */
/* The help: options in one column, their effects in another, wrapped. */
#include "lib/option/option.h"

#include "lib/text/string.h"

#define COLUMNS 80
#define HEAD_INDENT 2
/* Maximum column of the effects. A longer option has a line of its own. */
#define MARGIN_MAX 28
#define HEAD_MAX 128

/* Width in characters instead of bytes. */
static size_t help_width(const char *text, size_t bytes)
{
	size_t width = 0;

	for (size_t i = 0; i < bytes; i++)
		width += ((unsigned char)text[i] & 0xc0) != 0x80;
	return width;
}

static size_t help_word_bytes(const char *text)
{
	size_t bytes = 0;

	while (text[bytes] != '\0' && text[bytes] != ' ' && text[bytes] != '\n')
		bytes++;
	return bytes;
}

static void help_new_line(const struct option_out *out, size_t margin)
{
	option_print(out, "\n%*s", (int)margin, "");
}

/* Write text from margin on, wrapped at blanks; '\n' begins a line. column is the current column,
 * at most margin. */
static void help_write_wrapped(const struct option_out *out, size_t column, size_t margin,
			       const char *text)
{
	option_print(out, "%*s", (int)(margin - column), "");
	column = margin;
	while (*text != '\0') {
		size_t bytes = help_word_bytes(text), width = help_width(text, bytes);

		if (column > margin && column + 1 + width > COLUMNS) {
			help_new_line(out, margin);
			column = margin;
		} else if (column > margin) {
			option_print(out, " ");
			column++;
		}
		option_print(out, "%.*s", (int)bytes, text);
		column += width;
		text += bytes;
		if (*text == '\n') {
			help_new_line(out, margin);
			column = margin;
		}
		text += *text != '\0';
	}
	option_print(out, "\n");
}

static const char *help_head(const struct option_spec *option, char head[HEAD_MAX])
{
	size_t used = 0;

	if (option->letter != 0)
		used = fmt_buffer(head, HEAD_MAX, "-%c, ", option->letter);
	used += fmt_buffer(head + used, HEAD_MAX - used, "--%s", option->name);
	if (option_has_argument(option) && used + 1 < HEAD_MAX) {
		head[used++] = ' ';
		option_argument_text(option, head + used, HEAD_MAX - used);
	}
	return head;
}

/* The column of the effects of all options of the command. */
static size_t help_margin(const struct command *command)
{
	const struct option_group *group = command->groups;
	char head[HEAD_MAX];
	size_t margin = 0;

	for (; group != NULL && group->options != NULL; group++) {
		for (const struct option_spec *option = group->options; option->name != NULL;
		     option++) {
			size_t needed = HEAD_INDENT + strlen(help_head(option, head)) + 2;

			if (needed <= MARGIN_MAX && needed > margin)
				margin = needed;
		}
	}
	return margin != 0 ? margin : MARGIN_MAX;
}

static void help_write_option(const struct option_out *out, const struct option_spec *option,
			      size_t margin)
{
	char head[HEAD_MAX];
	size_t column = HEAD_INDENT + strlen(help_head(option, head));

	option_print(out, "%*s%s", HEAD_INDENT, "", head);
	if (column + 2 > margin) {
		option_print(out, "\n");
		column = 0;
	}
	help_write_wrapped(out, column, margin, option->help);
}

static void help_write_groups(const struct option_out *out, const struct command *command)
{
	const struct option_group *group = command->groups;
	size_t margin = help_margin(command);

	for (; group != NULL && group->options != NULL; group++) {
		if (group == command->groups || group->heading != NULL)
			option_print(out, "\n");
		if (group->heading != NULL)
			option_print(out, "%s:\n", group->heading);
		for (const struct option_spec *option = group->options; option->name != NULL;
		     option++)
			help_write_option(out, option, margin);
	}
}

static void help_write_subcommands(const struct option_out *out, const struct command *command)
{
	for (const struct command *const *sub = command->subcommands; *sub != NULL; sub++) {
		const char *heading = (*sub)->heading;

		if (heading != NULL)
			option_print(out, "\n%s:\n", heading);
		else if (sub == command->subcommands)
			option_print(out, "\n");
		option_print(out, "  %-10s  ", command_own_name(*sub));
		help_write_wrapped(out, 14, 14, (*sub)->summary);
	}
}

/* Write the exit statuses, such as "0 success\n1 failure": the number, then the meaning,
 * wrapped. */
static void help_write_exit_status(const struct option_out *out, const char *text)
{
	char meaning[512];

	option_print(out, "\nExit status:\n");
	while (text != NULL) {
		const char *end = strchr(text, '\n');

		fmt_buffer(meaning, sizeof(meaning), "%.*s",
			   (int)(end != NULL ? (size_t)(end - text) : strlen(text)) - 2, text + 2);
		option_print(out, "  %c  ", text[0]);
		help_write_wrapped(out, 5, 5, meaning);
		text = end != NULL ? end + 1 : NULL;
	}
}

void option_write_usage(const struct command *command, fmt_write *write, void *context)
{
	const struct option_out out = {write, context};
	const char *way = command->usage, *end;

	for (size_t i = 0; way != NULL; i++) {
		end = strchr(way, '\n');
		option_print(&out, "%s %s%s%.*s\n", i == 0 ? "Usage:" : "      ", command->name,
			     *way != '\0' ? " " : "",
			     (int)(end != NULL ? (size_t)(end - way) : strlen(way)), way);
		way = end != NULL ? end + 1 : NULL;
	}
}

void option_write_help(const struct command *command, fmt_write *write, void *context)
{
	const struct option_out out = {write, context};

	option_write_usage(command, write, context);
	help_write_wrapped(&out, 0, 0, command->about);
	if (command->subcommands != NULL)
		help_write_subcommands(&out, command);
	help_write_groups(&out, command);
	if (command->notes != NULL) {
		option_print(&out, "\n");
		help_write_wrapped(&out, 0, 0, command->notes);
	}
	if (command->exit_status != NULL)
		help_write_exit_status(&out, command->exit_status);
}
