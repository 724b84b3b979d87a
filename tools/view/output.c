/* SPDX-License-Identifier: MIT */
/* Every failure to write an output is reported. */
#include "tools/view/output.h"

#include <err.h>
#include <stdlib.h>

#include "lib/text/string.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/record/catalogue.h"
#include "tools/view/data.h"
#include "tools/view/page.h"
#include "tools/view/text.h"

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

const char *output_option(enum output_format format)
{
	static const char *const names[OUTPUT_FORMATS] = {
		[OUTPUT_MARKDOWN] = "markdown", [OUTPUT_JSON] = "json", [OUTPUT_JUNIT] = "junit",
		[OUTPUT_KTAP] = "ktap", [OUTPUT_ANNOTATIONS] = "annotations",
		[OUTPUT_HTML] = "html",
	};

	return names[format];
}

bool output_files_and_text(const struct tables *tables, const char *const paths[OUTPUT_FORMATS],
			   bool all)
{
	return output_views(&(struct output_tables){tables, tables, tables}, paths, all);
}

static void output_write_page(const struct tables *tables, FILE *file)
{
	page_write(tables, file, true);
}

bool output_view_files(const struct output_tables *tables,
		       const char *const paths[OUTPUT_FORMATS])
{
	const struct {
		const struct tables *tables;
		void (*write)(const struct tables *tables, FILE *file);
	} views[OUTPUT_FORMATS] = {
		[OUTPUT_MARKDOWN] = {tables->review, markdown_write},
		[OUTPUT_JSON] = {tables->data, json_write},
		[OUTPUT_JUNIT] = {tables->cases, junit_write},
		[OUTPUT_KTAP] = {tables->cases, ktap_write},
		[OUTPUT_ANNOTATIONS] = {tables->cases, annotations_write},
		[OUTPUT_HTML] = {tables->review, output_write_page},
	};
	bool written = true;

	for (enum output_format format = 0; format < OUTPUT_FORMATS; format++)
		written &= output_write(views[format].tables, views[format].write, paths[format]);
	return written;
}

bool output_files(const struct tables *tables, const char *const paths[OUTPUT_FORMATS])
{
	return output_view_files(&(struct output_tables){tables, tables, tables}, paths);
}

bool output_views(const struct output_tables *tables, const char *const paths[OUTPUT_FORMATS],
		  bool all)
{
	const struct text text = text_on_stdout(all);
	bool written = output_view_files(tables, paths);

	if (output_has_text(paths))
		text_write(&text, tables->review);
	return written;
}

void output_check(const char *const paths[OUTPUT_FORMATS])
{
	for (enum output_format format = 0; format < OUTPUT_FORMATS; format++) {
		if (!file_may_create(paths[format]))
			exit(EXIT_USAGE);
	}
}

bool output_has_text(const char *const paths[OUTPUT_FORMATS])
{
	for (enum output_format format = 0; format < OUTPUT_FORMATS; format++) {
		if (file_is_standard(paths[format]))
			return false;
	}
	return true;
}

bool output_check_metrics(const struct patterns *benches, size_t metrics)
{
	if (metrics > 0 || benches->count == 0)
		return true;
	for (size_t i = 0; i < benches->count; i++) {
		if (!catalogue_check_pattern(benches->items[i]))
			return false;
	}
	warnx("no metric of these runs matches --bench; omit it to see all");
	return false;
}

static bool output_has(const struct result *result, const char *pattern)
{
	size_t i = 0;

	while (i < result->bench_count && !text_glob(pattern, result->benches[i].info->name))
		i++;
	return i < result->bench_count;
}

bool output_check_patterns(const struct patterns *benches, const struct result *result)
{
	for (size_t i = 0; i < benches->count; i++) {
		if (!output_has(result, benches->items[i]) &&
		    !catalogue_check_pattern(benches->items[i]))
			return false;
	}
	return true;
}
