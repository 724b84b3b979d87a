/* SPDX-License-Identifier: MIT */
/* Boots the sides of a comparison on one QEMU machine, interleaved, so that a slow phase of the
 * host affects all. */
#ifndef TOOLS_RUN_BOOTS_INTERLEAVED_H
#define TOOLS_RUN_BOOTS_INTERLEAVED_H

#include "tools/compare/kernels.h"
#include "tools/results/run_directory.h"
#include "tools/run/request.h"

struct boot_side {
	char name[16];                  /* the runs of this side are NAME-1, NAME-2, ... */
	const char *title;              /* of messages */
	struct run_request run;         /* not completed yet */
	bool has_layouts;               /* each boot has another memory layout */
	struct compared_runs *runs;     /* the runs are added to it; or NULL */
	char **directories;             /* of trials: set to the paths, to be freed; or NULL */
};

struct side_boots {
	struct boot_side sides[SIDE_LIST_MAX];
	size_t count;
	unsigned long boots;            /* of each side */
	bool repeats_unstable;          /* boot_until_stable */
};

/* Check all files, make the parent directory (NULL: a new one in results/), and boot all sides
 * once, then all sides again, boots->boots times. Stops at the first failed run. Returns the exit
 * status; exits with EXIT_USAGE and a message if a file is missing. The caller releases the
 * parent. */
int interleaved_boot_sides(const struct side_boots *boots, const char *directory,
			   struct run_directory *parent);

struct interleaved_boots {
	unsigned long boots;            /* per side; 0: choose */
	bool has_layouts;               /* overhead only: each boot of Linux has another layout */
	const char *directory;          /* for the runs; NULL: a new one in results/ */
	const struct run_request *run; /* for all sides; not completed yet */
	const char *images[SIDES]; /* of a comparison of images; NULL for an overhead */
	bool has_bare_metal;            /* trials only: the first system is the image */
};

/* Boot base, new, base, new, ... and add the runs to the comparison. Returns the exit status. */
int interleaved_boot(const struct interleaved_boots *boots, struct comparison *comparison);

/* Like interleaved_boot(), for bare metal and each kernel of run->linux. If instructions are
 * counted, each boot of a kernel has another memory layout. */
int interleaved_boot_kernels(const struct interleaved_boots *boots, struct kernels *kernels);

/* Boot bare metal, if has_bare_metal, and the kernels of run->linux interleaved, boots->boots times
 * each. If boot i of system n was begun, sets directories[n * boots->boots + i] to its directory,
 * to be freed. Returns the exit status. */
int interleaved_boot_trials(const struct interleaved_boots *boots, char **directories);

#endif
