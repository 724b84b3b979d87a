/* SPDX-License-Identifier: MIT */
/* The presenter on a made-up disk: the blocks that it reads, what it saves, and what it draws. */
#include "tests/unit/unit.h"

#include "lib/app/presenter.h"
#include "lib/event/message_log.h"
#include "lib/wire/crc.h"

#define COLUMNS 60u
#define ROWS 14u
#define WIDTH (COLUMNS * GLYPH_WIDTH)
#define HEIGHT (ROWS * GLYPH_HEIGHT)
#define INK 1u
#define PAPER 0u
#define MARGIN 4u
#define FIRST_ROW 4u                    /* of the text after the title */
#define TEXT_ROWS (ROWS - FIRST_ROW)
#define PAGE_BYTES (PRESENTER_DOCUMENT_BYTES / PRESENTER_PAGES)

#define ENTER 0x1cu
#define ESCAPE 0x01u
#define EDIT 0x12u
#define OPEN 0x18u
#define SAVE 0x1fu
#define UP 0x148u
#define DOWN 0x150u
#define RIGHT 0x14du
#define NEXT 0x151u
#define PREVIOUS 0x149u

static uint8_t disk[PRESENTER_BLOCKS][PRESENTER_BLOCK_BYTES];
static uint8_t saved[PRESENTER_SAVED_BYTES];
static uint32_t pixels[HEIGHT][WIDTH];
static uint8_t font[GLYPHS][GLYPH_HEIGHT];
static struct canvas canvas;
static struct presenter presenter;

/* Calls since begin_calls(). */
static uint64_t blocks[1024], ahead;
static size_t reads, faults, hints;
static uint64_t failing_block;

static const uint8_t *use_block(uint64_t block)
{
	assert_true(block < PRESENTER_BLOCKS && reads + faults < COUNT(blocks));
	blocks[reads + faults] = block;
	return block == failing_block ? NULL : disk[block];
}

static const uint8_t *read_block(void *context, uint64_t block)
{
	const uint8_t *bytes = use_block(block);

	(void)context;
	reads++;
	return bytes;
}

static const uint8_t *fault_block(void *context, uint64_t block)
{
	const uint8_t *bytes = use_block(block);

	(void)context;
	faults++;
	return bytes;
}

static void expect_block(void *context, uint64_t block)
{
	(void)context;
	ahead = block;
	hints++;
}

static void begin_calls(void)
{
	reads = faults = hints = 0;
}

static void assert_calls(size_t read, size_t fault, uint64_t first)
{
	assert_int_equal(reads, read);
	assert_int_equal(faults, fault);
	for (size_t i = 0; i < read + fault; i++)
		assert_int_equal(blocks[i], first + i);
	begin_calls();
}

static void begin(void)
{
	static const struct presenter_source source = {read_block, fault_block, expect_block, NULL};

	for (uint32_t i = 0; i < PRESENTER_BLOCKS; i++) {
		for (uint32_t j = 0; j < PRESENTER_BLOCK_BYTES; j++)
			disk[i][j] = (uint8_t)(i * 7 + j * 13 + (j >> 7));
	}
	for (unsigned c = 0; c < GLYPHS; c++)
		memset(font[c], (int)c, GLYPH_HEIGHT);
	canvas = (struct canvas){
		.pixels = pixels[0], .pitch = WIDTH, .columns = COLUMNS, .rows = ROWS,
		.font = (const uint8_t (*)[GLYPH_HEIGHT])font, .ink = INK, .paper = PAPER,
	};
	failing_block = UINT64_MAX;
	presenter_init(&presenter, &canvas, saved, &source);
	begin_calls();
}

static void press(uint32_t code, size_t times)
{
	for (; times > 0; times--)
		assert_true(presenter_key(&presenter, code));
}

static void open(void)
{
	begin();
	press(ENTER, 1);
	press(OPEN, 1);
	begin_calls();
}

/* ---- Programs and the document ---- */

