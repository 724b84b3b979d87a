/* Where a command's tables go: to a terminal, and to files in the formats asked for. */
#ifndef TOOLS_CMD_OUTPUT_H
#define TOOLS_CMD_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/text/patterns.h"
#include "tools/table/table.h"

/* Whether a path stands for standard output; it may be NULL. */
bool output_is_standard(const char *path);

/* Write the tables by one of the writers of view/data.h to the file at path, "-" for standard
 * output; nothing when it is NULL. On failure says why and returns false. */
bool output_write(const struct tables *tables, bool (*writer)(const struct tables *, FILE *),
		  const char *path);

/* What the options of that name say: tables as JSON in text's place, and as CSV files beside it. */
struct table_output {
	bool is_json;
	const char *csv; /* directory; or NULL */
};

/* Write the tables so, text with all of its rows if that is set. On failure says why and returns
 * false. */
bool output_write_tables(const struct table_output *output, bool all, const struct tables *tables);

/* Whether there are figures, or no patterns to blame for that; if not, says so on standard error. */
bool output_found(const struct patterns *benches, size_t figures);

#endif
