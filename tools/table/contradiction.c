/* SPDX-License-Identifier: MIT */
/* Columns are known by their names, except keys, which are a log's parameters in some tables. A
 * rule holds for a row that has values in all of its columns. */
#include "tools/table/contradiction.h"

#include <err.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/exit_status.h"

#define ROUNDING 1e-9
#define NAME_MAX_BYTES 64

/* A column that a rule is about. */
struct named {
	const struct table *table;
	const char *name;
	size_t column;                  /* the table's column count: none */
};

static struct named column_named(const struct table *table, const char *name)
{
	size_t column = table_column(table, name);

	if (column < table->column_count && (table->columns[column].flags & COLUMN_KEY) != 0)
		column = table->column_count;
	return (struct named){table, name, column};
}

static bool is_there(const struct named *named)
{
	return named->column < named->table->column_count;
}

static bool value_in(const struct named *named, size_t row, double *value)
{
	return is_there(named) && cell_value(named->table, row, named->column, value) &&
	       isfinite(*value);
}

static bool is_near(double a, double b)
{
	return fabs(a - b) <= ROUNDING * fmax(fabs(a), fabs(b));
}

static bool is_apart(double from, double to, double by)
{
	return fabs(from + by - to) <= ROUNDING * fmax(fabs(from), fabs(to));
}

static bool contradict(const struct table *table, size_t row, const char *first, const char *second,
		       char text[CONTRADICTION_TEXT_MAX])
{
	snprintf(text, CONTRADICTION_TEXT_MAX,
		 "table %.80s, row %zu: %.40s contradicts %.40s, which is an error of bareline",
		 table->name, row + 1, first, second);
	return true;
}

static bool quantity_contradicts(const struct quantity *quantity)
{
	double room = ROUNDING * fabs(quantity->value);

	return quantity->interval == INTERVAL_95 && (quantity->low > quantity->value + room ||
						     quantity->high < quantity->value - room);
}

static bool quantities_contradict(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	for (size_t i = 0; i < table->column_count; i++) {
		for (size_t j = 0; table->columns[i].kind == COLUMN_QUANTITY &&
				   j < table->row_count; j++) {
			const struct cell *cell = table_cell(table, j, i);

			if (cell->has_value && quantity_contradicts(cell->quantity))
				return contradict(table, j, table->columns[i].name, "its interval",
						  text);
		}
	}
	return false;
}

static bool quantiles_contradict(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	static const char *const rising[] = {"least", "min", "p1", "p5", "p10", "p25", "median",
					     "p75", "p90", "p95", "p99", "p999", "max", "most"};
	struct named names[COUNT(rising)];
	size_t count = 0;

	for (size_t i = 0; i < COUNT(rising); i++) {
		names[count] = column_named(table, rising[i]);
		count += is_there(&names[count]);
	}
	for (size_t row = 0; count > 1 && row < table->row_count; row++) {
		const char *before = NULL;
		double last = 0, value;

		for (size_t i = 0; i < count; i++) {
			if (!value_in(&names[i], row, &value))
				continue;
			if (before != NULL && value < last && !is_near(value, last))
				return contradict(table, row, before, names[i].name, text);
			before = names[i].name;
			last = value;
		}
	}
	return false;
}

/* Of a base and a new value: what each relation of them must be. */
static bool sides_contradict(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	const struct named base = column_named(table, "base"), new = column_named(table, "new");
	const struct named difference = column_named(table, "difference");
	const struct named change = column_named(table, "change");
	const struct named ratio = column_named(table, "ratio");
	double from, to, by;

	for (size_t row = 0; is_there(&base) && is_there(&new) && row < table->row_count; row++) {
		if (!value_in(&base, row, &from) || !value_in(&new, row, &to))
			continue;
		if (value_in(&difference, row, &by) && !is_apart(from, to, by))
			return contradict(table, row, "difference", "base and new", text);
		if (value_in(&change, row, &by) &&
		    !(table->columns[change.column].kind == COLUMN_CHANGE
			      ? is_near(from * (1 + by), to)
			      : is_apart(from, to, by)))
			return contradict(table, row, "change", "base and new", text);
		if (value_in(&ratio, row, &by) && !is_near(from * by, to))
			return contradict(table, row, "ratio", "base and new", text);
	}
	return false;
}

