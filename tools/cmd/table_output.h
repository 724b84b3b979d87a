/* SPDX-License-Identifier: MIT */
/* How the commands whose answer is tables print them: as text or as JSON, and into CSV files
 * beside that. */
#ifndef TOOLS_CMD_TABLE_OUTPUT_H
#define TOOLS_CMD_TABLE_OUTPUT_H

#include <stdbool.h>

#include "lib/option/option.h"
#include "tools/table/table.h"

struct table_output {
	bool is_json;
	bool is_ndjson;  /* instead: a row a line */
	bool all;        /* text has all rows */
	const char *csv; /* directory; or NULL */
};

extern const struct option_spec table_options[]; /* struct table_output: --json, --ndjson, --csv */

/* Returns false, having said why, on failure. */
bool table_output_write(const struct table_output *output, const struct tables *tables);

#endif
