/* SPDX-License-Identifier: MIT */
/* The parser. It is like getopt_long, and also checks arguments by the kind of their option. */
#include "lib/option/option.h"

#include <stdarg.h>

#include "lib/option/suggest.h"
#include "lib/text/patterns.h"
#include "lib/text/string.h"

struct parser {
	const struct command *command;
	void *settings;
	char **next;                    /* next argument; *next is NULL at the end */
	char **operands;                /* destination of the next operand */
	struct option_problem *problem;
};

/* An option of the command, and its destination. */
struct match {
	const struct option_spec *option;
	void *to;
};

bool option_refuse(struct option_problem *problem, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fmt_vbuffer(problem->text, sizeof(problem->text), format, args);
	va_end(args);
	return false;
}

/* ---- Arguments ---- */

static bool parse_number(const struct option_spec *option, const char *value, unsigned long *to,
			 struct option_problem *problem)
{
	unsigned long number;

	if (!text_number(value, &number) || number < option->least || number > option->most)
		return option_refuse(problem, "not a number from %lu to %lu", option->least,
				     option->most);
	*to = number;
	return true;
}

/* Write a time in the largest unit that makes it a whole number. */
static const char *parse_time_text(unsigned long ns, char text[32])
{
	size_t i = TEXT_UNITS - 1;

	while (i > 0 && (ns < text_units[i].ns || ns % text_units[i].ns != 0))
		i--;
	fmt_buffer(text, 32, "%lu%s", ns / text_units[i].ns, text_units[i].name);
	return text;
}

static bool parse_time(const struct option_spec *option, const char *value, struct option_time *to,
		       struct option_problem *problem)
{
	char least[32], most[32];
	unsigned long ns;

	if (!text_duration(value, &ns))
		return option_refuse(problem, OPTION_TIME_WRONG);
	if (ns < option->least || ns > option->most)
		return option_refuse(problem, "not a time from %s to %s",
				     parse_time_text(option->least, least),
				     parse_time_text(option->most, most));
	*to = (struct option_time){.text = value, .ns = ns};
	return true;
}

/* Index of the value in choices. If the value is not among them, lists the choices in *problem and
 * returns -1. */
static int parse_choice(const char *const *choices, const char *value,
			struct option_problem *problem)
{
	struct suggestion suggestion = {.word = value};
	char question[SUGGEST_TEXT_MAX];
	size_t used = 0;

	for (int i = 0; choices[i] != NULL; i++) {
		if (strcmp(value, choices[i]) == 0)
			return i;
		suggest_consider(&suggestion, choices[i]);
	}
	for (int i = 0; choices[i] != NULL && used < sizeof(problem->text); i++)
		used += fmt_buffer(problem->text + used, sizeof(problem->text) - used, "%s%s",
				   i == 0 ? "not one of " : choices[i + 1] == NULL ? " or " : ", ",
				   choices[i]);
	suggest_format(&suggestion, "", question);
	if (used < sizeof(problem->text))
		fmt_buffer(problem->text + used, sizeof(problem->text) - used, "%s", question);
	return -1;
}

static bool parse_value(const struct match *match, const char *value,
			struct option_problem *problem)
{
	const struct option_spec *option = match->option;
	int choice;

	switch (option->kind) {
	case OPTION_FLAG:
		*(bool *)match->to = true;
		return true;
	case OPTION_TEXT:
		*(const char **)match->to = value;
		return true;
	case OPTION_NUMBER:
		return parse_number(option, value, match->to, problem);
	case OPTION_TIME:
		return parse_time(option, value, match->to, problem);
	case OPTION_CHOICE:
		choice = parse_choice(option->choices, value, problem);
		if (choice >= 0)
			*(unsigned *)match->to = (unsigned)choice;
		return choice >= 0;
	case OPTION_WORD:
		choice = parse_choice(option->choices, value, problem);
		if (choice >= 0)
			*(const char **)match->to = option->choices[choice];
		return choice >= 0;
	case OPTION_PATTERN:
		if (value[0] == '\0')
			return option_refuse(problem, OPTION_PATTERN_EMPTY);
		return patterns_add(match->to, value) ||
			option_refuse(problem, "given more than %d times", PATTERNS_MAX);
	case OPTION_CALL:
		return option->call(match->to, value, problem);
	case OPTION_NAMED:
		return option->named(match->to, option->name, value, problem);
	}
	return option_refuse(problem, "unknown option kind");
}

/* ---- Options ---- */

/* Store the value. On error, prefix *problem with the option and the value. */
static bool parse_store(const struct parser *parser, const struct match *match, const char *value)
{
	struct option_problem reason = {0};

	if (parse_value(match, value, &reason))
		return true;
	return option_refuse(parser->problem, "--%s%s%s: %s", match->option->name,
			     value != NULL ? " " : "", value != NULL ? value : "", reason.text);
}

/* Store value. If value is NULL, store the next argument instead. */
static bool parse_take(struct parser *parser, const struct match *match, const char *value)
{
	const struct option_spec *option = match->option;

	if (!option_has_argument(option)) {
		if (value != NULL)
			return option_refuse(parser->problem, "--%s takes no argument",
					     option->name);
		return parse_store(parser, match, NULL);
	}
	if (value == NULL && *parser->next != NULL)
		value = *parser->next++;
	if (value == NULL)
		return option_refuse(parser->problem, "--%s needs an argument%s%s", option->name,
				     option->argument != NULL ? ", " : "",
				     option->argument != NULL ? option->argument : "");
	return parse_store(parser, match, value);
}

typedef bool option_test(const struct option_spec *option, const char *name, size_t length);

