/* SPDX-License-Identifier: MIT */
#include "tools/cmd/table_output.h"

#include <stddef.h>
#include <string.h>

#include "tools/base/file.h"
#include "tools/view/data.h"
#include "tools/view/text.h"

const struct option_spec table_options[] = {
	{.name = "json", .kind = OPTION_FLAG, .offset = offsetof(struct table_output, is_json),
	 .help = "print JSON instead of tables"},
	{.name = "ndjson", .kind = OPTION_FLAG, .offset = offsetof(struct table_output, is_ndjson),
	 .help = "print one JSON object per row instead of tables"},
	{.name = "csv", .kind = OPTION_TEXT, .argument = "DIRECTORY", .writes = true,
	 .offset = offsetof(struct table_output, csv),
	 .help = "also write each table to a CSV file in DIRECTORY; -: print CSV instead of "
		 "tables"},
	{0},
};

bool table_output_has_text(const struct table_output *output)
{
	return !output->is_json && !output->is_ndjson &&
	       (output->csv == NULL || strcmp(output->csv, "-") != 0);
}

bool table_output_write_data(const struct table_output *output, const struct tables *tables)
{
	bool prints_csv = output->csv != NULL && strcmp(output->csv, "-") == 0;

	if (output->csv != NULL && !prints_csv && !csv_write_files(tables, output->csv))
		return false;
	if (prints_csv)
		csv_write_all(tables, stdout);
	else if (output->is_json)
		json_write(tables, stdout);
	else if (output->is_ndjson)
		ndjson_write(tables, stdout);
	return true;
}

bool table_output_write(const struct table_output *output, const struct tables *tables)
{
	const struct text text = text_on_stdout(output->all);

	if (!table_output_write_data(output, tables))
		return false;
	if (table_output_has_text(output))
		text_write(&text, tables);
	return file_finish(stdout, NULL);
}
