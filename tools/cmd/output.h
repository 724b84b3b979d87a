/* SPDX-License-Identifier: MIT */
/* Where a command's tables go: to a terminal, and to files in the formats asked for. */
#ifndef TOOLS_CMD_OUTPUT_H
#define TOOLS_CMD_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/text/patterns.h"
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

/* Whether text is written to standard output, by one of the two above: none of the paths is that. */
bool output_has_text(const char *const paths[OUTPUT_FORMATS]);

/* Whether there are figures, or no patterns to blame for that; if not, says so on standard error. */
bool output_found(const struct patterns *benches, size_t figures);

#endif
