/* SPDX-License-Identifier: MIT */
/* Writes trees of values in two formats by Brendan Gregg ("FlameGraph"). A flame graph shows each
 * node as a box with the width of its value, above its children. Folded stacks are text. */
#ifndef TOOLS_FLAME_FLAMES_H
#define TOOLS_FLAME_FLAMES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct flame {
	/* index, which is smaller than that of its children; the first is the root, its own
	 * parent */
	uint32_t parent;
	unsigned depth;
	const char *name;
	const char *colour;             /* "#rrggbb": an attribute of the box, which a page keeps */
	const char *mark;               /* after the name and the share: "+24"; or NULL */
	uint64_t self;                  /* without its children */
};

struct flames {
	const struct flame *items;
	size_t count;
	const char *title, *subtitle;
	/* Write the text after the name in a box's tooltip. */
	void (*write_tip)(const void *context, uint64_t total, FILE *file);
	const void *context;
};

#define FLAMES_WIDTH_PIXELS 1220.0
#define FLAMES_TITLE_PIXELS 40.0        /* height of the titles above the boxes */

/* Write an SVG document. */
void flames_write(const struct flames *flames, FILE *file);

/* Write a line for each node with a value of its own: the names from below the root, separated by
 * ";", and the value. FlameGraph and speedscope read this format. Brackets around a name are
 * kept. */
void flames_write_folded(const struct flames *flames, FILE *file);

#endif
