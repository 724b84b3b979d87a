/* SPDX-License-Identifier: MIT */
/* Critical paths give the waiting and service times. All events give the number in each resource: a
 * residence is the use of an object by a sub-task, from begin to end. */
#include "tools/flow/load/resource.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/flow/load/groups.h"
#include "tools/flow/sums.h"

struct queueing {
	struct flow_session *session;
	const uint8_t *picked;
	uint32_t run;
	struct flow_resources *resources;
	uint32_t *groups;               /* by index in the log */
	uint32_t *places;               /* index in resources, by group; FLOW_NONE */
	struct residences *waiting, *served;    /* by index in resources */
	struct residences system;
	struct number_map open;         /* sub-task and used object to index in since, + 1 */
	FLOW_LIST(uint64_t) since;
};

/* ---- Resources ---- */

static enum flow_class resource_class(const struct queueing *queueing, uint32_t object)
{
	return queueing->session->log->objects.items[object].class;
}

static struct flow_resource *resource_of(const struct queueing *queueing, uint32_t object)
{
	uint32_t group = object != FLOW_NONE ? queueing->groups[object] : FLOW_NONE;

	return group != FLOW_NONE ? &queueing->resources->items[queueing->places[group]] : NULL;
}

static void resource_find(struct queueing *queueing, uint32_t object)
{
	uint32_t group = queueing->groups[object];
	enum flow_class class = resource_class(queueing, object);
	struct flow_resource *resource;

	if (group == FLOW_NONE)
		return;
	if (queueing->places[group] == FLOW_NONE) {
		const struct flow_resource added = {.object = object, .class = class};

		queueing->places[group] = (uint32_t)queueing->resources->count;
		FLOW_LIST_ADD(*queueing->resources, added);
	}
	resource = resource_of(queueing, object);
	if (resource->class == FLOW_QUEUE && class != FLOW_QUEUE) {
		resource->object = object;
		resource->class = class;
		resource->members = 0;
	}
	resource->members += class == resource->class;
}

/* ---- Residences ---- */

static uint64_t resource_key(const struct flow_event *event, uint32_t object)
{
	return (uint64_t)event->subtask << 32 | (object + 1);
}

static void resource_enter(struct queueing *queueing, const struct flow_event *event,
			   uint32_t object)
{
	struct flow_resource *resource = resource_of(queueing, object);
	uint64_t key = resource_key(event, object);

	if (resource == NULL || number_map_find(&queueing->open, key) != NULL)
		return;
	number_map_add(&queueing->open, key, (uint32_t)queueing->since.count);
	FLOW_LIST_ADD(queueing->since, event->time);
	resource->visits += resource_class(queueing, object) == resource->class;
}

static void resource_leave(struct queueing *queueing, const struct flow_event *event,
			   uint32_t object)
{
	struct flow_resource *resource = resource_of(queueing, object);
	uint64_t key = resource_key(event, object);
	const uint32_t *since = number_map_find(&queueing->open, key);
	size_t place;

	if (resource == NULL || since == NULL)
		return;
	place = (size_t)(resource - queueing->resources->items);
	residences_add(resource_class(queueing, object) == FLOW_QUEUE ? &queueing->waiting[place]
								      : &queueing->served[place],
		       queueing->since.items[*since], event->time);
	number_map_remove(&queueing->open, key);
}