/* A whole is the sum of two parts. */
static bool sums_contradict(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	static const struct {
		const char *whole, *parts[2];
	} sums[] = {
		{"total", {"user", "kernel"}}, {"idle_loop", {"work", "less_work"}},
		{"idle_loop", {"program", "less_program"}}, {"linux", {"metal", "difference"}},
		{"predicted", {"base", "overhead"}},
	};
	double whole, first, second;

	for (size_t i = 0; i < COUNT(sums); i++) {
		const struct named of = column_named(table, sums[i].whole);
		const struct named a = column_named(table, sums[i].parts[0]);
		const struct named b = column_named(table, sums[i].parts[1]);

		for (size_t row = 0; is_there(&of) && is_there(&a) && is_there(&b) &&
				     row < table->row_count; row++) {
			if (value_in(&of, row, &whole) && value_in(&a, row, &first) &&
			    value_in(&b, row, &second) && !is_apart(first, whole, second))
				return contradict(table, row, of.name, b.name, text);
		}
	}
	return false;
}

/* A part is at most its whole. */
static bool parts_contradict(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	static const char *const parts[][2] = {
		{"gain", "arc"}, {"shortened", "response"}, {"smi_gaps", "smis"},
		{"interrupt_gaps", "interrupts"}, {"on_path", "events"}, {"busy", "session"},
	};
	double part, whole;

	for (size_t i = 0; i < COUNT(parts); i++) {
		const struct named of = column_named(table, parts[i][0]);
		const struct named in = column_named(table, parts[i][1]);

		for (size_t row = 0; is_there(&of) && is_there(&in) && row < table->row_count;
		     row++) {
			if (value_in(&of, row, &part) && value_in(&in, row, &whole) &&
			    part > whole && !is_near(part, whole))
				return contradict(table, row, of.name, in.name, text);
		}
	}
	return false;
}

/* Shares of one whole: in a group of rows they are in proportion to their amounts. */
static bool shares_contradict(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	static const char *const amounts[] = {"time", "arc"};
	const struct named share = column_named(table, "share");
	double factor = 0, amount, part;

	for (size_t i = 0; is_there(&share) && i < COUNT(amounts); i++) {
		const struct named of = column_named(table, amounts[i]);

		for (size_t row = 0; is_there(&of) && row < table->row_count; row++) {
			if (table_begins_group(table, row))
				factor = 0;
			if (!value_in(&of, row, &amount) || !value_in(&share, row, &part) ||
			    amount == 0)
				continue;
			if (factor == 0)
				factor = part / amount;
			if (!is_near(amount * factor, part))
				return contradict(table, row, "share", amounts[i], text);
		}
	}
	return false;
}

/* A column NAME_us has the times of the column NAME, by one factor in all rows. */
static bool units_contradict(const struct table *table, const struct column *scaled,
			     char text[CONTRADICTION_TEXT_MAX])
{
	static const char ending[] = "_us";
	size_t length = strlen(scaled->name), end = strlen(ending);
	char other[NAME_MAX_BYTES];
	struct named from, to;
	double factor = 0, value, as;

	if (length <= end || length - end >= sizeof(other) ||
	    strcmp(scaled->name + length - end, ending) != 0)
		return false;
	snprintf(other, sizeof(other), "%.*s", (int)(length - end), scaled->name);
	from = column_named(table, other);
	to = column_named(table, scaled->name);
	for (size_t row = 0; is_there(&from) && row < table->row_count; row++) {
		if (!value_in(&from, row, &value) || !value_in(&to, row, &as) || value == 0)
			continue;
		if (factor == 0)
			factor = as / value;
		if (!is_near(value * factor, as))
			return contradict(table, row, scaled->name, other, text);
	}
	return false;
}

bool table_contradicts(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	if (quantities_contradict(table, text) || quantiles_contradict(table, text) ||
	    sides_contradict(table, text) || shares_contradict(table, text) ||
	    sums_contradict(table, text) || parts_contradict(table, text))
		return true;
	for (size_t i = 0; i < table->column_count; i++) {
		if (units_contradict(table, &table->columns[i], text))
			return true;
	}
	return false;
}

void tables_check(const struct tables *tables)
{
	char text[CONTRADICTION_TEXT_MAX];

	for (size_t i = 0; i < tables->count; i++) {
		if (table_contradicts(tables->items[i], text))
			errx(EXIT_FAILED, "%s", text);
	}
}
