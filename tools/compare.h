/* The same benchmarks on the bare metal and on Linux, figure by figure. Each side is one run, or
 * the same run repeated: boots of the one, boots or processes of the other. */
#ifndef TOOLS_COMPARE_H
#define TOOLS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis.h"
#include "tools/bootstrap.h"

enum side {METAL, LINUX, SIDES};

struct compared_run {
	char *path;
	struct result *result;
	struct analysis *analysis;
};

struct compared_runs {
	struct compared_run *items;
	size_t count;
};

/* One side of a metric. */
struct figure {
	const struct bench *bench;      /* of the first run that has it; NULL when none has */
	const struct series *series;
	const char *unit;
	size_t runs, samples;           /* that have it; of all of them */
	double median;                  /* of the runs' medians */
	double min, max;                /* of all samples */
	bool repeats;                   /* every run of this side has the same samples */
	const char *why_missing;        /* in words, when no run has it */
};

/* A benchmark's name, point and stage with its figures. Values are of one operation: nanoseconds
 * where the benchmark's ticks are time, instructions where they are instructions, or its unit. */
struct metric {
	const char *bench, *point, *stage;
	struct figure sides[SIDES];
	bool is_exact;                  /* instructions: contrast has values but no intervals */
	struct contrast contrast;       /* Linux against metal, when both have it */
};

struct comparison {
	struct compared_runs sides[SIDES];
	struct metric *metrics;         /* in the metal's order, then those that only Linux has */
	size_t metric_count;
};

const char *side_name(enum side side);

/* Add the run at path, or, when path is a directory of runs' directories, all of them by name. On
 * failure says why and returns false. */
bool compare_add(struct comparison *comparison, enum side side, const char *path);

/* The same for the run at path, on the side that it says it is of: Linux's, or else the metal's. */
bool compare_add_run(struct comparison *comparison, const char *path);

/* Both sides have at least a run: work out the metrics of benchmarks that match one of the
 * patterns, or of all when there are none. */
void compare_make(struct comparison *comparison, const char *const *patterns, size_t pattern_count);

void compare_free(struct comparison *comparison);

/* Whether both sides have the metric, and in the same unit: if it was forced they may not. */
bool metric_is_common(const struct metric *metric);

/* Whether ticks are instructions on both sides. */
bool compare_is_exact(const struct comparison *comparison);

/* Metrics that do not have the same samples in every run of the side. */
size_t compare_count_differing(const struct comparison *comparison, enum side side);

#endif
