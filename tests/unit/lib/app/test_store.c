/* SPDX-License-Identifier: MIT */
/* The relational store: each key is found by its index, with one page read per level. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "lib/app/store.h"

static struct store store;
static uint32_t (*pages)[STORE_PAGE_WORDS];

static void make(const uint32_t *rows, uint32_t count)
{
	store_lay_out(&store, rows, count);
	pages = calloc(store.page_count, sizeof(*pages));
	assert_non_null(pages);
	for (uint32_t page = 0; page < store.page_count; page++)
		store_write_page(&store, page, pages[page]);
}

/* Returns the number of pages read. */
static uint32_t follow(struct store_cursor *cursor)
{
	uint32_t read = 0;

	for (bool goes_on = true; goes_on; read++) {
		assert_true(cursor->page < store.page_count);
		goes_on = store_step(cursor, pages[cursor->page]);
	}
	return read;
}

static void find_all(uint32_t relation, uint32_t rows, uint32_t levels)
{
	for (uint32_t number = 0; number < rows; number++) {
		struct store_cursor cursor;

		store_begin(&cursor, &store, relation, 2 * number, 1);
		assert_int_equal(follow(&cursor), levels + 1);
		assert_true(cursor.is_found);
		assert_int_equal(cursor.wrong, 0);
		store_begin(&cursor, &store, relation, 2 * number + 1, 1);
		follow(&cursor);
		assert_false(cursor.is_found);
	}
}

TEST(index_finds_every_key_and_no_other)
{
	const uint32_t rows[] = {1, STORE_PAGE_ROWS * STORE_PAGE_ENTRIES,
				 STORE_PAGE_ROWS * STORE_PAGE_ENTRIES + 1, 20000};

	make(rows, 4);
	find_all(0, rows[0], 1);
	find_all(1, rows[1], 1);
	find_all(2, rows[2], 2);
	find_all(3, rows[3], 3);
	free(pages);
}

TEST(scan_reads_pages_in_order_and_wraps_around)
{
	const uint32_t rows[] = {5 * STORE_PAGE_ROWS - 3};
	struct store_cursor cursor;

	make(rows, 1);
	store_begin(&cursor, &store, 0, 0, 5);
	assert_int_equal(follow(&cursor), 6);
	assert_int_equal(cursor.rows_seen, rows[0]);
	store_begin(&cursor, &store, 0, 2 * (rows[0] - 1), 2);
	follow(&cursor);
	assert_int_equal(cursor.page, 0);
	assert_int_equal(cursor.rows_seen, 2 * STORE_PAGE_ROWS - 3);
	assert_true(cursor.is_found);
	free(pages);
}

TEST(changed_row_is_found_changed)
{
	const uint32_t rows[] = {100, 100};
	struct store_cursor cursor;

	make(rows, 2);
	store_begin(&cursor, &store, 1, 2 * 70, 1);
	follow(&cursor);
	store_change(&cursor, pages[cursor.page]);
	assert_int_equal(pages[cursor.page][cursor.row + STORE_ROW_KEY], 2 * 70);
	assert_int_equal(pages[cursor.page][cursor.row + STORE_ROW_COUNT], 1);
	free(pages);
}

TEST(row_with_wrong_contents_is_counted)
{
	const uint32_t rows[] = {100};
	struct store_cursor cursor;

	make(rows, 1);
	pages[2][STORE_ROW_CHECK] ^= 1;
	store_begin(&cursor, &store, 0, 0, 7);
	follow(&cursor);
	assert_int_equal(cursor.wrong, 1);
	free(pages);
}
