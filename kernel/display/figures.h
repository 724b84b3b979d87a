/* SPDX-License-Identifier: MIT */
/* The metric of one series, from its records: the median minus timing overhead, in thousandths of a
 * tick. It equals what the host tool computes from the same records. */
#ifndef KERNEL_DISPLAY_FIGURES_H
#define KERNEL_DISPLAY_FIGURES_H

#include <stdbool.h>

#include "lib/wire/wire.h"

#define FIGURE_POINT_CHARS 160
#define FIGURE_STAGE_CHARS 32

struct figure {
	const char *bench;              /* stays valid */
	char point[FIGURE_POINT_CHARS];
	char stage[FIGURE_STAGE_CHARS];
	bool is_timed;                  /* in ticks; otherwise a count */
	uint64_t bytes;                 /* moved by an operation */
	uint64_t thousandths;           /* of a tick, or of the count's unit */
};

/* Discard all data. */
void figures_begin(void);

/* Begin a benchmark. name and unit must stay valid. */
void figures_bench(const char *name, const char *unit);

/* Begin a series; add samples to it. */
void figures_series(const struct wire_series *series);
void figures_samples(const struct wire_samples *samples);

/* End the series. Returns false if it had no samples. */
bool figures_end_series(struct figure *figure);

/* The sorted samples of the latest series, and their number. */
const uint64_t *figures_sorted(unsigned *count);

/* Number of timed samples so far, and of disturbed ones. */
void figures_disturbed(uint64_t *samples, uint64_t *disturbed);

/* The value of a parameter in a point, ended by a blank or the end; NULL if absent. */
const char *figure_parameter(const struct figure *figure, const char *name);

/* The number of a parameter in a point, such as "size_bytes=4096". Returns false if absent. */
bool figure_number(const struct figure *figure, const char *name, uint64_t *value);

#endif
