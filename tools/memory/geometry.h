/* SPDX-License-Identifier: MIT */
/* Geometry of a modelled memory system, and its conversion from and to text:
 *
 * 	l1i=32K/8/64,l2=none,dtlb=64/4,page=4K,prefetch=next
 *
 * A cache has bytes, ways, and bytes per line. A TLB has entries and ways. Unnamed items have their
 * default. */
#ifndef TOOLS_MEMORY_GEOMETRY_H
#define TOOLS_MEMORY_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum memory_store {
	MEMORY_L1I,
	MEMORY_L1D,
	MEMORY_L2,
	MEMORY_LLC,
	MEMORY_ITLB,
	MEMORY_DTLB,
	MEMORY_STLB,
	MEMORY_STORES,
};

enum memory_prefetch {
	MEMORY_PREFETCH_NONE,
	MEMORY_PREFETCH_NEXT,   /* the line after each accessed line */
	MEMORY_PREFETCH_STRIDE, /* one stride ahead, after two equal strides in a page */
};

/* Names in the text, "l1i", and for users, "L1i". */
extern const char *const memory_store_names[MEMORY_STORES];
extern const char *const memory_store_titles[MEMORY_STORES];

/* size is bytes of caches, entries of TLBs. */
struct memory_shape {
	uint64_t size;          /* 0: none */
	uint64_t ways;
};

struct memory_geometry {
	struct memory_shape stores[MEMORY_STORES];
	uint64_t line_bytes;
	uint64_t page_bytes;    /* size of the pages in TLBs, independent of the page tables */
	enum memory_prefetch prefetch;
};

#define MEMORY_GEOMETRY_DEFAULT "default"
#define MEMORY_TEXT_MAX 256

/* Whether it is a cache, not a TLB. */
bool memory_store_is_cache(enum memory_store store);

/* Number of sets of a store with a size. */
uint64_t memory_sets(const struct memory_geometry *geometry, enum memory_store store);

/* Parse a geometry. Returns false and sets problem if the text or the geometry is invalid. */
bool memory_geometry_parse(struct memory_geometry *geometry, const char *text,
			   char problem[MEMORY_TEXT_MAX]);

/* The complete geometry as text. Its length does not depend on the defaults. */
void memory_geometry_write(const struct memory_geometry *geometry, char text[MEMORY_TEXT_MAX]);

#endif
