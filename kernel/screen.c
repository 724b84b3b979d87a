/* The grid of characters and its scrolling. A surface (framebuffer or VGA text) draws one cell. The
 * grid is kept here, because reading a framebuffer is slow, and only cells that change are drawn. */
#include "kernel/screen.h"

#include "kernel/surface.h"
#include "lib/string.h"

#define COLUMNS_MAX 160
#define ROWS_MAX 64

static struct {
	const struct surface *surface;  /* NULL: no screen */
	unsigned columns, rows;
	unsigned column, row;
	char cells[ROWS_MAX][COLUMNS_MAX];
} screen;

static unsigned at_most(unsigned value, unsigned limit)
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

/* Many lines at once: a line at a time would redraw the screen for each. */
static void scroll(void)
{
	unsigned lines = screen.rows / 4;

	for (unsigned row = 0; row < screen.rows; row++) {
		for (unsigned column = 0; column < screen.columns; column++)
			set_cell(row, column, row + lines < screen.rows
					      ? screen.cells[row + lines][column] : ' ');
	}
	screen.row -= lines;
}

static void next_line(void)
{
	screen.column = 0;
	if (++screen.row == screen.rows)
		scroll();
}

void screen_init(const struct boot_info *info)
{
	const struct surface *surface = surface_framebuffer(&info->framebuffer);

	if (surface == NULL && info->has_vga_text)
		surface = surface_vga_text();
	if (surface == NULL)
		return;
	screen.columns = at_most(surface->columns, COLUMNS_MAX);
	screen.rows = at_most(surface->rows, ROWS_MAX);
	screen.surface = surface;
	for (unsigned row = 0; row < screen.rows; row++) {
		for (unsigned column = 0; column < screen.columns; column++)
			set_cell(row, column, ' ');
	}
}

void screen_put(const char *text, size_t length)
{
	if (screen.surface == NULL)
		return;
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\n') {
			next_line();
			continue;
		}
		if (screen.column == screen.columns)
			next_line();
		set_cell(screen.row, screen.column++, text[i]);
	}
}
