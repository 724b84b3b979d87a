/* SPDX-License-Identifier: MIT */
/* Recorded interactions for programs of other people. Each export writes those interactions of a
 * session that are picked and whole; picked has a byte for each. */
#ifndef TOOLS_FLOW_EXPORT_EXPORT_H
#define TOOLS_FLOW_EXPORT_EXPORT_H

#include <stdio.h>

#include "tools/flow/path.h"
#include "tools/flow/session.h"

/* Trace Event Format: JSON for Perfetto and chrome://tracing. What a thread does between two events
 * is a slice; what it sends is a flow. Google, "Trace Event Format". */
void flow_export_chrome(struct flow_session *session, const uint8_t *picked, FILE *file);

/* OpenTelemetry protocol, JSON encoding, for Jaeger and Tempo: an interaction is a trace, a
 * sub-task a span, its events the span's, and a join a link. OpenTelemetry, "OTLP Specification".
 * */
void flow_export_otlp(struct flow_session *session, const uint8_t *picked, FILE *file);

/* Common Trace Format 1.8: a directory with metadata and a stream for each CPU. Events of all
 * interactions, in any state, as CTF knows nothing of them. Returns false, having said why, if it
 * can't be written. */
bool flow_export_ctf(const struct flow_session *session, const uint8_t *wanted,
		    const char *directory);

/* Where a sub-task's span ends: at the vertex that ends it. */
static inline uint64_t flow_subtask_end(const struct flow_graph *graph,
				       const struct flow_subtask *subtask)
{
	return graph->vertices.items[subtask->end].time;
}

/* Ticks as nanoseconds: whole ones, and thousandths. A log that does not say how long a tick is has
 * ticks of a nanosecond. */
uint64_t flow_export_ns(const struct flow_log *log, uint64_t ticks, unsigned *thousandths);

/* A text as JSON, with quotes. */
void flow_export_text(FILE *file, const char *text);

#endif
