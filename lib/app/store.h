/* SPDX-License-Identifier: MIT */
/* A relational store, as small as one can be whose requests read pages as those of a real one do:
 * rows in the order of their keys, and above them an index of as many levels as it needs. Comer,
 * "The Ubiquitous B-Tree", 1979, "B+-trees".
 *
 * It knows no machine: whoever has the pages hands them to a cursor one by one, and the cursor
 * says which one it needs next. So pages may come from a cache, and be waited for. */
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

/* What a row consists of: words. */
enum store_row {STORE_ROW_KEY, STORE_ROW_CHECK, STORE_ROW_COUNT, STORE_ROW_SPARE, STORE_ROW_WORDS};

#define STORE_PAGE_ROWS (STORE_PAGE_WORDS / STORE_ROW_WORDS)
#define STORE_PAGE_ENTRIES (STORE_PAGE_WORDS / 2)       /* of an index: first key, page */

struct store_relation {
	uint32_t rows;
	uint32_t first_page, data_pages;        /* of rows, in the order of keys */
	uint32_t levels;                        /* of the index; the last is the root, one page */
	uint32_t level_pages[STORE_LEVELS_MAX]; /* from just above the rows upwards */
	uint32_t level_first[STORE_LEVELS_MAX];
};

struct store {
	uint32_t page_count, relation_count;
	struct store_relation relations[STORE_RELATIONS_MAX];
};

/* Lay out relations of so many rows each, 1 to STORE_ROWS_MAX, one after the other. Their keys are
 * the even numbers from 0 on. */
void store_lay_out(struct store *store, const uint32_t *rows, uint32_t relation_count);

/* Write what is on a page of a new store. */
void store_write_page(const struct store *store, uint32_t page, uint32_t words[STORE_PAGE_WORDS]);

/* Where a request has come to. */
struct store_cursor {
	const struct store_relation *relation;
	uint32_t key;
	uint32_t page;                  /* that it needs next */
	uint32_t level;                 /* of the index, counted from 1; 0: a page of rows */
	uint32_t data_pages;            /* that are still to be read, this one included */
	bool is_found;                  /* the row of that key */
	uint32_t row;                   /* its first word in the page it was found in */
	uint32_t rows_seen;
	uint32_t wrong;                 /* rows that were not what was stored */
};

/* Look for a key, by the index; and read so many pages of rows (at least 1) from there on, behind
 * the last one from the first on. */
void store_begin(struct store_cursor *cursor, const struct store *store, uint32_t relation,
		 uint32_t key, uint32_t data_pages);

/* Go on by what is on cursor->page. Returns whether another page is needed. */
bool store_step(struct store_cursor *cursor, const uint32_t words[STORE_PAGE_WORDS]);

/* Count a change in the row that was found, on the page it was found in. */
void store_change(const struct store_cursor *cursor, uint32_t words[STORE_PAGE_WORDS]);

#endif
