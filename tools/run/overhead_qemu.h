/* SPDX-License-Identifier: MIT */
/* Both sides of a comparison made on the spot: the image and Linux booted in turn on the same QEMU
 * machine. */
#ifndef TOOLS_RUN_OVERHEAD_QEMU_H
#define TOOLS_RUN_OVERHEAD_QEMU_H

#include "tools/compare/compare.h"
#include "tools/run/options.h"

struct overhead_boots {
	unsigned long boots;            /* of each side; 0 chooses */
	const char *directory;          /* that keeps the runs; NULL: a new one under results/ */
	const struct run_options *run; /* what both sides are booted with, not yet completed */
};

/* Boot metal, Linux, metal, Linux, …, so that a slow spell of the host meets both, and add the runs
 * to the comparison. Returns the exit status: not EXIT_GOOD as soon as a run fails, which has then
 * said why. */
int overhead_boot(const struct overhead_boots *boots, struct comparison *comparison);

#endif
