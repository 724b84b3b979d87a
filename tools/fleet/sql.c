/* SPDX-License-Identifier: MIT */
#include "tools/fleet/sql.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"

static const struct {
	const char *name, *text;
} files[] = {
#include "fleet-sql.def"
};

static const char *sql_file(const char *name)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		if (strcmp(files[i].name, name) == 0)
			return files[i].text;
	}
	errx(EXIT_MACHINE, "%s: no such SQL", name);
}

/* The value whose name is at text, without its braces; NULL if there is none. */
static const struct sql_value *sql_find(const char *text, const struct sql_value *values)
{
	for (; values != NULL && values->name != NULL; values++) {
		size_t length = strlen(values->name);

		if (strncmp(text, values->name, length) == 0 && text[length] == '}')
			return values;
	}
	return NULL;
}

char *sql_make(const char *name, const struct sql_value *values)
{
	const char *text = sql_file(name);
	char *made;
	size_t size;
	FILE *file = file_in_memory(&made, &size);

	while (*text != '\0') {
		const struct sql_value *value = *text == '{' ? sql_find(text + 1, values) : NULL;

		if (value != NULL) {
			fputs(value->text, file);
			text += strlen(value->name) + 2;
		} else {
			putc(*text++, file);
		}
	}
	file_end_memory(file, &made);
	return made;
}
