/* SPDX-License-Identifier: MIT */
/* Several kernels beside each other, each against the bare metal, and what changed from one to the
 * next. */
#ifndef TOOLS_COMPARE_KERNELS_H
#define TOOLS_COMPARE_KERNELS_H

#include "tools/compare/compare.h"

#define KERNELS_MAX 8

struct kernels {
	size_t count;
	/* Of kind COMPARE_OVERHEAD: the same runs of the metal, and one kernel's, which may have
	 * booted with memory laid out otherwise in each. */
	struct comparison sides[KERNELS_MAX];
};

/* What a kernel calls itself: "6.1.0-56-cloud-amd64". It is of its first run's, not to be freed;
 * length is how much of it. */
const char *kernels_version(const struct kernels *kernels, size_t kernel, int *length);

/* The figure of the given name that a kernel has; NULL when it has none, or in another unit. */
const struct side_figure *kernels_figure(const struct kernels *kernels, size_t kernel,
					 const struct metric *name);

/* Whether it is one value in all its boots: where ticks are instructions, only such are exact. */
bool kernels_is_stable(const struct side_figure *figure);

void kernels_free(struct kernels *kernels);

#endif
