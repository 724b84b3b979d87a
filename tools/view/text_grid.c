/* SPDX-License-Identifier: MIT */
/* Sets column widths to their contents. If a line is too long, omits optional columns, or wraps the
 * last one. */
#include <math.h>
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/view/text.h"

#define GAP 2
#define WRAPPED_MIN 24
#define NAMES_MIN 18
#define BAR_COLUMNS 24

/* More rows have no bars, because each bar is compared with all rows. */
#define BAR_ROWS_MAX 4096

static size_t grid_text_width(const char *text)
{
	return text != NULL ? utf8_length(text) : 0;
}

static void grid_measure(struct grid *grid)
{
	for (size_t i = 0; i < grid->column_count; i++) {
		struct grid_column *column = &grid->columns[i];

		column->width = grid_text_width(column->head);
		for (size_t j = 0; j < grid->row_count; j++) {
			size_t width = grid_text_width(grid->cells[j * grid->column_count + i]);

			column->width = width > column->width ? width : column->width;
		}
	}
}

/* The last column of a group widens to fit the group's head. */
static void grid_widen_groups(struct grid *grid)
{
	size_t span = 0;

	for (size_t i = 0; i < grid->column_count; i++) {
		struct grid_column *column = &grid->columns[i];

		span = column->is_left ? 0 : span + column->width + (span > 0 ? GAP : 0);
		if (column->group == NULL)
			continue;
		if (grid_text_width(column->group) > span)
			column->width += grid_text_width(column->group) - span;
		span = 0;
	}
}

static size_t grid_width(const struct grid *grid)
{
	size_t width = GRID_MARGIN - GAP;

	for (size_t i = 0; i < grid->column_count; i++) {
		if (!grid->columns[i].is_left_out)
			width += GAP + grid->columns[i].width;
	}
	return width;
}

/* Leave out columns of a kind, the last first, while the line is too long. */
static void grid_leave_out(struct grid *grid, size_t columns,
			   bool (*is_of_kind)(const struct grid_column *column))
{
	for (size_t i = grid->column_count; i-- > 0 && grid_width(grid) > columns;) {
		if (is_of_kind(&grid->columns[i]))
			grid->columns[i].is_left_out = true;
	}
}

static bool grid_is_optional(const struct grid_column *column)
{
	return column->is_optional;
}

static bool grid_is_interval(const struct grid_column *column)
{
	return column->is_interval;
}

static bool grid_is_implied(const struct grid_column *column)
{
	return column->is_implied;
}

/* Narrow the widest column of names, whose cells are then written in several lines. Returns false
 * if no column can be narrower. */
static bool grid_narrow_names(struct grid *grid, size_t columns)
{
	struct grid_column *widest = NULL;
	size_t excess = grid_width(grid) - columns;

	for (size_t i = 0; i + 1 < grid->column_count; i++) {
		struct grid_column *column = &grid->columns[i];

		if (column->is_left && !column->is_left_out &&
		    (widest == NULL || column->width > widest->width))
			widest = column;
	}
	if (widest == NULL || widest->width <= NAMES_MIN)
		return false;
	widest->width = widest->width > excess + NAMES_MIN ? widest->width - excess : NAMES_MIN;
	widest->is_folded = true;
	return true;
}

/* The last column takes what others leave, if that is enough for a word. */
static void grid_wrap_last(struct grid *grid, size_t columns, size_t least)
{
	struct grid_column *last = &grid->columns[grid->column_count - 1];
	size_t others = grid_width(grid) - last->width;

	if (!last->is_wrapped || last->is_left_out || grid_width(grid) <= columns)
		return;
	last->width = others + least < columns ? columns - others : least;
}

static void grid_fit(struct grid *grid, size_t columns)
{
	struct grid_column *last = &grid->columns[grid->column_count - 1];

	grid_wrap_last(grid, columns, WRAPPED_MIN);
	grid_leave_out(grid, columns, grid_is_optional);
	while (grid_width(grid) > columns && grid_narrow_names(grid, columns))
		;
	grid_wrap_last(grid, columns, NAMES_MIN);
	grid_leave_out(grid, columns, grid_is_interval);
	grid_leave_out(grid, columns, grid_is_implied);
	/* The cells of the last column follow their rows, each in lines of its own. */
	if (grid_width(grid) > columns && grid->column_count > 1 && last->is_wrapped &&
	    !last->is_left_out)
		last->is_left_out = last->is_below = true;
}

