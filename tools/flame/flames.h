/* SPDX-License-Identifier: MIT */
/* Trees of what something consists of, in two forms that others know: a flame graph, a box as wide
 * as its value with what it consists of under it, and folded stacks. Both are Brendan Gregg's
 * ("FlameGraph"). */
#ifndef TOOLS_FLAME_FLAMES_H
#define TOOLS_FLAME_FLAMES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct flame {
	uint32_t parent;                /* earlier than its children; the root, the first, is its
					 * own */
	unsigned depth;
	const char *name;
	const char *colour;             /* "#rrggbb": an attribute of the box, which a page keeps */
	uint64_t self;                  /* without its children's */
};

struct flames {
	const struct flame *items;
	size_t count;
	const char *title, *subtitle;
	/* What is said of a box that is pointed at, behind its name. */
	void (*write_tip)(const void *context, uint64_t total, FILE *file);
	const void *context;
};

#define FLAMES_WIDTH_PIXELS 1220.0

/* An SVG document. */
void flames_write(const struct flames *flames, FILE *file);

/* A line for each flame that has a value of its own, the names from below the root on with ";"
 * between them, and the value: what FlameGraph and speedscope read. A name in brackets is left
 * so. */
void flames_write_folded(const struct flames *flames, FILE *file);

#endif
