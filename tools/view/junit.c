/* SPDX-License-Identifier: MIT */
/* JUnit's XML for CI systems: a test suite for each table, a test case for each row. */
#include "tools/base/escape.h"
#include "tools/view/cases.h"
#include "tools/view/data.h"

static void junit_write_attribute(FILE *file, const char *name, const char *value)
{
	fprintf(file, " %s=\"", name);
	escape_xml(file, value);
	putc('"', file);
}

static void junit_write_case(const struct table *table, size_t row, size_t verdict, FILE *file)
{
	const struct cell *cell = table_cell(table, row, verdict);
	const char *element = NULL;

	if (cell->has_value && cell->verdict == TABLE_BAD)
		element = "failure";
	else if (!cell->has_value || cell->verdict == TABLE_UNKNOWN)
		element = "skipped";
	fputs("    <testcase", file);
	junit_write_attribute(file, "classname", table->name);
	junit_write_attribute(file, "name", case_name(table, row));
	if (element == NULL) {
		fputs("/>\n", file);
		return;
	}
	fprintf(file, ">\n      <%s", element);
	junit_write_attribute(file, "message",
			      cell->has_value ? case_message(table, row, verdict) : "not judged");
	fputs("/>\n    </testcase>\n", file);
}

static size_t junit_count(const struct table *table, size_t verdict, enum table_verdict wanted)
{
	size_t count = 0;

	for (size_t i = 0; i < table->row_count; i++) {
		const struct cell *cell = table_cell(table, i, verdict);

		count += (cell->has_value ? cell->verdict : TABLE_UNKNOWN) == wanted;
	}
	return count;
}

static void junit_write_suite(const struct table *table, size_t verdict, bool is_first, FILE *file)
{
	fputs("  <testsuite", file);
	junit_write_attribute(file, "name", table->name);
	fprintf(file, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
		table->row_count, junit_count(table, verdict, TABLE_BAD),
		junit_count(table, verdict, TABLE_UNKNOWN));
	for (size_t i = 0; i < table->row_count; i++)
		junit_write_case(table, i, verdict, file);
	if (is_first) {
		/* The first suite contains all facts. */
		fputs("    <system-out>", file);
		for (size_t i = 0; i < table->of->count; i++) {
			const struct table *facts = table->of->items[i];

			for (size_t j = 0;
			     (facts->flags & TABLE_FACTS) != 0 && j < facts->row_count; j++) {
				escape_xml(file, table_text(facts, j, 0));
				fputs(": ", file);
				escape_xml(file, table_text(facts, j, 1));
				putc('\n', file);
			}
		}
		fputs("</system-out>\n", file);
	}
	fputs("  </testsuite>\n", file);
}

void junit_write(const struct tables *tables, FILE *file)
{
	bool is_first = true;

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"Bareline\">\n", file);
	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];
		size_t verdict = case_verdict_column(table);

		if (verdict == table->column_count || table->row_count == 0)
			continue;
		junit_write_suite(table, verdict, is_first, file);
		is_first = false;
	}
	fputs("</testsuites>\n", file);
}
