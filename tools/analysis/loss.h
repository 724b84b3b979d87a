/* SPDX-License-Identifier: MIT */
/* What a run's log should hold and does not: records that were lost, an end that never came, and
 * benchmarks of which nothing is there. */
#ifndef TOOLS_ANALYSIS_LOSS_H
#define TOOLS_ANALYSIS_LOSS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/record/result.h"

#define LOSS_TEXT_MAX 256

struct loss {
	uint64_t records, of;   /* that are missing, or can't be used; of how many */
	const char **benches;   /* that were to run, in their order: neither a result of theirs is
				 * there nor a skip or a fault that says why */
	size_t bench_count;
	uint64_t unnamed;       /* such benchmarks more, whose names are lost too */
	char *names;            /* what benches point into */
	char text[LOSS_TEXT_MAX]; /* all of it, "INCOMPLETE: 7 of 1064 records lost"; "": nothing */
};

/* The part of it that the account and the end marker's status tell, which is NULL when there is
 * none: for who has no result. Nothing in it is to be freed. */
void loss_of_account(const struct log_account *account, const char *end_status, struct loss *loss);

/* Look at all there is. To be freed. */
void loss_find(const struct result *result, struct loss *loss);
void loss_free(struct loss *loss);

/* Whether nothing at all is missing. */
bool loss_is_none(const struct loss *loss);

/* Whether nothing of the benchmark is there. Takes time in the number of those that are missing. */
bool loss_has_bench(const struct loss *loss, const char *name);

/* Say on standard error what a run at a path lost, if anything. */
void loss_warn(const struct loss *loss, const char *path);

#endif
