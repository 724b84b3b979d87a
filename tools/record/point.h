/* SPDX-License-Identifier: MIT */
/* A point of a sweep as text, "size_bytes=4096 page_bytes=4096", taken apart. */
#ifndef TOOLS_RECORD_POINT_H
#define TOOLS_RECORD_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POINT_TEXT_MAX 64

struct parameter {
	char name[POINT_TEXT_MAX];
	char value[POINT_TEXT_MAX];     /* empty when the text had no '=' */
};

/* Take the next parameter off *rest, which is moved past it; longer texts are cut. Returns false at
 * the end. */
bool point_next(const char **rest, struct parameter *parameter);

/* The value of a numeric parameter. Returns false when the point has none of that name. */
bool point_number(const char *point, const char *name, uint64_t *value);

/* Whether a point has all these parameters, with these values; "" asks for none. */
bool point_has_all(const char *point, const char *wanted);

/* A size in the largest binary unit it reaches, to three digits: "48 KiB". */
const char *point_size(uint64_t bytes, char text[POINT_TEXT_MAX]);

/* The point for a person: sizes in binary units, "_bytes" left off. Cut to size. */
void point_label(const char *point, char *label, size_t size);

#endif
