/* How the commands whose answer is tables print them: as text, as JSON, and into CSV files beside
 * that. */
#ifndef TOOLS_CMD_TABLE_OUTPUT_H
#define TOOLS_CMD_TABLE_OUTPUT_H

#include <getopt.h>
#include <stdbool.h>

#include "tools/table/table.h"

struct table_output {
	bool is_json;
	bool all;        /* text has all rows */
	const char *csv; /* directory; or NULL */
};

/* The options, for a getopt table, and their part of the help text. */
enum { TABLE_OPT_JSON = 768, TABLE_OPT_CSV };

#define TABLE_OPTIONS \
	{"json", no_argument, NULL, TABLE_OPT_JSON}, \
	{ \
		"csv", required_argument, NULL, TABLE_OPT_CSV \
	}

#define TABLE_HELP \
	"  --json                print JSON instead of tables\n" \
	"  --csv DIRECTORY       write the tables there, a file each\n"

/* Take an option of those above. Returns false if it is none of them. */
bool table_output_option(struct table_output *output, int option, const char *value);

/* Returns false, having said why, on failure. */
bool table_output_write(const struct table_output *output, const struct tables *tables);

#endif
