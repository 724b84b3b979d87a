/* SPDX-License-Identifier: MIT */
/* Exports an explanation to profile viewers, with instructions in place of time. A file contains
 * all metrics of an explanation, each with its own root. */
#ifndef TOOLS_EXPLAIN_EXPORT_H
#define TOOLS_EXPLAIN_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/flame/flames.h"
#include "tools/explain/cost_change.h"
#include "tools/explain/explanation.h"

/* The metric's name: "entry.null_syscall path=syscall" and a stage. The caller frees it. */
char *explained_name(const struct explained *explained);

/* The flame graph of one metric, or one graph of all metrics. */
void explain_write_flames(const struct explained *items, size_t count, FILE *file);

/* The flame graph of one operation. If the operation has stages, the first row shows them in order
 * of time. Functions that cost more are red; changes has the changes of each item, or is NULL. */
void explain_write_operation(const struct explained *items, size_t count,
			     const struct cost_changes *changes, FILE *file);

/* The number of items, from the first one on, that are stages of one operation. 1 if the operation
 * has a single item. */
size_t explained_stages(const struct explained *items, size_t count);

/* Folded stacks: FlameGraph, speedscope, inferno. */
void explain_write_folded(const struct explained *items, size_t count, FILE *file);

/* Trace Event Format ("JSON Object Format"): Perfetto, chrome://tracing. All calls of a function
 * are one slice with the length of their instructions. */
void explain_write_chrome(const struct explained *items, size_t count, FILE *file);

/* pprof's profile.proto, uncompressed. */
void explain_write_pprof(const struct explained *items, size_t count, FILE *file);

#endif
