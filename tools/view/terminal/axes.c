/* SPDX-License-Identifier: MIT */
/* The surroundings of the canvas: title, axes with ticks and units, key. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/record/point.h"
#include "tools/view/plot/ticks.h"
#include "tools/view/terminal/terminal.h"

#define BRAILLE_FIRST 0x2800
#define TICKS_DOWN 5
#define TICKS_ACROSS 7
#define SIZE_SHIFT_STEP 2
#define TICK_SLACK 1e-9
/* Characters before a name in the key: blanks and the sign. */
#define KEY_SIGN_WIDTH 5

/* ---- Signs and colours ---- */

static bool terminal_is_map(const struct plot *plot)
{
	return plot->colours != NULL && plot->curves[0].style == CHART_BARS;
}

const char *terminal_sign(const struct plot *plot, size_t curve, bool has_colour)
{
	static const char *const points[] = {"●", "▲", "■", "◆", "○", "△", "□", "◇"};
	static const char *const fills[] = {"█", "▒", "▓", "░", "▚", "▞", "▤", "▥"};
	static const char *const shades[] = {"·", "∙", "░", "░", "▒", "▒", "▓", "█"};
	enum chart_style style = plot->curves[curve].style;

	if (style == CHART_LINES || style == CHART_STEPS)
		return "─";
	if (style == CHART_REFERENCE)
		return "╌";
	if (style != CHART_BARS)
		return points[curve % (sizeof(points) / sizeof(points[0]))];
	if (has_colour)
		return "█";
	return terminal_is_map(plot) ? shades[curve % (sizeof(shades) / sizeof(shades[0]))]
				     : fills[curve % (sizeof(fills) / sizeof(fills[0]))];
}

/* ISO 8613-6, "Select graphic rendition": an RGB colour. */
void terminal_begin_colour(const struct terminal *terminal, size_t curve)
{
	unsigned long rgb;

	if (!terminal->has_colour || curve == SIZE_MAX)
		return;
	rgb = strtoul(plot_colour(terminal->plot, curve) + 1, NULL, 16);
	fprintf(terminal->file, "\033[38;2;%lu;%lu;%lum", rgb >> 16, rgb >> 8 & 255, rgb & 255);
}

void terminal_end_colour(const struct terminal *terminal, size_t curve)
{
	if (terminal->has_colour && curve != SIZE_MAX)
		fputs("\033[0m", terminal->file);
}

/* ---- Ticks ---- */

static void terminal_add_tick(double value, const char *label, size_t *count,
			      struct terminal_tick ticks[TICKS_MAX])
{
	if (*count == TICKS_MAX)
		return;
	ticks[*count].value = value;
	snprintf(ticks[*count].label, sizeof(ticks[*count].label), "%.*s",
		 (int)utf8_prefix(label, sizeof(ticks[*count].label) - 1), label);
	(*count)++;
}

/* Every second power of two, or every power in a short range. */
static size_t terminal_size_ticks(const struct tick_range *range,
				  struct terminal_tick ticks[TICKS_MAX])
{
	bool is_short = log2(range->high / range->low) < 2 * SIZE_SHIFT_STEP;
	double values[TICKS_MAX];
	char text[POINT_TEXT_MAX];
	size_t found = tick_sizes(range, is_short ? 1 : SIZE_SHIFT_STEP, values), count = 0;

	for (size_t i = 0; i < found; i++)
		terminal_add_tick(values[i], point_size((uint64_t)values[i], text), &count, ticks);
	return count;
}

/* Decades, and values between them in a short range; multiples of a step on a linear axis. */
static size_t terminal_number_ticks(const struct tick_range *range, bool is_log, size_t wanted,
				    struct terminal_tick ticks[TICKS_MAX])
{
	static const double digits[] = {1, 2, 5};
	double values[TICKS_MAX], most = fmax(fabs(range->low), fabs(range->high));
	char text[TICK_TEXT_MAX];
	size_t count = 0, found;

	if (is_log)
		found = tick_multiples(range, digits, log10(range->high / range->low) < 2 ? 3 : 1,
				       values);
	else
		found = tick_steps(range, tick_step(range->high - range->low, wanted), values);
	for (size_t i = 0; i < found; i++)
		terminal_add_tick(values[i], tick_text(values[i], most, text), &count, ticks);
	return count;
}

