/* SPDX-License-Identifier: MIT */
/* Runs instead of a guest: prints the kernel's functions and addresses, with the modules that
 * init.c loads, as a guest's output. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/boot_files.h"

#define SYMBOLS "/proc/kallsyms"

#define LINE_BYTES_MAX 1024
#define LETTERS_OF_CODE "tTwW"

/* "ffffffff81000000 T name\t[module]". */
static int is_code(const char *line)
{
	const char *blank = strchr(line, ' ');

	return blank != NULL && blank[1] != '\0' && strchr(LETTERS_OF_CODE, blank[1]) != NULL;
}

int main(void)
{
	FILE *in = fopen(SYMBOLS, "re"), *out = fopen("/" GUEST_LOG, "we");
	char line[LINE_BYTES_MAX];

	if (in == NULL || out == NULL)
		err(EXIT_FAILURE, "%s", in == NULL ? SYMBOLS : "/" GUEST_LOG);
	fputs(SYMBOLS_BEGIN "\n", out);
	while (fgets(line, sizeof(line), in) != NULL) {
		if (is_code(line))
			fputs(line, out);
	}
	fputs(SYMBOLS_END "\n", out);
	fclose(in);
	return fclose(out) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
