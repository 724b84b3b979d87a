/* SPDX-License-Identifier: MIT */
/* What each record and field is for, in a sentence: for documentation. Apart from the schemas, so
 * that targets don't carry the sentences. */
#ifndef LIB_WIRE_SUMMARY_H
#define LIB_WIRE_SUMMARY_H

#include "lib/wire/wire.h"

struct wire_summary {
	const char *record;
	const char *const *fields;      /* in the order of the schema's */
};

extern const struct wire_summary wire_summaries[WIRE_KINDS];

#endif
