/* SPDX-License-Identifier: MIT */
/* wire.def's descriptions as a table. */
#include "lib/wire/summary.h"

#define RECORD(record, summary) static const char *const summaries_of_##record[] = {
#define FIELD(record, kind, name, summary) summary,
#define END(record) };
#include "lib/wire/wire.def"
#undef RECORD
#undef FIELD
#undef END

const struct wire_summary wire_summaries[WIRE_KINDS] = {
#define RECORD(record, summary) {summary, summaries_of_##record},
#define FIELD(record, kind, name, summary)
#define END(record)
#include "lib/wire/wire.def"
};