/* The use of an object ends with its sub-task. */
static void resource_take_residences(struct queueing *queueing, const struct flow_interaction *item)
{
	uint32_t index = item->first;

	for (uint32_t n = 0; n < item->count; n++) {
		const struct flow_event *event = &queueing->session->log->events.items[index];
		const struct flow_log *log = queueing->session->log;
		uint32_t object = flow_groups_object(log, queueing->run, event->node,
						     event->object);

		switch (flow_kinds[event->kind].use) {
		case FLOW_USE_BEGIN:
			resource_enter(queueing, event, object);
			break;
		case FLOW_USE_SERVE:
			resource_leave(queueing, event,
				       flow_groups_object(log, queueing->run, event->node,
							  event->other));
			resource_enter(queueing, event, object);
			break;
		case FLOW_USE_END:
			resource_leave(queueing, event, object);
			break;
		case FLOW_USE_NONE:
			break;
		}
		index = queueing->session->interactions.next[index];
	}
	number_map_free(&queueing->open);
	queueing->open = (struct number_map){0};
	queueing->since.count = 0;
	residences_add(&queueing->system, item->begin, item->end);
}

/* ---- Critical paths ---- */

/* The use of an arc's time: waiting, service, or neither. */
struct spent {
	struct flow_resource *waits_for, *served_by;
};

static struct spent resource_spent(const struct queueing *queueing, const struct flow_usage *use,
				   flow_state state)
{
	struct spent spent = {NULL, NULL};

	for (size_t bit = 0; bit < use->objects.count; bit++) {
		uint32_t object = use->objects.items[bit];
		struct flow_resource *resource =
			flow_state_has(state, bit) ? resource_of(queueing, object) : NULL;

		if (resource == NULL || resource_class(queueing, object) == FLOW_LOCK)
			continue;
		if (resource_class(queueing, object) == FLOW_QUEUE)
			spent.waits_for = resource;
		else
			spent.served_by = resource;
	}
	if (spent.waits_for != NULL)
		spent.served_by = NULL;
	return spent;
}

static void resource_add_under(struct queueing *queueing, uint32_t lock,
			       const struct flow_resource *resource, uint64_t ticks)
{
	struct flow_under added = {lock, resource != NULL ? resource->object : FLOW_NONE, ticks};
	struct flow_resources *resources = queueing->resources;

	for (size_t i = 0; i < resources->under.count; i++) {
		struct flow_under *known = &resources->under.items[i];

		if (known->lock == lock && known->object == added.object) {
			known->ticks += ticks;
			return;
		}
	}
	FLOW_LIST_ADD(resources->under, added);
}

static void resource_add_arc(void *context, const struct flow_usage *use, flow_state state,
			     const struct flow_sums_arc *arc)
{
	struct queueing *queueing = context;
	struct spent spent = resource_spent(queueing, use, state);

	if (spent.waits_for == NULL && spent.served_by == NULL)
		queueing->resources->unused_ticks += arc->ticks;
	if (spent.waits_for != NULL)
		spent.waits_for->wait_ticks += arc->ticks;
	if (spent.served_by != NULL)
		spent.served_by->service_ticks += arc->ticks;
	if (arc->ticks > 0) {
		for (size_t bit = 0; bit < use->objects.count; bit++) {
			uint32_t object = use->objects.items[bit];

			if (!flow_state_has(state, bit) ||
			    resource_class(queueing, object) != FLOW_LOCK)
				continue;
			resource_of(queueing, object)->held_ticks += arc->ticks;
			resource_add_under(queueing, object,
					   spent.waits_for != NULL ? spent.waits_for
								   : spent.served_by,
					   arc->ticks);
		}
	}
}

/* ---- All ---- */

static int resource_by_ticks(const void *a, const void *b)
{
	const struct flow_resource *left = a, *right = b;
	uint64_t left_ticks = flow_resource_ticks(left), right_ticks = flow_resource_ticks(right);

	if (left_ticks != right_ticks)
		return left_ticks < right_ticks ? 1 : -1;
	return (left->object > right->object) - (left->object < right->object);
}

static int resource_by_lock(const void *a, const void *b)
{
	const struct flow_under *left = a, *right = b;

	if (left->lock != right->lock)
		return left->lock < right->lock ? -1 : 1;
	if (left->ticks != right->ticks)
		return left->ticks < right->ticks ? 1 : -1;
	return (left->object > right->object) - (left->object < right->object);
}

