/* SPDX-License-Identifier: MIT */
/* What a run's log lacks: lost records, the end marker, and announced benchmarks. */
#ifndef TOOLS_ANALYSIS_LOSS_H
#define TOOLS_ANALYSIS_LOSS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/record/result.h"

#define LOSS_TEXT_MAX 256
#define LOSS_MARK "INCOMPLETE: "        /* begins every text of a loss */

struct loss {
	uint64_t records;       /* lost or unusable */
	uint64_t records_total; /* all records, lost and unusable ones included */
	const char **benches;   /* announced, but without a result, a skip or a fault; in their
				 * order */
	size_t bench_count;
	uint64_t unnamed;       /* more such benchmarks, whose names are lost too */
	char *names;            /* benches point into it */
	char text[LOSS_TEXT_MAX]; /* "INCOMPLETE: 7 of 1064 records lost"; "": nothing is missing */
};

/* The loss by a log's account and the status of its end marker (NULL: none). The loss has no
 * benchmarks, and the caller need not free it. */
void loss_from_account(const struct log_account *account, const char *end_status,
		       struct loss *loss);

/* Find everything that is missing. The caller calls loss_free. */
void loss_find(const struct result *result, struct loss *loss);
void loss_free(struct loss *loss);

/* Whether nothing is missing. */
bool loss_is_none(const struct loss *loss);

/* Whether the benchmark is missing. Linear in the number of missing benchmarks. */
bool loss_has_bench(const struct loss *loss, const char *name);

/* Print the loss of the run at path, if any, to standard error. */
void loss_warn(const struct loss *loss, const char *path);

#endif
