/* SPDX-License-Identifier: MIT */
/* Findings are titles with values. A title is made only of the cells of its table, so that it says
 * no more than the table. A table whose values need an explanation keeps its subject as the
 * title. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/record/result.h"
#include "tools/table/number.h"
#include "tools/topic/topic.h"

/* A title lists the values of at most this number of rows or curves; of more, the extremes. */
#define LISTED_MAX 4

/* A longer title is not read. */
#define TITLE_WORDS_MAX 12

#define LEVELS_TABLE "mem.plateaus"

/* ---- Words ---- */

/* Terms of the field for identifiers that are not words separated by _. */
static const struct {
	const char *identifier, *term;
} terms[] = {
	{"avx2", "AVX2"}, {"avx512", "AVX-512"}, {"cpus", "CPUs"}, {"cr3", "CR3"}, {"ecam", "ECAM"},
	{"eoi", "EOI"}, {"fxsave", "FXSAVE"}, {"hlt", "HLT"}, {"hpet", "HPET"},
	{"int_gate", "interrupt gate"}, {"ipi", "IPI"}, {"iret", "IRET"},
	{"lapic_timer", "local timer"}, {"mwait", "MWAIT"},
	{"neon", "NEON"}, {"nmi", "NMI"}, {"pit", "PIT"}, {"rtc", "RTC"}, {"self_ipi", "self-IPI"},
	{"smis", "SMIs"}, {"sse2", "SSE2"}, {"syscall", "SYSCALL"}, {"think_us", "think time"},
	{"tlb_local", "TLB-local"}, {"tsc", "TSC"}, {"tsc_deadline", "TSC deadline"},
	{"wait_us", "wait time"}, {"xsave", "XSAVE"},
};

/* Names of benchmarks, which have a dot, do not change. */
static const char *finding_term(struct tables *tables, const char *identifier)
{
	char *words;

	if (strchr(identifier, '.') != NULL)
		return identifier;
	for (size_t i = 0; i < COUNT(terms); i++) {
		if (strcmp(identifier, terms[i].identifier) == 0)
			return terms[i].term;
	}
	words = (char *)tables_text(tables, "%s", identifier);
	for (char *c = words; *c != '\0'; c++)
		*c = *c == '_' ? ' ' : *c;
	return words;
}

/* "ring 3", "interval 50 µs", "16 chases". */
static const char *finding_count(struct tables *tables, const struct column *column, uint64_t count)
{
	const char *head = finding_term(tables, column_head(tables, column));
	size_t length = strlen(head);

	if (column->unit != NULL)
		return tables_text(tables, "%s %" PRIu64 " %s", head, count, column->unit);
	if (length > 0 && head[length - 1] == 's')
		return tables_text(tables, "%" PRIu64 " %.*s", count,
				   (int)(length - (count == 1)), head);
	return tables_text(tables, "%s %" PRIu64, head, count);
}

/* The name of a row's cell: "4 KiB", "spin", "page 4 KiB". */
static const char *finding_cell(const struct table *table, size_t row, size_t column)
{
	const struct cell *cell = table_cell(table, row, column);
	const struct column *shape = &table->columns[column];
	char size[POINT_TEXT_MAX];

	if (!cell->has_value)
		return "";
	switch (shape->kind) {
	case COLUMN_TEXT:
		return finding_term(table->of, cell->text);
	case COLUMN_BYTES:
		return tables_text(table->of, "%s%s%s",
				   shape->head != NULL ? shape->head : "",
				   shape->head != NULL ? " " : "", point_size(cell->count, size));
	case COLUMN_COUNT:
		return finding_count(table->of, shape, cell->count);
	default:
		return "";
	}
}

/* The position of a value on a curve: "1 KiB", "16 chases". */
static const char *finding_place(const struct table *table, size_t row, size_t column)
{
	char size[POINT_TEXT_MAX];

	if (table->columns[column].kind == COLUMN_BYTES)
		return tables_text(table->of, "%s",
				   point_size(table_cell(table, row, column)->count, size));
	return finding_cell(table, row, column);
}

static const char *finding_value(const struct table *table, size_t row, size_t column)
{
	double value = 0;
	char text[NUMBER_TEXT_MAX];

	cell_value(table, row, column, &value);
	return tables_text(table->of, "%s",
			   number_unit_text(value, cell_unit(table, row, column), text));
}

