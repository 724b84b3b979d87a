/* SPDX-License-Identifier: MIT */
/* Compares the same benchmarks on two sides, metric by metric: before and after a change, or bare
 * metal and Linux. Each side is one run, or the same run repeated (boots or processes). */
#ifndef TOOLS_COMPARE_COMPARE_H
#define TOOLS_COMPARE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/text/patterns.h"
#include "tools/compare/compared_runs.h"
#include "tools/stats/bootstrap.h"

/* The kind decides what must agree (same_machine.h) and the statistic: a change is tested by ranks,
 * an overhead estimates a difference. */
enum comparison_kind {
	COMPARE_CHANGE, COMPARE_OVERHEAD,
	COMPARE_HISTORY,        /* all runs on the base's side, in their order */
	COMPARE_BOOTS,          /* the same, of one build and one kernel */
};

enum side {BASE, NEW, SIDES, METAL = BASE, LINUX = NEW};

/* One side of a metric. */
struct side_figure {
	const struct figure *first; /* of the first run that has it; NULL when none has */
	const char *unit;
	size_t runs, samples;           /* that have it; of all of them */
	double *medians;                /* one a run, NaN for one that lacks it */
	double median;                  /* of them */
	double low, high;               /* its 95 % interval, of a change; see has_interval */
	bool has_interval;              /* there are enough values for one */
	double min, max;                /* of all samples */
	bool repeats;                   /* every run of this side has the same samples */
	bool is_constant;               /* in every run all samples are one value */
	const char *why_missing;        /* in words, when no run has it */
	bool is_lost;                   /* it lacks what it should have: a fault cut it short, or
					 * the log lost records */
};

enum change {
	CHANGE_UNKNOWN,           /* only one side has the figure, or it was not judged */
	CHANGE_UNCHANGED,           /* no difference was found, or one below the threshold */
	CHANGE_IMPROVED, CHANGE_REGRESSED,
	CHANGE_NEUTRAL,          /* a difference in what is neither good nor bad to have more of */
	CHANGE_UNSTABLE, /* instructions that differ from sample to sample, too: no verdict */
	CHANGE_MISSING,           /* the base has it, and the new side should */
	CHANGES
};

struct judgement {
	double p;               /* of no difference: by ranks, corrected for all figures */
	double delta;           /* from -1 to 1: see rank_test.h */
	enum change change;
};

/* A benchmark's name, point and stage with its figures. Values are of one operation: nanoseconds
 * where the benchmark's ticks are time, instructions where they are instructions, or its unit. */
struct metric {
	const char *bench, *point, *stage;
	struct side_figure sides[SIDES];
	bool is_counted;                /* instructions: contrast has values but no intervals */
	bool is_exact; /* of these, all samples of a side are one value: any difference is real */
	bool has_same_samples;          /* of counted: both sides' samples, pooled, are the same */
	struct contrast contrast;       /* other against base, when both have it */
	struct judgement judgement;     /* of a change; see judge.h */
};

struct comparison {
	enum comparison_kind kind;
	struct compared_runs sides[SIDES];
	struct metric *metrics;         /* in the base's order,
					 * then those that only the other has */
	size_t metric_count;
	bool has_layouts; /* Linux's runs had memory laid out otherwise: figures may move */
};

const char *side_name(const struct comparison *comparison, enum side side);

/* See compared_runs_add. */
bool compare_add(struct comparison *comparison, enum side side, const char *path);

/* The same for runs of either, each on the side that it says it is of: Linux's,
 * or else the metal's. */
bool compare_add_by_host(struct comparison *comparison, const char *path);

/* Both sides have at least a run, or a history's base: work out the metrics of benchmarks that
 * are wanted, NULL meaning all. */
void compare_make(struct comparison *comparison, const struct patterns *benches);

void compare_free(struct comparison *comparison);

/* Set the metric's judgement and intervals by ranks (rank_runs.h). Both sides have the metric. */
void metric_rank(struct metric *metric, const struct sample_runs *base,
		 const struct sample_runs *other);

/* Whether both sides are the same runs, in the same files. */
bool compare_is_with_itself(const struct comparison *comparison);

/* Where values are neither time nor instructions but counts, more is neither worse nor better. */
bool metric_has_direction(const struct metric *metric);

/* Whether both sides have the metric, and in the same unit: if it was forced they may not. */
bool metric_is_common(const struct metric *metric);

/* Whether each side is one run: then samples are all that tells of noise. */
bool compare_is_single(const struct comparison *comparison);

/* Of count metrics, how many both sides have. */
size_t metrics_in_common(const struct metric *metrics, size_t count);

/* Whether ticks are instructions on both sides. */
bool compare_is_exact(const struct comparison *comparison);

/* Metrics that do not have the same samples in every run of the side. */
size_t compare_count_differing(const struct comparison *comparison, enum side side);

#endif
