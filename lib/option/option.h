/* SPDX-License-Identifier: MIT */
/* Command lines as tables. Parser, help, manual page section and completion come from a command's
 * table, so each option is defined once. */
#ifndef LIB_OPTION_OPTION_H
#define LIB_OPTION_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/text/fmt.h"

/* Treatment of an option's argument, and type of its destination. */
enum option_kind {
	OPTION_FLAG,            /* bool, set; no argument */
	OPTION_TEXT,            /* const char * */
	OPTION_NUMBER,          /* unsigned long, from least to most */
	OPTION_TIME,            /* struct option_time, from least to most */
	OPTION_CHOICE,          /* unsigned or an enum: index of the choice */
	OPTION_WORD,            /* const char *: one of the choices */
	OPTION_PATTERN,         /* struct patterns: appended */
	OPTION_CALL,            /* interpreted by a function */
	OPTION_NAMED,           /* the same, by a function for several options */
};

/* A time: as given, or NULL, and in nanoseconds. */
struct option_time {
	const char *text;
	unsigned long ns;
};

/* Why a command line is invalid, as text. */
struct option_problem {
	char text[512];
};

/* Handle an argument (NULL for an option without one). to is the option's destination. Returns
 * false with the reason in *problem if it is invalid. */
typedef bool option_call(void *to, const char *value, struct option_problem *problem);

typedef bool option_named(void *to, const char *name, const char *value,
			  struct option_problem *problem);

struct option_spec {
	const char *name;               /* without dashes; NULL ends an array */
	char letter;                    /* short form, or 0 */
	enum option_kind kind;
	const char *argument;           /* its argument in the help: "GLOB"; NULL: the choices, or
					 * no argument */
	const char *help;               /* '\n' starts a new line */
	size_t offset;                  /* of the destination in the group's settings */
	unsigned long least, most;      /* of a number, or of a time in nanoseconds */
	const char *const *choices;     /* ends with NULL */
	option_call *call;
	option_named *named;
};

/* Options that commands may share. */
struct option_group {
	const char *heading;            /* NULL: none */
	const struct option_spec *options;      /* NULL ends an array */
	size_t offset;                  /* of the group's settings in the command's settings */
};

/* Message for an invalid TIME. */
#define OPTION_TIME_WRONG \
	"not a time: expected a number and a unit (ns, us, ms, s, m or h), such as 150us or 1.5s"

/* Message for an empty pattern or expression; only an omitted one matches everything. */
#define OPTION_PATTERN_EMPTY "empty pattern"

#define OPERANDS_ANY (~0u)

struct command {
	const char *name;               /* full name, "bareline flow dump"; the last word is its
					 * own */
	const char *summary;            /* for a list of commands */
	const char *usage;              /* text after the name; '\n' between variants */
	const char *about;              /* '\n' starts a new paragraph */
	const struct option_group *groups;      /* NULL: no options */
	const char *notes;              /* printed after the options; '\n' starts a new line; NULL:
					 * none */
	const char *exit_status;
	const struct command *const *parts;     /* NULL: none; ends with NULL */
	unsigned operands_min, operands_max;    /* number of operands */
	option_call *take_operand;      /* handles operands before "--", in order with the options;
					 * NULL: operands are returned */
	size_t operands_offset;         /* of its destination in the settings */
	int (*run)(int argc, char **argv);      /* argv[0] is ignored */
};

enum option_result {OPTION_PARSED, OPTION_ASKS_HELP, OPTION_WRONG};

/* Parse the arguments after argv[0] into the settings. Options may be between operands, and may be
 * shortened if unambiguous; "--" ends them. Operands are moved to argv[1] and following, ended by
 * NULL, and counted in *count. If the command has parts, options end at the first operand. With
 * OPTION_WRONG the reason is in *problem. */
enum option_result option_parse(const struct command *command, void *settings, int argc,
				char **argv, int *count, struct option_problem *problem);

/* Write a reason to *problem. Returns false. */
bool option_refuse(struct option_problem *problem, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Write the command's usage, one line per variant; and its complete help, 80 columns wide. */
void option_write_usage(const struct command *command, fmt_write *write, void *context);
void option_write_help(const struct command *command, fmt_write *write, void *context);

/* Write parts of a manual page, man(7): the options, with --help; a command with all its parts, in
 * sections. */
void option_write_roff(const struct option_group *groups, fmt_write *write, void *context);
void option_write_manual(const struct command *command, fmt_write *write, void *context);

/* Write a completion script for the program's command line: options, choices and parts. */
void option_write_bash(const struct command *command, fmt_write *write, void *context);
void option_write_zsh(const struct command *command, fmt_write *write, void *context);

#endif
