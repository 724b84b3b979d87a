/* SPDX-License-Identifier: MIT */
/* Changes of operations on one axis, which has multiples of the base on a logarithmic scale: the
 * medians of both sides with their intervals. The stages of an operation, other operations with the
 * same change and the commands that explain it are folded below it. */
#include <math.h>
#include <string.h>

#include "tools/base/escape.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"
#include "tools/view/page.h"
#include "tools/view/plot/ticks.h"

#define ROW_HEIGHT 26
#define MARGIN_PART 0.06  /* of the axis, beyond its data */
#define TICKS_WANTED 5
#define TICK_PLACE_MAX 97 /* in percent of the axis: a label beyond would be cut */
#define RATIO_TICKS 1.5   /* an axis that reaches further has multiples, not percent */
#define COMMAND_SEPARATOR " && "

struct changes {
	const struct table *table;
	FILE *file;
	/* columns */
	size_t operation, base, new, difference, change, p, verdict, unit, bench, stage, ratio,
		explain;
	double low, high;       /* of the axis, in logarithms of multiples of the base */
	bool has_p, has_unit;
};

/* ---- Axis ---- */

/* A value as a multiple of the row's base. Returns false if the base is not above 0. */
static bool changes_multiple(const struct changes *changes, size_t row, double value, double *part)
{
	const struct cell *base = table_cell(changes->table, row, changes->base);

	if (!base->has_value || base->quantity->value <= 0 || !(value > 0))
		return false;
	*part = log(value / base->quantity->value);
	return true;
}

static void changes_include(struct changes *changes, size_t row, double value)
{
	double part;

	if (!changes_multiple(changes, row, value, &part))
		return;
	changes->low = fmin(changes->low, part);
	changes->high = fmax(changes->high, part);
}

static void changes_include_cell(struct changes *changes, size_t row, size_t column)
{
	const struct cell *cell = table_cell(changes->table, row, column);

	if (!cell->has_value)
		return;
	changes_include(changes, row, cell->quantity->value);
	if (cell->quantity->interval != INTERVAL_95)
		return;
	changes_include(changes, row, cell->quantity->low);
	changes_include(changes, row, cell->quantity->high);
}

/* Stages often change by more than their operation. They are drawn up to the ends of the axis. */
static void changes_find_axis(struct changes *changes)
{
	double margin;

	for (size_t i = 0; i < changes->table->row_count; i++) {
		if (changes->table->rows[i].is_part)
			continue;
		changes_include_cell(changes, i, changes->base);
		changes_include_cell(changes, i, changes->new);
	}
	if (changes->high - changes->low < 1e-4) {
		changes->low -= 0.01;
		changes->high += 0.01;
	}
	margin = MARGIN_PART * (changes->high - changes->low);
	changes->low -= margin;
	changes->high += margin;
}

/* The place of a value, in percent of the axis. */
static double changes_place(const struct changes *changes, double part)
{
	double place = 100 * (part - changes->low) / (changes->high - changes->low);

	return fmax(0, fmin(100, place));
}

/* Every second label is left out where there is no room, but never that of the base. */
static void changes_write_tick(const struct changes *changes, double multiple, double number,
			       const char *text)
{
	double place = changes_place(changes, log(multiple));

	if (place >= 100 - TICK_PLACE_MAX && place <= TICK_PLACE_MAX)
		fprintf(changes->file, "<text x=\"%.2f%%\" y=14 text-anchor=middle%s>%s</text>",
			place, fmod(number, 2) != 0 ? " class=odd" : "", text);
}

/* Powers of 2 on a long axis, else round percentages. */
static void changes_write_ticks(const struct changes *changes)
{
	double low = exp(changes->low), high = exp(changes->high), step;
	char text[NUMBER_TEXT_MAX], number[NUMBER_TEXT_MAX];

	fputs("<svg class=ticks height=20 aria-hidden=true>", changes->file);
	if (high / low > RATIO_TICKS * RATIO_TICKS) {
		double octaves = ceil((changes->high - changes->low) / M_LN2 / TICKS_WANTED);

		for (double power = ceil(changes->low / M_LN2 / octaves) * octaves;
		     power * M_LN2 <= changes->high; power += octaves) {
			snprintf(text, sizeof(text), "× %s",
				 number_short_text(exp2(power), number));
			changes_write_tick(changes, exp2(power), power / octaves,
					   power == 0 ? "0 %" : text);
		}
	} else {
		step = tick_step(high - low, TICKS_WANTED);
		for (double i = ceil((low - 1) / step); 1 + i * step <= high; i++) {
			snprintf(text, sizeof(text), "%s%g %%", i > 0 ? "+" : i < 0 ? "−" : "",
				 fabs(100 * i * step));
			changes_write_tick(changes, 1 + i * step, i, text);
		}
	}
	fputs("</svg>", changes->file);
}

/* ---- Marks ---- */

/* Write a side's median with its interval, at a height. If the median is beyond the axis, writes an
 * arrow that points to it. */
