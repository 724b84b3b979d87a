/* SPDX-License-Identifier: MIT */
/* A file that could not be written whole is an error, whatever is in it. */
#include "tools/base/file.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"

#define FIRST_BYTES (1u << 16)

bool file_is_standard(const char *path)
{
	return path != NULL && strcmp(path, "-") == 0;
}

FILE *file_create(const char *path)
{
	FILE *file;

	if (path == NULL || file_is_standard(path))
		return stdout;
	file = fopen(path, "we");
	if (file == NULL)
		warn("%s", path);
	return file;
}

bool file_finish(FILE *file, const char *path)
{
	bool is_written;

	if (file == NULL)
		return false;
	is_written = fflush(file) == 0 && !ferror(file);
	if (file != stdout)
		is_written = fclose(file) == 0 && is_written;
	if (!is_written)
		warn("%s", file == stdout ? "standard output" : path);
	return is_written;
}

char *file_read(FILE *file, const char *path, size_t bytes_max, const char *what, size_t *size)
{
	size_t capacity = FIRST_BYTES;
	char *text = NULL;

	*size = 0;
	do {
		capacity *= 2;
		text = xreallocarray(text, capacity, 1);
		*size += fread(text + *size, 1, capacity - 1 - *size, file);
	} while (*size == capacity - 1 && *size <= bytes_max);
	text[*size] = '\0';
	if (!ferror(file) && *size <= bytes_max)
		return text;
	if (ferror(file))
		warn("%s", path);
	else
		warnx("%s: longer than %zu MiB, so no %s", path, bytes_max >> 20, what);
	free(text);
	return NULL;
}

char *file_load(const char *path, size_t bytes_max, const char *what, size_t *size)
{
	FILE *file = fopen(path, "rbe");
	char *text;

	if (file == NULL) {
		warn("%s", path);
		return NULL;
	}
	text = file_read(file, path, bytes_max, what, size);
	fclose(file);
	return text;
}

FILE *file_in_memory(char **text, size_t *size)
{
	FILE *file = open_memstream(text, size);

	if (file == NULL)
		err(EXIT_MACHINE, "out of memory");
	return file;
}

void file_end_memory(FILE *file)
{
	if (fclose(file) != 0)
		err(EXIT_MACHINE, "out of memory");
}
