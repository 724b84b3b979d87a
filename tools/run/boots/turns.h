/* SPDX-License-Identifier: MIT */
/* Both sides of a comparison made on the spot: booted in turn on the same QEMU machine. */
#ifndef TOOLS_RUN_BOOTS_TURNS_H
#define TOOLS_RUN_BOOTS_TURNS_H

#include "tools/compare/compare.h"
#include "tools/compare/kernels.h"
#include "tools/run/options.h"

struct turns {
	unsigned long boots;            /* of each side; 0 chooses */
	bool has_layouts;               /* of an overhead: each boot of Linux has another */
	const char *directory;          /* that keeps the runs; NULL: a new one under results/ */
	const struct run_options *run; /* what both sides are booted with, not yet completed */
	const char *images[SIDES]; /* of a change; of an overhead NULL: the image and Linux */
};

/* Boot base, new, base, new, …, so that a slow spell of the host meets both, and add the runs
 * to the comparison. Returns the exit status: not EXIT_GOOD as soon as a run fails, which has then
 * said why. */
int turns_boot(const struct turns *turns, struct comparison *comparison);

/* The same of the metal and each of the kernels that turns->run names, in turn. Counted in
 * instructions each boot of a kernel has memory laid out otherwise. */
int turns_boot_kernels(const struct turns *turns, struct kernels *kernels);

#endif
