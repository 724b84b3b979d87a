/* SPDX-License-Identifier: MIT */
/* A minimal relational store whose requests read pages as a real store does: rows in key order, and
 * an index with as many levels as needed. Comer, "The Ubiquitous B-Tree", 1979, "B+-trees".
 *
 * The store does not depend on a machine. The caller passes pages to a cursor one by one, and the
 * cursor names the page that it needs next. The caller may therefore take pages from a cache, or
 * wait for them. */
#ifndef LIB_APP_STORE_H
#define LIB_APP_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STORE_PAGE_WORDS 64
#define STORE_PAGE_BYTES (STORE_PAGE_WORDS * sizeof(uint32_t))
#define STORE_RELATIONS_MAX 4
#define STORE_LEVELS_MAX 4              /* of an index */
#define STORE_ROWS_MAX 65536u           /* of a relation */

/* Words of a row. */
enum store_row {STORE_ROW_KEY, STORE_ROW_CHECK, STORE_ROW_COUNT, STORE_ROW_SPARE, STORE_ROW_WORDS};

#define STORE_PAGE_ROWS (STORE_PAGE_WORDS / STORE_ROW_WORDS)
#define STORE_PAGE_ENTRIES (STORE_PAGE_WORDS / 2)       /* entries of an index page: first key,
							 * page */

struct store_relation {
	uint32_t rows;
	uint32_t first_page, data_pages;        /* pages of rows, in key order */
	uint32_t levels;                        /* levels of the index; the last is the root, which
						 * is one page */
	uint32_t level_pages[STORE_LEVELS_MAX]; /* from the level above the rows upwards */
	uint32_t level_first[STORE_LEVELS_MAX];
};

struct store {
	uint32_t page_count, relation_count;
	struct store_relation relations[STORE_RELATIONS_MAX];
};

/* Lay out relations with those numbers of rows, 1 to STORE_ROWS_MAX, one after the other. Keys are
 * the even numbers from 0. */
void store_lay_out(struct store *store, const uint32_t *rows, uint32_t relation_count);

/* Write the contents of a page of a new store. */
void store_write_page(const struct store *store, uint32_t page, uint32_t words[STORE_PAGE_WORDS]);

/* State of a request. */
struct store_cursor {
	const struct store_relation *relation;
	uint32_t key;
	uint32_t page;                  /* next page that the request needs */
	uint32_t level;                 /* level of the index, from 1; 0: a page of rows */
	uint32_t data_pages;            /* number of pages of rows still to read, including this
					 * one */
	bool is_found;                  /* whether the row of the key was found */
	uint32_t row;                   /* index of the row's first word in its page */
	uint32_t rows_seen;
	uint32_t wrong;                 /* rows with unexpected contents */
};

/* Look up a key in the index. Then read data_pages pages of rows (at least 1) from the row's page
 * on, continuing at the first page after the last one. */
void store_begin(struct store_cursor *cursor, const struct store *store, uint32_t relation,
		 uint32_t key, uint32_t data_pages);

/* Continue with the contents of cursor->page. Returns whether another page is needed. */
bool store_step(struct store_cursor *cursor, const uint32_t words[STORE_PAGE_WORDS]);

/* Count a change in the found row, on the row's page. */
void store_change(const struct store_cursor *cursor, uint32_t words[STORE_PAGE_WORDS]);

#endif
