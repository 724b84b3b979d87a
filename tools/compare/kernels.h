/* SPDX-License-Identifier: MIT */
/* Several kernels side by side, each against bare metal, and the changes from one to the next; or
 * several operating systems, each against bare metal and the first one. */
#ifndef TOOLS_COMPARE_KERNELS_H
#define TOOLS_COMPARE_KERNELS_H

#include "tools/compare/compare.h"

#define KERNELS_MAX 8

struct kernels {
	size_t count;
	bool are_systems;
	/* Of kind COMPARE_OVERHEAD: the same bare-metal runs, and one kernel's, which may have a
	 * different memory layout in each boot. */
	struct comparison sides[KERNELS_MAX];
};

/* Split a comparison whose new side has processes of several operating systems: one comparison for
 * each, in the order of their first runs, with the same bare-metal runs. The runs are read again.
 * Returns false with a message for a run that is unreadable by now, or too many systems. */
bool kernels_of_systems(const struct comparison *comparison, struct kernels *kernels);

/* Whether the new side has processes of several operating systems. */
bool comparison_has_systems(const struct comparison *comparison);

/* The kernel's version, "6.1.0-56-cloud-amd64", or the operating system's name: the first *length
 * bytes of a text owned by its first run. */
const char *kernels_version(const struct kernels *kernels, size_t kernel, int *length);

/* The kernel's metric of that name; NULL if it has none, or in another unit. */
const struct side_metric *kernels_metric(const struct kernels *kernels, size_t kernel,
					 const struct compared_metric *name);

/* Whether the metric is constant over all boots; only such instruction counts are exact. */
bool kernels_is_stable(const struct side_metric *metric);

void kernels_free(struct kernels *kernels);

#endif
