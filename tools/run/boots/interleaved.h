/* SPDX-License-Identifier: MIT */
/* Boots both sides of a comparison on one QEMU machine, interleaved, so that a slow phase of the
 * host affects both. */
#ifndef TOOLS_RUN_BOOTS_INTERLEAVED_H
#define TOOLS_RUN_BOOTS_INTERLEAVED_H

#include "tools/compare/compare.h"
#include "tools/compare/kernels.h"
#include "tools/run/request.h"

struct interleaved_boots {
	unsigned long boots;            /* per side; 0: choose */
	bool has_layouts;               /* overhead only: each boot of Linux has another layout */
	const char *directory;          /* for the runs; NULL: a new one in results/ */
	const struct run_request *run; /* for both sides; not completed yet */
	const char *images[SIDES]; /* of a comparison of images; NULL for an overhead */
	bool has_bare_metal;            /* trials only: the first system is the image */
};

/* Boot base, new, base, new, ... and add the runs to the comparison. Returns the exit status. The
 * first failed run ends it. */
int interleaved_boot(const struct interleaved_boots *boots, struct comparison *comparison);

/* The same for bare metal and each kernel of run->linux. If instructions are counted, each boot of
 * a kernel has another memory layout. */
int interleaved_boot_kernels(const struct interleaved_boots *boots, struct kernels *kernels);

/* Boot bare metal, if it is wanted, and the kernels of run->linux interleaved, boots->boots times
 * each. Sets directories[n * boots + i] to the run of the nth system's boot i, to be freed, if it
 * was begun. Otherwise the same. */
int interleaved_boot_trials(const struct interleaved_boots *boots, char **directories);

#endif
