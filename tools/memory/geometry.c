/* SPDX-License-Identifier: MIT */
#include "tools/memory/geometry.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/bits.h"

#define LINE_DEFAULT 64
#define LINE_BYTES_MIN 16
#define LINE_BYTES_MAX 4096
#define PAGE_BYTES_MIN ((uint64_t)1 << 12)
#define PAGE_BYTES_MAX ((uint64_t)1 << 30)
#define CACHE_BYTES_MAX ((uint64_t)1 << 30)
#define TLB_ENTRIES_MAX ((uint64_t)1 << 20)
#define WAYS_MAX 1024
#define ITEM_MAX 64

const char *const memory_store_names[MEMORY_STORES] = {
	[MEMORY_L1I] = "l1i", [MEMORY_L1D] = "l1d", [MEMORY_L2] = "l2", [MEMORY_LLC] = "llc",
	[MEMORY_ITLB] = "itlb", [MEMORY_DTLB] = "dtlb", [MEMORY_STLB] = "stlb",
};

const char *const memory_store_titles[MEMORY_STORES] = {
	[MEMORY_L1I] = "L1i", [MEMORY_L1D] = "L1d", [MEMORY_L2] = "L2", [MEMORY_LLC] = "LLC",
	[MEMORY_ITLB] = "iTLB", [MEMORY_DTLB] = "dTLB", [MEMORY_STLB] = "STLB",
};

static const char *const prefetch_names[] = {
	[MEMORY_PREFETCH_NONE] = "none", [MEMORY_PREFETCH_NEXT] = "next",
	[MEMORY_PREFETCH_STRIDE] = "stride",
};

static const struct memory_geometry geometry_default = {
	.stores = {
		[MEMORY_L1I] = {32 << 10, 8}, [MEMORY_L1D] = {32 << 10, 8},
		[MEMORY_L2] = {1 << 20, 16}, [MEMORY_LLC] = {8 << 20, 16},
		[MEMORY_ITLB] = {64, 8}, [MEMORY_DTLB] = {64, 4}, [MEMORY_STLB] = {1536, 12},
	},
	.line_bytes = LINE_DEFAULT,
	.page_bytes = PAGE_BYTES_MIN,
};

/* State while an item of the text is parsed. */
struct geometry_reader {
	struct memory_geometry *geometry;
	const char *item;
	bool has_line;          /* an item has set the line size */
	char *problem;
};

bool memory_store_is_cache(enum memory_store store)
{
	return store <= MEMORY_LLC;
}

uint64_t memory_sets(const struct memory_geometry *geometry, enum memory_store store)
{
	const struct memory_shape *shape = &geometry->stores[store];

	return shape->size / shape->ways /
	       (memory_store_is_cache(store) ? geometry->line_bytes : 1);
}

__attribute__((format(printf, 2, 3)))
static bool refuse(const struct geometry_reader *reader, const char *format, ...)
{
	va_list args;
	int length = snprintf(reader->problem, MEMORY_TEXT_MAX, "%.*s: ", ITEM_MAX, reader->item);

	va_start(args, format);
	vsnprintf(reader->problem + length, MEMORY_TEXT_MAX - (size_t)length, format, args);
	va_end(args);
	return false;
}

/* A number with an optional suffix k, M or G, at *at. Advances *at. */
static bool read_size(const char **at, uint64_t *size)
{
	char *end;
	unsigned shift = 0;

	if (!isdigit((unsigned char)**at))
		return false;
	*size = strtoull(*at, &end, 10);
	if (*end == 'k' || *end == 'K')
		shift = 10;
	else if (*end == 'M')
		shift = 20;
	else if (*end == 'G')
		shift = 30;
	*at = end + (shift != 0);
	if (*size > UINT64_MAX >> shift)
		return false;
	*size <<= shift;
	return true;
}

/* ---- Validity ---- */

