/* SPDX-License-Identifier: MIT */
/* JSON text taken apart where it lies, a piece at a time: of a results.json, most is derived and is
 * passed over, which a parser that makes a tree of everything can't do.
 *
 * RFC 8259. What is passed over is looked at as far as it takes to find its end. */
#ifndef TOOLS_BASE_JSON_SCAN_H
#define TOOLS_BASE_JSON_SCAN_H

#include <stdbool.h>
#include <stdint.h>

/* A place in a text. A copy is another place, from which to go on later. */
struct json_scan {
	char *at;
	bool is_first;          /* nothing of the object or list that was entered has been taken */
	bool is_wrong;          /* from here on it is no JSON: all below return false or NULL */
};

/* The text is changed where strings are taken, so no string can be taken twice. */
struct json_scan json_scan_begin(char *text);

/* The next character but blanks, '\0' at the end. Tells what kind of value comes next. */
char json_scan_peek(struct json_scan *scan);

/* Enter an object by '{' or a list by '['. False if the next value isn't one. */
bool json_scan_enter(struct json_scan *scan, char bracket);

/* Go to the value of the next member, and return its key; NULL after the last one. */
char *json_scan_key(struct json_scan *scan);

/* Go to the next item of a list. False after the last one. */
bool json_scan_item(struct json_scan *scan);

/* Pass over a value of any kind. */
bool json_scan_skip(struct json_scan *scan);

/* Take a value; false or NULL if it is of another type or out of range. A number that JSON's
 * readers might round may be a string, as may one with 0x in front. */
bool json_scan_u64(struct json_scan *scan, uint64_t *number);
bool json_scan_i64(struct json_scan *scan, int64_t *number);
char *json_scan_string(struct json_scan *scan);

#endif