TEST(program_and_document_are_read_in_order)
{
	begin();
	assert_false(presenter_key(&presenter, OPEN));
	assert_calls(0, 0, 0);
	assert_true(presenter_key(&presenter, ENTER));
	assert_calls(0, PRESENTER_PROGRAM_BLOCKS, PRESENTER_PROGRAM);
	assert_true(presenter.is_running && !presenter.is_open);
	assert_false(presenter_key(&presenter, ENTER));
	assert_true(presenter_key(&presenter, OPEN));
	assert_calls(PRESENTER_DOCUMENT_BLOCKS, 0, PRESENTER_DOCUMENT);
	assert_true(presenter.is_open && presenter.page == 0);
	assert_false(presenter_key(&presenter, ENTER));
}

/* The checksum of 64 bytes of each page, in their order. */
TEST(code_of_programs_has_one_checksum)
{
	static uint8_t code[(PRESENTER_PROGRAM_BLOCKS + PRESENTER_EDITOR_BLOCKS) * 64];

	open();
	press(NEXT, 11);
	press(EDIT, 1);
	for (size_t i = 0; i < sizeof(code) / 64; i++)
		memcpy(code + 64 * i,
		       i < PRESENTER_PROGRAM_BLOCKS
			       ? disk[PRESENTER_PROGRAM + i]
			       : disk[PRESENTER_EDITOR + i - PRESENTER_PROGRAM_BLOCKS], 64);
	assert_int_equal(presenter.code_crc, crc32c(0, code, sizeof(code)));
}

TEST(pages_end_at_the_first_and_the_last)
{
	open();
	assert_false(presenter_key(&presenter, PREVIOUS));
	press(NEXT, PRESENTER_PAGES - 1);
	assert_false(presenter_key(&presenter, NEXT));
	assert_int_equal(presenter.page, PRESENTER_PAGES - 1);
	press(PREVIOUS, 2);
	assert_int_equal(presenter.page, PRESENTER_PAGES - 3);
}

static const struct failure {
	const char *name;
	uint64_t block;
	uint32_t keys[3];       /* the last one fails */
} failures[] = {
	{"program_with_an_unreadable_page", PRESENTER_PROGRAM + 3, {ENTER}},
	{"document_with_an_unreadable_block", PRESENTER_DOCUMENT + 131, {ENTER, OPEN}},
};

static void failure_ends_everything(void **state)
{
	const struct failure *failure = *state;
	size_t last = failure->keys[1] != 0;

	begin();
	failing_block = failure->block;
	for (size_t i = 0; i < last; i++)
		press(failure->keys[i], 1);
	assert_false(presenter_key(&presenter, failure->keys[last]));
	assert_true(presenter.has_failed);
	begin_calls();
	assert_false(presenter_key(&presenter, ENTER));
	presenter_draw(&presenter);
	assert_calls(0, 0, 0);
	assert_int_equal(hints, 0);
}
TEST_CASES(failure_ends_everything, failures);

/* ---- Objects ---- */

/* The block of the begin of a page; its object's values are in the second half. */
static uint32_t block_of_page(uint32_t page)
{
	return PRESENTER_DOCUMENT + page * PAGE_BYTES / PRESENTER_BLOCK_BYTES;
}

TEST(three_pages_have_an_object)
{
	static const uint32_t pages[] = {11, 23, 35};
	size_t object = 0;

	open();
	for (uint32_t page = 0; page < PRESENTER_PAGES; page++) {
		bool has_object = object < COUNT(pages) && pages[object] == page;

		assert_int_equal(presenter_key(&presenter, EDIT), has_object);
		assert_int_equal(presenter.is_editing, has_object);
		if (has_object) {
			assert_int_equal(faults, PRESENTER_EDITOR_BLOCKS);
			assert_int_equal(blocks[0], PRESENTER_EDITOR);
			assert_int_equal(blocks[PRESENTER_EDITOR_BLOCKS], block_of_page(page));
			assert_memory_equal(presenter.values[object],
					    disk[block_of_page(page)] + PRESENTER_BLOCK_BYTES / 2,
					    PRESENTER_VALUES);
			press(ESCAPE, 1);
			object++;
		}
		begin_calls();
		if (page + 1 < PRESENTER_PAGES)
			press(NEXT, 1);
	}
	assert_int_equal(object, 3);
}

