/* SPDX-License-Identifier: MIT */
#include "linux/hypervisor/functions.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS "/proc/kallsyms"
#define LINE_BYTES_MAX 1024
#define LETTERS_OF_CODE "tTwW"

/* "ffffffff81000000 T name\t[module]". */
bool symbols_is_code(const char *line)
{
	const char *blank = strchr(line, ' ');

	return blank != NULL && blank[1] != '\0' && strchr(LETTERS_OF_CODE, blank[1]) != NULL;
}

void symbols_each(void (*take)(void *context, const char *line), void *context)
{
	FILE *in = fopen(SYMBOLS, "re");
	char line[LINE_BYTES_MAX];

	if (in == NULL)
		err(EXIT_FAILURE, SYMBOLS);
	while (fgets(line, sizeof(line), in) != NULL)
		take(context, line);
	fclose(in);
}

struct printing {
	FILE *out;
	bool of_modules;
	const char *before;
};

static void print_function(void *context, const char *line)
{
	const struct printing *printing = context;

	if (symbols_is_code(line) && (!printing->of_modules || strchr(line, '\t') != NULL))
		fprintf(printing->out, "%s%s", printing->before, line);
}

void functions_print(FILE *out, bool of_modules, const char *before)
{
	symbols_each(print_function, &(struct printing){out, of_modules, before});
}
