/* SPDX-License-Identifier: MIT */
#include "tools/cmd/explain_output.h"

#include <stdlib.h>

#include "tools/base/file.h"
#include "tools/view/output.h"
#include "tools/explain/export.h"
#include "tools/results/run_directory.h"
#include "tools/topic/explain/change.h"
#include "tools/view/data.h"
#include "tools/view/page.h"

static bool explain_write_tables(const struct tables *tables, const char *directory)
{
	static const struct {
		const char *name;
		void (*write)(const struct tables *, FILE *);
	} files[] = {{"explain.json", json_write}, {"explain.md", markdown_write}};
	char *page = run_directory_file(directory, "explain.html");
	bool good = true;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char *path = run_directory_file(directory, files[i].name);

		good &= output_write(tables, files[i].write, path);
		free(path);
	}
	if (page_write_file(tables, page, true))
		fprintf(stderr, "Report: %s\n", page);
	free(page);
	return good;
}

static bool explain_write_stacks(const struct explanation *explanation, const char *directory)
{
	static const struct {
		const char *name;
		void (*write)(const struct explained *, size_t, FILE *);
	} files[] = {
		{"stacks.folded", explain_write_folded}, {"flames.svg", explain_write_flames},
		{"trace.json", explain_write_chrome}, {"profile.pb", explain_write_pprof},
	};
	bool good = true;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char *path = run_directory_file(directory, files[i].name);
		FILE *file = file_create(path);

		if (file != NULL)
			files[i].write(explanation->items, explanation->count, file);
		good &= file_finish(file, path);
		free(path);
	}
	return good;
}

static bool explain_print(const struct tables *tables)
{
	static const char *const no_files[OUTPUT_FORMATS];

	return output_files_and_text(tables, no_files, false);
}

bool explain_output(const struct explanation *explanation, const struct explain_view *view,
		    const char *directory)
{
	const struct explain_view whole = {.has_tree = true};
	struct tables tables;
	bool good;

	tables_init(&tables, "");
	topic_explain(&tables, explanation, view);
	good = explain_print(&tables);
	tables_free(&tables);
	if (directory == NULL)
		return good;
	tables_init(&tables, "");
	topic_explain(&tables, explanation, &whole);
	good &= explain_write_tables(&tables, directory);
	tables_free(&tables);
	return explain_write_stacks(explanation, directory) && good;
}

bool explain_output_change(const struct explanation *base, const struct explanation *new,
			   const char *directory)
{
	struct tables tables;
	bool good;

	tables_init(&tables, "");
	topic_explain_change(&tables, base, new);
	good = explain_print(&tables);
	if (directory != NULL)
		good &= explain_write_tables(&tables, directory);
	tables_free(&tables);
	return good;
}
