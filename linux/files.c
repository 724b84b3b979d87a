/* SPDX-License-Identifier: MIT */
/* Reads /proc and /sys. Missing files are normal: other kernels and containers have other files. */
#include "linux/files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"

bool files_line(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "re");
	bool good;

	text[0] = '\0';
	if (file == NULL)
		return false;
	good = fgets(text, (int)size, file) != NULL;
	text[strcspn(text, "\n")] = '\0';
	fclose(file);
	return good;
}

bool files_number(const char *path, uint64_t *value)
{
	char text[32];

	return files_line(path, text, sizeof(text)) && text_number(text, value);
}

bool files_field(const char *path, const char *key, uint64_t *value)
{
	size_t length = strlen(key);
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	bool found = false;

	if (file == NULL)
		return false;
	while (!found && getline(&line, &size, file) > 0)
		found = strncmp(line, key, length) == 0 && line[length] == ':' &&
			sscanf(line + length + 1, "%" SCNu64, value) == 1;
	free(line);
	fclose(file);
	return found;
}
