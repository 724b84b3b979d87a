/* SPDX-License-Identifier: MIT */
#include "linux/hypervisor/arguments.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file's text, or NULL after a message. Reading one byte more than allowed detects a file that
 * is too long. */
static char *arguments_load(const char *path, size_t bytes_max)
{
	FILE *file = fopen(path, "re");
	char *text = file != NULL ? malloc(bytes_max + 2) : NULL;
	size_t size;

	if (text == NULL) {
		warn("%s", path);
		if (file != NULL)
			fclose(file);
		return NULL;
	}
	size = fread(text, 1, bytes_max + 1, file);
	fclose(file);
	if (size > bytes_max) {
		warnx("%s: more than %zu bytes", path, bytes_max);
		free(text);
		return NULL;
	}
	text[size] = '\0';
	if (size > 0 && text[size - 1] == '\n')
		text[size - 1] = '\0';
	return text;
}

bool arguments_read(const char *path, char **list, size_t max, size_t bytes_max)
{
	char *rest = arguments_load(path, bytes_max);
	size_t count = 0;

	if (rest == NULL)
		return false;
	if (rest[0] == '\0') {
		warnx("%s: no arguments for the guest's QEMU", path);
		free(rest);
		return false;
	}
	while (rest != NULL && count < max)
		list[count++] = strsep(&rest, "\n");
	list[count] = NULL;
	if (rest != NULL)
		warnx("%s: more than %zu arguments for the guest's QEMU", path, max);
	return rest == NULL;
}
