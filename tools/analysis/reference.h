/* SPDX-License-Identifier: MIT */
/* Figures that others have published of processors, as a light reference beside ours. */
#ifndef TOOLS_ANALYSIS_REFERENCE_H
#define TOOLS_ANALYSIS_REFERENCE_H

#include <stddef.h>

/* A latency of one processor, at one working-set size where it has one. */
struct peer_figure {
	const char *processor;          /* part of the CPUID brand string */
	const char *bench;              /* that measures the same */
	const char *what;
	double size_bytes;              /* 0: it has none */
	double value;
	const char *unit;
	double ns;                      /* in time, where the source gives the clock; else 0 */
	const char *source;
};

/* No processor has more of one benchmark. */
#define PEER_FIGURES_MAX 8

/* The next figure after previous, or the first when it is NULL, of this processor and benchmark;
 * NULL at the end. */
const struct peer_figure *peer_next(const struct peer_figure *previous, const char *brand,
				    const char *bench);

#endif