TEST(arrows_select_and_change_a_value)
{
	uint8_t first, second;

	open();
	press(NEXT, 11);
	press(EDIT, 1);
	first = presenter.values[0][0];
	second = presenter.values[0][1];
	press(UP, 2);
	press(RIGHT, 1);
	press(DOWN, 1);
	assert_int_equal(presenter.values[0][0], (uint8_t)(first + 32));
	assert_int_equal(presenter.values[0][1], (uint8_t)(second - 16));
	press(RIGHT, PRESENTER_VALUES - 1);
	assert_int_equal(presenter.value, 0);
	assert_false(presenter_key(&presenter, NEXT));
	press(RIGHT, 1);
	press(ESCAPE, 1);
	begin_calls();
	press(EDIT, 1);
	/* The program runs again; the values are known. */
	assert_calls(0, PRESENTER_EDITOR_BLOCKS, PRESENTER_EDITOR);
	assert_int_equal(presenter.value, 0);
	assert_int_equal(presenter.values[0][0], (uint8_t)(first + 32));
}

TEST(saved_document_has_the_changed_values)
{
	const uint8_t *document = disk[PRESENTER_DOCUMENT];

	open();
	assert_int_equal(presenter_saved_crc(&presenter), 0);
	press(NEXT, 23);
	press(EDIT, 1);
	press(UP, 1);
	press(ESCAPE, 1);
	begin_calls();
	assert_false(presenter_key(&presenter, SAVE));  /* nothing to draw */
	assert_calls(PRESENTER_DOCUMENT_BLOCKS, 0, PRESENTER_DOCUMENT);
	assert_int_equal(presenter.saves, 1);
	disk[block_of_page(23)][PRESENTER_BLOCK_BYTES / 2] += 16;
	assert_memory_equal(saved, document, sizeof(saved));
	assert_int_equal(presenter_saved_crc(&presenter), crc32c(0, saved, sizeof(saved)));
}

TEST(unreadable_block_is_not_saved)
{
	open();
	failing_block = PRESENTER_DOCUMENT + 5;
	assert_false(presenter_key(&presenter, SAVE));
	assert_true(presenter.has_failed && presenter.saves == 0);
	assert_calls(6, 0, PRESENTER_DOCUMENT);
}

/* ---- Drawing ---- */

static char cell_at(uint32_t row, uint32_t column)
{
	unsigned c = 0;

	for (uint32_t x = 0; x < GLYPH_WIDTH; x++)
		c = c << 1 | (pixels[row * GLYPH_HEIGHT + GLYPH_HEIGHT - 1]
				    [column * GLYPH_WIDTH + x] == INK);
	return (char)c;
}

TEST(closed_document_has_an_empty_screen)
{
	begin();
	memset(pixels, 1, sizeof(pixels));
	presenter_draw(&presenter);
	for (uint32_t y = 0; y < HEIGHT; y++) {
		for (uint32_t x = 0; x < WIDTH; x++)
			assert_int_equal(pixels[y][x], PAPER);
	}
	assert_calls(0, 0, 0);
}

/* The title is at row 1. One changed byte of the page changes one cell, at its place. Row 12 begins
 * 31 bytes before the end of a block, so it shows the last 52 bytes. */
TEST(text_rows_are_spread_over_the_page)
{
	static uint32_t before[HEIGHT][WIDTH];
	static const uint32_t rows[] = {1, 4, 5, 8, 12}, columns[] = {4, 5, 6, 7, 29};
	uint8_t *document = disk[PRESENTER_DOCUMENT];

	for (size_t i = 0; i < COUNT(rows); i++) {
		uint32_t number = rows[i] == 1 ? 0 : rows[i] - FIRST_ROW + 1;
		uint32_t place = 5 * PAGE_BYTES + number * (PAGE_BYTES / TEXT_ROWS) + (uint32_t)i;

		open();
		press(NEXT, 5);
		presenter_draw(&presenter);
		memcpy(before, pixels, sizeof(before));
		document[place]++;
		presenter_draw(&presenter);
		for (uint32_t y = 0; y < HEIGHT; y++) {
			for (uint32_t x = 0; x < WIDTH; x++) {
				if (pixels[y][x] == before[y][x])
					continue;
				assert_int_equal(y / GLYPH_HEIGHT, rows[i]);
				assert_int_equal(x / GLYPH_WIDTH, columns[i]);
			}
		}
		assert_memory_not_equal(pixels, before, sizeof(before));
	}
	for (uint32_t column = 0; column < COLUMNS; column++) {
		char c = cell_at(6, column);

		if (column < MARGIN || column >= COLUMNS - MARGIN)
			assert_int_equal(c, 0);
		else
			assert_true(c == ' ' || (c >= 'a' && c <= 'z'));
	}
}

