/* SPDX-License-Identifier: MIT */
/* Doubts: a check that the target makes of itself while it runs has failed, so that a figure is not
 * of what it is said to be of. One makes the run invalid. */
#ifndef BENCH_ENGINE_VALIDITY_CHECK_H
#define BENCH_ENGINE_VALIDITY_CHECK_H

#include "bench/benchmark.h"

/* A run begins: none has failed. */
void validity_check_begin(void);

/* Say that a check failed, in a record and to the person: of the point in ctx, or of the whole run
 * with NULL. check is one word that stays the same. Of a run the first few dozen are told. Not
 * while a sample is being taken. */
void validity_check_failed(const struct bench_ctx *ctx, const char *check, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* How many checks have failed since. */
unsigned validity_check_failures(void);

#endif
