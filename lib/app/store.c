/* SPDX-License-Identifier: MIT */
/* The rows of a relation come first, then its index level by level. The root is last. */
#include "lib/app/store.h"

#define KEY_STEP 2u                     /* above 1, so that some keys have no row */

/* Knuth, The Art of Computer Programming, vol. 3, 6.4: multiplicative hashing. */
#define CHECK_FACTOR 0x9e3779b1u

static uint32_t check_of(uint32_t key)
{
	return (key + 1) * CHECK_FACTOR;
}

static uint32_t pages_for(uint32_t items, uint32_t items_a_page)
{
	return (items + items_a_page - 1) / items_a_page;
}

/* ---- Pages ---- */

static void lay_out_relation(struct store *store, struct store_relation *relation, uint32_t rows)
{
	uint32_t pages = pages_for(rows, STORE_PAGE_ROWS);

	*relation = (struct store_relation){
		.rows = rows, .first_page = store->page_count, .data_pages = pages,
	};
	store->page_count += pages;
	do {
		pages = pages_for(pages, STORE_PAGE_ENTRIES);
		relation->level_pages[relation->levels] = pages;
		relation->level_first[relation->levels++] = store->page_count;
		store->page_count += pages;
	} while (pages > 1);
}

void store_lay_out(struct store *store, const uint32_t *rows, uint32_t relation_count)
{
	*store = (struct store){.relation_count = relation_count};
	for (uint32_t i = 0; i < relation_count; i++)
		lay_out_relation(store, &store->relations[i], rows[i]);
}

static uint32_t relation_pages(const struct store_relation *relation)
{
	uint32_t pages = relation->data_pages;

	for (uint32_t level = 0; level < relation->levels; level++)
		pages += relation->level_pages[level];
	return pages;
}

static void write_rows(const struct store_relation *relation, uint32_t nth, uint32_t *words)
{
	for (uint32_t i = 0; i < STORE_PAGE_ROWS; i++) {
		uint32_t number = nth * STORE_PAGE_ROWS + i, key = number * KEY_STEP;
		uint32_t *row = words + (size_t)i * STORE_ROW_WORDS;

		if (number < relation->rows) {
			row[STORE_ROW_KEY] = key;
			row[STORE_ROW_CHECK] = check_of(key);
		} else {
			row[STORE_ROW_KEY] = UINT32_MAX;
		}
	}
}

/* The nth page of an index level, whose entries point to pages of the level below. */
static void write_entries(const struct store_relation *relation, uint32_t level, uint32_t nth,
			  uint32_t *words)
{
	uint32_t below = level > 0 ? relation->level_pages[level - 1] : relation->data_pages;
	uint32_t first = level > 0 ? relation->level_first[level - 1] : relation->first_page;
	uint32_t rows = STORE_PAGE_ROWS;

	for (uint32_t i = 0; i < level; i++)
		rows *= STORE_PAGE_ENTRIES;
	for (uint32_t i = 0; i < STORE_PAGE_ENTRIES; i++) {
		uint32_t entry = nth * STORE_PAGE_ENTRIES + i;

		words[2 * i] = entry < below ? entry * rows * KEY_STEP : UINT32_MAX;
		words[2 * i + 1] = first + entry;
	}
}

void store_write_page(const struct store *store, uint32_t page, uint32_t words[STORE_PAGE_WORDS])
{
	const struct store_relation *relation = store->relations;
	uint32_t level = 0;

	while (page >= relation->first_page + relation_pages(relation))
		relation++;
	for (uint32_t i = 0; i < STORE_PAGE_WORDS; i++)
		words[i] = 0;
	if (page < relation->first_page + relation->data_pages) {
		write_rows(relation, page - relation->first_page, words);
		return;
	}
	while (page >= relation->level_first[level] + relation->level_pages[level])
		level++;
	write_entries(relation, level, page - relation->level_first[level], words);
}

/* ---- Requests ---- */

void store_begin(struct store_cursor *cursor, const struct store *store, uint32_t relation,
		 uint32_t key, uint32_t data_pages)
{
	const struct store_relation *in = &store->relations[relation];

	*cursor = (struct store_cursor){
		.relation = in, .key = key, .page = in->level_first[in->levels - 1],
		.level = in->levels, .data_pages = data_pages,
	};
}

/* Follow the last entry whose first key is not above the key. */
static void descend(struct store_cursor *cursor, const uint32_t *words)
{
	uint32_t low = 0, high = STORE_PAGE_ENTRIES;

	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;

		if (words[2 * middle] <= cursor->key)
			low = middle;
		else
			high = middle;
	}
	cursor->page = words[2 * low + 1];
	cursor->level--;
}

static void read_rows(struct store_cursor *cursor, const uint32_t *words)
{
	for (uint32_t i = 0; i < STORE_PAGE_WORDS; i += STORE_ROW_WORDS) {
		uint32_t key = words[i + STORE_ROW_KEY];

		if (key == UINT32_MAX)
			continue;
		cursor->rows_seen++;
		if (words[i + STORE_ROW_CHECK] != check_of(key))
			cursor->wrong++;
		if (key == cursor->key) {
			cursor->is_found = true;
			cursor->row = i;
		}
	}
}

bool store_step(struct store_cursor *cursor, const uint32_t words[STORE_PAGE_WORDS])
{
	const struct store_relation *relation = cursor->relation;

	if (cursor->level > 0) {
		descend(cursor, words);
		return true;
	}
	read_rows(cursor, words);
	if (--cursor->data_pages == 0)
		return false;
	cursor->page = relation->first_page +
		       (cursor->page - relation->first_page + 1) % relation->data_pages;
	return true;
}

void store_change(const struct store_cursor *cursor, uint32_t words[STORE_PAGE_WORDS])
{
	words[cursor->row + STORE_ROW_COUNT]++;
}
