/* SPDX-License-Identifier: MIT */
/* One pass in order of time, with a map of the active sub-tasks. */
#include "tools/flow/interaction.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

struct pass {
	struct flow_interactions *result;
	const struct flow_log *log;
	struct number_map live;         /* sub-tasks of the run: index of their interaction */
	uint32_t run;
	bool is_step_back;              /* the current event, on its CPU */
};

void flow_interaction_fault(struct flow_interaction *interaction, enum flow_fault fault,
			   uint32_t event)
{
	if (interaction->fault != FLOW_FAULT_SOUND)
		return;
	interaction->fault = (uint8_t)fault;
	interaction->fault_event = event;
}

const char *flow_fault_text(enum flow_fault fault)
{
	static const char *const texts[FLOW_FAULT_COUNT] = {
#define X(fault, summary) summary,
		FLOW_FAULTS(X)
#undef X
	};

	return texts[fault];
}

static void fault(struct pass *pass, uint32_t interaction, enum flow_fault fault, uint32_t event)
{
	flow_interaction_fault(&pass->result->items.items[interaction], fault, event);
}

static uint32_t begin_interaction(struct pass *pass, uint32_t index)
{
	const struct flow_event *event = &pass->log->events.items[index];
	const struct flow_interaction interaction = {
		.run = pass->run, .source = event->subtask, .first = index, .last = index,
		.begin = event->time, .end = event->time, .response = FLOW_NONE,
	};
	uint32_t number = (uint32_t)pass->result->items.count;

	FLOW_LIST_ADD(pass->result->items, interaction);
	return number;
}

static void interaction_set_response(struct pass *pass, uint32_t interaction, uint32_t index)
{
	struct flow_interaction *item = &pass->result->items.items[interaction];

	item->response = index;
	item->to_response = item->count;
}

/* The interaction of an event. An event of an unknown sub-task begins a faulty interaction, so that
 * the events that it causes are rejected with it. */
static uint32_t interaction_of(struct pass *pass, const struct flow_event *event, uint32_t index)
{
	uint32_t *known = number_map_find(&pass->live, event->subtask);
	bool is_source = event->kind == FLOW_ACTION;
	uint32_t interaction;

	if (known != NULL && is_source)
		fault(pass, *known, FLOW_FAULT_SECOND_SOURCE, index);
	if (known != NULL)
		return *known;
	interaction = begin_interaction(pass, index);
	number_map_add(&pass->live, event->subtask, interaction);
	if (!is_source)
		fault(pass, interaction, FLOW_FAULT_NO_SOURCE, index);
	return interaction;
}

static void end_subtask(struct pass *pass, uint32_t subtask)
{
	number_map_remove(&pass->live, subtask);
}

static void fork_subtask(struct pass *pass, uint32_t interaction, uint32_t other, uint32_t index)
{
	if (number_map_find(&pass->live, other) != NULL)
		fault(pass, interaction, FLOW_FAULT_FORK_OF_LIVE, index);
	else
		number_map_add(&pass->live, other, interaction);
}

static void join_subtask(struct pass *pass, uint32_t interaction, const struct flow_event *event,
			 uint32_t index)
{
	const uint32_t *ended = number_map_find(&pass->live, event->other);

	if (ended == NULL || event->other == event->subtask) {
		fault(pass, interaction, FLOW_FAULT_JOIN_WITHOUT_FORK, index);
		return;
	}
	if (*ended != interaction) {
		fault(pass, interaction, FLOW_FAULT_JOIN_OF_OTHER, index);
		fault(pass, *ended, FLOW_FAULT_JOIN_OF_OTHER, index);
	}
	end_subtask(pass, event->other);
}

static bool names_its_subtasks(const struct flow_event *event)
{
	enum flow_construct construct = event->kind < FLOW_KIND_COUNT
		? flow_kinds[event->kind].construct : FLOW_SIMPLE;

	return event->subtask != 0 &&
		((construct != FLOW_FORK && construct != FLOW_JOIN) || event->other != 0);
}

