/* SPDX-License-Identifier: MIT */
/* Records as JSON objects and back, by wire.def: a field added there shows up here by itself. */
#ifndef TOOLS_RECORD_JSON_RECORD_H
#define TOOLS_RECORD_JSON_RECORD_H

#include <jansson.h>
#include <stdbool.h>

#include "lib/wire/wire.h"
#include "tools/base/json_scan.h"

/* The kinds that results.json holds as they are, at its top level. */
struct json_kind {
	enum wire_kind kind;
	const char *key;
	bool is_list;
};

#define JSON_KINDS 25
extern const struct json_kind json_kinds[JSON_KINDS];

/* Numbers above 2^63 - 1 and hexadecimal fields become strings; BYTES are left out. */
json_t *json_from_record(const struct wire_record *record);

/* A member of an object that is no field of its record, and where its value is. */
struct json_member {
	const char *key;
	struct json_scan value;         /* at is NULL if the object doesn't have it */
};

/* Take an object: set the fields of record->kind that it has, others to 0 or "", find the members,
 * which win over fields of that name, and pass over the rest. Texts and BYTES, which are base64,
 * point into the JSON. record may be NULL. Returns false if it is no object or a field is of the
 * wrong type. */
bool json_to_record(struct json_scan *scan, struct wire_record *record, struct json_member *members,
		    size_t count);

/* A list of numbers that is filled again and again. Empty when zeroed;
 * the items are to be freed. */
struct json_numbers {
	uint64_t *items;
	size_t count, capacity;
};

/* Returns false if it is no list of them, with what came before still there. */
bool json_to_numbers(struct json_scan scan, struct json_numbers *numbers);

json_t *json_from_u64(uint64_t value);

/* "a=1 b=x" as {"a": 1, "b": "x"}; a word without '=' has the value null. */
json_t *json_from_point(const char *point);

/* The text again, in a buffer that the caller frees. NULL if it isn't an object of such values. */
char *json_to_point(struct json_scan scan);

#endif
