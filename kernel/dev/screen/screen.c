/* SPDX-License-Identifier: MIT */
/* The lines that were written, and the grid of characters that shows some of them. A surface
 * (framebuffer or VGA text) draws one cell. The grid is kept here, because reading a framebuffer is
 * slow, and only cells that change are drawn. */
#include "kernel/dev/screen/screen.h"

#include "kernel/core/console.h"
#include "kernel/dev/screen/surface.h"
#include "lib/text/string.h"

#define COLUMNS_MAX 160
#define ROWS_MAX 64

static struct {
	const struct surface *surface;  /* NULL: no screen */
	unsigned columns, rows;
	unsigned top;                   /* number of the line in the first row */
	unsigned last, column;          /* where the next character goes */
	char cells[ROWS_MAX][COLUMNS_MAX];
	char lines[SCREEN_LINES_KEPT][COLUMNS_MAX];     /* by number, the oldest overwritten */
} screen;

_Static_assert(SCREEN_LINES_KEPT >= ROWS_MAX, "what is shown is kept");

static unsigned screen_at_most(unsigned value, unsigned limit)
{
	return value < limit ? value : limit;
}

static void set_cell(unsigned row, unsigned column, char c)
{
	if (screen.cells[row][column] == c)
		return;
	screen.cells[row][column] = c;
	screen.surface->draw(row, column, c);
}

static char *line(unsigned number)
{
	return screen.lines[number % SCREEN_LINES_KEPT];
}

static void show_from(unsigned top)
{
	screen.top = top;
	for (unsigned row = 0; row < screen.rows; row++) {
		for (unsigned column = 0; column < screen.columns; column++)
			set_cell(row, column, top + row <= screen.last ? line(top + row)[column]
								       : ' ');
	}
}

/* Scrolls many lines at once: a line at a time would redraw the screen for each. */
static void next_line(void)
{
	unsigned scrolled = screen.rows >= 4 ? screen.rows / 4 : 1;

	screen.column = 0;
	screen.last++;
	memset(line(screen.last), ' ', COLUMNS_MAX);
	if (screen.last - screen.top >= screen.rows)
		show_from(screen.last - screen.rows + scrolled);
}

/* A line that is not shown, because the screen was moved, is only kept. */
static void screen_write_char(char c)
{
	if (screen.column == screen.columns)
		next_line();
	line(screen.last)[screen.column] = c;
	if (screen.last - screen.top < screen.rows)
		set_cell(screen.last - screen.top, screen.column, c);
	screen.column++;
}

static const struct console_sink screen_sink = {.write = screen_write};

void screen_init(const struct boot_info *info)
{
	const struct surface *surface = surface_framebuffer(&info->framebuffer);

	if (surface == NULL && info->has_vga_text)
		surface = surface_vga_text();
	if (surface == NULL)
		return;
	screen.columns = screen_at_most(surface->columns, COLUMNS_MAX);
	screen.rows = screen_at_most(surface->rows, ROWS_MAX);
	screen.surface = surface;
	screen.last = screen.column = 0;
	memset(line(0), ' ', COLUMNS_MAX);
	show_from(0);
	console_add(&screen_sink);
}

void screen_write(const char *text, size_t length)
{
	if (screen.surface == NULL)
		return;
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\n')
			next_line();
		else
			screen_write_char(text[i]);
	}
}

unsigned screen_rows(void)
{
	return screen.rows;
}

void screen_move(int lines)
{
	int oldest = (int)screen.last - SCREEN_LINES_KEPT + 1;
	int lowest = (int)screen.last - (int)screen.rows + 1;
	int top = (int)screen.top + lines;

	if (top > lowest)
		top = lowest;
	if (top < oldest)
		top = oldest;
	show_from(top > 0 ? (unsigned)top : 0);
}
