/* SPDX-License-Identifier: MIT */
/* One-sentence descriptions of records and fields, for documentation. Separate from the schemas, so
 * that targets do not contain them. */
#ifndef LIB_WIRE_SUMMARY_H
#define LIB_WIRE_SUMMARY_H

#include "lib/wire/wire.h"

struct wire_summary {
	const char *record;
	const char *const *fields;      /* in the order of the schema's fields */
};

extern const struct wire_summary wire_summaries[WIRE_KINDS];

#endif
