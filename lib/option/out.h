/* SPDX-License-Identifier: MIT */
/* Shared by the writers of help, manual and completion. */
#ifndef LIB_OPTION_OUT_H
#define LIB_OPTION_OUT_H

#include "lib/option/option.h"

struct option_out {
	fmt_write *write;
	void *context;
};

void option_print(const struct option_out *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

bool option_has_argument(const struct option_spec *option);

/* Whether the argument is a path, judged by its name, so that a shell can complete it. */
bool option_takes_file(const struct option_spec *option);

/* Write the argument's name, or its choices as "a|b|c"; at most size - 1 characters. */
const char *option_argument_text(const struct option_spec *option, char *text, size_t size);

/* The last word of a command's name. */
const char *command_own_name(const struct command *command);

/* --help, which every command has without listing it. */
extern const struct option_spec option_help_spec;

typedef void option_visit(const struct option_out *out, const struct option_spec *option);

/* Visit each option of the groups, in order. */
void option_each(const struct option_group *groups, option_visit *visit,
		 const struct option_out *out);

#endif
