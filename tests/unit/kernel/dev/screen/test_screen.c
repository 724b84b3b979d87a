/* SPDX-License-Identifier: MIT */
/* The screen's text grid: writing, scrolling, and paging back. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "kernel/dev/screen/screen.h"
#include "kernel/dev/screen/surface.h"

#define COLUMNS 8
#define ROWS_MAX 8

static char shown[ROWS_MAX][COLUMNS];
static struct surface surface;

static void draw(unsigned row, unsigned column, struct screen_cell cell)
{
	assert_true(row < surface.rows && column < COLUMNS);
	shown[row][column] = (char)cell.glyph;
}

const struct surface *surface_framebuffer(const struct boot_framebuffer *framebuffer,
					  const char **why)
{
	*why = "none";
	return framebuffer->width != 0 ? &surface : NULL;
}

const char *surface_add_mirror(const struct boot_framebuffer *framebuffer)
{
	(void)framebuffer;
	return NULL;
}

const struct surface *surface_vga_text(void)
{
	return NULL;
}

static void put(const char *text)
{
	screen_write(text, strlen(text));
}

/* A new screen with this many rows, and lines that contain their number. */
static void start(unsigned rows, unsigned lines)
{
	const struct boot_info info = {.framebuffer = {.width = 1}};
	char text[16];

	surface = (struct surface){COLUMNS, rows, draw};
	screen_init(&info);
	for (unsigned i = 0; i < lines; i++) {
		snprintf(text, sizeof(text), "%s%u", i > 0 ? "\n" : "", i);
		put(text);
	}
}

static void assert_row(unsigned row, const char *text)
{
	char expected[COLUMNS + 1];

	snprintf(expected, sizeof(expected), "%-*s", COLUMNS, text);
	assert_memory_equal(shown[row], expected, COLUMNS);
}

TEST(no_screen_draws_nothing)
{
	const struct boot_info info = {.framebuffer = {.width = 0}};

	screen_init(&info);
	put("text\n");
	screen_reserve(2);
	screen_put(0, NULL, 0);
	assert_int_equal(screen_lines(), 0);
}

TEST(quarter_of_the_rows_scrolls_when_the_screen_is_full)
{
	start(8, 8);
	assert_row(0, "0");
	assert_row(7, "7");
	put("\n8");
	assert_row(0, "2");
	assert_row(6, "8");
	assert_row(7, "");
}

TEST(one_row_screen_shows_the_last_line)
{
	start(1, 3);
	assert_row(0, "2");
}

TEST(long_line_continues_in_the_next_row)
{
	start(4, 0);
	put("0123456789");
	assert_row(0, "01234567");
	assert_row(1, "89");
}

TEST(paging_stops_at_the_first_and_last_line)
{
	start(4, 100);
	screen_move(-1000);
	assert_row(0, "0");
	screen_move(1);
	assert_row(0, "1");
	screen_move(1000);
	assert_row(0, "96");
	assert_row(3, "99");
}

TEST(paging_back_stops_at_the_oldest_kept_line)
{
	start(4, SCREEN_LINES_KEPT + 10);
	screen_move(-SCREEN_LINES_KEPT);
	assert_row(0, "10");
}

TEST(text_written_while_paged_back_is_shown_later)
{
	start(4, 100);
	screen_move(-50);
	put("!");
	assert_row(3, "49");
	put("\n100");
	assert_row(2, "99!");
	assert_row(3, "100");
}

static void put_row(unsigned row, const char *text)
{
	struct screen_cell cells[COLUMNS];

	for (unsigned i = 0; i < COLUMNS; i++)
		cells[i] = (struct screen_cell){(uint8_t)text[i], INK_TITLE};
	screen_put(row, cells, COLUMNS);
}

TEST(reserved_rows_stay_and_the_text_scrolls_below)
{
	start(8, 8);
	screen_reserve(3);
	put_row(0, "a header");
	assert_int_equal(screen_lines(), 5);
	assert_row(0, "a header");
	assert_row(3, "3");
	assert_row(7, "7");
	put("\n8");
	assert_row(0, "a header");
	assert_row(3, "4");
	assert_row(7, "8");
	put_row(3, "no place");
	assert_row(3, "4");
}

TEST(released_rows_show_text_again)
{
	start(8, 20);
	screen_reserve(5);
	put_row(4, "a header");
	screen_reserve(1);
	assert_row(1, "13");
	assert_row(4, "16");
	assert_row(7, "19");
}

TEST(reservation_of_all_rows_is_ignored)
{
	start(4, 4);
	screen_reserve(4);
	assert_int_equal(screen_lines(), 4);
	screen_reserve(3);
	assert_int_equal(screen_lines(), 1);
	assert_row(3, "3");
}

TEST(screen_shows_end_only_at_the_last_line)
{
	start(4, 100);
	assert_true(screen_shows_end());
	screen_move(-1);
	assert_false(screen_shows_end());
	screen_move(1);
	assert_true(screen_shows_end());
}