/* The part of a name that fits a width. If this part has a blank, it ends there. */
static size_t grid_name_part(const char *name, size_t width)
{
	size_t bytes = utf8_prefix_of(name, width), blank = bytes;

	if (name[bytes] == '\0')
		return bytes;
	while (blank > 0 && name[blank] != ' ')
		blank--;
	return blank > strspn(name, " ") ? blank : bytes;
}

/* Write all parts of a folded name but the last, each in a line of its own. Returns the last. */
static const char *grid_write_folded(const struct text *text, const struct grid *grid,
				     const char *name, size_t width, size_t start)
{
	size_t margin = strspn(name, " "), bytes;

	while (utf8_length(name) > width) {
		bytes = grid_name_part(name, width);
		fprintf(text->out, "%*s%.*s\n", (int)start, "", (int)bytes, name);
		name += bytes + strspn(name + bytes, " ");
		/* Later lines are indented further, so that names remain distinct. */
		name = tables_text(grid->table->of, "%*s%s", (int)margin + GAP, "", name);
	}
	return name;
}

/* A line of cells. A wrapped cell is the last one and ends the line. */
static void grid_write_line(const struct text *text, const struct grid *grid,
			    const char *const *cells)
{
	size_t start = GRID_MARGIN, at = 0;

	for (size_t i = 0; i < grid->column_count; i++) {
		const struct grid_column *column = &grid->columns[i];
		size_t width = grid_text_width(cells[i]), to = start;

		if (column->is_left_out)
			continue;
		if (!column->is_left && width < column->width)
			to += column->width - width;
		start += column->width + GAP;
		if (width == 0)
			continue;
		fprintf(text->out, "%*s", (int)(to - at), "");
		if (width > column->width) {
			text_write_wrapped(text, to, cells[i]);
			return;
		}
		fputs(cells[i], text->out);
		at = to + width;
	}
	putc('\n', text->out);
}

/* Write a row whose names are folded, with a line for each part of the names. */
static void grid_write_cells(const struct text *text, const struct grid *grid,
			     const char *const *cells)
{
	const char **shown = tables_allocate(grid->table->of, grid->column_count, sizeof(*shown));
	const struct grid_column *last = &grid->columns[grid->column_count - 1];
	size_t start = GRID_MARGIN;

	for (size_t i = 0; i < grid->column_count; i++) {
		const struct grid_column *column = &grid->columns[i];

		shown[i] = cells[i];
		if (column->is_left_out)
			continue;
		if (column->is_folded && grid_text_width(cells[i]) > column->width)
			shown[i] = grid_write_folded(text, grid, cells[i], column->width, start);
		start += column->width + GAP;
	}
	grid_write_line(text, grid, shown);
	if (last->is_below && cells[grid->column_count - 1][0] != '\0') {
		fprintf(text->out, "%*s", GRID_MARGIN + GAP, "");
		text_write_wrapped(text, GRID_MARGIN + GAP, cells[grid->column_count - 1]);
	}
}

/* A remark on consecutive rows is written below the last of them. */
static bool grid_repeats_remark(const struct grid *grid, size_t row)
{
	const struct row *next = row + 1 < grid->row_count ? grid->rows[row + 1] : NULL;

	return (grid->table->flags & TABLE_REMARKS) == 0 &&
	       strcmp(row_remark(next), row_remark(grid->rows[row])) == 0;
}

/* Right-aligned with the last column of each group. */
static void grid_write_groups(const struct text *text, const struct grid *grid)
{
	size_t end = GRID_MARGIN - GAP, at = 0;
	bool has_any = false;

	for (size_t i = 0; i < grid->column_count; i++)
		has_any = has_any ||
			  (grid->columns[i].group != NULL && !grid->columns[i].is_left_out);
	if (!has_any)
		return;
	text_begin_style(text, TEXT_DIM);
	for (size_t i = 0; i < grid->column_count; i++) {
		const char *group = grid->columns[i].group;
		size_t width = grid_text_width(group);

		if (grid->columns[i].is_left_out)
			continue;
		end += GAP + grid->columns[i].width;
		if (group == NULL || end < at + width)
			continue;
		fprintf(text->out, "%*s%s", (int)(end - at - width), "", group);
		at = end;
	}
	putc('\n', text->out);
	text_end_style(text, TEXT_DIM);
}

