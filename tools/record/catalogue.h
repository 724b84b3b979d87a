/* SPDX-License-Identifier: MIT */
/* The benchmarks of this version's image, as far as the host has to know them: their names, which
 * patterns mean, and what they are. */
#ifndef TOOLS_RECORD_CATALOGUE_H
#define TOOLS_RECORD_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

struct catalogue_entry {
	const char *name;
	const char *suites;     /* "quick,full"; "" for one that runs on request only */
	bool waits_for_person;  /* it has to be named in full */
	const char *summary;    /* what one operation is */
};

/* In the order they run; ended by an entry without a name. */
extern const struct catalogue_entry catalogue[];

/* Whether the image, asked for the pattern, would run it: bench/engine/options.h has the rule. */
bool catalogue_matches(const struct catalogue_entry *entry, const char *pattern);

/* The document, and in it the part, that tells most of it: "docs/idle.md". */
const char *catalogue_document(const struct catalogue_entry *entry);

/* Whether the pattern means a benchmark; if not says so, and what may have been meant. */
bool catalogue_knows(const char *pattern);

/* The same of each of several, between commas. */
bool catalogue_knows_all(const char *patterns);

#endif
