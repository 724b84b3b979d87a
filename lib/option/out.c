/* SPDX-License-Identifier: MIT */
/* Iterates over option tables, and formats names. */
#include "lib/option/option.h"

#include <stdarg.h>

#include "lib/text/string.h"

const struct option_spec option_help_spec = {
	.name = "help", .letter = 'h', .help = "print this help and exit",
};

void option_print(const struct option_out *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fmt_vprint(out->write, out->context, format, args);
	va_end(args);
}

bool option_has_argument(const struct option_spec *option)
{
	return option->argument != NULL || option->choices != NULL;
}

bool option_takes_file(const struct option_spec *option)
{
	static const char *const names[] = {"FILE", "DIRECTORY", "PATH", "PROGRAM"};

	for (size_t i = 0; option->argument != NULL && i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(option->argument, names[i]) == 0)
			return true;
	}
	return false;
}

const char *option_argument_text(const struct option_spec *option, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	if (option->argument != NULL)
		text_copy(text, size, option->argument);
	else
		for (size_t i = 0; option->choices[i] != NULL && used < size; i++)
			used += fmt_buffer(text + used, size - used, "%s%s", i > 0 ? "|" : "",
					   option->choices[i]);
	return text;
}

const char *command_own_name(const struct command *command)
{
	const char *name = command->name;

	for (const char *blank; (blank = strchr(name, ' ')) != NULL;)
		name = blank + 1;
	return name;
}

void option_each(const struct option_group *groups, option_visit *visit,
		 const struct option_out *out)
{
	for (; groups != NULL && groups->options != NULL; groups++) {
		for (const struct option_spec *option = groups->options; option->name != NULL;
		     option++)
			visit(out, option);
	}
}