static const char *finding_ns(const struct table *table, size_t row, size_t column)
{
	double value = 0;
	char text[NUMBER_TEXT_MAX];

	cell_value(table, row, column, &value);
	return tables_text(table->of, "%s", number_unit_text(value, "ns", text));
}

/* Whether a row is drawn and has a value in the unit of the first row. Without a unit, a title
 * would not say what its values are. */
static bool finding_has(const struct table *table, size_t row, size_t column)
{
	double value;

	return !table->rows[row].is_undrawn && cell_value(table, row, column, &value) &&
	       cell_unit(table, row, column)[0] != '\0' &&
	       strcmp(cell_unit(table, row, column), cell_unit(table, 0, column)) == 0;
}

static bool finding_is_common(const struct table *table, size_t column)
{
	for (size_t i = 1; i < table->row_count; i++) {
		if (!table->rows[i].is_undrawn && !table->rows[0].is_undrawn &&
		    !cell_is_same(table, column, 0, i))
			return false;
	}
	return true;
}

/* Drop those of the chart's names that all rows share. */
static void finding_drop_common_names(struct table *table)
{
	size_t kept = 0;

	for (size_t i = 0; i < CHART_NAMES_MAX && table->chart.names[i] != NULL; i++) {
		size_t column = table_column(table, table->chart.names[i]);

		if (column < table->column_count && !finding_is_common(table, column))
			table->chart.names[kept++] = table->chart.names[i];
	}
	if (kept < CHART_NAMES_MAX)
		table->chart.names[kept] = NULL;
}

/* A row's name by the chart's names. */
static const char *finding_label(const struct table *table, size_t row)
{
	const char *label = "";

	for (size_t i = 0; i < CHART_NAMES_MAX && table->chart.names[i] != NULL; i++) {
		size_t column = table_column(table, table->chart.names[i]);
		const char *text;

		if (column == table->column_count)
			continue;
		text = finding_cell(table, row, column);
		if (text[0] != '\0')
			label = tables_join(table->of, label, ", ", text);
	}
	return label;
}

/* Whether a title is short enough. */
static bool finding_fits(const char *text)
{
	size_t words = 0;

	for (; *text != '\0'; text++)
		words += *text != ' ' && (text[1] == ' ' || text[1] == '\0');
	return words <= TITLE_WORDS_MAX;
}

/* ---- Rows ---- */

struct extremes {
	size_t least, most, count; /* rows */
	size_t listed[LISTED_MAX];
};

/* Among the rows that take part: all, or those of a stage. */
static struct extremes finding_extremes(const struct table *table, size_t value,
					const char *stage_column, const char *stage)
{
	struct extremes found = {0};
	size_t column = stage_column != NULL ? table_column(table, stage_column) : 0;
	double least = INFINITY, most = -INFINITY, at;

	for (size_t i = 0; i < table->row_count; i++) {
		if (!finding_has(table, i, value) || !cell_value(table, i, value, &at) ||
		    (stage != NULL && (!table_cell(table, i, column)->has_value ||
				       strcmp(table_text(table, i, column), stage) != 0)))
			continue;
		if (at < least)
			found.least = i;
		if (at > most)
			found.most = i;
		least = fmin(least, at);
		most = fmax(most, at);
		if (found.count < LISTED_MAX)
			found.listed[found.count] = i;
		found.count++;
	}
	return found;
}

static const char *finding_row(const struct table *table, size_t row, size_t value)
{
	const char *label = finding_label(table, row);

	return tables_text(table->of, "%s%s%s", label, label[0] != '\0' ? ": " : "",
			   finding_value(table, row, value));
}

/* "1.10 ns (swapgs) to 1.89 µs (mov cr3)", or without the names if these are long or equal. */
static const char *finding_of_range(const struct table *table, size_t value,
				    const struct extremes *found)
{
	const char *least = finding_value(table, found->least, value);
	const char *most = finding_value(table, found->most, value);
	const char *of_least = finding_label(table, found->least);
	const char *of_most = finding_label(table, found->most);
	const char *named = tables_text(table->of, "%s (%s) to %s (%s)", least, of_least, most,
					of_most);

	return finding_fits(named) && strcmp(of_least, of_most) != 0
		       ? named
		       : tables_text(table->of, "%s to %s in %zu cases", least, most, found->count);
}

