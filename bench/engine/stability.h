/* SPDX-License-Identifier: MIT */
/* Whether samples are stable enough for other metrics to depend on them. */
#ifndef BENCH_ENGINE_STABILITY_H
#define BENCH_ENGINE_STABILITY_H

#include <stdbool.h>
#include <stdint.h>

/* Whether count samples, at most BENCH_SAMPLES_MAX, have an interquartile range of at most a tenth
 * of the median, two ticks, or one step of the clock. The host tool applies these limits before it
 * subtracts an overhead (tools/analysis/timing.h). Returns false if the clock's step is not
 * certain. */
bool samples_are_stable(const uint64_t *samples, uint32_t count);

#endif
