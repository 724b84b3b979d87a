/* SPDX-License-Identifier: MIT */
#include "linux/hypervisor/functions.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS "/proc/kallsyms"
#define LINE_BYTES_MAX 1024
#define LETTERS_OF_CODE "tTwW"

/* "ffffffff81000000 T name\t[module]". */
static bool is_code(const char *line)
{
	const char *blank = strchr(line, ' ');

	return blank != NULL && blank[1] != '\0' && strchr(LETTERS_OF_CODE, blank[1]) != NULL;
}

void functions_print(FILE *out, bool of_modules, const char *before)
{
	FILE *in = fopen(SYMBOLS, "re");
	char line[LINE_BYTES_MAX];

	if (in == NULL)
		err(EXIT_FAILURE, SYMBOLS);
	while (fgets(line, sizeof(line), in) != NULL) {
		if (is_code(line) && (!of_modules || strchr(line, '\t') != NULL))
			fprintf(out, "%s%s", before, line);
	}
	fclose(in);
}