/* "swapgs: 1.10 ns; cpuid: 8.85 ns", or the range. */
static const char *finding_of_rows(const struct table *table, size_t value,
				   const struct extremes *found)
{
	const char *list = "";

	if (found->count == 0)
		return NULL;
	if (found->count == 1)
		return tables_text(table->of, "%s: %s", table->title,
				   finding_value(table, found->least, value));
	if (strcmp(finding_value(table, found->least, value),
		   finding_value(table, found->most, value)) == 0)
		return tables_text(table->of, "%s in all %zu cases",
				   finding_value(table, found->least, value), found->count);
	for (size_t i = 0; i < found->count && found->count <= LISTED_MAX; i++)
		list = tables_join(table->of, list, "; ",
				   finding_row(table, found->listed[i], value));
	return list[0] != '\0' && finding_fits(list) ? list
						     : finding_of_range(table, value, found);
}

static const char *finding_of_dots(const struct table *table)
{
	size_t value = table_column(table, table->chart.y);
	struct extremes found = finding_extremes(table, value, NULL, NULL);

	return finding_of_rows(table, value, &found);
}

/* A group's rows are named by the stage too. */
static const char *finding_of_groups(const struct table *table)
{
	struct table named = *table;
	size_t count = 0;

	while (count < CHART_NAMES_MAX - 1 && named.chart.names[count] != NULL)
		count++;
	memmove(&named.chart.names[1], &named.chart.names[0], count * sizeof(named.chart.names[0]));
	named.chart.names[0] = table->chart.stage;
	return finding_of_dots(&named);
}

/* The largest stage of a total's row, ", 62 % delivery"; "" if it has no stages. */
static const char *finding_main_stage(const struct table *table, size_t total, size_t value)
{
	size_t stage = table_column(table, table->chart.stage), found = total;
	double whole = 0, most = 0, part;

	cell_value(table, total, value, &whole);
	for (size_t i = 0; i < table->row_count; i++) {
		if (i == total || !finding_has(table, i, value) ||
		    strcmp(finding_label(table, i), finding_label(table, total)) != 0 ||
		    !cell_value(table, i, value, &part) || part <= most)
			continue;
		most = part;
		found = i;
	}
	if (found == total || !(whole > 0) || most > whole)
		return "";
	return tables_text(table->of, ", %.0f %% %s", 100 * most / whole,
			   finding_cell(table, found, stage));
}

static const char *finding_of_stack(const struct table *table)
{
	size_t value = table_column(table, table->chart.y);
	struct extremes found = finding_extremes(table, value, table->chart.stage, TOTAL_STAGE);
	const char *list = "";

	if (found.count < 2 || found.count > LISTED_MAX)
		return finding_of_rows(table, value, &found);
	for (size_t i = 0; i < found.count; i++)
		list = tables_join(table->of, list, "; ",
				   tables_text(table->of, "%s%s",
					       finding_row(table, found.listed[i], value),
					       finding_main_stage(table, found.listed[i], value)));
	return finding_fits(list) ? list : finding_of_rows(table, value, &found);
}

/* ---- Curves ---- */

struct curve_ends {
	const char *label;
	size_t first, last; /* rows with the least and the greatest position */
	double least, greatest;
};

static struct curve_ends *finding_curve(const struct table *table, struct curve_ends *curves,
					size_t *count, size_t row)
{
	const char *label = finding_label(table, row);

	for (size_t i = 0; i < *count; i++) {
		if (strcmp(curves[i].label, label) == 0)
			return &curves[i];
	}
	if (*count == LISTED_MAX)
		return NULL;
	curves[*count] = (struct curve_ends){label, row, row, INFINITY, -INFINITY};
	return &curves[(*count)++];
}

/* "158.4 ns at 1 chase, 28.9 ns at 16 chases". */
static const char *finding_of_curve(const struct table *table, const struct curve_ends *curve,
				    size_t x, size_t y)
{
	const char *first = finding_value(table, curve->first, y);
	const char *last = finding_value(table, curve->last, y);

	if (strcmp(first, last) == 0)
		return tables_text(table->of, "%s at %s and at %s", first,
				   finding_place(table, curve->first, x),
				   finding_place(table, curve->last, x));
	return tables_text(table->of, "%s at %s, %s at %s", first,
			   finding_place(table, curve->first, x), last,
			   finding_place(table, curve->last, x));
}

