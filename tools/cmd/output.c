/* SPDX-License-Identifier: MIT */
/* A file that could not be written whole is an error, whatever is in it. */
#include "tools/cmd/output.h"

#include <err.h>
#include <string.h>

bool output_is_standard(const char *path)
{
	return path != NULL && strcmp(path, "-") == 0;
}

bool output_write(const struct tables *tables, bool (*writer)(const struct tables *, FILE *),
		  const char *path)
{
	bool is_standard = output_is_standard(path), written;
	FILE *file;

	if (path == NULL)
		return true;
	file = is_standard ? stdout : fopen(path, "w");
	written = file != NULL && writer(tables, file);
	if (file != NULL && !is_standard)
		written = fclose(file) == 0 && written;
	if (!written)
		warn("%s", path);
	return written;
}

bool output_found(const struct patterns *benches, size_t figures)
{
	if (figures > 0 || benches->count == 0)
		return true;
	warnx("no benchmark matches what was asked for");
	return false;
}
