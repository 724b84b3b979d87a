/* SPDX-License-Identifier: MIT */
#include "tools/run/export_file.h"

#include <string.h>

#include "tools/base/file.h"
#include "tools/results/json.h"
#include "tools/view/export.h"

static bool export_file_json(const struct compared_runs *runs, FILE *file)
{
	struct analysis *analysis = analysis_new(runs->items[0].result);

	results_json_write(analysis, file);
	analysis_free(analysis);
	return true;
}

static const struct {
	const char *suffix;
	bool (*write)(const struct compared_runs *runs, FILE *file);
} formats[] = {
	{".csv", export_csv}, {".ndjson", export_ndjson}, {".json", export_file_json},
};

#define FORMATS (sizeof(formats) / sizeof(formats[0]))

/* The format of a file; FORMATS: unknown. */
static size_t export_file_format(const char *path)
{
	const char *suffix = strrchr(path, '.');
	size_t i = 0;

	while (i < FORMATS && (suffix == NULL || strcmp(suffix, formats[i].suffix) != 0))
		i++;
	return i;
}

bool export_file_is_known(const char *path)
{
	return export_file_format(path) < FORMATS;
}

bool export_file_write(const char *directory, const char *path)
{
	struct compared_runs runs = {0};
	bool good = compared_runs_add(&runs, directory);
	FILE *file = good ? file_create(path) : NULL;

	good = file != NULL && formats[export_file_format(path)].write(&runs, file);
	compared_runs_free(&runs);
	return good && file_finish(file, path);
}
