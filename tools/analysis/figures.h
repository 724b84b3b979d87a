/* SPDX-License-Identifier: MIT */
/* Figures: what each series says of one operation, summarised once for all who ask. A figure is
 * found by its place, or by benchmark, point and stage through an index. */
#ifndef TOOLS_ANALYSIS_FIGURES_H
#define TOOLS_ANALYSIS_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/analysis/name_index.h"
#include "tools/analysis/timing.h"
#include "tools/base/arena.h"
#include "tools/record/point.h"

#define FIGURE_PARAMETERS_MAX 8

/* The warm or the cold samples of a series. */
struct figure_set {
	const double *values; /* of one operation, in the figure's unit, rising */
	struct summary summary; /* in ticks */
};

/* One parameter of a point. */
struct figure_parameter {
	const char *name, *value;
	bool is_number;
	uint64_t number;
};

struct figure {
	const struct bench *bench;
	const struct series *series;
	const char *point, *stage; /* as in the series' record */
	struct figure_parameter parameters[FIGURE_PARAMETERS_MAX];
	size_t parameter_count;
	struct figure_set warm, cold; /* without samples: n is 0 */
	double scale; /* what one tick is in unit */
	const char *unit; /* "ns" where values are time, "instructions" or "TSC ticks"
					 * where they are not, or the benchmark's own */
	bool is_in_ticks; /* whether its values are, as measured */
	bool is_timed; /* whether they are how long an operation takes: less is better */
	bool is_doubled; /* twice the operations: a check of another figure */
};

/* In the order of their records: those of one benchmark stand together. */
struct figures {
	struct arena arena;
	struct figure *items;
	size_t count;
	size_t *first_of_bench; /* by the benchmark's place in the result; one more at the end */
	const struct result *result;
	struct name_index index; /* its places are those of items */
};

/* Summarise every series of the result, which must outlive the figures. */
void figures_make(const struct result *result, const struct overhead *overhead,
		  struct figures *figures);
void figures_free(struct figures *figures);

/* The figure of that name that has warm samples; NULL when there is none. */
const struct figure *figures_find(const struct figures *figures, const char *bench,
				  const char *point, const char *stage);

/* The figures of a benchmark of that name, and how many; NULL when the run has none. */
const struct figure *figures_of(const struct figures *figures, const char *bench, size_t *count);

/* The figure of a series of one of the result's benchmarks. */
const struct figure *figures_at(const struct figures *figures, const struct bench *bench,
				const struct series *series);

/* Whether it has warm samples. */
bool figure_has_samples(const struct figure *figure);

/* The statistics of one operation in the figure's unit, of warm or cold samples. */
struct stats figure_stats(const struct figure *figure);
struct stats figure_cold_stats(const struct figure *figure);

/* The parameter of that name; NULL when the point has none. */
const struct figure_parameter *figure_parameter(const struct figure *figure, const char *name);

/* The value of a numeric parameter. Returns false when the point has none of that name. */
bool figure_number(const struct figure *figure, const char *name, uint64_t *value);

/* What one operation moves: bytes a nanosecond, which are gigabytes a second, or bytes an
 * instruction. 0 when it moves none or took no time. */
double figure_bandwidth(const struct figure *figure);

#endif