/* "pages of 4 KiB: 1.08 ns to 19.1 ns". */
static const char *finding_of_named_curve(const struct table *table, const struct curve_ends *curve,
					  size_t y)
{
	const char *first = finding_value(table, curve->first, y);
	const char *last = finding_value(table, curve->last, y);

	if (strcmp(first, last) == 0)
		return tables_text(table->of, "%s: %s", curve->label, first);
	return tables_text(table->of, "%s: %s to %s", curve->label, first, last);
}

/* The values at the ends of a single curve; or of a few curves, with their names. */
static const char *finding_of_curves(const struct table *table)
{
	struct curve_ends curves[LISTED_MAX];
	size_t x = table_column(table, table->chart.x), y = table_column(table, table->chart.y);
	size_t count = 0;
	const char *list = "";
	double at;

	for (size_t i = 0; i < table->row_count; i++) {
		struct curve_ends *curve;

		if (!finding_has(table, i, y) || !cell_value(table, i, x, &at))
			continue;
		curve = finding_curve(table, curves, &count, i);
		if (curve == NULL)
			return finding_of_dots(table);
		if (at < curve->least)
			curve->first = i;
		if (at > curve->greatest)
			curve->last = i;
		curve->least = fmin(curve->least, at);
		curve->greatest = fmax(curve->greatest, at);
	}
	if (count == 1)
		return finding_of_curve(table, &curves[0], x, y);
	for (size_t i = 0; i < count; i++)
		list = tables_join(table->of, list, "; ",
				   finding_of_named_curve(table, &curves[i], y));
	return count == 0 ? NULL : finding_fits(list) ? list : finding_of_dots(table);
}

/* ---- Levels of the memory ---- */

/* The name of a level if CPUID confirms it, else its range. A short name has no size. */
static const char *finding_level_name(const struct table *levels, size_t row, bool is_short)
{
	const struct cell *name = table_cell(levels, row, table_column(levels, "name"));
	const struct cell *begin = table_cell(levels, row, table_column(levels, "begins_bytes"));
	const struct cell *end = table_cell(levels, row, table_column(levels, "ends_bytes"));
	char size[POINT_TEXT_MAX];

	if (name->has_value)
		return tables_text(levels->of, "%.*s",
				   (int)(is_short ? strcspn(name->text, " ") : strlen(name->text)),
				   name->text);
	return tables_text(levels->of, end->has_value ? "to %s" : "above %s",
			   point_size(end->has_value ? end->count : begin->count, size));
}

/* "L1 32 KiB: 1.21 ns; L2 1 MiB: 4.05 ns". Of several page sizes, the first with levels. */
static const char *finding_of_all_levels(const struct table *levels, bool is_short)
{
	size_t page = table_column(levels, "page_bytes"), value = table_column(levels, "level_ns");
	size_t measured = table_column(levels, "measured_ns");
	const char *list = "";

	for (size_t i = 0; i < levels->row_count && cell_is_same(levels, page, 0, i); i++) {
		if (!table_cell(levels, i, value)->has_value)
			return NULL;
		list = tables_join(levels->of, list, "; ",
				   tables_text(levels->of, "%s: %s%s",
					       finding_level_name(levels, i, is_short),
					       finding_ns(levels, i, value),
					       table_cell(levels, i, measured)->has_value
						       ? " (extrapolated)" : ""));
	}
	return list[0] != '\0' ? list : NULL;
}

/* The finding of the memory's levels. A list of many levels has no sizes. */
static const char *finding_of_levels(const struct table *levels)
{
	const char *list = finding_of_all_levels(levels, false);

	if (list != NULL && !finding_fits(list))
		list = finding_of_all_levels(levels, true);
	return list != NULL && finding_fits(list) ? list : NULL;
}

static const char *finding_of_memory(const struct table *table)
{
	const struct table *levels = tables_find_own(table->of, LEVELS_TABLE);
	const char *finding = levels != NULL && levels->row_count > 0 ? finding_of_levels(levels)
								      : NULL;

	return finding != NULL ? finding : finding_of_curves(table);
}

/* ---- Bandwidth ---- */

