/* SPDX-License-Identifier: MIT */
#include "tools/fleet/dump.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

/* Rows of a statement, which is one line: the client of 18.16 ends the data of an INSERT there. */
#define ROWS_A_STATEMENT 50000

/* Columns in the order of the ClickHouse table: n number, s text. */
static const struct dump_table {
	const char *name, *kinds;
} tables[] = {
	{"model", "nsssss"},    {"machine", "nsss"},
	{"figure", "nssssn"},   {"run", "nnnsnsnnsssssnnnnnnns"},
	{"value", "nnnnnnnnn"},
};

struct dump {
	const struct dump_table *table;
	size_t rows;
	FILE *file;
};

static void dump_text(FILE *file, const char *text)
{
	putc('\'', file);
	for (; *text != '\0'; text++) {
		if (*text == '\'' || *text == '\\')
			putc('\\', file);
		putc(*text, file);
	}
	putc('\'', file);
}

static void dump_row(void *context, const char *const *cells)
{
	struct dump *dump = context;

	if (dump->rows % ROWS_A_STATEMENT == 0)
		fprintf(dump->file, "%sINSERT INTO %s VALUES ", dump->rows > 0 ? ";\n" : "",
			dump->table->name);
	else
		putc(',', dump->file);
	dump->rows++;
	for (size_t i = 0; dump->table->kinds[i] != '\0'; i++) {
		fputs(i > 0 ? "," : "(", dump->file);
		if (dump->table->kinds[i] == 's')
			dump_text(dump->file, cells[i]);
		else
			fprintf(dump->file, "%.17g", engine_number(cells[i]));
	}
	putc(')', dump->file);
}

bool dump_clickhouse(struct engine *engine, FILE *file)
{
	char *schema = sql_make("clickhouse", "schema", NULL);
	bool good = true;

	fputs(schema, file);
	free(schema);
	fprintf(file, "INSERT INTO fleet_version VALUES (%d);\n", FLEET_VERSION);
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]) && good; i++) {
		struct dump dump = {.table = &tables[i], .file = file};
		char name[32];

		snprintf(name, sizeof(name), "dump_%s", tables[i].name);
		good = engine_run(engine, name, NULL, strlen(tables[i].kinds), dump_row, &dump);
		if (dump.rows > 0)
			fputs(";\n", file);
	}
	return good;
}
