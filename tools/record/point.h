/* SPDX-License-Identifier: MIT */
/* Parses the text of a sweep's point, "size_bytes=4096 page_bytes=4096". */
#ifndef TOOLS_RECORD_POINT_H
#define TOOLS_RECORD_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POINT_TEXT_MAX 64

struct parameter {
	char name[POINT_TEXT_MAX];
	char value[POINT_TEXT_MAX];     /* empty without '=' */
};

/* Parse the next parameter and move *rest past it. Long names and values are truncated. Returns
 * false at the end. */
bool point_next(const char **rest, struct parameter *parameter);

/* Get the value of a numeric parameter. Returns false if the point has none of that name. */
bool point_number(const char *point, const char *name, uint64_t *value);

/* Whether a point has all the wanted parameters with their values. A wanted "*" is any value but
 * "none" (lib/point.h). */
bool point_has_all(const char *point, const char *wanted);

/* Format a size in the largest binary unit that fits, with three digits: "48 KiB". */
const char *point_size(uint64_t bytes, char text[POINT_TEXT_MAX]);

/* Format a point for users: sizes in binary units, without the suffix "_bytes". Truncated to
 * size. */
void point_label(const char *point, char *label, size_t size);

#endif
