/* SPDX-License-Identifier: MIT */
/* Exports recorded interactions to trace viewers. Each format contains the selected and complete
 * interactions of a session. */
#ifndef TOOLS_FLOW_EXPORT_EXPORT_H
#define TOOLS_FLOW_EXPORT_EXPORT_H

#include <stdio.h>

#include "tools/flow/path.h"
#include "tools/flow/session.h"
#include "tools/flow/use.h"

/* Contents of an export. */
struct flow_export {
	struct flow_session *session;
	const uint8_t *picked;          /* one byte per interaction; for CTF, per event */
	uint64_t hash;                  /* of the log; identifiers are derived from it */
	uint64_t begin_ticks;           /* time of the log's first event, if the epoch is known */
	/* nanoseconds since 1970 at begin_ticks; without an epoch, tick 0 is in 1970 */
	uint64_t epoch_ns;
};

/* Prepare an export of a log with a tick length. picked must outlive it. epoch_ns may be NULL:
 * unknown. */
void flow_export_begin(struct flow_export *export, struct flow_session *session,
		       const uint8_t *picked, const uint64_t *epoch_ns);

/* Write Trace Event Format: JSON for Perfetto and chrome://tracing. The time between two events of
 * a thread is a slice, named after the objects in use. Messages and joins are flows. The format has
 * no epoch. Google, "Trace Event Format". */
void flow_export_chrome(struct flow_export *export, FILE *file);

/* Write the OpenTelemetry protocol, JSON encoding, for Jaeger and Tempo: an interaction is a trace,
 * a sub-task a span with its events, and a join a link. OpenTelemetry, "OTLP Specification". */
void flow_export_otlp(struct flow_export *export, FILE *file);

/* Write Common Trace Format 1.8: a directory with metadata and a stream for each CPU. Contains the
 * events of all interactions, including faulty ones, because the format has no interactions. On
 * failure, prints the cause and returns false. */
bool flow_export_ctf(const struct flow_export *export, const char *directory);

/* ---- For formats ---- */

/* The end of a sub-task's span: the time of its last vertex. */
static inline uint64_t flow_subtask_end(const struct flow_graph *graph,
				       const struct flow_subtask *subtask)
{
	return graph->vertices.items[subtask->end].time;
}


/* Time of the log's first event; UINT64_MAX without events. */
uint64_t flow_export_first_ticks(const struct flow_log *log);

/* Convert ticks to nanoseconds and thousandths. The log must have a tick length. */
uint64_t flow_export_ns(const struct flow_log *log, uint64_t ticks, unsigned *thousandths);

/* Convert ticks to nanoseconds since 1970. */
uint64_t flow_export_unix_ns(const struct flow_export *export, uint64_t ticks);

/* The arcs of the critical path: for each vertex, no incoming arc, the arc from the previous
 * vertex, or the second arc of a join. Initialize with zeros. May be reused for other networks. */
enum flow_critical {FLOW_CRITICAL_NOT, FLOW_CRITICAL_PREV, FLOW_CRITICAL_SECOND};

struct flow_criticals {
	uint8_t *of;                    /* by vertex: enum flow_critical */
	size_t capacity;
};

void flow_criticals_find(struct flow_criticals *criticals, const struct flow_graph *graph,
			 const struct flow_path *path);

/* Call write for each object of a stateword, in the order of the log. */
void flow_export_objects(const struct flow_usage *use, flow_state state,
			 void (*write)(void *context, const char *name), void *context);

#endif