static void grid_write_part(const struct text *text, const struct grid *grid, size_t first,
			     size_t end)
{
	size_t hidden = 0, head = end;

	if (!text->all && (grid->table->flags & TABLE_WHOLE) == 0 &&
	    end - first > GRID_ROWS_MAX) {
		head = first + GRID_ROWS_MAX / 2;
		hidden = end - first - GRID_ROWS_MAX;
	}
	if (grid->lines != NULL && grid->lines[first] != NULL) {
		fprintf(text->out, "%*s", GRID_LINE_MARGIN, "");
		text_write_wrapped(text, GRID_LINE_MARGIN, grid->lines[first]);
	}
	for (size_t i = first; i < end; i++) {
		const struct row *about;
		enum text_style style;

		if (i == head) {
			fprintf(text->out, "%*s… %zu more (--all)\n", GRID_MARGIN, "", hidden);
			i += hidden;
		}
		about = grid->rows[i];
		style = TEXT_PLAIN;
		if (about != NULL)
			style = about->is_bad ? TEXT_BAD : about->is_dimmed ? TEXT_DIM : TEXT_PLAIN;
		text_begin_style(text, style);
		grid_write_cells(text, grid, &grid->cells[i * grid->column_count]);
		text_end_style(text, style);
		if (row_remark(about)[0] != '\0' && !grid_repeats_remark(grid, i)) {
			fprintf(text->out, "%*s", GRID_MARGIN + GAP, "");
			text_write_wrapped(text, GRID_MARGIN + GAP, row_remark(about));
		}
	}
}

struct text_bars text_bars_of(const struct table *table, size_t column)
{
	struct text_bars bars = {table, column, INFINITY, 0};
	double value;

	for (size_t i = 0; i < table->row_count; i++) {
		if (cell_value(table, i, column, &value)) {
			bars.least = fmin(bars.least, value);
			bars.greatest = fmax(bars.greatest, value);
		}
	}
	return bars;
}

const char *text_bar(const struct text_bars *bars, size_t row)
{
	const struct table *table = bars->table;
	const char *bar = "";
	double value;
	long length;

	if (table->row_count > BAR_ROWS_MAX || !cell_value(table, row, bars->column, &value))
		return bar;
	if (table->columns[bars->column].kind == COLUMN_SHARE)
		length = lround(value * BAR_COLUMNS);
	else if (bars->least > 0 && bars->greatest > bars->least)
		length = 1 + lround((BAR_COLUMNS - 1) * log(value / bars->least) /
				    log(bars->greatest / bars->least));
	else
		return bar;
	while (length-- > 0)
		bar = tables_text(table->of, "%s▪", bar);
	return bar;
}

void text_write_grid(const struct text *text, struct grid *grid)
{
	const char **heads;
	bool has_any = false;

	if (grid->row_count == 0 || grid->column_count == 0)
		return;
	grid_measure(grid);
	grid_widen_groups(grid);
	if (grid_width(grid) > text_columns(text)) {
		/* Move units of numeric columns to a second line. */
		for (size_t i = 0; i < grid->column_count; i++) {
			struct grid_column *column = &grid->columns[i];
			const char *unit = column->head != NULL ? strstr(column->head, ", ") : NULL;

			if (unit == NULL || column->is_left || column->group != NULL)
				continue;
			column->group = tables_text(grid->table->of, "%.*s",
						    (int)(unit - column->head), column->head);
			column->head = unit + 2;
		}
		grid_measure(grid);
		grid_widen_groups(grid);
	}
	grid_fit(grid, text_columns(text));
	grid_write_groups(text, grid);
	heads = tables_allocate(grid->table->of, grid->column_count, sizeof(*heads));
	for (size_t i = 0; i < grid->column_count; i++) {
		heads[i] = grid->columns[i].head;
		has_any = has_any || grid_text_width(heads[i]) > 0;
	}
	if (has_any) {
		text_begin_style(text, TEXT_DIM);
		grid_write_line(text, grid, heads);
		text_end_style(text, TEXT_DIM);
	}
	for (size_t first = 0, end; first < grid->row_count; first = end) {
		end = first + 1;
		while (end < grid->row_count && (grid->lines == NULL || grid->lines[end] == NULL))
			end++;
		grid_write_part(text, grid, first, end);
	}
}
