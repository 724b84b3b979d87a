/* SPDX-License-Identifier: MIT */
/* All that is derived from a run, worked out once for the table and for results.json alike. */
#ifndef TOOLS_ANALYSIS_ANALYSIS_H
#define TOOLS_ANALYSIS_ANALYSIS_H

#include <stdbool.h>

#include "tools/analysis/coarse_clock.h"
#include "tools/analysis/figures.h"
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

/* Memory latency against working-set size, for one page size. */
struct curve {
	uint64_t page_bytes;
	struct curve_point points[PLATEAU_POINTS_MAX];  /* median ticks a load, by size */
	size_t point_count;
	struct plateau plateaus[PLATEAUS_MAX];
	size_t plateau_count;                           /* 0 when ticks are instructions */
	/* The cache that a plateau seems to be, or NULL: each data or unified cache goes to the
	 * plateau that ends nearest to its size, within a factor of two. An emulator's CPUID says
	 * nothing of the caches that show: then all are NULL. */
	const struct wire_cache *caches[PLATEAUS_MAX];
};

struct analysis {
	const struct result *result;
	enum time_base time_base;
	double ns_per_tick;             /* 0: ticks are no time, or their rate is not known */
	struct overhead overhead;
	struct figures figures;
	struct selftest selftests[SELFTESTS];
	struct curve curves[CURVES_MAX];
	size_t curve_count;
	struct method_point method_points[METHOD_POINTS_MAX];
	size_t method_point_count;
	struct slope call_slope[METHODS];       /* ticks an argument */
	bool has_call_slope;
	struct predicted predicted[PREDICTIONS_MAX];
	size_t predicted_count;
	struct coarse_run coarse[COARSE_RUNS_MAX];
	size_t coarse_count;
	struct interrupt_gap interrupt_gaps[INTERRUPT_GAPS_MAX];
	size_t interrupt_gap_count;
	struct validity validity;
	bool valid; /* no reason was found why not */
	struct loss loss;
};

/* Whether a figure of MEMORY_CURVE_BENCH is a point of a curve, and of which pages and what size:
 * all its lines are in random order, which a log from before there was another does not say. */
bool analysis_is_curve_point(const struct figure *figure, uint64_t *page_bytes,
			     uint64_t *size_bytes);

/* Work all of it out. The result must outlive the analysis. */
struct analysis *analysis_new(const struct result *result);

/* Its quick part, which takes no resampling: what a tick is, the cost of timing, the figures, and
 * whether the run is valid. Enough to compare many runs; the rest is 0. */
struct analysis *analysis_new_quick(const struct result *result);

/* Make a quick one whole. Once only. */
void analysis_complete(struct analysis *analysis);

void analysis_free(struct analysis *analysis);

/* Whether the run is one to go by: valid, and nothing of it is missing. What `run`, `capture` and
 * --strict end with. */
bool analysis_is_good(const struct analysis *analysis);

/* Nanoseconds for one of a series' values; 0 when they are no time, or its rate is not
 * known. */
double analysis_ns_per_value(const struct analysis *analysis, const struct bench *bench,
			     const struct series *series);

/* "ticks", or "instructions" where a tick is one. */
const char *analysis_tick_name(const struct analysis *analysis);

#endif
