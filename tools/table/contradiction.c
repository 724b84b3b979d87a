/* SPDX-License-Identifier: MIT */
/* Columns are known by their names, except keys and statements of a log, which may have any names
 * and values. A rule holds for a row that has values in all of its columns. */
#include "tools/table/contradiction.h"

#include <err.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/exit_status.h"

#define ROUNDING 1e-9
#define TICKS_ROUNDING 0.01
#define NAME_MAX_BYTES 64
#define UNITS_MAX 16            /* times in two units */

/* A column that a rule is about. */
struct named {
	const struct table *table;
	const char *name;
	size_t column;                  /* the table's column count: none */
};

static struct named column_named(const struct table *table, const char *name)
{
	size_t column = table_column(table, name);

	if (column < table->column_count &&
	    (table->columns[column].flags & (COLUMN_KEY | COLUMN_STATED)) != 0)
		column = table->column_count;
	return (struct named){
		table, column < table->column_count ? table->columns[column].name : "", column,
	};
}

static bool is_there(const struct named *named)
{
	return named->column < named->table->column_count;
}

static const char *named_unit(const struct named *named)
{
	const char *unit = named->table->columns[named->column].unit;

	return unit != NULL ? unit : "";
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

/* Whether a column that relates an old to a new value, such as their difference, has another value
 * than these two give. */
static bool sides_contradict(const struct table *table, const char *old_name, const char *new_name,
			     char text[CONTRADICTION_TEXT_MAX])
{
	const struct named base = column_named(table, old_name);
	const struct named new = column_named(table, new_name);
	const struct named difference = column_named(table, "difference");
	const struct named change = column_named(table, "change");
	const struct named ratio = column_named(table, "ratio");
	double from, to, by;

	for (size_t row = 0; is_there(&base) && is_there(&new) && row < table->row_count; row++) {
		if (!value_in(&base, row, &from) || !value_in(&new, row, &to))
			continue;
		if (value_in(&difference, row, &by) && !is_apart(from, to, by))
			return contradict(table, row, "difference", new_name, text);
		if (value_in(&change, row, &by) &&
		    !(table->columns[change.column].kind == COLUMN_CHANGE
			      ? is_near(from * (1 + by), to)
			      : is_apart(from, to, by)))
			return contradict(table, row, "change", new_name, text);
		if (value_in(&ratio, row, &by) && !is_near(from * by, to))
			return contradict(table, row, "ratio", new_name, text);
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

/* Shares in percent are of one whole, so those of a first key add up to it. */
static bool percents_contradict(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	const struct named share = column_named(table, "share");
	double sum = 0, part;

	if (!is_there(&share) || table->columns[share.column].kind != COLUMN_NUMBER ||
	    strcmp(named_unit(&share), "%") != 0)
		return false;
	for (size_t row = 0; row < table->row_count; row++) {
		bool is_last = row + 1 == table->row_count ||
			       strcmp(table_text(table, row, 0),
				      table_text(table, row + 1, 0)) != 0;

		if (!value_in(&share, row, &part))
			return false;
		sum += part;
		if (is_last && !is_near(sum, 100))
			return contradict(table, row, "share", "the sum of shares", text);
		sum = is_last ? 0 : sum;
	}
	return false;
}

/* A difference as a part of the base's whole: the row of the whole has both. */
static bool changes_of_base_contradict(const struct table *table,
				       char text[CONTRADICTION_TEXT_MAX])
{
	const struct named base = column_named(table, "base");
	const struct named difference = column_named(table, "difference");
	const struct named part = column_named(table, "of_base");
	const size_t who = table_column(table, "who");
	double whole = 0, by, of_base;

	for (size_t row = 0; is_there(&base) && is_there(&difference) && is_there(&part) &&
			     who < table->column_count && row < table->row_count; row++) {
		if (strcmp(table_text(table, row, who), WHOLE_RESPONSE) == 0 &&
		    !value_in(&base, row, &whole))
			whole = 0;
		if (whole != 0 && value_in(&difference, row, &by) &&
		    value_in(&part, row, &of_base) && !is_near(of_base * whole, by))
			return contradict(table, row, part.name, base.name, text);
	}
	return false;
}

/* The tables of one program or run state their whole once: in the row "total" of the table
 * PREFIX.total. Shares in the tables PREFIX.* are shares of that whole. */
static bool wholes_contradict(const struct tables *tables, char text[CONTRADICTION_TEXT_MAX])
{
	static const char ending[] = ".total", amount[] = "instructions";

	for (size_t i = 0; i < tables->count; i++) {
		const struct table *totals = tables->items[i];
		size_t prefix = strcspn(totals->name, "."), row = 0;
		double whole, part, share;

		if (strcmp(totals->name + prefix, ending) != 0)
			continue;
		while (row < totals->row_count && strcmp(table_text(totals, row, 0), "total") != 0)
			row++;
		if (!value_in(&(struct named){totals, amount, table_column(totals, amount)}, row,
			      &whole))
			continue;
		for (size_t j = 0; j < tables->count; j++) {
			const struct table *table = tables->items[j];
			const struct named of = column_named(table, amount);
			const struct named as = column_named(table, "share");

			if (strncmp(table->name, totals->name, prefix + 1) != 0)
				continue;
			for (row = 0; row < table->row_count; row++) {
				if (value_in(&of, row, &part) && value_in(&as, row, &share) &&
				    !is_near(share * whole, part))
					return contradict(table, row, "share", totals->name, text);
			}
		}
	}
	return false;
}

/* An interrupt's handling follows its delivery, and ends its total. */
static bool handlings_contradict(const struct tables *tables, char text[CONTRADICTION_TEXT_MAX])
{
	const struct table *stages = tables_find_own(tables, "irq.stages");
	const struct table *sources = tables_find_own(tables, "irq.handling");
	double delivery, handling, total;

	for (size_t row = 0; stages != NULL && sources != NULL && row < sources->row_count;
	     row++) {
		const struct named late = column_named(sources, "delivery");
		const struct named rest = column_named(sources, "handling");
		const struct named of_stage = column_named(stages, "median");

		for (size_t i = 0; i < stages->row_count; i++) {
			if (strcmp(table_text(stages, i, 0), table_text(sources, row, 0)) == 0 &&
			    strcmp(table_text(stages, i, 1), "total") == 0 &&
			    value_in(&late, row, &delivery) && value_in(&rest, row, &handling) &&
			    value_in(&of_stage, i, &total) && !is_apart(delivery, total, handling))
				return contradict(sources, row, rest.name, stages->name, text);
		}
	}
	return false;
}

/* A sample's overhead is the same in all metrics. */
static bool overheads_contradict(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	const struct named overhead = column_named(table, "timing");
	const struct named operations = column_named(table, "operations");
	const struct named samples = column_named(table, "samples");
	double of_sample = 0, one, in_all, count;

	for (size_t row = 0; is_there(&overhead) && row < table->row_count; row++) {
		if (!value_in(&overhead, row, &one) || !value_in(&operations, row, &in_all) ||
		    !value_in(&samples, row, &count) || count == 0)
			continue;
		if (of_sample == 0)
			of_sample = one * in_all / count;
		if (!is_near(one * in_all / count, of_sample))
			return contradict(table, row, overhead.name, "that of another row", text);
	}
	return false;
}

/* The time since a beginning rises from row to row by the time of the row's step. */
static bool steps_contradict(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	const struct named after = column_named(table, "after");
	const struct named step = column_named(table, "arc");
	double before = 0, value, by;

	for (size_t row = 0; is_there(&after) && is_there(&step) && row < table->row_count; row++) {
		if (!value_in(&after, row, &value) || !value_in(&step, row, &by))
			continue;
		if (!is_apart(before, value, by))
			return contradict(table, row, after.name, step.name, text);
		before = value;
	}
	return false;
}

/* A time in two units: columns NAME and NAME_us, or NAME and NAME_ticks. */
struct two_units {
	struct named of, as;
	double factor;                  /* in the group of rows; 0: unknown */
};

static bool units_find(const struct table *table, const struct column *column,
		       struct two_units *units)
{
	static const char *const endings[] = {"_us", "_ticks"};
	size_t length = strlen(column->name);
	char other[NAME_MAX_BYTES];

	for (size_t i = 0; i < COUNT(endings); i++) {
		size_t end = strlen(endings[i]);

		if (length <= end || length - end >= sizeof(other) ||
		    strcmp(column->name + length - end, endings[i]) != 0)
			continue;
		snprintf(other, sizeof(other), "%.*s", (int)(length - end), column->name);
		*units = (struct two_units){.of = column_named(table, other),
					    .as = column_named(table, column->name)};
		return is_there(&units->of) && is_there(&units->as);
	}
	return false;
}

/* A rounded time, or a percentage, has no factor. */
static bool units_are_comparable(const struct two_units *units)
{
	const struct column *of = &units->of.table->columns[units->of.column];
	bool is_in_ticks = strstr(units->as.name, "_ticks") != NULL;

	return of->unit != NULL && strcmp(of->unit, "%") != 0 &&
	       (!is_in_ticks || of->kind == COLUMN_NUMBER);
}

/* Whether two times agree. Ticks are whole numbers, but a limit that a user gives need not be a
 * whole number of ticks. */
static bool is_alike(const struct two_units *units, double a, double b, double unit)
{
	return is_near(a, b) || (units->as.table->columns[units->as.column].kind == COLUMN_COUNT &&
				 fabs(a - b) <= unit + TICKS_ROUNDING * fmax(fabs(a), fabs(b)));
}

/* The factor is the same in all rows of a group. Sets it to that of the last group. */
static bool rows_contradict(const struct table *table, struct two_units *units,
			    char text[CONTRADICTION_TEXT_MAX])
{
	double value, as;

	for (size_t row = 0; row < table->row_count; row++) {
		if (table_begins_group(table, row))
			units->factor = 0;
		if (!value_in(&units->of, row, &value) || !value_in(&units->as, row, &as) ||
		    value == 0)
			continue;
		if (units->factor == 0)
			units->factor = as / value;
		if (!is_alike(units, value * units->factor, as, 1))
			return contradict(table, row, units->as.name, units->of.name, text);
	}
	return false;
}

/* Whether two columns of the same units have another factor than the others. */
static bool units_contradict(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	struct two_units found[UNITS_MAX];
	size_t count = 0;

	for (size_t i = 0; i < table->column_count && count < UNITS_MAX; i++) {
		struct two_units *units = &found[count];

		if (!units_find(table, &table->columns[i], units) || !units_are_comparable(units))
			continue;
		if (rows_contradict(table, units, text))
			return true;
		for (size_t j = 0; j < count && units->factor != 0; j++) {
			if (strcmp(named_unit(&found[j].of), named_unit(&units->of)) == 0 &&
			    strcmp(named_unit(&found[j].as), named_unit(&units->as)) == 0 &&
			    !is_alike(units, found[j].factor, units->factor, 0))
				return contradict(table, 0, units->as.name, found[j].as.name, text);
		}
		count += units->factor != 0;
	}
	return false;
}

bool table_contradicts(const struct table *table, char text[CONTRADICTION_TEXT_MAX])
{
	return quantities_contradict(table, text) || quantiles_contradict(table, text) ||
	       sides_contradict(table, "base", "new", text) ||
	       sides_contradict(table, "usual", "value", text) ||
	       shares_contradict(table, text) || percents_contradict(table, text) ||
	       changes_of_base_contradict(table, text) || overheads_contradict(table, text) ||
	       steps_contradict(table, text) ||
	       sums_contradict(table, text) || parts_contradict(table, text) ||
	       units_contradict(table, text);
}

bool tables_contradict(const struct tables *tables, char text[CONTRADICTION_TEXT_MAX])
{
	for (size_t i = 0; i < tables->count; i++) {
		if (table_contradicts(tables->items[i], text))
			return true;
	}
	return wholes_contradict(tables, text) || handlings_contradict(tables, text);
}

void tables_check(const struct tables *tables)
{
	char text[CONTRADICTION_TEXT_MAX];

	if (tables_contradict(tables, text))
		errx(EXIT_FAILED, "%s", text);
}
