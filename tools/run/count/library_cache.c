/* SPDX-License-Identifier: MIT */
#include "tools/run/count/library_cache.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/file.h"

#define CACHE_MAGIC "glibc-ld.so.cache1.1"
#define LITTLE_ENDIAN_CACHE 2

struct cache_header {
	char magic[sizeof(CACHE_MAGIC) - 1];
	uint32_t count, text_bytes;
	uint8_t flags, padding[3];
	uint32_t extension_offset, unused[3];
};

/* Offsets of texts are from the header. */
struct cache_entry {
	int32_t flags;
	uint32_t name, path, unused;
	uint64_t capabilities;          /* of the processor; 0: needs none */
};

/* A file of an old glibc has another table before the header. */
static const char *find_header(const char *bytes, size_t size)
{
	return memmem(bytes, size, CACHE_MAGIC, strlen(CACHE_MAGIC));
}

static const char *text_of(const char *bytes, size_t size, uint32_t offset)
{
	return offset < size && memchr(bytes + offset, '\0', size - offset) != NULL
		       ? bytes + offset : NULL;
}

const char *library_cache_find(const char *bytes, size_t size, const char *name,
			       const struct count_processor *processor)
{
	const char *start = find_header(bytes, size);
	struct cache_header header;
	struct cache_entry entry;

	if (start == NULL || size - (size_t)(start - bytes) < sizeof(header))
		return NULL;
	size -= (size_t)(start - bytes);
	memcpy(&header, start, sizeof(header));
	for (size_t i = 0; i < header.count; i++) {
		size_t at = sizeof(header) + i * sizeof(entry);
		const char *own;

		if (at > size || sizeof(entry) > size - at)
			return NULL;
		memcpy(&entry, start + at, sizeof(entry));
		own = text_of(start, size, entry.name);
		if (entry.flags == processor->library_flags && entry.capabilities == 0 &&
		    own != NULL && strcmp(own, name) == 0)
			return text_of(start, size, entry.path);
	}
	return NULL;
}

/* The loader's order: digits by their number, everything else by character. glibc,
 * elf/dl-cache.c, "_dl_cache_libcmp". */
static int compare_names(const char *a, const char *b)
{
	while (*a != '\0') {
		if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			char *a_end, *b_end;
			unsigned long first = strtoul(a, &a_end, 10);
			unsigned long second = strtoul(b, &b_end, 10);

			if (first != second)
				return first < second ? -1 : 1;
			a = a_end;
			b = b_end;
		} else if (isdigit((unsigned char)*a)) {
			return 1;
		} else if (isdigit((unsigned char)*b)) {
			return -1;
		} else if (*a != *b) {
			return (signed char)*a < (signed char)*b ? -1 : 1;
		} else {
			a++;
			b++;
		}
	}
	return *b == '\0' ? 0 : -1;
}

/* The cache is in descending order. */
static int descending(const void *first, const void *second)
{
	const struct cached_library *a = first, *b = second;

	return compare_names(b->name, a->name);
}

char *library_cache_make(struct cached_library *libraries, size_t count, size_t *size,
			 const struct count_processor *processor)
{
	struct cache_header header = {.count = (uint32_t)count, .flags = LITTLE_ENDIAN_CACHE};
	size_t text_at = sizeof(header) + count * sizeof(struct cache_entry);
	char *bytes;
	FILE *file = file_in_memory(&bytes, size);

	if (count > 0)
		qsort(libraries, count, sizeof(*libraries), descending);
	memcpy(header.magic, CACHE_MAGIC, sizeof(header.magic));
	for (size_t i = 0; i < count; i++)
		header.text_bytes += (uint32_t)(strlen(libraries[i].name) + 1 +
						strlen(libraries[i].path) + 1);
	fwrite(&header, sizeof(header), 1, file);
	for (size_t i = 0; i < count; i++) {
		struct cache_entry entry = {.flags = processor->library_flags,
					    .name = (uint32_t)text_at};

		text_at += strlen(libraries[i].name) + 1;
		entry.path = (uint32_t)text_at;
		text_at += strlen(libraries[i].path) + 1;
		fwrite(&entry, sizeof(entry), 1, file);
	}
	for (size_t i = 0; i < count; i++) {
		fwrite(libraries[i].name, 1, strlen(libraries[i].name) + 1, file);
		fwrite(libraries[i].path, 1, strlen(libraries[i].path) + 1, file);
	}
	file_end_memory(file, &bytes);
	return bytes;
}
