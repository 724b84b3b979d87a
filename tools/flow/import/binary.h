/* SPDX-License-Identifier: MIT */
/* Readers of binary traces, by the libraries that own the formats. Each adds the events to a begun
 * trace. On failure each returns an error text, which the caller frees; NULL is success. A build
 * without a library has a reader that returns the command to run instead. */
#ifndef TOOLS_FLOW_IMPORT_BINARY_H
#define TOOLS_FLOW_IMPORT_BINARY_H

#include "tools/flow/import/trace.h"

/* The Common Trace Format: a directory with traces, which are the directories with a file
 * "metadata". Library: libbabeltrace2. */
char *babeltrace_read(struct trace *trace, const char *directory);

/* A file of trace-cmd. Libraries: libtracecmd, libtraceevent. */
char *tracecmd_read(struct trace *trace, const char *path);

/* A file of perf. Program: perf script, whose text is added. */
char *perf_data_read(struct trace *trace, const char *path);

#endif
