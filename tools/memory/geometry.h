/* SPDX-License-Identifier: MIT */
/* What a modelled memory system consists of, from its text and back:
 *
 *	l1i=32K/8/64,l2=none,dtlb=64/4,page=4K,prefetch=next
 *
 * is bytes, ways and bytes of a line; entries and ways. What is not named is as by default. */
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
	MEMORY_PREFETCH_NEXT,   /* the line behind each that is accessed */
	MEMORY_PREFETCH_STRIDE, /* a step on, where two steps in a page were alike */
};

/* "l1i", as in the text, and "L1i", for people. */
extern const char *const memory_store_names[MEMORY_STORES];
extern const char *const memory_store_titles[MEMORY_STORES];

/* Of caches bytes, of TLBs entries. */
struct memory_shape {
	uint64_t size;          /* 0: there is none */
	uint64_t ways;
};

struct memory_geometry {
	struct memory_shape stores[MEMORY_STORES];
	uint64_t line_bytes;
	uint64_t page_bytes;    /* that a translation is of, whatever the page tables say */
	enum memory_prefetch prefetch;
};

#define MEMORY_GEOMETRY_DEFAULT "default"
#define MEMORY_TEXT_MAX 256

/* Whether it is a cache, and not a TLB. */
bool memory_store_is_cache(enum memory_store store);

/* Sets of one that is there. */
uint64_t memory_sets(const struct memory_geometry *geometry, enum memory_store store);

/* Read a text. If it is none, or no such memory can be built, returns false,
 * and problem says why. */
bool memory_geometry_parse(struct memory_geometry *geometry, const char *text,
			   char problem[MEMORY_TEXT_MAX]);

/* The whole of it as such a text, which is as long whatever was left out. */
void memory_geometry_write(const struct memory_geometry *geometry, char text[MEMORY_TEXT_MAX]);

#endif
