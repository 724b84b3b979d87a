/* SPDX-License-Identifier: MIT */
/* The operations of "Performance Measurement of Personal Computer", a column for each system. */
#ifndef TOOLS_TOPIC_SYSTEMS_H
#define TOOLS_TOPIC_SYSTEMS_H

#include "tools/compare/kernels.h"
#include "tools/table/table.h"

/* Benchmarks whose metrics are in the table and the figures. Counted runs leave some out: curves of
 * memory are flat in instructions, and a session's idle profile takes ten counted seconds, which
 * are minutes of the host. */
extern const char *const systems_benches[];
extern const char *const systems_timed_benches[];

/* Add the table. side_list_make must have been called. Operations that no system has are left
 * out. */
void topic_systems(struct tables *tables, const struct side_list *list);

#endif
