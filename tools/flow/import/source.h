/* SPDX-License-Identifier: MIT */
/* Opens a trace in any format: finds the format by the content, and selects the reader. */
#ifndef TOOLS_FLOW_IMPORT_SOURCE_H
#define TOOLS_FLOW_IMPORT_SOURCE_H

#include "tools/flow/import/trace.h"

struct trace_source {
	const char *path;               /* file, directory, or - for standard input */
	enum trace_format format;       /* TRACE_FORMATS: found by the content, and set */
	uint64_t clock_hz;              /* see trace_begin() */
	const char *release;            /* likewise; may be NULL */
	uint32_t hosts;                 /* that share the limit of events; 0: one */
};

/* Read a trace. If the trace is unreadable, prints the cause and returns false. Call trace_free()
 * in any case. */
bool trace_source_read(struct trace_source *source, struct trace *trace);

#endif
