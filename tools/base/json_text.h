/* SPDX-License-Identifier: MIT */
/* Writes readable, diffable JSON: an array of plain values stays on one line. Accepts trees, and
 * single items where a tree would be too large. */
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
	bool has_items;                 /* in the innermost object or array */
	bool is_line;                   /* no newlines and indents */
};

void json_text_begin(struct json_text *json, FILE *file);

/* Like json_text_begin(), for output on one line. */
void json_text_begin_line(struct json_text *json, FILE *file);

/* End the line and flush the file. Returns false after a write error. */
bool json_text_end(struct json_text *json);

/* Each of the following writes one item: with its key in an object, with NULL in an array. */

/* Open or close an object ('{', '}') or an array ('[', ']'). */
void json_text_open(struct json_text *json, const char *key, char brace);
void json_text_close(struct json_text *json, char brace);

/* Open or close an object or an array that is written on one line with all its items. */
void json_text_open_line(struct json_text *json, const char *key, char brace);
void json_text_close_line(struct json_text *json, char brace);

/* A number above 2^63 - 1 is written as a string. */
void json_text_number(struct json_text *json, const char *key, uint64_t number);
void json_text_numbers(struct json_text *json, const char *key, const uint64_t *numbers,
		       size_t count);

/* Infinite and NaN values are written as null. */
void json_text_reals(struct json_text *json, const char *key, const double *values, size_t count);

/* Write a decimal fraction that a double cannot hold. The number `fraction` has this number of
 * digits. */
void json_text_decimal(struct json_text *json, const char *key, uint64_t whole, uint64_t fraction,
		       unsigned digits);

/* Infinite and NaN values are omitted. */
void json_text_real(struct json_text *json, const char *key, double value);
void json_text_real_or_null(struct json_text *json, const char *key, bool is_known, double value);
void json_text_string(struct json_text *json, const char *key, const char *text);
void json_text_bool(struct json_text *json, const char *key, bool value);
void json_text_null(struct json_text *json, const char *key);

/* Write a tree. json_text_new() also releases the tree. */
void json_text_value(struct json_text *json, const char *key, const json_t *value);
void json_text_new(struct json_text *json, const char *key, json_t *value);

/* Write each member of `object` as a member of the open object. */
void json_text_items(struct json_text *json, const json_t *object);

/* Write a tree and a newline. Returns false after a write error. */
bool json_text_write(const json_t *value, FILE *file);

#endif
