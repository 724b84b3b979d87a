/* SPDX-License-Identifier: MIT */
/* Tables of several kernels side by side. */
#ifndef TOOLS_TOPIC_KERNELS_H
#define TOOLS_TOPIC_KERNELS_H

#include "tools/compare/kernels.h"
#include "tools/table/table.h"

/* The kernels, then the metrics of every benchmark: on bare metal, under each kernel, and the
 * changes from one kernel to the next, or the ratios of other systems to the first. side_list_make
 * must have been called. refused lists the reasons against a forced comparison. */
void topic_kernels(struct tables *tables, const struct kernels *kernels,
		   const struct reasons *refused);

#endif