static bool geometry_check_line(struct geometry_reader *reader, uint64_t line_bytes)
{
	if (!is_power_of_two(line_bytes) || line_bytes < LINE_BYTES_MIN ||
	    line_bytes > LINE_BYTES_MAX)
		return refuse(reader, "a line of %" PRIu64 " bytes: a line is a power of two from "
			      "%d to %d", line_bytes, LINE_BYTES_MIN, LINE_BYTES_MAX);
	if (reader->has_line && line_bytes != reader->geometry->line_bytes)
		return refuse(reader, "lines of %" PRIu64 " and of %" PRIu64
			      " bytes: all lines must have one size", line_bytes,
			      reader->geometry->line_bytes);
	reader->geometry->line_bytes = line_bytes;
	reader->has_line = true;
	return true;
}

/* Check the number of sets of a store that has a size. All parameters of that number must be
 * known. */
static bool geometry_check_sets(const struct geometry_reader *reader, enum memory_store store)
{
	const struct memory_geometry *geometry = reader->geometry;
	const struct memory_shape *shape = &geometry->stores[store];
	bool is_cache = memory_store_is_cache(store);
	uint64_t unit = shape->ways * (is_cache ? geometry->line_bytes : 1);

	if (shape->size % unit != 0)
		return refuse(reader, "%s: %" PRIu64 " ways do not divide %" PRIu64 " %s",
			      memory_store_names[store], shape->ways, shape->size,
			      is_cache ? "bytes" : "entries");
	if (!is_power_of_two(shape->size / unit))
		return refuse(reader, "%s: %" PRIu64 " sets: must be a power of two",
			      memory_store_names[store], shape->size / unit);
	return true;
}

/* ---- Items ---- */

static bool geometry_take_store(struct geometry_reader *reader, enum memory_store store,
				const char *value)
{
	struct memory_shape *shape = &reader->geometry->stores[store];
	bool is_cache = memory_store_is_cache(store);
	uint64_t line_bytes, most = is_cache ? CACHE_BYTES_MAX : TLB_ENTRIES_MAX;
	bool may_be_none = store == MEMORY_L2 || store == MEMORY_LLC || store == MEMORY_STLB;

	if (strcmp(value, "none") == 0) {
		*shape = (struct memory_shape){0};
		return may_be_none || refuse(reader, "only l2, llc and stlb may be none");
	}
	if (!read_size(&value, &shape->size) || *value++ != '/' ||
	    !read_size(&value, &shape->ways) ||
	    (*value != '\0' && (*value != '/' || !is_cache)))
		return refuse(reader, is_cache ? "not SIZE/WAYS or SIZE/WAYS/LINE, as in 32K/8/64"
					       : "not ENTRIES/WAYS, as in 64/4");
	if (shape->ways == 0 || shape->ways > WAYS_MAX)
		return refuse(reader, "%" PRIu64 " ways: from 1 to %d", shape->ways, WAYS_MAX);
	if (shape->size == 0 || shape->size > most)
		return refuse(reader, "size must be 1 to %" PRIu64, most);
	if (*value == '\0')
		return true;
	value++;
	if (!read_size(&value, &line_bytes) || *value != '\0')
		return refuse(reader, "not SIZE/WAYS/LINE, as in 32K/8/64");
	return geometry_check_line(reader, line_bytes);
}

static bool geometry_take_page(struct geometry_reader *reader, const char *value)
{
	uint64_t *page_bytes = &reader->geometry->page_bytes;

	if (!read_size(&value, page_bytes) || *value != '\0' || !is_power_of_two(*page_bytes) ||
	    *page_bytes < PAGE_BYTES_MIN || *page_bytes > PAGE_BYTES_MAX)
		return refuse(reader, "page size must be a power of two from 4K to 1G");
	return true;
}

static bool geometry_take_prefetch(struct geometry_reader *reader, const char *value)
{
	for (size_t i = 0; i < sizeof(prefetch_names) / sizeof(prefetch_names[0]); i++) {
		if (strcmp(value, prefetch_names[i]) != 0)
			continue;
		reader->geometry->prefetch = (enum memory_prefetch)i;
		return true;
	}
	return refuse(reader, "prefetch must be none, next or stride");
}