static void interaction_take(struct pass *pass, uint32_t index)
{
	const struct flow_event *event = &pass->log->events.items[index];
	uint32_t interaction;
	struct flow_interaction *item;

	if (event->kind == FLOW_LOST)
		return;
	if (!names_its_subtasks(event)) {
		if (pass->result->strays++ == 0)
			pass->result->first_stray = index;
		return;
	}
	interaction = interaction_of(pass, event, index);
	item = &pass->result->items.items[interaction];
	if (item->count++ > 0)
		pass->result->next[item->last] = index;
	item->last = index;
	item->end = pass->log->events.items[index].time;
	if (event->kind == FLOW_RESPONSE)
		interaction_set_response(pass, interaction, index);
	if (pass->is_step_back)
		fault(pass, interaction, FLOW_FAULT_CLOCK_BACK, index);
	if (event->kind >= FLOW_KIND_COUNT)
		fault(pass, interaction, FLOW_FAULT_UNKNOWN_KIND, index);
	else if (flow_kinds[event->kind].construct == FLOW_FORK)
		fork_subtask(pass, interaction, event->other, index);
	else if (flow_kinds[event->kind].construct == FLOW_JOIN)
		join_subtask(pass, interaction, event, index);
	else if (flow_kinds[event->kind].construct == FLOW_SINK)
		end_subtask(pass, event->subtask);
}

static uint32_t last_of_subtask(const struct pass *pass, const struct flow_interaction *item,
				uint32_t subtask)
{
	uint32_t index = item->first, last = item->last;

	for (uint32_t n = 0; n < item->count; n++, index = pass->result->next[index]) {
		const struct flow_event *event = &pass->log->events.items[index];

		if (event->subtask == subtask || event->other == subtask)
			last = index;
	}
	return last;
}

static bool is_answered(const struct pass *pass, const struct flow_order *order,
			const struct flow_interaction *item)
{
	return item->response != FLOW_NONE &&
	       (item->fault == FLOW_FAULT_SOUND || item->fault == FLOW_FAULT_UNENDED) &&
	       !flow_order_has_gap(order, item->run, item->begin,
				   pass->log->events.items[item->response].time);
}

/* Take one run's events. step_back is the index of the next one in the order's step_backs. */
static void take_run(struct pass *pass, const struct flow_order *order, size_t first, size_t end,
		     size_t *step_back)
{
	for (size_t i = first; i < end; i++) {
		uint32_t index = order->events[i];

		pass->is_step_back = *step_back < order->step_backs.count &&
			order->step_backs.items[*step_back] == index;
		*step_back += pass->is_step_back;
		interaction_take(pass, index);
	}
	/* Sub-tasks still in the map have not ended. */
	for (size_t i = 0; pass->live.slots != NULL && i < (size_t)1 << pass->live.bits; i++) {
		const struct number_slot *slot = &pass->live.slots[i];
		struct flow_interaction *item;

		if (slot->key == 0)
			continue;
		item = &pass->result->items.items[slot->value];
		item->end = UINT64_MAX;
		if (item->fault == FLOW_FAULT_SOUND)
			flow_interaction_fault(item, FLOW_FAULT_UNENDED,
					       last_of_subtask(pass, item, (uint32_t)slot->key));
	}
	number_map_free(&pass->live);
}

void flow_interactions_make(const struct flow_log *log, const struct flow_order *order,
			   struct flow_interactions *interactions)
{
	struct pass pass = {.result = interactions, .log = log};
	size_t first = 0, step_back = 0;

	*interactions = (struct flow_interactions){.log = log};
	interactions->next = xmalloc((log->events.count + 1) * sizeof(*interactions->next));
	for (; pass.run < log->runs.count; pass.run++) {
		take_run(&pass, order, first, order->run_ends[pass.run], &step_back);
		first = order->run_ends[pass.run];
	}
	/* A gap replaces any other fault, because it may be the cause. */
	for (size_t i = 0; i < pass.result->items.count; i++) {
		struct flow_interaction *item = &pass.result->items.items[i];

		item->is_answered = is_answered(&pass, order, item);
		if (!flow_order_has_gap(order, item->run, item->begin, item->end))
			continue;
		item->fault = FLOW_FAULT_CUT;
		item->fault_event = item->first;
	}
}

void flow_interactions_end_at_response(struct flow_interactions *interactions)
{
	for (size_t i = 0; i < interactions->items.count; i++) {
		struct flow_interaction *item = &interactions->items.items[i];

		if (!item->is_answered) {
			flow_interaction_fault(item, FLOW_FAULT_NO_RESPONSE, item->first);
			continue;
		}
		item->fault = FLOW_FAULT_SOUND;
		item->last = item->response;
		item->count = item->to_response;
		item->end = interactions->log->events.items[item->response].time;
	}
}

void flow_interactions_free(struct flow_interactions *interactions)
{
	free(interactions->items.items);
	free(interactions->next);
	*interactions = (struct flow_interactions){0};
}
