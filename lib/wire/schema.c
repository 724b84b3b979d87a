/* SPDX-License-Identifier: MIT */
/* wire.def as tables for writer and parser. */
#include "lib/wire/wire.h"

#define RECORD(record, summary) static const struct wire_field fields_of_##record[] = {
#define FIELD(record, kind, name, summary) \
	{#name, WIRE_##kind, offsetof(struct wire_##record, name)},
#define END(record) {0} };
#include "lib/wire/wire.def"
#undef RECORD
#undef FIELD
#undef END

const struct wire_schema wire_schemas[WIRE_KINDS] = {
#define RECORD(record, summary) {#record, fields_of_##record},
#define FIELD(record, kind, name, summary)
#define END(record)
#include "lib/wire/wire.def"
};
