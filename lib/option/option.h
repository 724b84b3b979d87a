/* SPDX-License-Identifier: MIT */
/* Command lines as tables. The parser, the help, the section of the manual page and the shell
 * completion of a command all use the command's table, so each option is defined once. */
#ifndef LIB_OPTION_OPTION_H
#define LIB_OPTION_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/text/fmt.h"

/* How an option's argument is parsed, and the type of the destination. */
enum option_kind {
	OPTION_FLAG,            /* bool, set to true; no argument */
	OPTION_TEXT,            /* const char * */
	OPTION_NUMBER,          /* unsigned long, from least to most */
	OPTION_TIME,            /* struct option_time, from least to most */
	OPTION_CHOICE,          /* unsigned or an enum: index of the choice */
	OPTION_WORD,            /* const char *: one of the choices */
	OPTION_PATTERN,         /* struct patterns; appended */
	OPTION_CALL,            /* parsed by .call */
	OPTION_NAMED,           /* parsed by .named, which handles several options */
};

/* A duration: the text given by the user (NULL: not given), and its value. */
struct option_time {
	const char *text;
	unsigned long ns;
};

/* Error message for an unusable command line. */
struct option_problem {
	char text[512];
};

/* Parse an argument (NULL for an option without one) into the option's destination. On error, set
 * *problem and return false. */
typedef bool option_call(void *to, const char *value, struct option_problem *problem);

typedef bool option_named(void *to, const char *name, const char *value,
			  struct option_problem *problem);

struct option_spec {
	const char *name;               /* without its dashes; NULL ends an array */
	char letter;                    /* short form, or 0 */
	enum option_kind kind;
	const char *argument;           /* name of the argument in the help, such as "GLOB"; NULL:
					 * the choices are listed, or there is no argument */
	const char *help;               /* imperative + object (default); '\n' begins a new line */
	size_t offset;                  /* place of the destination in the group's settings */
	unsigned long least, most;      /* range of a number, or of a time in nanoseconds */
	const char *const *choices;     /* ends with NULL */
	option_call *call;
	option_named *named;
	bool writes;                    /* the argument is a file or directory that the command
					 * writes */
};

/* A set of options, which several commands may share. */
struct option_group {
	const char *heading;            /* NULL: none */
	const struct option_spec *options;      /* NULL ends an array */
	size_t offset;                  /* place of the group's settings in those of the command */
};

/* Messages for an invalid TIME, and for an empty pattern. An empty pattern would match nothing. */
#define OPTION_TIME_WRONG \
	"not a time; give a number and a unit (ns, us, ms, s, m or h), such as 150us or 1.5s"

#define OPTION_PATTERN_EMPTY "empty; give a pattern or omit the option"

#define OPERANDS_ANY (~0u)

struct command {
	const char *name;               /* full name, "bareline flow dump"; the last word is the
					 * command's own */
	const char *summary;            /* sentence in the list of commands */
	const char *heading;            /* heading of the commands in that list from this one on, or
					 * NULL */
	const char *usage;              /* arguments after the name; '\n' between forms */
	const char *about;              /* '\n' begins a new paragraph */
	const struct option_group *groups;      /* NULL: no options */
	const char *notes;              /* text after the options; '\n' begins a new line; NULL:
					 * none */
	const char *exit_status;        /* "0 success\n1 failure" */
	const struct command *const *subcommands;       /* ends with NULL; or NULL */
	unsigned operands_min, operands_max;    /* unused with take_operand */
	option_call *take_operand;      /* parses each operand before "--", in order with the
					 * options; NULL: option_parse returns them */
	size_t operands_offset;         /* place of take_operand's destination in the settings */
	int (*run)(int argc, char **argv);      /* argv[0] is ignored */
};

enum option_result {OPTION_PARSED, OPTION_ASKS_HELP, OPTION_WRONG};

/* Parse the arguments after argv[0] into the settings. Options may follow operands, and may be
 * abbreviated if that is unambiguous. "--" ends the options. The operands are moved to argv[1] and
 * up, followed by NULL, and *count is their number. If the command has subcommands, the first
 * operand ends the options. Sets *problem for OPTION_WRONG. */
enum option_result option_parse(const struct command *command, void *settings, int argc,
				char **argv, int *count, struct option_problem *problem);

/* Set *problem. Returns false. */
bool option_refuse(struct option_problem *problem, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* option_write_usage() writes the usage, one line per form. option_write_help() writes the whole
 * help, 80 columns wide. */
void option_write_usage(const struct command *command, fmt_write *write, void *context);
void option_write_help(const struct command *command, fmt_write *write, void *context);

/* Write part of a manual page in man(7) macros. option_write_roff() writes the options, with
 * --help. option_write_manual() writes a command and its subcommands, in sections. */
void option_write_roff(const struct option_group *groups, fmt_write *write, void *context);
void option_write_manual(const struct command *command, fmt_write *write, void *context);

/* Write a completion script for the program's options, choices and subcommands. */
void option_write_bash(const struct command *command, fmt_write *write, void *context);
void option_write_zsh(const struct command *command, fmt_write *write, void *context);

/* ---- For the writers of help, manual and completion ---- */

struct option_out {
	fmt_write *write;
	void *context;
};

void option_print(const struct option_out *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

bool option_has_argument(const struct option_spec *option);

/* Whether the argument is a path, so that a shell can complete it. The name of the argument
 * decides. */
bool option_takes_file(const struct option_spec *option);

/* Write the argument's name, or its choices as "a|b|c". Writes at most size - 1 characters. */
const char *option_argument_text(const struct option_spec *option, char *text, size_t size);

/* The last word of a command's name. */
const char *command_own_name(const struct command *command);

/* The option --help, which every command has although no table lists it. */
extern const struct option_spec option_help_spec;

typedef void option_visit(const struct option_out *out, const struct option_spec *option);

/* Visit each option of the groups, in order. */
void option_each(const struct option_group *groups, option_visit *visit,
		 const struct option_out *out);

#endif
