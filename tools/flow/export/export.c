/* SPDX-License-Identifier: MIT */
/* Common to all formats: time, text and states. */
#include "tools/flow/export/export.h"

#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/ticks.h"
#include "tools/flow/export/identity.h"

#define THOUSANDTHS 1000u               /* of a nanosecond */
#define PS_PER_SECOND (1000 * NS_PER_SECOND)

uint64_t flow_export_ns(const struct flow_log *log, uint64_t ticks, unsigned *thousandths)
{
	unsigned __int128 ps = ticks_convert(ticks, log->manifest.tsc_hz, PS_PER_SECOND);

	*thousandths = (unsigned)(ps % THOUSANDTHS);
	return (uint64_t)(ps / THOUSANDTHS);
}

uint64_t flow_export_first_ticks(const struct flow_log *log)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < log->events.count; i++) {
		if (log->events.items[i].time < first)
			first = log->events.items[i].time;
	}
	return first;
}

void flow_export_begin(struct flow_export *export, struct flow_session *session,
		       const uint8_t *picked, const uint64_t *epoch_ns)
{
	*export = (struct flow_export){
		.session = session,
		.picked = picked,
		.hash = flow_identity_hash(session->log),
	};
	if (epoch_ns == NULL || session->log->events.count == 0)
		return;
	export->begin_ticks = flow_export_first_ticks(session->log);
	export->epoch_ns = *epoch_ns;
	/* the same log at two times is two traces */
	export->hash = flow_identity_of(export->hash, *epoch_ns);
}

uint64_t flow_export_unix_ns(const struct flow_export *export, uint64_t ticks)
{
	unsigned thousandths;

	return export->epoch_ns +
	       flow_export_ns(export->session->log, ticks - export->begin_ticks, &thousandths);
}

void flow_criticals_find(struct flow_criticals *criticals, const struct flow_graph *graph,
			 const struct flow_path *path)
{
	if (graph->vertices.count > criticals->capacity) {
		criticals->capacity = 2 * graph->vertices.count;
		criticals->of = xreallocarray(criticals->of, criticals->capacity, 1);
	}
	memset(criticals->of, FLOW_CRITICAL_NOT, graph->vertices.count);
	for (size_t i = 1; i < path->vertices.count; i++)
		criticals->of[path->vertices.items[i]] =
			flow_path_is_by_second(graph, path, i) ? FLOW_CRITICAL_SECOND
							       : FLOW_CRITICAL_PREV;
}

void flow_export_objects(const struct flow_usage *use, flow_state state,
			 void (*write)(void *context, const char *name), void *context)
{
	for (size_t bit = 0; bit < use->objects.count; bit++) {
		if (flow_state_has(state, bit))
			write(context, use->log->objects.items[use->objects.items[bit]].name);
	}
}
