/* SPDX-License-Identifier: MIT */
/* Indexes all forks by the number of the sub-task they create, then finds the events of those
 * sub-tasks on other nodes. */
#include "tools/flow/nodes/crossings.h"

#include <stdlib.h>

#include "tools/flow/interaction.h"

struct search {
	const struct flow_log *log;
	struct flow_crossings *crossings;
	struct number_map forks;        /* sub-task to the fork's event; FLOW_NONE: several */
	struct number_map departures;   /* sub-task and node to the end of its first sending */
	struct number_map places;       /* sub-task and node to the crossing */
};

/* ---- Keys of the maps: never 0 ---- */

static uint64_t fork_key(uint32_t run, uint32_t subtask)
{
	return ((uint64_t)run << 32 | subtask) + 1;
}

static uint64_t place_key(uint32_t run, uint32_t subtask, uint8_t node)
{
	return ((uint64_t)run << 40 | (uint64_t)subtask << 8 | node) + 1;
}

/* ---- Events, stream by stream ---- */

typedef void event_visitor(struct search *search, const struct flow_stream *stream, uint32_t event);

static void visit_events(struct search *search, event_visitor *visit)
{
	const struct flow_log *log = search->log;

	for (size_t i = 0; i < log->blocks.count; i++) {
		const struct flow_block *block = &log->blocks.items[i];

		for (uint32_t k = 0; k < block->count; k++)
			visit(search, &log->streams.items[block->stream], block->start + k);
	}
}

static enum flow_construct construct_of(const struct flow_event *event)
{
	return event->kind < FLOW_KIND_COUNT ? flow_kinds[event->kind].construct : FLOW_NO_VERTEX;
}

static void add_fork(struct search *search, const struct flow_stream *stream, uint32_t event)
{
	const struct flow_event *fork = &search->log->events.items[event];
	uint64_t key = fork_key(stream->run, fork->other);
	uint32_t *known;

	if (construct_of(fork) != FLOW_FORK)
		return;
	known = number_map_find(&search->forks, key);
	if (known == NULL) {
		number_map_add(&search->forks, key, event);
		return;
	}
	search->crossings->ambiguous += *known != FLOW_NONE;
	*known = FLOW_NONE;
}

/* A message leaves for another node when the first device that serves it here has sent it. */
static void add_departure(struct search *search, const struct flow_stream *stream, uint32_t event)
{
	const struct flow_event *events = search->log->events.items, *end = &events[event];
	uint64_t key = place_key(stream->run, end->subtask, stream->node);
	const uint32_t *fork = number_map_find(&search->forks,
					       fork_key(stream->run, end->subtask));
	uint32_t *known;

	if (end->kind != FLOW_DEVICE_END || end->thread != 0 || fork == NULL || *fork == FLOW_NONE)
		return;
	known = number_map_find(&search->departures, key);
	if (known == NULL)
		number_map_add(&search->departures, key, event);
	else if (end->time < events[*known].time)
		*known = event;
}

/* If the sending of a message was not recorded, its fork is used. */
static uint32_t departure_of(const struct search *search, uint32_t run, uint32_t subtask,
			     uint32_t fork)
{
	const struct flow_event *events = search->log->events.items;
	const uint32_t *departure = number_map_find(&search->departures,
						    place_key(run, subtask, events[fork].node));

	return departure != NULL ? *departure : fork;
}

/* Process a sub-task's event on a node that it may have reached before. */
static void add_arrival(struct search *search, const struct flow_stream *stream, uint32_t event,
			uint32_t subtask)
{
	const struct flow_event *events = search->log->events.items;
	const uint32_t *fork = number_map_find(&search->forks, fork_key(stream->run, subtask));
	uint64_t key = place_key(stream->run, subtask, stream->node);
	const uint32_t *place;

	if (fork == NULL || *fork == FLOW_NONE || events[*fork].node == stream->node)
		return;
	place = number_map_find(&search->places, key);
	if (place == NULL) {
		number_map_add(&search->places, key, (uint32_t)search->crossings->count);
		FLOW_LIST_ADD(*search->crossings, ((struct flow_crossing){
			.sent = departure_of(search, stream->run, subtask, *fork),
			.received = event, .from = events[*fork].node, .to = stream->node,
			.run = stream->run, .subtask = subtask,
		}));
	} else if (events[event].time <
		   events[search->crossings->items[*place].received].time) {
		search->crossings->items[*place].received = event;
	}
}

static void add_arrivals(struct search *search, const struct flow_stream *stream, uint32_t event)
{
	const struct flow_event *met = &search->log->events.items[event];
	enum flow_construct construct = construct_of(met);

	if (construct == FLOW_NO_VERTEX)
		return;
	add_arrival(search, stream, event, met->subtask);
	if (construct == FLOW_JOIN)
		add_arrival(search, stream, event, met->other);
}

/* ---- Forwarding ---- */

/* The end of a message's sending on the node that it crossed to; NULL if it was not forwarded. */
static const uint32_t *forwarding_end(const struct search *search,
				      const struct flow_crossing *crossing)
{
	return number_map_find(&search->departures,
			       place_key(crossing->run, crossing->subtask, crossing->to));
}

/* Initially all crossings start at the fork. If exactly one node forwarded the message, crossings
 * to nodes that the message had not reached before start at that node. The order of several
 * forwarding nodes is unknown. */
static void add_forwarder(struct search *search, struct number_map *forwarders, size_t number)
{
	const struct flow_crossing *crossing = &search->crossings->items[number];
	uint64_t key = fork_key(crossing->run, crossing->subtask);
	uint32_t *known;

	if (forwarding_end(search, crossing) == NULL)
		return;
	known = number_map_find(forwarders, key);
	if (known == NULL)
		number_map_add(forwarders, key, (uint32_t)number);
	else
		*known = FLOW_NONE;
}

static void find_forwarding(struct search *search)
{
	struct number_map forwarders = {0};

	for (size_t i = 0; i < search->crossings->count; i++)
		add_forwarder(search, &forwarders, i);
	for (size_t i = 0; i < search->crossings->count; i++) {
		struct flow_crossing *crossing = &search->crossings->items[i];
		const uint32_t *forwarder = number_map_find(
			&forwarders, fork_key(crossing->run, crossing->subtask));

		if (forwarder == NULL || *forwarder == FLOW_NONE || *forwarder == i)
			continue;
		crossing->from = search->crossings->items[*forwarder].to;
		crossing->sent = *forwarding_end(search, &search->crossings->items[*forwarder]);
	}
	number_map_free(&forwarders);
}

void flow_crossings_find(const struct flow_log *log, struct flow_crossings *crossings)
{
	struct search search = {.log = log, .crossings = crossings};

	*crossings = (struct flow_crossings){0};
	visit_events(&search, add_fork);
	visit_events(&search, add_departure);
	visit_events(&search, add_arrivals);
	find_forwarding(&search);
	number_map_free(&search.forks);
	number_map_free(&search.departures);
	number_map_free(&search.places);
}

void flow_crossings_free(struct flow_crossings *crossings)
{
	free(crossings->items);
}
