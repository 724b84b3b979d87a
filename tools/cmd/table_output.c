/* The same for all of them. */
#include "tools/cmd/table_output.h"

#include <err.h>
#include <unistd.h>

#include "tools/view/data.h"
#include "tools/view/text.h"

bool table_output_option(struct table_output *output, int option, const char *value)
{
	if (option == TABLE_OPT_JSON)
		output->is_json = true;
	else if (option == TABLE_OPT_CSV)
		output->csv = value;
	else
		return false;
	return true;
}

bool table_output_write(const struct table_output *output, const struct tables *tables)
{
	const struct text text = {
		.out = stdout,
		.all = output->all,
		.colour = isatty(STDOUT_FILENO) != 0,
	};
	bool good = true;

	if (output->csv != NULL && !csv_write_files(tables, output->csv))
		return false;
	if (output->is_json)
		good = json_write(tables, stdout);
	else
		text_write(&text, tables);
	if (good && fflush(stdout) == 0 && !ferror(stdout))
		return true;
	warn("standard output");
	return false;
}
