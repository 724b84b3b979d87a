/* SPDX-License-Identifier: MIT */
/* The benchmarks of this version's image: names, suites and descriptions. */
#ifndef TOOLS_RECORD_CATALOGUE_H
#define TOOLS_RECORD_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/option/suggest.h"

struct catalogue_entry {
	const char *name;
	const char *suites;     /* "quick,full"; "": runs on request only */
	bool waits_for_user;    /* selected only by its full name */
	const char *summary;    /* of one operation */
	const char *verified;   /* what each run proves of it; or "", and then */
	const char *unverified; /* why nothing can be proved */
	struct catalogue_arch {
		const char *what;       /* there: "same" operation, "other" one, or "none" */
		const char *difference; /* of the other operation; why there is none; or "" */
	} aarch64, riscv64;
};

/* The benchmarks in the order in which they run. The last entry has no name. */
extern const struct catalogue_entry catalogue[];

/* Whether the pattern selects the benchmark, by the rules in bench/engine/options.h. */
bool catalogue_matches(const struct catalogue_entry *entry, const char *pattern);

/* The document that describes the benchmark: "docs/idle.md". */
const char *catalogue_document(const struct catalogue_entry *entry);

/* Whether the pattern selects a benchmark. */
bool catalogue_has(const char *pattern);

/* Whether benchmarks have names like FAMILY.NAME. */
bool catalogue_is_family(const char *family);

/* Write " (did you mean …?)" with families' patterns and benchmarks that are like the pattern, or
 * "". Returns the text. */
const char *catalogue_suggest(const char *pattern, char text[SUGGEST_TEXT_MAX]);

/* Whether the pattern selects a benchmark. If not, prints a message with a suggestion. */
bool catalogue_check_pattern(const char *pattern);

/* Like catalogue_check_pattern(), for a comma-separated list of patterns: whether each selects a
 * benchmark. */
bool catalogue_check_patterns(const char *patterns);

#endif