size_t terminal_ticks(const struct chart_axis *axis, double low, double high, size_t wanted,
		      struct terminal_tick ticks[TICKS_MAX])
{
	const struct tick_range range = {low, high, axis->is_count};
	size_t count = 0;

	for (size_t i = 0; i < axis->name_count; i++) {
		if ((double)i >= low && (double)i <= high)
			terminal_add_tick((double)i, axis->names[i], &count, ticks);
	}
	if (axis->name_count > 0)
		return count;
	return axis->is_size ? terminal_size_ticks(&range, ticks)
			     : terminal_number_ticks(&range, axis->is_log, wanted, ticks);
}

/* An end of an axis, extended to include a tick that rounding moved past it. */
static double terminal_end(bool is_log, double end, double outwards)
{
	double value = is_log ? pow(10, end) : end;

	return value + outwards * fabs(value) * TICK_SLACK;
}

/* ---- Lines ---- */

/* Right-aligned in its field. */
static void terminal_write_label(const struct terminal *terminal, const char *label, size_t width)
{
	struct terminal_cut cut = terminal_cut(label, width);
	size_t length = utf8_length(label);

	if (length < width)
		fprintf(terminal->file, "%*s", (int)(width - length), "");
	fprintf(terminal->file, "%.*s%s%s", (int)cut.head_bytes, label,
		cut.tail[0] != '\0' ? "…" : "", cut.tail);
}

/* The label of a canvas row: that of a tick, or the name of the row. */
static const char *terminal_row_label(const struct terminal *terminal, size_t row,
				      const struct terminal_tick *ticks, size_t count)
{
	const struct chart_axis *axis = &terminal->plot->y;
	size_t names = axis->name_count;

	for (size_t i = 0; i < (names > 0 ? names : count); i++) {
		double value = names > 0 ? (double)i : ticks[i].value;
		double place = (1 - terminal_place_y(terminal, value)) * (double)terminal->rows;
		size_t at = place < 0 ? 0 : (size_t)place;

		if ((at < terminal->rows ? at : terminal->rows - 1) == row)
			return names > 0 ? axis->names[i] : ticks[i].label;
	}
	return "";
}

static void terminal_write_rows(const struct terminal *terminal)
{
	const struct chart_axis *axis = &terminal->plot->y;
	struct terminal_tick ticks[TICKS_MAX];
	size_t count = terminal_ticks(axis, terminal_end(axis->is_log, terminal->y_low, -1),
				      terminal_end(axis->is_log, terminal->y_high, 1), TICKS_DOWN,
				      ticks);

	for (size_t row = 0; row < terminal->rows; row++) {
		const char *label = terminal_row_label(terminal, row, ticks, count);

		terminal_write_label(terminal, label, terminal->margin);
		fputs(label[0] != '\0' ? "┤" : "│", terminal->file);
		for (size_t i = 0; i < terminal->columns; i++) {
			const struct terminal_cell *cell =
				&terminal->cells[row * terminal->columns + i];
			char text[8] = " ";

			if (cell->mark == NULL && cell->dots != 0)
				*utf8_write(text, BRAILLE_FIRST + cell->dots) = '\0';
			terminal_begin_colour(terminal, cell->curve);
			fputs(cell->mark != NULL ? cell->mark : text, terminal->file);
			terminal_end_colour(terminal, cell->curve);
		}
		putc('\n', terminal->file);
	}
}

