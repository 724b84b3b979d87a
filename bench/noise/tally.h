/* SPDX-License-Identifier: MIT */
/* The gaps of one CPU, counted by length, so that a run needs the same memory whatever its
 * duration. */
#ifndef BENCH_NOISE_TALLY_H
#define BENCH_NOISE_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/idle/trace.h"
#include "bench/platform.h"

#define NOISE_BINS 64                   /* by the highest bit of a gap's ticks */
#define NOISE_LISTED_MAX 64             /* maximum number of gaps over the limit that get a
					 * record */
#define NOISE_ACTIVITIES_MAX 128        /* counters of an operating system */

struct noise_gap {
	uint64_t at_ticks, ticks;
	uint32_t smis, interrupts;
};

/* Times are relative to begin_tsc, by the watched CPU's clock. The watched CPU writes the structure
 * while it watches. The reporting CPU reads the structure between two runs. */
struct noise_tally {
	struct idle_trace *trace;
	uint32_t cpu;
	uint64_t slack_ticks;           /* excess of a pass that counts as a gap */
	uint64_t limit_ticks;
	uint64_t begin_tsc, until_ticks;
	uint64_t watched_ticks, passes;
	uint64_t gaps, gap_ticks, over_limit;
	uint64_t slow_ticks;            /* length of the passes with gaps */
	uint64_t largest_ticks, largest_at_ticks;
	uint64_t latest_largest_ticks;  /* largest gap since this member was set to 0 */
	uint64_t smis, smi_gaps;
	uint64_t interrupts, interrupt_gaps;
	uint64_t bins[NOISE_BINS], firsts_ticks[NOISE_BINS];
	struct noise_gap listed[NOISE_LISTED_MAX];
	uint64_t listed_count, listed_written;
	struct platform_activity activities[NOISE_ACTIVITIES_MAX];
	uint32_t activity_count;        /* number of counters at the start */
};

/* Calibrate for the calling CPU, and start the tally. Returns the result of
 * idle_trace_calibrate. */
int noise_tally_begin(struct noise_tally *tally);

/* Watch the calling CPU for the given time. Returns the result of platform_idle_run. */
int noise_tally_watch(struct noise_tally *tally, uint64_t ticks);

/* Add the gaps of the trace's latest run. Internal to noise_tally_watch. */
void noise_tally_add(struct noise_tally *tally);

/* Write records of the current state and of the new gaps over the limit. Not in the isolated
 * section. */
void noise_tally_write(const struct bench_ctx *ctx, struct noise_tally *tally, bool is_final);

/* noise_activity_begin stores the CPU's activity counters of the operating system.
 * noise_activity_write writes how much they have increased since. */
void noise_activity_begin(struct noise_tally *tally);
void noise_activity_write(const struct bench_ctx *ctx, struct noise_tally *tally);

#endif
