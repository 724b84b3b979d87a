/* SPDX-License-Identifier: MIT */
/* Output of a command's tables: to the terminal and to files. */
#ifndef TOOLS_VIEW_OUTPUT_H
#define TOOLS_VIEW_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/text/patterns.h"
#include "tools/record/result.h"
#include "tools/table/table.h"

/* Write the tables with a writer of view/data.h to path; "-" is standard output, NULL does nothing.
 * On failure, prints the cause and returns false. */
bool output_write(const struct tables *tables, void (*writer)(const struct tables *, FILE *),
		  const char *path);

enum output_format {
	OUTPUT_MARKDOWN, OUTPUT_JSON, OUTPUT_JUNIT, OUTPUT_KTAP, OUTPUT_ANNOTATIONS, OUTPUT_HTML,
	OUTPUT_FORMATS
};

/* Write the tables to a path for each format, or NULL, and as text to standard output unless a path
 * uses it. On failure, prints the cause and returns false. */
bool output_files_and_text(const struct tables *tables, const char *const paths[OUTPUT_FORMATS],
			   bool all);

/* The name of the option that selects a format. */
const char *output_option(enum output_format format);

/* Tables of one result for programs (JSON), for readers (text, Markdown and the page), and of test
 * cases (JUnit, KTAP and annotations). output_views() is output_files_and_text() of these. */
struct output_tables {
	const struct tables *data, *review, *cases;
};

bool output_views(const struct output_tables *tables, const char *const paths[OUTPUT_FORMATS],
		  bool all);

/* Write the files only. */
bool output_files(const struct tables *tables, const char *const paths[OUTPUT_FORMATS]);
bool output_view_files(const struct output_tables *tables,
		       const char *const paths[OUTPUT_FORMATS]);

/* Check the paths before a boot. If one is not writable, exits with EXIT_USAGE and a message. */
void output_check(const char *const paths[OUTPUT_FORMATS]);

/* Whether text goes to standard output: no path uses it. */
bool output_has_text(const char *const paths[OUTPUT_FORMATS]);

/* Returns false, with a message and suggestions, if there are no metrics because of the
 * patterns. */
bool output_check_metrics(const struct patterns *benches, size_t metrics);

/* Returns false, with a message and suggestions, if a pattern matches no benchmark of the run or
 * the image. */
bool output_check_patterns(const struct patterns *benches, const struct result *result);

#endif