static void changes_write_side(const struct changes *changes, size_t row, size_t column,
			       const char *class, int y)
{
	const struct quantity *quantity = table_cell(changes->table, row, column)->quantity;
	double low, high, at;
	FILE *file = changes->file;

	if (!changes_multiple(changes, row, quantity->value, &at))
		return;
	if (quantity->interval == INTERVAL_95 &&
	    changes_multiple(changes, row, quantity->low, &low) &&
	    changes_multiple(changes, row, quantity->high, &high))
		fprintf(file, "<line class=\"interval %s\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=%d "
			"y2=%d />", class, changes_place(changes, low),
			changes_place(changes, high), y, y);
	if (at < changes->low || at > changes->high)
		fprintf(file, "<text class=%s x=\"%.2f%%\" y=%d text-anchor=middle>%s</text>",
			class, changes_place(changes, at), y + 4,
			at > changes->high ? "▸" : "◂");
	else
		fprintf(file, "<circle class=%s cx=\"%.2f%%\" cy=%d r=4 />", class,
			changes_place(changes, at), y);
}

/* The line from the base shows size and direction, also where there is no interval. */
static void changes_write_marks(const struct changes *changes, size_t row)
{
	const struct table *table = changes->table;
	bool has_interval;
	double at, zero = changes_place(changes, 0);

	fprintf(changes->file, "<svg class=marks height=%d aria-hidden=true>", ROW_HEIGHT);
	if (table_cell(table, row, changes->base)->has_value &&
	    table_cell(table, row, changes->new)->has_value &&
	    changes_multiple(changes, row, table_cell(table, row, changes->new)->quantity->value,
			     &at)) {
		has_interval = table_cell(table, row, changes->base)->quantity->interval ==
			       INTERVAL_95;
		fprintf(changes->file, "<line class=zero x1=\"%.2f%%\" x2=\"%.2f%%\" y2=%d />",
			zero, zero, ROW_HEIGHT);
		fprintf(changes->file,
			"<line class=from x1=\"%.2f%%\" x2=\"%.2f%%\" y1=%d y2=%d />", zero,
			changes_place(changes, at), has_interval ? 18 : 13, has_interval ? 18 : 13);
		if (has_interval)
			changes_write_side(changes, row, changes->base, "base", 8);
		changes_write_side(changes, row, changes->new, "new", has_interval ? 18 : 13);
	}
	fputs("</svg>", changes->file);
}

/* ---- Cells ---- */

static const char *changes_verdict_class(const struct changes *changes, size_t row)
{
	static const char *const classes[] = {
		[TABLE_GOOD] = "good", [TABLE_BAD] = "bad", [TABLE_UNKNOWN] = "warn",
		[TABLE_NEUTRAL] = "plain",
	};

	return classes[table_cell(changes->table, row, changes->verdict)->verdict];
}

/* Regressed ▲ and improved ▼ differ by more than their colour. */
static const char *changes_sign(const struct changes *changes, size_t row)
{
	switch (table_cell(changes->table, row, changes->verdict)->verdict) {
	case TABLE_GOOD:
		return "▼ ";
	case TABLE_BAD:
		return "▲ ";
	case TABLE_UNKNOWN:
		return "~ ";
	case TABLE_NEUTRAL:
		break;
	}
	return "";
}

static void changes_write_text(const struct changes *changes, size_t row, size_t column)
{
	char room[CELL_TEXT_MAX];

	escape_xml(changes->file, cell_for_people(changes->table, row, column, room));
}

/* The benchmark, then its point. */
static void changes_write_name(const struct changes *changes, size_t row)
{
	const char *name = table_text(changes->table, row, changes->operation);
	const char *bench = table_text(changes->table, row, changes->bench);
	size_t length = strncmp(name, bench, strlen(bench)) == 0 ? strlen(bench) : 0;
	const char *remark = row_remark(&changes->table->rows[row]);

	fputs("<span class=what><b>", changes->file);
	escape_xml(changes->file, length > 0 ? bench : name);
	fputs("</b>", changes->file);
	if (length > 0 && name[length] != '\0') {
		fputs(" <span class=aside>", changes->file);
		escape_xml(changes->file, name + length + strspn(name + length, ", "));
		fputs("</span>", changes->file);
	}
	if (remark[0] != '\0') {
		fputs(" <span class=aside>", changes->file);
		escape_xml(changes->file, remark);
		fputs("</span>", changes->file);
	}
	fputs("</span>", changes->file);
}

static void changes_write_number(const struct changes *changes, size_t row, size_t column,
				 const char *class)
{
	char room[CELL_TEXT_MAX];
	const struct cell *cell = table_cell(changes->table, row, column);
	const char *spread;

	fprintf(changes->file, "<span class=\"%s\">", class);
	changes_write_text(changes, row, column);
	if (changes->table->columns[column].kind == COLUMN_QUANTITY && cell->has_value &&
	    (changes->table->columns[column].flags & COLUMN_SPREAD) != 0) {
		spread = cell_spread(cell, room);
		fputs(spread[0] != '\0' ? " <small>" : "", changes->file);
		escape_xml(changes->file, spread);
		fputs(spread[0] != '\0' ? "</small>" : "", changes->file);
	}
	fputs("</span>", changes->file);
}