TEST(first_block_of_the_next_page_is_expected)
{
	open();
	press(NEXT, 5);
	presenter_draw(&presenter);
	assert_int_equal(hints, 1);
	assert_int_equal(ahead, block_of_page(6));
	assert_int_equal(blocks[0], block_of_page(5));
	press(NEXT, PRESENTER_PAGES - 6);
	begin_calls();
	presenter_draw(&presenter);
	assert_int_equal(hints, 0);
}

TEST(page_that_cannot_be_read_expects_no_other)
{
	open();
	failing_block = block_of_page(1);
	press(NEXT, 1);
	begin_calls();
	presenter_draw(&presenter);
	assert_true(presenter.has_failed);
	assert_int_equal(hints, 0);
	assert_calls(1, 0, block_of_page(1));
}

static uint32_t ink_of_line(uint32_t y)
{
	uint32_t ink = 0;

	for (uint32_t x = 0; x < WIDTH; x++)
		ink += pixels[y][x] == INK;
	return ink;
}

/* Rules at 8 and 40, and half of the line at 46 for page 23 of 46. */
TEST(rules_and_progress_are_lines_of_ink)
{
	open();
	press(NEXT, 22);
	presenter_draw(&presenter);
	for (uint32_t y = 0; y < GLYPH_HEIGHT; y++)
		assert_int_equal(ink_of_line(y), y >= 8 && y < 12 ? WIDTH : 0);
	for (uint32_t y = 2 * GLYPH_HEIGHT; y < FIRST_ROW * GLYPH_HEIGHT; y++)
		assert_int_equal(ink_of_line(y),
				 y == 40 || y == 41 ? WIDTH : y >= 46 && y < 52 ? WIDTH / 2 : 0);
}

/* A frame of 384 by 160 pixels at the lower right, with eight bars of half the values. */
TEST(object_is_a_bar_graph_in_a_frame)
{
	const uint32_t left = WIDTH - 384 - 2 * MARGIN * GLYPH_WIDTH;
	const uint32_t top = HEIGHT - 160 - GLYPH_HEIGHT;

	open();
	press(NEXT, 11);
	press(EDIT, 1);
	press(RIGHT, 2);
	presenter_draw(&presenter);
	for (uint32_t y = top; y < top + 160; y++) {
		for (uint32_t x = left; x < left + 384; x++) {
			uint32_t bar = (x - left) / 48, from = left + 12 + 48 * bar;
			uint32_t high = 1 + presenter.values[0][bar] / 2u;
			uint32_t bar_top = top + 160 - high;
			bool is_edge = y == top || y == top + 159 || x == left || x == left + 383;
			bool is_bar = x >= from && x < from + 24 &&
				      (y >= bar_top || (bar == 2 && y >= bar_top - 8 &&
							y < bar_top - 4));

			assert_int_equal(pixels[y][x] == INK, is_edge || is_bar);
		}
	}
	press(ESCAPE, 1);
	presenter_draw(&presenter);
	assert_int_equal(pixels[top + 160 - 1 - presenter.values[0][2] / 2u - 8]
			 [left + 12 + 96], PAPER);
}

/* A log of a session is replayed by later versions, so these are the values of all versions. */
TEST(session_has_the_same_screens_in_all_versions)
{
	static const uint32_t keys[] = {EDIT, DOWN, RIGHT, RIGHT, UP, ESCAPE, SAVE};
	uint32_t crc = 0;

	open();
	for (uint32_t page = 1; page < PRESENTER_PAGES; page++) {
		press(NEXT, 1);
		presenter_draw(&presenter);
		if (page % 12 != 11)
			continue;
		for (size_t i = 0; i < COUNT(keys); i++) {
			presenter_key(&presenter, keys[i]);
			presenter_draw(&presenter);
		}
		crc = crc32c(crc, pixels, sizeof(pixels));
	}
	assert_int_equal(crc, 0x9dbbce2e);
	assert_int_equal(canvas.glyphs_drawn, 34320);
	assert_int_equal(canvas.pixels_drawn, 13306188);
	assert_int_equal(crc32c(0, saved, sizeof(saved)), 0x8df86a68);
}
