/* SPDX-License-Identifier: MIT */
/* Several kernels beside each other as tables. */
#ifndef TOOLS_TOPIC_KERNELS_H
#define TOOLS_TOPIC_KERNELS_H

#include "tools/compare/kernels.h"
#include "tools/table/table.h"

/* Which kernels, then the figures of every benchmark: on the metal, under each kernel, and what
 * changed from one kernel to the next. The comparisons are made. */
void topic_kernels(struct tables *tables, const struct kernels *kernels);

#endif
