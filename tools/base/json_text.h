/* SPDX-License-Identifier: MIT */
/* JSON as text that a person can read and diff: an array of plain values stays on one line. It is
 * written from a tree, or piece by piece where a tree would be too much. */
#ifndef TOOLS_BASE_JSON_TEXT_H
#define TOOLS_BASE_JSON_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/base/out.h"

struct json_text {
	struct out out;
	unsigned depth;
	bool has_items;                 /* the innermost object or array, so far */
	bool is_line; /* without newlines and indents */
};

void json_text_begin(struct json_text *json, FILE *file);

/* The same for what is to stand on one line. */
void json_text_begin_line(struct json_text *json, FILE *file);

/* End the line and flush the file. Returns false if anything could not be written. */
bool json_text_end(struct json_text *json);

/* Each of the following puts one item: of an object with its key, of an array with NULL for it. */

/* An object ('{', to be closed by '}') or an array ('[', ']') of what is put until it is closed. */
void json_text_open(struct json_text *json, const char *key, char brace);
void json_text_close(struct json_text *json, char brace);

/* A number above 2^63 - 1 becomes a string. */
void json_text_number(struct json_text *json, const char *key, uint64_t number);
void json_text_numbers(struct json_text *json, const char *key, const uint64_t *numbers,
		       size_t count);

/* Those that are not finite are null. */
void json_text_reals(struct json_text *json, const char *key, const double *values, size_t count);

/* Nothing at all when it is not finite, which JSON can't express. */
void json_text_real(struct json_text *json, const char *key, double value);
void json_text_real_or_null(struct json_text *json, const char *key, bool is_known, double value);
void json_text_string(struct json_text *json, const char *key, const char *text);
void json_text_bool(struct json_text *json, const char *key, bool value);
void json_text_null(struct json_text *json, const char *key);

/* A tree; json_text_new takes it over. */
void json_text_value(struct json_text *json, const char *key, const json_t *value);
void json_text_new(struct json_text *json, const char *key, json_t *value);

/* Each item of an object, as one of that which is open. */
void json_text_items(struct json_text *json, const json_t *object);

/* All in one: a tree and a newline. Returns false on a write error. */
bool json_text_write(const json_t *value, FILE *file);

#endif
