/* SPDX-License-Identifier: MIT */
/* `bareline format`: the record format reference, generated from the definition of writer and
 * parser. A test compares docs/reference/records.md with it. */
#include <stdio.h>

#include "lib/wire/summary.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/format.h"

void format_write(FILE *file)
{
	fprintf(file, "Format version %d.\n", WIRE_FORMAT);
	for (int kind = 0; kind < WIRE_KINDS; kind++) {
		static const char *const kinds[] = {
			[WIRE_U64] = "unsigned", [WIRE_I64] = "signed", [WIRE_X64] = "hexadecimal",
			[WIRE_STR] = "text", [WIRE_BYTES] = "base64",
		};
		const struct wire_field *fields = wire_schemas[kind].fields;

		fprintf(file, "\n### `@%s`\n\n%s.\n\n| field | value | meaning |\n|---|---|---|\n",
			wire_schemas[kind].name, wire_summaries[kind].record);
		for (size_t i = 0; fields[i].name != NULL; i++)
			fprintf(file, "| `%s` | %s | %s |\n", fields[i].name, kinds[fields[i].kind],
				wire_summaries[kind].fields[i]);
	}
}

static int format_run(int argc, char **argv)
{
	arguments_parse(&format_command, NULL, argc, argv);
	format_write(stdout);
	return EXIT_GOOD;
}

const struct command format_command = {
	.name = "bareline format",
	.summary = "print the record format reference (Markdown)",
	.usage = "",
	.about = "Print the reference of the record format as Markdown.",
	.run = format_run,
};