static void changes_write_cells(const struct changes *changes, size_t row)
{
	changes_write_name(changes, row);
	fputs("<span class=verb>", changes->file);
	if (!changes->table->rows[row].is_part)
		fputs(changes_sign(changes, row), changes->file);
	changes_write_text(changes, row, changes->verdict);
	fputs("</span>", changes->file);
	changes_write_number(changes, row, changes->base, "n old");
	changes_write_number(changes, row, changes->new, "n");
	if (changes->has_unit)
		changes_write_number(changes, row, changes->unit, "unit");
	changes_write_number(changes, row, changes->difference, "n by difference");
	changes_write_marks(changes, row);
	changes_write_number(changes, row, changes->change, "n by size");
	if (changes->has_p)
		changes_write_number(changes, row, changes->p, "n p");
}

/* ---- Rows ---- */

static bool changes_is_stage(const struct changes *changes, size_t row)
{
	const struct table *table = changes->table;

	return strcmp(table_text(table, row, changes->operation),
		      table_text(table, row, changes->stage)) == 0;
}

static void changes_write_parts(const struct changes *changes, size_t first, size_t end,
				bool are_stages, const char *title)
{
	bool has_any = false;

	for (size_t i = first; i < end; i++) {
		if (changes_is_stage(changes, i) != are_stages)
			continue;
		if (!has_any)
			fprintf(changes->file, "<p class=about>%s</p>\n", title);
		has_any = true;
		fprintf(changes->file, "<div class=\"row part %s\">",
			changes_verdict_class(changes, i));
		changes_write_cells(changes, i);
		fputs("</div>\n", changes->file);
	}
}

static void changes_write_row(const struct changes *changes, size_t row, size_t end)
{
	bool has_command = table_cell(changes->table, row, changes->explain)->has_value;
	bool folds = has_command || end > row + 1;
	double ratio = NAN;
	FILE *file = changes->file;

	cell_value(changes->table, row, changes->ratio, &ratio);
	fprintf(file, "<%s class=\"change %s\" data-verdict=\"", folds ? "details" : "div",
		changes_verdict_class(changes, row));
	changes_write_text(changes, row, changes->verdict);
	if (isfinite(ratio))
		fprintf(file, "\" data-ratio=\"%.9g", ratio);
	fputs(folds ? "\"><summary class=row>" : "\"><div class=row>", file);
	changes_write_cells(changes, row);
	if (!folds) {
		fputs("</div></div>\n", file);
		return;
	}
	fputs("</summary>\n", file);
	changes_write_parts(changes, row + 1, end, true, "Stages");
	changes_write_parts(changes, row + 1, end, false,
			    "Operations that changed by the same numbers");
	if (has_command) {
		/* One command a line. */
		const char *text = table_text(changes->table, row, changes->explain), *stop;

		fputs("<p class=about>Which functions changed:</p>\n<pre>", file);
		for (; text != NULL;
		     text = stop != NULL ? stop + strlen(COMMAND_SEPARATOR) : NULL) {
			stop = strstr(text, COMMAND_SEPARATOR);
			if (stop == NULL)
				escape_xml(file, text);
			else
				escape_xml(file, tables_text(changes->table->of, "%.*s",
							     (int)(stop - text), text));
			putc('\n', file);
		}
		fputs("</pre>\n", file);
	}
	fputs("</details>\n", file);
}

/* ---- All ---- */

void page_write_changes(const struct table *table, FILE *file)
{
	struct changes changes = {
		.table = table, .file = file,
		.operation = table_column(table, "operation"), .base = table_column(table, "base"),
		.new = table_column(table, "new"), .difference = table_column(table, "difference"),
		.change = table_column(table, "change"), .p = table_column(table, "p"),
		.verdict = table_column(table, "verdict"), .unit = table_column(table, "unit"),
		.bench = table_column(table, "benchmark"), .stage = table_column(table, "stage"),
		.ratio = table_column(table, "ratio"), .explain = table_column(table, "explain"),
	};
	size_t end;

	changes.has_p = column_is_used(table, changes.p);
	changes.has_unit = (table->columns[changes.unit].flags & COLUMN_DATA) == 0;
	changes_find_axis(&changes);
	fprintf(file, "<div class=\"changes%s%s\">\n", changes.has_p ? " with-p" : "",
		changes.has_unit ? " with-unit" : "");
	fputs("<div class=\"row heads\"><span>operation</span><span>verdict</span>"
	      "<span class=n>base</span><span class=n>new</span>", file);
	fputs(changes.has_unit ? "<span class=unit>unit</span>" : "", file);
	fputs("<span class=\"n difference\">difference</span>", file);
	changes_write_ticks(&changes);
	fputs("<span class=\"n size\">change</span>", file);
	fputs(changes.has_p ? "<span class=\"n p\">p</span>" : "", file);
	fputs("</div>\n", file);
	for (size_t i = 0; i < table->row_count; i = end) {
		end = i + 1;
		while (end < table->row_count && table->rows[end].is_part)
			end++;
		changes_write_row(&changes, i, end);
	}
	fputs("</div>\n", file);
}
