/* SPDX-License-Identifier: MIT */
/* What a command line may hold, as tables. From a command's table come its parser, its help, its
 * part of the manual page and its completion, so that an option is written down once. */
#ifndef LIB_OPTION_OPTION_H
#define LIB_OPTION_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/text/fmt.h"

/* What becomes of an option's argument, and what type its destination is of. */
enum option_kind {
	OPTION_FLAG,            /* bool, set; there is no argument */
	OPTION_TEXT,            /* const char * */
	OPTION_NUMBER,          /* unsigned long, from least to most */
	OPTION_TIME,            /* struct option_time, from least to most */
	OPTION_CHOICE,          /* unsigned or an enum: its place among the choices */
	OPTION_WORD,            /* const char *: one of the choices */
	OPTION_PATTERN,         /* struct patterns, to which it is added */
	OPTION_CALL,            /* whatever its function makes of it */
	OPTION_NAMED,           /* the same by a function that takes several options */
};

/* A length of time: as it was given, NULL if it was not, and in nanoseconds. */
struct option_time {
	const char *text;
	unsigned long ns;
};

/* Why a command line can't be used, for a person. */
struct option_problem {
	char text[512];
};

/* Take an argument (NULL for an option without one). to is the option's destination. Returns false,
 * having written why to *problem, if it can't be used. */
typedef bool option_call(void *to, const char *value, struct option_problem *problem);

typedef bool option_named(void *to, const char *name, const char *value,
			  struct option_problem *problem);

struct option_spec {
	const char *name;               /* without its dashes; NULL ends an array */
	char letter;                    /* its short form, or 0 */
	enum option_kind kind;
	const char *argument;           /* what it is called in the help: "GLOB"; NULL for the
					 * choices themselves, and without an argument */
	const char *help;               /* '\n' begins a new line */
	size_t offset;                  /* of the destination in the group's settings */
	unsigned long least, most;      /* of a number, and of a time in nanoseconds */
	const char *const *choices;     /* ended by NULL */
	option_call *call;
	option_named *named;
};

/* Options that several commands may share. */
struct option_group {
	const char *heading;            /* NULL: none */
	const struct option_spec *options;      /* NULL ends an array */
	size_t offset;                  /* of what the options count from, in the settings */
};

/* What is said of an argument that is no TIME. */
#define OPTION_TIME_WRONG \
	"not a time: expected a number and a unit (ns, us, ms, s, m or h), such as 150us or 1.5s"

/* And of an empty pattern or expression, where none at all matches everything. */
#define OPTION_PATTERN_EMPTY "empty pattern"

#define OPERANDS_ANY (~0u)

struct command {
	const char *name;               /* as it is called, "bareline flow dump"; the last word is
					 * its own */
	const char *summary;            /* for a list of commands */
	const char *usage;              /* what follows the name; '\n' between several ways */
	const char *about;              /* '\n' begins a new paragraph */
	const struct option_group *groups;      /* NULL: no options */
	const char *notes;              /* after the options; '\n' begins a new line. NULL: none */
	const char *exit_status;
	const struct command *const *parts;     /* NULL: none; ended by NULL */
	unsigned operands_min, operands_max;    /* where operands are given back */
	option_call *take_operand;      /* takes what stands before "--", in order among the
					 * options. NULL: they are given back */
	size_t operands_offset;         /* of what it is given as destination, in the settings */
	int (*run)(int argc, char **argv);      /* argv[0] is not looked at */
};

enum option_result {OPTION_PARSED, OPTION_ASKS_HELP, OPTION_WRONG};

/* Parse the arguments after argv[0] into the settings. Options may stand among operands and be
 * shortened while that is unambiguous; "--" ends them. The operands are moved to the front, to
 * argv[1] and on, ended by NULL, and *count is their number; if the command has parts, options end
 * at the first operand. With OPTION_WRONG *problem says why. */
enum option_result option_parse(const struct command *command, void *settings, int argc,
				char **argv, int *count, struct option_problem *problem);

/* Write a reason into *problem. Returns false. */
bool option_refuse(struct option_problem *problem, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* How the command is called, a line for each way; and its whole help, 80 columns wide. */
void option_write_usage(const struct command *command, fmt_write *write, void *context);
void option_write_help(const struct command *command, fmt_write *write, void *context);

/* Parts of a manual page, man(7): the options alone, with --help; a command with all its
 * parts, in sections. */
void option_write_roff(const struct option_group *groups, fmt_write *write, void *context);
void option_write_manual(const struct command *command, fmt_write *write, void *context);

/* A script that completes the program's command line, options, choices and parts. */
void option_write_bash(const struct command *command, fmt_write *write, void *context);
void option_write_zsh(const struct command *command, fmt_write *write, void *context);

#endif
