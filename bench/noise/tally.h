/* SPDX-License-Identifier: MIT */
/* What was seen of one CPU's gaps: counted by length, so that any run takes the same memory. */
#ifndef BENCH_NOISE_TALLY_H
#define BENCH_NOISE_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/idle/trace.h"
#include "bench/platform.h"

#define NOISE_BINS 64                   /* by the highest bit of a gap's ticks */
#define NOISE_LISTED_MAX 64             /* gaps over the limit that get a record */
#define NOISE_ACTIVITIES_MAX 128        /* counters of an operating system that are looked at */

struct noise_gap {
	uint64_t at_ticks, ticks;
	uint32_t smis, interrupts;
};

/* Times count from begin_tsc, which the CPU that is watched takes by its own clock. Written by that
 * CPU while it is, and read by the one that reports between two runs. */
struct noise_tally {
	struct idle_trace *trace;
	uint32_t cpu;
	uint64_t slack_ticks;           /* by so much a pass is longer before it is a gap */
	uint64_t limit_ticks;
	uint64_t begin_tsc, until_ticks;
	uint64_t watched_ticks, passes;
	uint64_t gaps, gap_ticks, over_limit;
	uint64_t largest_ticks, largest_at_ticks;
	uint64_t latest_largest_ticks;  /* since it was set to 0 */
	uint64_t smis, smi_gaps;
	uint64_t interrupts, interrupt_gaps;
	uint64_t bins[NOISE_BINS], firsts_ticks[NOISE_BINS];
	struct noise_gap listed[NOISE_LISTED_MAX];
	uint64_t listed_count, listed_written;
	struct platform_activity activities[NOISE_ACTIVITIES_MAX];
	uint32_t activity_count;        /* that the counters had before */
};

/* Calibrate for the CPU that calls, and begin. Returns what idle_trace_calibrate does. */
int noise_tally_begin(struct noise_tally *tally);

/* Watch the CPU that calls for so long. Returns what platform_idle_run does. */
int noise_tally_watch(struct noise_tally *tally, uint64_t ticks);

/* Add the gaps of the trace's latest run: what noise_tally_watch does. */
void noise_tally_add(struct noise_tally *tally);

/* Write its records: the state so far and the gaps over the limit that are new. Not in the quiet
 * section. */
void noise_tally_write(const struct bench_ctx *ctx, struct noise_tally *tally, bool is_final);

/* Remember what the operating system has done on the CPU; and write what it did since. */
void noise_activity_begin(struct noise_tally *tally);
void noise_activity_write(const struct bench_ctx *ctx, struct noise_tally *tally);

#endif
