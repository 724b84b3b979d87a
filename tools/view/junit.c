/* SPDX-License-Identifier: MIT */
/* JUnit's XML, which CI systems show: a test suite a table, a test case a row. */
#include "tools/base/escape.h"
#include "tools/view/cell.h"
#include "tools/view/data.h"

/* The column of verdicts; table->column_count when there is none. */
static size_t find_verdict(const struct table *table)
{
	size_t i = 0;

	while (i < table->column_count && table->columns[i].kind != COLUMN_VERDICT)
		i++;
	return i;
}

static void junit_write_attribute(FILE *file, const char *name, const char *value)
{
	fprintf(file, " %s=\"", name);
	escape_xml(file, value);
	putc('"', file);
}

/* The keys of the row, "size 4 KiB, warm"; "all" when it has none. */
static const char *case_name(const struct table *table, size_t row)
{
	const char **keys = tables_allocate(table->of, table->column_count, sizeof(*keys)), *name;
	size_t count = 0;

	for (size_t i = 0; i < table->column_count; i++) {
		if ((table->columns[i].flags & COLUMN_KEY) != 0)
			keys[count++] = table->columns[i].name;
	}
	name = cells_label(table, row, keys, count);
	return name[0] != '\0' ? name : "all";
}

/* All other cells that people are shown, each by its column's name, and the remark. */
static const char *case_message(const struct table *table, size_t row, size_t verdict)
{
	const char *message = table_cell(table, row, verdict)->text;
	char room[CELL_TEXT_MAX];

	for (size_t i = 0; i < table->column_count; i++) {
		const char *text = cell_for_people(table, row, i, room);

		if (i != verdict && (table->columns[i].flags & (COLUMN_KEY | COLUMN_DATA)) == 0 &&
		    text[0] != '\0')
			message = tables_text(table->of, "%s, %s %s%s%s", message,
					      column_head(table->of, &table->columns[i]), text,
					      cell_unit(table, row, i)[0] != '\0' ? " " : "",
					      cell_unit(table, row, i));
	}
	if (table->rows[row].remark != NULL)
		message = tables_text(table->of, "%s. %s", message, table->rows[row].remark);
	return message;
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

/* All facts stand with the first suite. */
static void junit_write_facts(const struct tables *tables, FILE *file)
{
	fputs("    <system-out>", file);
	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];

		for (size_t j = 0; (table->flags & TABLE_FACTS) != 0 && j < table->row_count; j++) {
			escape_xml(file, table_cell(table, j, 0)->text);
			fputs(": ", file);
			escape_xml(file, table_cell(table, j, 1)->text);
			putc('\n', file);
		}
	}
	fputs("</system-out>\n", file);
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
	if (is_first)
		junit_write_facts(table->of, file);
	fputs("  </testsuite>\n", file);
}

void junit_write(const struct tables *tables, FILE *file)
{
	bool is_first = true;

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];
		size_t verdict = find_verdict(table);

		if (verdict == table->column_count || table->row_count == 0)
			continue;
		junit_write_suite(table, verdict, is_first, file);
		is_first = false;
	}
	fputs("</testsuites>\n", file);
}
