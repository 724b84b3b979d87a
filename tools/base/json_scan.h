/* SPDX-License-Identifier: MIT */
/* Reads JSON text in place, item by item. Most of a results.json is derived data and is skipped,
 * which a parser that builds a tree cannot do.
 *
 * RFC 8259. Skipped values are checked only as far as needed to find their end. */
#ifndef TOOLS_BASE_JSON_SCAN_H
#define TOOLS_BASE_JSON_SCAN_H

#include <stdbool.h>
#include <stdint.h>

/* A position in a text. A copy is an independent position. */
struct json_scan {
	char *at;
	bool is_first;          /* at the start of an object or list */
	bool is_wrong;          /* invalid JSON: all functions return false or NULL */
};

/* Strings are decoded in place, so each can be taken only once. */
struct json_scan json_scan_begin(char *text);

/* Next character except blanks; '\0' at the end. It determines the type of the next value. */
char json_scan_peek(struct json_scan *scan);

/* Enter an object ('{') or list ('['). Returns false if the next value has another type. */
bool json_scan_enter(struct json_scan *scan, char bracket);

/* Go to the next member. Returns its key, or NULL after the last one. */
char *json_scan_key(struct json_scan *scan);

/* Go to the next item. Returns false after the last one. */
bool json_scan_item(struct json_scan *scan);

/* Skip a value of any type. */
bool json_scan_skip(struct json_scan *scan);

/* Take a value. Returns false or NULL for another type or an out-of-range number. A number may be a
 * string, also with a leading 0x, since JSON readers may round large numbers. */
bool json_scan_u64(struct json_scan *scan, uint64_t *number);
bool json_scan_i64(struct json_scan *scan, int64_t *number);
char *json_scan_string(struct json_scan *scan);

#endif
