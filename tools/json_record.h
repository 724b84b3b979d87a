/* Records as JSON objects and back, by wire.def: a field added there shows up here by itself. */
#ifndef TOOLS_JSON_RECORD_H
#define TOOLS_JSON_RECORD_H

#include <jansson.h>
#include <stdbool.h>

#include "lib/wire.h"

/* The kinds that results.json holds as they are, at its top level. */
struct json_kind {
	enum wire_kind kind;
	const char *key;
	bool is_list;
};

#define JSON_KINDS 12
extern const struct json_kind json_kinds[JSON_KINDS];

/* Numbers above 2^63 - 1 and hexadecimal fields become strings; BYTES are left out. */
json_t *json_from_record(const struct wire_record *record);

/* Set the fields of record->kind that the object has; others stay 0 or "". Texts point into the
 * object. Returns false if a field is of the wrong type. */
bool json_to_record(const json_t *object, struct wire_record *record);

json_t *json_from_u64(uint64_t value);
bool json_to_u64(const json_t *value, uint64_t *number);

/* "a=1 b=x" as {"a": 1, "b": "x"}; a word without '=' has the value null. */
json_t *json_from_point(const char *point);

/* The text again, in a buffer that the caller frees. NULL if it isn't an object of such values. */
char *json_to_point(const json_t *object);

#endif
