/* SPDX-License-Identifier: MIT */
/* Published latencies of processors, shown in charts as a reference. */
#ifndef TOOLS_ANALYSIS_REFERENCE_H
#define TOOLS_ANALYSIS_REFERENCE_H

#include <stddef.h>

/* A latency of one processor, at one working-set size if it depends on it. */
struct reference {
	const char *processor;          /* part of the CPUID brand string */
	const char *bench;              /* measures the same */
	const char *operation;
	double size_bytes;              /* 0: none */
	double value;
	const char *unit;
	double ns;                      /* 0: the source does not state the clock */
	const char *source;
};

/* Maximum number for one processor and benchmark. */
#define REFERENCES_MAX 8

/* The next metric that has a reference for this processor and benchmark, after previous (NULL: the
 * first metric). Returns NULL at the end. */
const struct reference *reference_next(const struct reference *previous, const char *brand,
				       const char *bench);

#endif
