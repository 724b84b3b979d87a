/* SPDX-License-Identifier: MIT */
/* Everything derived from a run, computed once for tables and results.json. */
#ifndef TOOLS_ANALYSIS_ANALYSIS_H
#define TOOLS_ANALYSIS_ANALYSIS_H

#include <stdbool.h>

#include "lib/run_verdict.h"
#include "tools/analysis/coarse_clock.h"
#include "tools/analysis/metrics.h"
#include "tools/analysis/identity.h"
#include "tools/analysis/interrupt_gap.h"
#include "tools/analysis/loss.h"
#include "tools/analysis/methods.h"
#include "tools/analysis/predict.h"
#include "tools/analysis/selftest.h"
#include "tools/analysis/timing.h"
#include "tools/analysis/validity.h"
#include "tools/record/result.h"
#include "tools/stats/plateau.h"

#define MEMORY_CURVE_BENCH "mem.latency"
#define TLB_BENCH "mem.tlb"
#define CURVES_MAX 4

/* Memory latency by working-set size, for one page size. */
struct curve {
	uint64_t page_bytes;
	struct curve_point points[PLATEAU_POINTS_MAX];  /* median ticks per load, by size */
	size_t point_count;
	struct plateau plateaus[PLATEAUS_MAX];
	size_t plateau_count;                           /* 0 if ticks are instructions */
	/* The cache that a plateau corresponds to, or NULL. Each data or unified cache is assigned
	 * to the plateau that ends nearest to its size, within a factor of two. Under emulation all
	 * are NULL, since CPUID does not describe the host's caches. */
	const struct wire_cache *caches[PLATEAUS_MAX];
};

struct analysis {
	const struct result *result;
	enum time_base time_base;
	double ns_per_tick;             /* 0: ticks are not time, or their rate is unknown */
	struct overhead overhead;
	struct metrics metrics;
	struct selftest selftests[SELFTESTS];
	struct curve curves[CURVES_MAX];
	size_t curve_count;
	struct method_point method_points[METHOD_POINTS_MAX];
	size_t method_point_count;
	struct slope call_slope[METHODS];       /* ticks per argument */
	bool has_call_slope;
	struct predicted predicted[PREDICTIONS_MAX];
	size_t predicted_count;
	struct coarse_run coarse[COARSE_RUNS_MAX];
	size_t coarse_count;
	struct interrupt_gap interrupt_gaps[INTERRUPT_GAPS_MAX];
	size_t interrupt_gap_count;
	struct identity *identity;
	struct validity validity;
	bool valid;                     /* validity has no reasons */
	struct loss loss;
	enum run_verdict verdict;
};

/* Whether a metric of MEMORY_CURVE_BENCH is a point of a curve: its memory is local, and its chase
 * is in random order. A log without the parameter for the order has only chases in random order.
 * Sets the page size and the working-set size. */
bool analysis_is_curve_point(const struct metric *metric, uint64_t *page_bytes,
			     uint64_t *size_bytes);

/* Analyse a run. The result must outlive the analysis. */
struct analysis *analysis_new(const struct result *result);

/* Analyse what needs no resampling and is enough to compare many runs: identity, time base, timing
 * overhead, metrics and validity. All other members are 0. */
struct analysis *analysis_new_quick(const struct result *result);

/* Add the rest to a quick analysis. Call it once. */
void analysis_complete(struct analysis *analysis);

void analysis_free(struct analysis *analysis);

/* Print the loss of the run at path and a missing clock, if any, to standard error. */
void analysis_warn(const struct analysis *analysis, const char *path);

/* Whether the run is valid and complete, without an aborted point. The exit status of `run`,
 * `capture` and --strict depends on this. */
bool analysis_is_good(const struct analysis *analysis);

/* Number of benchmarks and points that were aborted and so have no figures. The figures of all
 * others are valid. */
size_t analysis_aborted(const struct analysis *analysis);

/* Nanoseconds per unit of a series' values; 0 if the values are not times, or the rate of the clock
 * is unknown. */
double analysis_ns_per_value(const struct analysis *analysis, const struct bench *bench,
			     const struct series *series);

/* "ticks", or "instructions" if a tick is an instruction. */
const char *analysis_tick_name(const struct analysis *analysis);

#endif
