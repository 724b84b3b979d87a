/* SPDX-License-Identifier: MIT */
/* Converts records to JSON objects and back. The fields come from wire.def. */
#ifndef TOOLS_RECORD_JSON_RECORD_H
#define TOOLS_RECORD_JSON_RECORD_H

#include <jansson.h>
#include <stdbool.h>

#include "lib/wire/wire.h"
#include "tools/base/json_scan.h"

/* Without records a value is null, an empty list, or left out. */
enum json_form {JSON_ONE, JSON_LIST, JSON_LIST_OR_NOTHING};

/* Kinds that results.json contains unchanged, at its top level. */
struct json_kind {
	enum wire_kind kind;
	const char *key;
	enum json_form form;
};

#define JSON_KINDS 33
extern const struct json_kind json_kinds[JSON_KINDS];

/* Numbers above 2^63 - 1 and hexadecimal fields become strings. BYTES are omitted. */
json_t *json_from_record(const struct wire_record *record);

/* A member of an object that is not a field of its record, and the position of its value. */
struct json_member {
	const char *key;
	struct json_scan value;         /* at is NULL if the object lacks the member */
};

/* Read an object. Fields of record->kind are set from it, or to 0 or "" if absent. The position of
 * each of the members is stored; a member takes precedence over a field of the same name. All else
 * is skipped. Texts and BYTES (base64) point into the JSON. record may be NULL. Returns false for
 * another type of value, or a field of the wrong type. */
bool json_to_record(struct json_scan *scan, struct wire_record *record, struct json_member *members,
		    size_t count);

/* A reusable list of numbers. Empty when zeroed. The caller frees the items. */
struct json_numbers {
	uint64_t *items;
	size_t count, capacity;
};

/* Read a list of numbers. Returns false at the first item that is not a number, with the preceding
 * ones in the list. */
bool json_to_numbers(struct json_scan scan, struct json_numbers *numbers);

json_t *json_from_u64(uint64_t value);

/* Convert "a=1 b=x" to {"a": 1, "b": "x"}. A word without '=' has the value null. */
json_t *json_from_point(const char *point);

/* Convert an object of such values back to text, which the caller frees. Returns NULL for any other
 * value. */
char *json_to_point(struct json_scan scan);

#endif
