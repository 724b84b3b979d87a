/* SPDX-License-Identifier: MIT */
/* Converts the time stamps of a trial to stages. */
#ifndef BENCH_ENGINE_STAMPS_H
#define BENCH_ENGINE_STAMPS_H

#include <stdint.h>

#include "bench/benchmark.h"

/* Ticks between two stamps. If one of them is 0, the platform could not take it, and the result is
 * BENCH_NOT_MEASURED. */
static inline uint64_t stamps_between(uint64_t begin_tsc, uint64_t end_tsc)
{
	return begin_tsc != 0 && end_tsc != 0 ? end_tsc - begin_tsc : BENCH_NOT_MEASURED;
}

#endif
