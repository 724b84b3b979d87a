/* SPDX-License-Identifier: MIT */
/* Recorded interactions for programs of other people. Each export writes those interactions of a
 * session that are picked and whole. */
#ifndef TOOLS_FLOW_EXPORT_EXPORT_H
#define TOOLS_FLOW_EXPORT_EXPORT_H

#include <stdio.h>

#include "tools/flow/path.h"
#include "tools/flow/session.h"
#include "tools/flow/use.h"

/* What is exported. */
struct flow_export {
	struct flow_session *session;
	const uint8_t *picked;          /* a byte an interaction; of CTF, an event */
	uint64_t hash;                  /* of the log, of which identifiers are made */
	uint64_t begin_ticks;           /* when the log's first event was, if it has an epoch */
	uint64_t epoch_ns;              /* from 1970 to then; 0 ticks are at 1970 without */
};

/* picked has to outlive the export. epoch_ns is NULL when it is not known. */
void flow_export_begin(struct flow_export *export, struct flow_session *session,
		       const uint8_t *picked, const uint64_t *epoch_ns);

/* Trace Event Format: JSON for Perfetto and chrome://tracing. What a thread does between two events
 * is a slice, named by the objects in use; what it sends, and that it is waited for, is a flow.
 * There is no epoch. Google, "Trace Event Format". */
void flow_export_chrome(struct flow_export *export, FILE *file);

/* OpenTelemetry protocol, JSON encoding, for Jaeger and Tempo: an interaction is a trace, a
 * sub-task a span, its events the span's, and a join a link. OpenTelemetry, "OTLP Specification".
 * */
void flow_export_otlp(struct flow_export *export, FILE *file);

/* Common Trace Format 1.8: a directory with metadata and a stream for each CPU. Events of all
 * interactions, in any state, as CTF knows nothing of them. Returns false, having said why, if it
 * can't be written. */
bool flow_export_ctf(const struct flow_export *export, const char *directory);

/* ---- For the formats ---- */

/* Where a sub-task's span ends: at the vertex that ends it. */
static inline uint64_t flow_subtask_end(const struct flow_graph *graph,
				       const struct flow_subtask *subtask)
{
	return graph->vertices.items[subtask->end].time;
}

#define NS_PER_SECOND 1000000000ull

/* Ticks a second. */
uint64_t flow_export_hz(const struct flow_log *log);

/* Ticks as nanoseconds: whole ones, and thousandths. A log that does not say how long a tick is has
 * ticks of a nanosecond. */
uint64_t flow_export_ns(const struct flow_log *log, uint64_t ticks, unsigned *thousandths);

/* When ticks were, in nanoseconds since 1970. */
uint64_t flow_export_unix_ns(const struct flow_export *export, uint64_t ticks);

/* A text as JSON, with quotes, or without. */
void flow_export_text(FILE *file, const char *text);
void flow_export_text_inside(FILE *file, const char *text);

/* Which arcs the critical path takes. For each vertex: none into it, the one from the vertex before
 * it, or the one that only a join has. Empty when zeroed; used again for one network after the
 * other. */
enum flow_critical {FLOW_CRITICAL_NOT, FLOW_CRITICAL_PREV, FLOW_CRITICAL_SECOND};

struct flow_criticals {
	uint8_t *of;                    /* by vertex: enum flow_critical */
	size_t capacity;
};

void flow_criticals_find(struct flow_criticals *criticals, const struct flow_graph *graph,
			 const struct flow_path *path);

/* What a stateword has, each through a function; in the order of the log. */
void flow_export_objects(const struct flow_usage *use, flow_state state,
			 void (*write)(FILE *file, size_t number, const char *name), FILE *file);

#endif
