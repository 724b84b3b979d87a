/* SPDX-License-Identifier: MIT */
/* KTAP, as written by kselftest and KUnit: Linux, Documentation/dev-tools/ktap.rst, "The Kernel
 * Test Anything Protocol (KTAP), version 1". A test is a row with a verdict. */
#include "tools/view/cases.h"
#include "tools/view/data.h"

/* Replaces # and line ends: # begins a directive. */
static void ktap_write_text(FILE *file, const char *text)
{
	for (; *text != '\0'; text++)
		putc(*text == '#' || (unsigned char)*text < ' ' ? '_' : *text, file);
}

static void ktap_write_case(const struct table *table, size_t row, size_t verdict, size_t number,
			    FILE *file)
{
	const struct cell *cell = table_cell(table, row, verdict);
	bool is_bad = cell->has_value && cell->verdict == TABLE_BAD;
	bool is_unknown = !cell->has_value || cell->verdict == TABLE_UNKNOWN;

	if (is_bad) {
		fputs("# ", file);
		ktap_write_text(file, case_message(table, row, verdict));
		putc('\n', file);
	}
	fprintf(file, "%s %zu ", is_bad ? "not ok" : "ok", number);
	ktap_write_text(file, table->name);
	fputs(": ", file);
	ktap_write_text(file, case_name(table, row));
	if (is_unknown) {
		fputs(" # SKIP ", file);
		ktap_write_text(file, cell->has_value ? case_message(table, row, verdict)
						      : "not judged");
	}
	putc('\n', file);
}

static size_t ktap_count(const struct tables *tables)
{
	size_t count = 0;

	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];

		if (case_verdict_column(table) < table->column_count)
			count += table->row_count;
	}
	return count;
}

void ktap_write(const struct tables *tables, FILE *file)
{
	size_t number = 0;

	fprintf(file, "KTAP version 1\n1..%zu\n# ", ktap_count(tables));
	ktap_write_text(file, tables->title);
	putc('\n', file);
	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];
		size_t verdict = case_verdict_column(table);

		for (size_t j = 0; verdict < table->column_count && j < table->row_count; j++)
			ktap_write_case(table, j, verdict, ++number, file);
	}
}