/* The sums come first, because they reject faulty interactions. */
static void resource_take_all(struct queueing *queueing)
{
	struct flow_interactions *interactions = &queueing->session->interactions;
	const struct flow_sums_request request = {
		.picked = queueing->picked, .run = queueing->run,
		.visit = resource_add_arc, .all_objects = true, .context = queueing,
	};
	uint64_t unused;
	struct flow_sums sums = {.state_ticks = &unused};

	flow_sums_make(queueing->session, &request, &sums);
	queueing->resources->response_ticks = sums.response_ticks;
	for (size_t i = 0; i < interactions->items.count; i++) {
		const struct flow_interaction *item = &interactions->items.items[i];

		if (item->run == queueing->run && item->fault == FLOW_FAULT_SOUND &&
		    (queueing->picked == NULL || queueing->picked[i]))
			resource_take_residences(queueing, item);
	}
}

/* Check that each tick of a critical path is counted at most once: as waiting, or as service by one
 * resource. */
static void resource_prove(const struct flow_resources *resources)
{
	uint64_t spent = resources->unused_ticks;

	for (size_t i = 0; i < resources->count; i++)
		spent += flow_resource_ticks(&resources->items[i]);
	proof_require(spent == resources->response_ticks,
		      "waiting, service and other times add up to %" PRIu64 " ticks, and not to "
		      "the response times of %" PRIu64, spent, resources->response_ticks);
}

static void resource_sum_up(struct queueing *queueing)
{
	struct flow_resources *resources = queueing->resources;
	struct littles_law system;

	for (size_t i = 0; i < resources->count; i++) {
		littles_law_make(&queueing->waiting[i], &resources->items[i].waiting);
		littles_law_make(&queueing->served[i], &resources->items[i].served);
		residences_free(&queueing->waiting[i]);
		residences_free(&queueing->served[i]);
	}
	littles_law_make(&queueing->system, &system);
	resources->begin = system.begin;
	resources->end = system.end;
	resources->interactions = system.residences;
	if (resources->count > 0)
		qsort(resources->items, resources->count, sizeof(*resources->items),
		      resource_by_ticks);
	if (resources->under.count > 0)
		qsort(resources->under.items, resources->under.count,
		      sizeof(*resources->under.items), resource_by_lock);
}

void flow_resources_make(struct flow_session *session, const uint8_t *picked, uint32_t run,
			 struct flow_resources *resources)
{
	struct queueing queueing = {
		.session = session, .picked = picked, .run = run, .resources = resources,
	};
	size_t count = session->log->objects.count;

	*resources = (struct flow_resources){0};
	queueing.groups = flow_groups_make(session, run);
	queueing.places = xcalloc(count + 1, sizeof(*queueing.places));
	for (size_t i = 0; i < count; i++)
		queueing.places[i] = FLOW_NONE;
	for (uint32_t i = 0; i < count; i++)
		resource_find(&queueing, i);
	queueing.waiting = xcalloc(resources->count + 1, sizeof(*queueing.waiting));
	queueing.served = xcalloc(resources->count + 1, sizeof(*queueing.served));
	resource_take_all(&queueing);
	resource_prove(resources);
	resource_sum_up(&queueing);
	residences_free(&queueing.system);
	free(queueing.waiting);
	free(queueing.served);
	free(queueing.since.items);
	free(queueing.groups);
	free(queueing.places);
}

void flow_resources_free(struct flow_resources *resources)
{
	free(resources->items);
	free(resources->under.items);
	*resources = (struct flow_resources){0};
}

const char *flow_resource_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log,
			       const struct flow_resource *resource)
{
	const struct flow_named *object = &log->objects.items[resource->object];

	if (resource->members > 1 && resource->class == FLOW_CPU) {
		snprintf(scratch, FLOW_NAME_MAX, "cpu*");
		return scratch;
	}
	return flow_object_name(scratch, log, object->run, object->node, object->number);
}
