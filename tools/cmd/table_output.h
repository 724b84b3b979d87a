/* SPDX-License-Identifier: MIT */
/* Output of tables as text or JSON, and to CSV files. */
#ifndef TOOLS_CMD_TABLE_OUTPUT_H
#define TOOLS_CMD_TABLE_OUTPUT_H

#include <stdbool.h>

#include "lib/option/option.h"
#include "tools/table/table.h"

struct table_output {
	bool is_json;
	bool is_ndjson;         /* instead of JSON: one object per row */
	bool all;               /* print all rows as text */
	const char *csv;        /* directory; or NULL */
};

extern const struct option_spec table_options[]; /* struct table_output: --json, --ndjson, --csv */

/* Write the CSV files, and what is printed instead of text. On failure, prints the cause and
 * returns false. */
bool table_output_write_data(const struct table_output *output, const struct tables *tables);

/* Whether text is printed. */
bool table_output_has_text(const struct table_output *output);

/* Write the data, and the text of all tables if text is printed. On failure, prints the cause and
 * returns false. */
bool table_output_write(const struct table_output *output, const struct tables *tables);

#endif
