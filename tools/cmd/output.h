/* SPDX-License-Identifier: MIT */
/* Where a command's tables go: to a terminal, and to files in the formats asked for. */
#ifndef TOOLS_CMD_OUTPUT_H
#define TOOLS_CMD_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/text/patterns.h"
#include "tools/record/result.h"
#include "tools/table/table.h"

/* Write the tables by one of the writers of view/data.h to the file at path, "-" for standard
 * output; nothing when it is NULL. On failure says why and returns false. */
bool output_write(const struct tables *tables, void (*writer)(const struct tables *, FILE *),
		  const char *path);

enum output_format {OUTPUT_MARKDOWN, OUTPUT_JSON, OUTPUT_JUNIT, OUTPUT_KTAP, OUTPUT_FORMATS};

/* Write the tables to a path for each format, or NULL, and as text to standard output unless one of
 * the paths is that. Returns false, having said why, on failure. */
bool output_files_and_text(const struct tables *tables, const char *const paths[OUTPUT_FORMATS],
			   bool all);

/* The same, but Markdown is made of tables of its own. */
bool output_with_review(const struct tables *tables, const struct tables *review,
			const char *const paths[OUTPUT_FORMATS], bool all);

/* The files alone. */
bool output_files(const struct tables *tables, const char *const paths[OUTPUT_FORMATS]);

/* Before machines are booted for it: a path that can't be written to is said, and ends the program
 * with EXIT_USAGE. */
void output_check(const char *const paths[OUTPUT_FORMATS]);

/* Whether text is written to standard output, by one of the two above:
 * none of the paths is that. */
bool output_has_text(const char *const paths[OUTPUT_FORMATS]);

/* Whether there are figures, or no patterns to blame for that; if not, says so on standard error,
 * with what may have been meant. */
bool output_found(const struct patterns *benches, size_t figures);

/* Whether each pattern means a benchmark of the run's, or of the image's, which the run may have
 * left out; if not, the same. */
bool output_knows(const struct patterns *benches, const struct result *result);

#endif