static bool is_named(const struct option_spec *option, const char *name, size_t length)
{
	return strlen(option->name) == length && strncmp(option->name, name, length) == 0;
}

static bool has_prefix(const struct option_spec *option, const char *name, size_t length)
{
	return strncmp(option->name, name, length) == 0;
}

static bool has_letter(const struct option_spec *option, const char *name, size_t length)
{
	(void)length;
	return option->letter == *name;
}

/* Find the options that pass the test. Returns their number, and the last one in *match. */
static int parse_find(const struct parser *parser, option_test *passes, const char *name,
		      size_t length, struct match *match)
{
	const struct option_group *group = parser->command->groups;
	int found = 0;

	for (; group != NULL && group->options != NULL; group++) {
		for (const struct option_spec *option = group->options; option->name != NULL;
		     option++) {
			if (!passes(option, name, length))
				continue;
			match->option = option;
			match->to = (char *)parser->settings + group->offset + option->offset;
			found++;
		}
	}
	return found;
}

/* Suggest an option for the first length characters of text. */
static void parse_suggest(const struct parser *parser, const char *text, size_t length,
			  char question[SUGGEST_TEXT_MAX])
{
	const struct option_group *group = parser->command->groups;
	char word[SUGGEST_TEXT_MAX];
	struct suggestion suggestion = {.word = word};

	text_copy(word, length < sizeof(word) ? length + 1 : sizeof(word), text);
	for (; group != NULL && group->options != NULL; group++) {
		for (const struct option_spec *option = group->options; option->name != NULL;
		     option++)
			suggest_consider(&suggestion, option->name);
	}
	suggest_format(&suggestion, "--", question);
}

static bool parse_long(struct parser *parser, const char *text)
{
	const char *equals = strchr(text, '=');
	size_t length = equals != NULL ? (size_t)(equals - text) : strlen(text);
	struct match match;
	int found = parse_find(parser, is_named, text, length, &match);
	char question[SUGGEST_TEXT_MAX] = "";

	if (found == 0)
		found = parse_find(parser, has_prefix, text, length, &match);
	if (found == 1)
		return parse_take(parser, &match, equals != NULL ? equals + 1 : NULL);
	if (found == 0)
		parse_suggest(parser, text, length, question);
	return option_refuse(parser->problem, "--%s: %s%s; see --help", text,
			     found == 0 ? "unknown option" : "ambiguous abbreviation", question);
}

/* Parse a letter, and the letters or the argument that follow it. */
static bool parse_letters(struct parser *parser, const char *text)
{
	struct match match;

	for (; *text != '\0'; text++) {
		if (parse_find(parser, has_letter, text, 1, &match) == 0)
			return option_refuse(parser->problem, "-%c: unknown option; see --help",
					     *text);
		if (option_has_argument(match.option))
			return parse_take(parser, &match, text[1] != '\0' ? text + 1 : NULL);
		if (!parse_take(parser, &match, NULL))
			return false;
	}
	return true;
}

/* Whether an argument is -h, --help, or an abbreviation of --help that matches no other option. */
static bool asks_help(const struct parser *parser, const char *argument)
{
	struct match match;
	const char *name = argument + 2;

	if (strcmp(argument, "-h") == 0)
		return parse_find(parser, has_letter, "h", 1, &match) == 0;
	return strncmp(argument, "--", 2) == 0 && *name != '\0' &&
		strncmp(option_help_spec.name, name, strlen(name)) == 0 &&
		parse_find(parser, has_prefix, name, strlen(name), &match) == 0;
}

/* ---- Operands ---- */

static bool parse_operand(struct parser *parser, char *argument)
{
	const struct command *command = parser->command;
	struct option_problem reason = {0};

	if (command->take_operand == NULL) {
		*parser->operands++ = argument;
		return true;
	}
	if (command->take_operand((char *)parser->settings + command->operands_offset, argument,
				  &reason))
		return true;
	return option_refuse(parser->problem, "'%s': %s", argument, reason.text);
}

static void parse_rest(struct parser *parser)
{
	while (*parser->next != NULL)
		*parser->operands++ = *parser->next++;
}

static enum option_result parse_end(const struct parser *parser, char **argv, int *count)
{
	unsigned operands = (unsigned)(parser->operands - (argv + 1));

	*parser->operands = NULL;
	*count = (int)operands;
	if (operands >= parser->command->operands_min && operands <= parser->command->operands_max)
		return OPTION_PARSED;
	if (operands < parser->command->operands_min)
		option_refuse(parser->problem, "too few arguments");
	else
		option_refuse(parser->problem, "'%s': too many arguments",
			      argv[1 + parser->command->operands_max]);
	return OPTION_WRONG;
}

enum option_result option_parse(const struct command *command, void *settings, int argc,
				char **argv, int *count, struct option_problem *problem)
{
	struct parser parser = {
		.command = command, .settings = settings, .next = argv + (argc > 0),
		.operands = argv + (argc > 0), .problem = problem,
	};

	while (*parser.next != NULL) {
		char *argument = *parser.next;
		bool is_option = argument[0] == '-' && argument[1] != '\0';
		bool good;

		if (!is_option && command->subcommands != NULL)
			break;
		if (is_option && asks_help(&parser, argument))
			return OPTION_ASKS_HELP;
		parser.next++;
		if (strcmp(argument, "--") == 0)
			break;
		if (!is_option)
			good = parse_operand(&parser, argument);
		else if (argument[1] == '-')
			good = parse_long(&parser, argument + 2);
		else
			good = parse_letters(&parser, argument + 1);
		if (!good)
			return OPTION_WRONG;
	}
	parse_rest(&parser);
	return parse_end(&parser, argv, count);
}
