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
	COMPARE_HISTORY,        /* all runs on the base side, in their order */
	COMPARE_BOOTS,          /* the same, of one build and one kernel */
};

#define COLD_STAGE "cold"

enum side {BASE, NEW, SIDES, METAL = BASE, LINUX = NEW};

/* One side of a metric. */
struct side_metric {
	const struct metric *first;     /* of the first run that has it; NULL: none */
	const char *unit;
	size_t runs;                    /* that have it */
	size_t samples;                 /* in these runs */
	double *medians;                /* one per run; NaN: the run lacks it */
	double median;                  /* of the runs */
	double low, high;               /* 95 % interval, for a change; see has_interval */
	bool has_interval;              /* there are enough values for one */
	double min, max;                /* of all samples */
	bool is_repeatable;                   /* every run of this side has the same samples */
	bool is_constant;               /* in each run all samples are equal */
	const char *why_missing;        /* message if no run has it */
	bool is_lost;                   /* no run has it, but should: a fault aborted it, or records
					 * are lost */
};

enum change {
	CHANGE_UNKNOWN,         /* not comparable: only one side has it, or the units differ */
	CHANGE_UNCHANGED,       /* no difference was found, or one below the threshold */
	CHANGE_IMPROVED, CHANGE_REGRESSED,
	CHANGE_NEUTRAL,         /* a difference in a metric without direction */
	CHANGE_UNSTABLE,        /* an instruction count that varies within a side, which may be the
				 * difference: no verdict */
	CHANGE_MISSING,         /* the base has it, and the new side lost it */
	CHANGES
};

struct judgement {
	double p;               /* corrected for the number of metrics */
	double t_p;             /* by Student's t; not corrected */
	double delta;           /* from -1 to 1: see rank_test.h; NaN: not ranked */
	enum change change;
};

/* A benchmark's point and stage on both sides. Values are per operation, in nanoseconds,
 * instructions or the benchmark's own unit. */
struct compared_metric {
	const char *bench, *point;
	const char *stage;              /* of cold samples: "cold", or "delivery cold" */
	const char *first_stage;        /* as in the series' record */
	bool is_cold;                   /* of a change in instructions only */
	struct side_metric sides[SIDES];
	bool depends_on_emulator;       /* and the sides ran on two versions of it */
	bool is_counted;                /* instructions: contrast has no intervals */
	bool is_exact;                  /* counted, all samples of a side equal: any difference is
					 * real */
	bool is_disjoint;               /* all samples of one side exceed all of the other */
	bool has_lost_constancy;        /* counted on bare metal: all samples of the base are equal,
					 * those of the new side differ */
	bool has_same_samples;          /* counted, the pooled samples of both sides are equal */
	struct contrast contrast;       /* new relative to base, if both have it */
	struct judgement judgement;     /* of a change; see judge.h */
};

struct comparison {
	enum comparison_kind kind;
	struct compared_runs sides[SIDES];
	struct compared_metric *metrics; /* in the base's order, then those of the new side only */
	size_t metric_count;
	struct arena texts;             /* of stages and parameters */
	struct name_index varying;      /* {benchmark, parameter, ""}: the benchmark's metrics have
					 * several values of the parameter */
	bool has_other_emulator;        /* of a change: Linux ran on two versions of QEMU */
	bool has_layouts;               /* each run of Linux has another memory layout */
};

/* Whether the new side is of processes of an operating system that is not Linux. */
bool comparison_has_other_os(const struct comparison *comparison);

/* "base" and "new"; of an overhead "metal" and the operating system's name. */
const char *side_name(const struct comparison *comparison, enum side side);

/* Add runs to a side, as compared_runs_add. */
bool compare_add(struct comparison *comparison, enum side side, const char *path);

/* Like compare_add(), with the side from each run's manifest: LINUX for processes, or METAL. */
bool compare_add_by_host(struct comparison *comparison, const char *path);

/* Compute the metrics of the selected benchmarks (NULL: all). Each side must have a run. For
 * COMPARE_HISTORY and COMPARE_BOOTS, only the base must have one. A change in instructions also has
 * metrics of cold samples, because counts of single samples are exact, and of twice the
 * operations. */
void compare_make(struct comparison *comparison, const struct patterns *benches);

void compare_free(struct comparison *comparison);

/* Whether chance may explain a difference of the metric: both sides have it, and it is a time, or a
 * count that varies within a side. Its judgement then has a p. */
bool metric_is_tested(const struct compared_metric *metric);

/* Whether all samples of a side are equal. */
bool side_metric_is_one_value(const struct side_metric *side);

/* The relative difference between the least and the greatest sample of a side. */
double side_metric_spread(const struct side_metric *side);

/* Set the metric's judgement and intervals (rank_runs.h). Both sides must have the
 * metric. */
void metric_rank(struct compared_metric *metric, const struct sample_runs *base,
		 const struct sample_runs *other);

/* Whether both sides are the same runs, in the same files. */
bool compare_has_same_files(const struct comparison *comparison);

/* Whether less is better, as for time and instructions. Other counts have no direction. */
bool metric_has_direction(const struct compared_metric *metric);

/* The metric of that name; NULL if neither side has it. The point may be a wanted one of
 * lib/point.h. */
const struct compared_metric *comparison_find(const struct comparison *comparison,
					      const struct metric_name *name);

/* Whether both sides have the metric, and it is comparable. Units may differ with --force. */
bool metric_is_common(const struct compared_metric *metric);

/* Whether each side is one run, so that only samples show noise. False for a baseline, because it
 * may contain several runs. */
bool compare_is_single(const struct comparison *comparison);

/* Number of metrics that both sides have. */
size_t metrics_in_common(const struct compared_metric *metrics, size_t count);

/* Whether ticks are instructions on both sides. */
bool compare_is_exact(const struct comparison *comparison);

/* Number of metrics whose samples differ between runs of the side. */
size_t compare_count_differing(const struct comparison *comparison, enum side side);

#endif
