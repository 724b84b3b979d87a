/* SPDX-License-Identifier: MIT */
/* Whether samples are of use as what other figures rest on. */
#ifndef BENCH_ENGINE_STABILITY_H
#define BENCH_ENGINE_STABILITY_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the middle half of count samples, at most MEASURE_SAMPLES_MAX, spreads no farther than
 * the host tool takes for a cost that it may subtract (tools/analysis/timing.h): by a tenth of the
 * median, by two ticks, or by one step of a clock that steps. When in doubt they are not. */
bool samples_are_stable(const uint64_t *samples, uint32_t count);

#endif
