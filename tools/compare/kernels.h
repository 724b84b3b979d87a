/* SPDX-License-Identifier: MIT */
/* Several kernels side by side, after bare metal, and the changes from one to the next; or several
 * operating systems, and their ratios to the first. */
#ifndef TOOLS_COMPARE_KERNELS_H
#define TOOLS_COMPARE_KERNELS_H

#include "tools/compare/same_machine.h"
#include "tools/compare/side_list.h"

struct kernels {
	bool are_systems;
	struct side_list sides;         /* bare metal, then kernels; each boot of a kernel may have
					 * another memory layout */
};

/* Move the runs of a comparison whose new side has processes of several operating systems to a side
 * for each, in the order of their first runs. Returns false with a message for too many systems. */
bool kernels_of_systems(struct comparison *comparison, struct kernels *kernels);

/* Whether the new side has processes of several operating systems. */
bool comparison_has_systems(const struct comparison *comparison);

/* Leave out runs with unstable timing, name each side after its first run, and find the reasons for
 * refusing the comparison with bare metal. Each side must have a run. */
void kernels_refuse(struct kernels *kernels, struct reasons *reasons);

#endif
