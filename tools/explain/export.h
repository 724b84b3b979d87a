/* SPDX-License-Identifier: MIT */
/* What was explained, for programs that show where time goes: instructions stand in its place. All
 * figures of an explanation are in one file, each below a root of its own. */
#ifndef TOOLS_EXPLAIN_EXPORT_H
#define TOOLS_EXPLAIN_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/flame/flames.h"
#include "tools/explain/explanation.h"

/* "entry.null_syscall path=syscall" and a stage; to be freed. */
char *explained_name(const struct explained *explained);

/* One figure's flame graph, or that of all as one. */
void explain_write_flames(const struct explained *items, size_t count, FILE *file);

/* Folded stacks: FlameGraph, speedscope, inferno. */
void explain_write_folded(const struct explained *items, size_t count, FILE *file);

/* Trace Event Format ("JSON Object Format"): Perfetto, chrome://tracing. A function's calls are one
 * slice, as long as its instructions. */
void explain_write_chrome(const struct explained *items, size_t count, FILE *file);

/* pprof's profile.proto, not compressed. */
void explain_write_pprof(const struct explained *items, size_t count, FILE *file);

#endif