/* The row of the highest rate of an operation at a size; SIZE_MAX if there is none. */
static size_t finding_fastest(const struct table *table, const char *operation, uint64_t size_bytes)
{
	size_t name = table_column(table, "operation"), size = table_column(table, "size_bytes");
	size_t rate = table_column(table, "rate"), found = SIZE_MAX;
	double best = 0, value;

	for (size_t i = 0; i < table->row_count; i++) {
		if (strcmp(table_text(table, i, name), operation) == 0 &&
		    table_cell(table, i, size)->count == size_bytes &&
		    cell_value(table, i, rate, &value) && value > best) {
			best = value;
			found = i;
		}
	}
	return found;
}

/* "read: 41.2 GB/s at 16 KiB, 9.40 GB/s at 64 MiB". */
static const char *finding_of_bandwidth(const struct table *table)
{
	static const char *const operations[] = {"read", "copy"};
	size_t size = table_column(table, "size_bytes"), rate = table_column(table, "rate");
	uint64_t least = UINT64_MAX, most = 0;
	const char *list = "", *text;

	for (size_t i = 0; i < table->row_count; i++) {
		uint64_t bytes = table_cell(table, i, size)->count;

		least = bytes < least ? bytes : least;
		most = bytes > most ? bytes : most;
	}
	for (size_t i = 0; i < COUNT(operations); i++) {
		size_t first = finding_fastest(table, operations[i], least);
		size_t last = finding_fastest(table, operations[i], most);

		if (first == SIZE_MAX || last == SIZE_MAX)
			continue;
		text = tables_join(table->of, list, "; ",
				   tables_text(table->of, "%s: %s at %s, %s at %s", operations[i],
					       finding_value(table, first, rate),
					       finding_place(table, first, size),
					       finding_value(table, last, rate),
					       finding_place(table, last, size)));
		if (finding_fits(text))
			list = text;
		else if (list[0] == '\0')
			list = tables_text(table->of, "%s: %s at %s", operations[i],
					   finding_value(table, last, rate),
					   finding_place(table, last, size));
	}
	return list[0] != '\0' ? list : NULL;
}

/* ---- Predictions ---- */

/* "furthest from measured: cpu.read, +75.0 %". */
static const char *finding_of_predictions(const struct table *table)
{
	size_t part = table_column(table, "part"), furthest = SIZE_MAX;
	char change[NUMBER_TEXT_MAX];
	double value, most = 0;

	for (size_t i = 0; i < table->row_count; i++) {
		if (!cell_value(table, i, part, &value) || !(fabs(value) > most))
			continue;
		most = fabs(value);
		furthest = i;
	}
	if (furthest == SIZE_MAX || !cell_value(table, furthest, part, &value))
		return NULL;
	return tables_text(table->of, "furthest from measured: %s, %s",
			   table_text(table, furthest, 0), number_change_text(value, change));
}

/* ---- All ---- */

static const struct {
	const char *table;
	const char *(*find)(const struct table *table);
} specials[] = {
	{MEMORY_CURVE_BENCH, finding_of_memory},
	{LEVELS_TABLE, finding_of_levels},
	{"mem.bandwidth", finding_of_bandwidth},
	{"predictions", finding_of_predictions},
};

static const char *finding_of(const struct table *table)
{
	static const char *(*const kinds[])(const struct table *table) = {
		[CHART_CURVES] = finding_of_curves,
		[CHART_DOTS] = finding_of_dots,
		[CHART_STACK] = finding_of_stack,
		[CHART_GROUPS] = finding_of_groups,
		[CHART_DRAWING] = NULL,
	};
	struct table named;

	for (size_t i = 0; i < COUNT(specials); i++) {
		if (table_is(table, specials[i].table))
			return specials[i].find(table);
	}
	if (kinds[table->chart.kind] == NULL)
		return NULL;
	named = *table;
	finding_drop_common_names(&named);
	return kinds[table->chart.kind](&named);
}

void findings_add(struct tables *tables)
{
	for (size_t i = 0; i < tables->count; i++) {
		struct table *table = tables->items[i];

		if (table->finding == NULL && table->row_count > 0 &&
		    (table->flags & (TABLE_FACTS | TABLE_CARDS)) == 0)
			table->finding = finding_of(table);
		if (table->finding != NULL)
			table->finding = tables_title(tables, table->finding);
	}
}
