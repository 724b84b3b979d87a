/* SPDX-License-Identifier: MIT */
/* Keeps the written lines, and a grid of characters that shows part of them below the reserved
 * rows. A surface (framebuffer or VGA text) draws a cell. The grid is in memory, because reading a
 * framebuffer is slow. Only changed cells are drawn. */
#include "kernel/dev/screen/screen.h"

#include "kernel/core/console.h"
#include "lib/text/string.h"

static struct {
	const struct surface *surface;  /* NULL: none */
	bool is_added;                  /* whether the screen was added to the console */
	unsigned columns, rows;
	unsigned reserved;              /* rows above the text */
	unsigned top;                   /* line number in the first text row */
	unsigned last, column;          /* position of the next character */
	struct screen_cell cells[SCREEN_ROWS_MAX][SCREEN_COLUMNS_MAX];
	char lines[SCREEN_LINES_KEPT][SCREEN_COLUMNS_MAX];      /* indexed by line number modulo
								 * size */
} screen;

_Static_assert(SCREEN_LINES_KEPT >= SCREEN_ROWS_MAX, "what is shown is kept");

static unsigned screen_at_most(unsigned value, unsigned limit)
{
	return value < limit ? value : limit;
}

static void set_cell(unsigned row, unsigned column, struct screen_cell cell)
{
	struct screen_cell *shown = &screen.cells[row][column];

	if (shown->glyph == cell.glyph && shown->ink == cell.ink)
		return;
	*shown = cell;
	screen.surface->draw(row, column, cell);
}

/* Text rows are numbered from below the reserved rows. */
static void set_character(unsigned row, unsigned column, char c)
{
	bool is_drawable = c >= ' ' && c <= '~';

	set_cell(screen.reserved + row, column,
		 (struct screen_cell){is_drawable ? (uint8_t)c : '?', INK_TEXT});
}

static char *line(unsigned number)
{
	return screen.lines[number % SCREEN_LINES_KEPT];
}

unsigned screen_lines(void)
{
	return screen.rows - screen.reserved;
}

static void show_from(unsigned top)
{
	screen.top = top;
	for (unsigned row = 0; row < screen_lines(); row++) {
		for (unsigned column = 0; column < screen.columns; column++)
			set_character(row, column, top + row <= screen.last
							   ? line(top + row)[column] : ' ');
	}
}

/* Go to the next line. Scrolls several lines at once, because each scroll redraws the screen. */
static void next_line(void)
{
	unsigned rows = screen_lines(), scrolled = rows >= 4 ? rows / 4 : 1;

	screen.column = 0;
	screen.last++;
	memset(line(screen.last), ' ', SCREEN_COLUMNS_MAX);
	if (screen.last - screen.top >= rows)
		show_from(screen.last - rows + scrolled);
}

/* Write a character. If its line is not visible, the character is only stored. */
static void screen_write_char(char c)
{
	if (screen.column == screen.columns)
		next_line();
	line(screen.last)[screen.column] = c;
	if (screen.last - screen.top < screen_lines())
		set_character(screen.last - screen.top, screen.column, c);
	screen.column++;
}

static const struct console_sink screen_sink = {.write = screen_write};

/* Use all screens. If one cannot be used but another can, this is no error. */
static const struct surface *add_screens(const struct boot_info *info, const char **why)
{
	const struct surface *surface = surface_framebuffer(&info->framebuffer, why);

	for (uint32_t i = 0; i < info->mirror_count; i++) {
		if (surface != NULL)
			surface_add_mirror(&info->mirrors[i]);
		else
			surface = surface_framebuffer(&info->mirrors[i], why);
	}
	return surface;
}

const char *screen_init(const struct boot_info *info)
{
	const struct surface *surface = NULL;
	const char *why = NULL;

	if (info->framebuffer.width != 0)
		surface = add_screens(info, &why);
	else if (info->has_vga_text)
		surface = surface_vga_text();
	if (surface == NULL)
		return why;
	screen.columns = screen_at_most(surface->columns, SCREEN_COLUMNS_MAX);
	screen.rows = screen_at_most(surface->rows, SCREEN_ROWS_MAX);
	screen.surface = surface;
	screen.last = screen.column = screen.reserved = 0;
	memset(line(0), ' ', SCREEN_COLUMNS_MAX);
	show_from(0);
	if (!screen.is_added)
		console_add(&screen_sink);
	screen.is_added = true;
	return NULL;
}

void screen_size(unsigned *columns, unsigned *rows)
{
	*columns = screen.columns;
	*rows = screen.rows;
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

void screen_reserve(unsigned rows)
{
	if (screen.surface == NULL || rows >= screen.rows)
		return;
	screen.reserved = rows;
	show_from(screen.last >= screen_lines() ? screen.last - screen_lines() + 1 : 0);
}

void screen_put(unsigned row, const struct screen_cell *cells, unsigned count)
{
	if (row >= screen.reserved)
		return;
	for (unsigned column = 0; column < screen_at_most(count, screen.columns); column++)
		set_cell(row, column, cells[column]);
}

void screen_move(int lines)
{
	int oldest = (int)screen.last - SCREEN_LINES_KEPT + 1;
	int lowest = (int)screen.last - (int)screen_lines() + 1;
	int top = (int)screen.top + lines;

	if (top > lowest)
		top = lowest;
	if (top < oldest)
		top = oldest;
	show_from(top > 0 ? (unsigned)top : 0);
}

bool screen_shows_end(void)
{
	return screen.last - screen.top < screen_lines();
}