/* Write the labels below the axis. A label that would overlap the previous one is left out. */
static void terminal_write_below(const struct terminal *terminal)
{
	const struct chart_axis *axis = &terminal->plot->x;
	struct terminal_tick ticks[TICKS_MAX];
	size_t count = terminal_ticks(axis, terminal_end(axis->is_log, terminal->x_low, -1),
				      terminal_end(axis->is_log, terminal->x_high, 1), TICKS_ACROSS,
				      ticks);
	size_t at = 0, places[TICKS_MAX];

	for (size_t i = 0; i < count; i++)
		places[i] = terminal->margin + 1 +
			    (size_t)(terminal_place_x(terminal, ticks[i].value) *
					     (double)(terminal->columns - 1) + 0.5);
	fprintf(terminal->file, "%*s└", (int)terminal->margin, "");
	for (size_t i = terminal->margin + 1, tick = 0; i <= terminal->margin + terminal->columns;
	     i++) {
		while (tick < count && places[tick] < i)
			tick++;
		fputs(tick < count && places[tick] == i ? "┴" : "─", terminal->file);
	}
	putc('\n', terminal->file);
	for (size_t i = 0; i < count; i++) {
		size_t width = utf8_length(ticks[i].label);
		size_t begin = places[i] > width / 2 ? places[i] - width / 2 : 0;

		if (begin + width > terminal->width)
			begin = terminal->width - width;
		if (at > 0 && begin < at + 1)
			continue;
		fprintf(terminal->file, "%*s%s", (int)(begin - at), "", ticks[i].label);
		at = begin + width;
	}
	putc('\n', terminal->file);
}

/* Number of bytes of a text that fit on a line, up to a blank if the text is longer. */
static size_t terminal_line_bytes(const char *text, size_t width)
{
	size_t bytes = utf8_prefix_of(text, width), end = bytes;

	if (text[bytes] == '\0')
		return bytes;
	while (end > 0 && text[end] != ' ')
		end--;
	return end > 0 ? end : bytes;
}

/* Write a text in as many lines as needed, centred on the canvas. */
static void terminal_write_centred(const struct terminal *terminal, const char *text)
{
	while (*text != '\0') {
		size_t bytes = terminal_line_bytes(text, terminal->width), room = terminal->columns;
		size_t width = utf8_length_of(text, bytes);
		size_t begin = terminal->margin + 1 + (width < room ? (room - width) / 2 : 0);

		if (begin + width > terminal->width)
			begin = terminal->width - width;
		fprintf(terminal->file, "%*s%.*s\n", (int)begin, "", (int)bytes, text);
		text += bytes + strspn(text + bytes, " ");
	}
}

/* A curve's sign and name, in as many lines as needed. */
static void terminal_write_key(const struct terminal *terminal)
{
	const struct plot *plot = terminal->plot;
	size_t at = 0;

	for (size_t i = 0; i < plot->curve_count + plot->mark_count; i++) {
		bool is_mark = i >= plot->curve_count;
		const char *name = is_mark ? plot->marks[i - plot->curve_count].name
					   : plot->curves[i].name;
		size_t width;

		if (name == NULL || (!is_mark && !plot_is_drawn(plot, i)))
			continue;
		width = utf8_length(name) + KEY_SIGN_WIDTH;
		width = width < terminal->width ? width : terminal->width;
		if (at > 0 && at + width > terminal->width) {
			putc('\n', terminal->file);
			at = 0;
		}
		fputs("   ", terminal->file);
		terminal_begin_colour(terminal, is_mark ? SIZE_MAX : i);
		fputs(is_mark ? "┊" : terminal_sign(plot, i, terminal->has_colour), terminal->file);
		terminal_end_colour(terminal, is_mark ? SIZE_MAX : i);
		putc(' ', terminal->file);
		terminal_write_label(terminal, name, width - KEY_SIGN_WIDTH);
		at += width;
	}
	fputs(at > 0 ? "\n" : "", terminal->file);
}

void terminal_write(const struct terminal *terminal)
{
	const struct plot *plot = terminal->plot;
	const char *text;

	terminal_write_centred(terminal, plot->title != NULL ? plot->title : "");
	terminal_write_centred(terminal, plot->subtitle != NULL ? plot->subtitle : "");
	/* Left-aligned, indented by two. */
	text = plot->y.label;
	while (*text != '\0') {
		size_t bytes = terminal_line_bytes(text, terminal->width - 2);

		fprintf(terminal->file, "  %.*s\n", (int)bytes, text);
		text += bytes + strspn(text + bytes, " ");
	}
	terminal_write_rows(terminal);
	terminal_write_below(terminal);
	terminal_write_centred(terminal, plot->x.label);
	terminal_write_key(terminal);
}
