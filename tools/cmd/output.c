/* SPDX-License-Identifier: MIT */
/* Nothing that was asked for is left out without a word. */
#include "tools/cmd/output.h"

#include <err.h>

#include "tools/base/file.h"

bool output_write(const struct tables *tables, void (*writer)(const struct tables *, FILE *),
		  const char *path)
{
	FILE *file;

	if (path == NULL)
		return true;
	file = file_create(path);
	if (file != NULL)
		writer(tables, file);
	return file_finish(file, path);
}

bool output_found(const struct patterns *benches, size_t figures)
{
	if (figures > 0 || benches->count == 0)
		return true;
	warnx("no benchmark matches what was asked for");
	return false;
}