static bool geometry_take_item(struct geometry_reader *reader, char *item)
{
	char *value = strchr(item, '=');
	size_t length = value != NULL ? (size_t)(value - item) : 0;

	reader->item = item;
	if (value == NULL)
		return refuse(reader, "not NAME=VALUE");
	value++;
	for (enum memory_store store = 0; store < MEMORY_STORES; store++) {
		if (strlen(memory_store_names[store]) == length &&
		    strncmp(item, memory_store_names[store], length) == 0)
			return geometry_take_store(reader, store, value);
	}
	if (length == 4 && strncmp(item, "page", length) == 0)
		return geometry_take_page(reader, value);
	if (length == 8 && strncmp(item, "prefetch", length) == 0)
		return geometry_take_prefetch(reader, value);
	return refuse(reader, "valid names: l1i, l1d, l2, llc, itlb, dtlb, stlb, page, prefetch");
}

/* ---- All ---- */

static bool geometry_take_items(struct geometry_reader *reader, const char *text)
{
	while (*text != '\0') {
		size_t length = strcspn(text, ",");
		char item[ITEM_MAX];

		snprintf(item, sizeof(item), "%.*s", (int)(length < ITEM_MAX ? length : ITEM_MAX),
			 text);
		reader->item = item;
		if (length >= ITEM_MAX)
			return refuse(reader, "too long");
		if (!geometry_take_item(reader, item))
			return false;
		text += length;
		if (*text == ',' && *++text == '\0')
			return refuse(reader, "text missing after the comma");
	}
	return true;
}

bool memory_geometry_parse(struct memory_geometry *geometry, const char *text,
			   char problem[MEMORY_TEXT_MAX])
{
	struct geometry_reader reader = {.geometry = geometry, .item = text, .problem = problem};

	*geometry = geometry_default;
	if (*text == '\0')
		return refuse(&reader, "empty; \"%s\" selects all defaults",
			      MEMORY_GEOMETRY_DEFAULT);
	if (strcmp(text, MEMORY_GEOMETRY_DEFAULT) != 0 && !geometry_take_items(&reader, text))
		return false;
	reader.item = text;
	for (enum memory_store store = 0; store < MEMORY_STORES; store++) {
		if (geometry->stores[store].size != 0 && !geometry_check_sets(&reader, store))
			return false;
	}
	return true;
}

/* ---- Conversion to text ---- */

struct geometry_writer {
	char *text;
	size_t at;
};

__attribute__((format(printf, 2, 3)))
static void put(struct geometry_writer *writer, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	writer->at += (size_t)vsnprintf(writer->text + writer->at, MEMORY_TEXT_MAX - writer->at,
					format, args);
	va_end(args);
}

static void put_size(struct geometry_writer *writer, uint64_t size)
{
	static const char *const units[] = {"", "K", "M", "G"};
	size_t unit = 0;

	while (unit < 3 && size % 1024 == 0) {
		size /= 1024;
		unit++;
	}
	put(writer, "%" PRIu64 "%s", size, units[unit]);
}

static void put_store(struct geometry_writer *writer, const struct memory_geometry *geometry,
		      enum memory_store store)
{
	const struct memory_shape *shape = &geometry->stores[store];

	put(writer, "%s=", memory_store_names[store]);
	if (shape->size == 0) {
		put(writer, "none,");
	} else if (memory_store_is_cache(store)) {
		put_size(writer, shape->size);
		put(writer, "/%" PRIu64 "/%" PRIu64 ",", shape->ways, geometry->line_bytes);
	} else {
		put(writer, "%" PRIu64 "/%" PRIu64 ",", shape->size, shape->ways);
	}
}

/* MEMORY_TEXT_MAX is more than twice the length of the longest text. */
void memory_geometry_write(const struct memory_geometry *geometry, char text[MEMORY_TEXT_MAX])
{
	struct geometry_writer writer = {.text = text};

	for (enum memory_store store = 0; store < MEMORY_STORES; store++)
		put_store(&writer, geometry, store);
	put(&writer, "page=");
	put_size(&writer, geometry->page_bytes);
	put(&writer, ",prefetch=%s", prefetch_names[geometry->prefetch]);
}
