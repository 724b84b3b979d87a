/* `bareline format`: the reference of the record stream, made from the definition that the writer
 * and the parser are made from. docs/record-format.md holds it, and a test compares the two. */
#include <getopt.h>
#include <stdio.h>

#include "lib/wire/summary.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/format.h"

static const char help[] =
	"Usage: bareline format\n"
	"Print the reference of the record stream as Markdown.\n";

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{0},
};

static void format_write_record(FILE *file, enum wire_kind kind)
{
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

void format_write(FILE *file)
{
	fprintf(file, "Format version %d.\n", WIRE_FORMAT);
	for (int kind = 0; kind < WIRE_KINDS; kind++)
		format_write_record(file, (enum wire_kind)kind);
}

int cmd_format(int argc, char **argv)
{
	int option = getopt_long(argc, argv, "h", options, NULL);

	if (option == 'h') {
		fputs(help, stdout);
		return EXIT_GOOD;
	}
	if (option != -1 || optind != argc) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	format_write(stdout);
	return EXIT_GOOD;
}
