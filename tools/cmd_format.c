/* `bareline format`: the reference of the record stream, made from the definition that the writer
 * and the parser are made from. docs/record-format.md holds it, and a test compares the two. */
#include <getopt.h>
#include <stdio.h>

#include "lib/wire.h"
#include "tools/commands.h"
#include "tools/format.h"

static const char help[] =
	"Usage: bareline format\n"
	"Print the reference of the record stream as Markdown.\n";

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{0},
};

static void put_schema(FILE *file, const struct wire_schema *schema)
{
	static const char *const kinds[] = {
		[WIRE_U64] = "unsigned", [WIRE_I64] = "signed", [WIRE_X64] = "hexadecimal",
		[WIRE_STR] = "text", [WIRE_BYTES] = "base64",
	};
	const struct wire_field *field = schema->fields;

	fprintf(file, "\n### `@%s`\n\n%s.\n\n| field | value | meaning |\n|---|---|---|\n",
		schema->name, schema->summary);
	for (; field->name != NULL; field++)
		fprintf(file, "| `%s` | %s | %s |\n", field->name, kinds[field->kind],
			field->summary);
}

void format_write(FILE *file)
{
	fprintf(file, "Format version %d.\n", WIRE_FORMAT);
	for (int kind = 0; kind < WIRE_KINDS; kind++)
		put_schema(file, &wire_schemas[kind]);
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
