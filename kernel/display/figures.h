/* SPDX-License-Identifier: MIT */
/* What one series says of one operation, from the records that carry it: its median, less what
 * timing costs, in thousandths of a tick. It is what the host tool makes of the same records, for a
 * machine that has no host. */
#ifndef KERNEL_DISPLAY_FIGURES_H
#define KERNEL_DISPLAY_FIGURES_H

#include <stdbool.h>

#include "lib/wire/wire.h"

#define FIGURE_POINT_CHARS 160
#define FIGURE_STAGE_CHARS 32

struct figure {
	const char *bench;              /* name of the benchmark; stays valid */
	char point[FIGURE_POINT_CHARS];
	char stage[FIGURE_STAGE_CHARS];
	bool is_timed;                  /* in ticks, not a count */
	uint64_t bytes;                 /* that an operation moves */
	uint64_t thousandths;           /* of a tick, or of what is counted */
};

/* Nothing is known. */
void figures_begin(void);

/* Another benchmark. The name and the unit stay valid. */
void figures_bench(const char *name, const char *unit);

/* A series of it, and samples of that. */
void figures_series(const struct wire_series *series);
void figures_samples(const struct wire_samples *samples);

/* The series is at its end. Returns false if it had no samples. */
bool figures_end_series(struct figure *figure);

/* The samples of the last series that was ended, in order of size, and how many. */
const uint64_t *figures_sorted(unsigned *count);

/* Samples so far that the runner timed, and how many of them something disturbed. */
void figures_disturbed(uint64_t *samples, uint64_t *disturbed);

/* Where the value of a parameter is in a point, up to a blank or the end; NULL if it has none. */
const char *figure_parameter(const struct figure *figure, const char *name);

/* The number of a parameter in a point, "size_bytes=4096". Returns false if it has none. */
bool figure_number(const struct figure *figure, const char *name, uint64_t *value);

#endif
