/* SPDX-License-Identifier: MIT */
/* An event that assigns a CPU or device names the queue that is left. A wait for a lock enters its
 * queue in the next event. */
#include "tools/flow/load/groups.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

struct groups {
	const struct flow_session *session;
	uint32_t run;
	uint32_t *parents;              /* by index in the log */
};

uint32_t flow_groups_object(const struct flow_log *log, uint32_t run, uint8_t node,
			    uint32_t number)
{
	const struct flow_named *object =
		number == 0 || number > UINT16_MAX
			? NULL
			: flow_names_find(&log->objects, run, node, (uint16_t)number);

	return object != NULL ? (uint32_t)(object - log->objects.items) : FLOW_NONE;
}

static uint32_t groups_first(struct groups *groups, uint32_t object)
{
	while (groups->parents[object] != object) {
		groups->parents[object] = groups->parents[groups->parents[object]];
		object = groups->parents[object];
	}
	return object;
}

static void groups_unite(struct groups *groups, uint32_t a, uint32_t b)
{
	if (a == FLOW_NONE || b == FLOW_NONE)
		return;
	a = groups_first(groups, a);
	b = groups_first(groups, b);
	if (a < b)
		groups->parents[b] = a;
	else
		groups->parents[a] = b;
}

static bool groups_is_wait(const struct flow_event *before, const struct flow_event *event)
{
	return before != NULL && before->kind == FLOW_WAIT && before->subtask == event->subtask &&
	       event->kind == FLOW_BEGIN_USE;
}

static void groups_take_interaction(struct groups *groups, const struct flow_interaction *item)
{
	const struct flow_event *events = groups->session->log->events.items, *before = NULL;
	uint32_t index = item->first;

	for (uint32_t n = 0; n < item->count; n++) {
		const struct flow_event *event = &events[index];
		const struct flow_log *log = groups->session->log;
		uint32_t object = flow_groups_object(log, groups->run, event->node, event->object);

		if (event->kind < FLOW_KIND_COUNT && flow_kinds[event->kind].use == FLOW_USE_SERVE)
			groups_unite(groups, object,
				     flow_groups_object(log, groups->run, event->node,
							event->other));
		if (groups_is_wait(before, event) && object != FLOW_NONE &&
		    log->objects.items[object].class == FLOW_QUEUE)
			groups_unite(groups, object,
				     flow_groups_object(log, groups->run, before->node,
							before->object));
		before = &events[index];
		index = groups->session->interactions.next[index];
	}
}

uint32_t *flow_groups_make(const struct flow_session *session, uint32_t run)
{
	const struct flow_interactions *interactions = &session->interactions;
	const struct flow_log *log = session->log;
	struct groups groups = {
		.session = session, .run = run,
		.parents = xcalloc(log->objects.count + 1, sizeof(*groups.parents)),
	};

	for (uint32_t i = 0; i < log->objects.count; i++)
		groups.parents[i] = i;
	for (size_t i = 0; i < interactions->items.count; i++) {
		if (interactions->items.items[i].run == run)
			groups_take_interaction(&groups, &interactions->items.items[i]);
	}
	for (uint32_t i = 0; i < log->objects.count; i++) {
		if (log->objects.items[i].run != run || log->objects.items[i].class > FLOW_LOCK)
			groups.parents[i] = FLOW_NONE;
		else
			groups.parents[i] = groups_first(&groups, i);
	}
	return groups.parents;
}
