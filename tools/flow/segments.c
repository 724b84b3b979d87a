/* SPDX-License-Identifier: MIT */
#include "tools/flow/segments.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/flow/sums.h"
#include "tools/flow/use.h"

#define OBJECT_KERNEL "kernel"
#define OBJECT_INTERRUPT "interrupt"
#define OBJECT_RUN_QUEUE "run_queue"

const char *const flow_segment_names[FLOW_SEGMENT_KIND_COUNT] = {
#define X(kind, name, meaning) name,
	FLOW_SEGMENT_KINDS(X)
#undef X
};

const char *const flow_segment_meanings[FLOW_SEGMENT_KIND_COUNT] = {
#define X(kind, name, meaning) meaning,
	FLOW_SEGMENT_KINDS(X)
#undef X
};

/* A time in which a thread of a sub-task runs on a CPU. */
struct occupied {
	uint64_t cpu;                   /* key */
	uint64_t begin, end;
	uint64_t before;                /* sum of earlier ones of the CPU */
};

struct dividing {
	struct flow_session *session;
	struct flow_segments *segments;
	uint64_t *started_on;           /* by event: key of the CPU on which its thread starts next,
					 * or 0 */
	FLOW_LIST(struct occupied) occupied;    /* by CPU and time */
	size_t first;                   /* segment of the current run */
	uint32_t run;
};

/* ---- Who runs on the CPUs ---- */

static uint64_t segments_key(uint32_t run, const struct flow_event *event, uint16_t number)
{
	return ((uint64_t)run << 24 | (uint64_t)event->node << 16 | number) + 1;
}

static void segments_end_stay(struct dividing *dividing, struct number_map *places, uint64_t cpu,
			      uint64_t time)
{
	const uint32_t *place = number_map_find(places, cpu);

	if (place == NULL)
		return;
	dividing->occupied.items[*place].end = time;
	number_map_remove(places, cpu);
}

/* The stays of one run's threads on CPUs. */
static void segments_list_stays(struct dividing *dividing, uint32_t run, const uint32_t *events,
				size_t count)
{
	struct number_map places = {0}, cpus = {0};     /* of a CPU's stay; of a thread */

	for (size_t i = 0; i < count; i++) {
		const struct flow_event *event = &dividing->session->log->events.items[events[i]];
		uint64_t thread = segments_key(run, event, event->thread);
		const uint32_t *on = number_map_find(&cpus, thread);
		uint64_t cpu;

		if ((event->kind == FLOW_STOP || event->kind == FLOW_FINISH ||
		     event->kind == FLOW_EXIT) &&
		    on != NULL) {
			segments_end_stay(dividing, &places, segments_key(run, event,
									  (uint16_t)*on),
					  event->time);
			number_map_remove(&cpus, thread);
		}
		if (event->kind != FLOW_START)
			continue;
		cpu = segments_key(run, event, event->object);
		segments_end_stay(dividing, &places, cpu, event->time);
		number_map_add(&places, cpu, (uint32_t)dividing->occupied.count);
		if (on != NULL)
			number_map_remove(&cpus, thread);
		number_map_add(&cpus, thread, event->object);
		FLOW_LIST_ADD(dividing->occupied,
			      ((struct occupied){cpu, event->time, event->time, 0}));
	}
	number_map_free(&places);
	number_map_free(&cpus);
}

static void segments_find_starts(struct dividing *dividing, uint32_t run, const uint32_t *events,
				 size_t count)
{
	struct number_map cpus = {0};

	for (size_t i = count; i > 0; i--) {
		const struct flow_event *event =
			&dividing->session->log->events.items[events[i - 1]];
		uint64_t thread = segments_key(run, event, event->thread);
		const uint32_t *next = number_map_find(&cpus, thread);

		if (event->kind == FLOW_START) {
			if (next != NULL)
				number_map_remove(&cpus, thread);
			number_map_add(&cpus, thread, event->object);
			next = number_map_find(&cpus, thread);
		}
		if (next != NULL)
			dividing->started_on[events[i - 1]] =
				segments_key(run, event, (uint16_t)*next);
	}
	number_map_free(&cpus);
}

static int segments_by_cpu(const void *a, const void *b)
{
	const struct occupied *left = a, *right = b;

	if (left->cpu != right->cpu)
		return left->cpu < right->cpu ? -1 : 1;
	return (left->begin > right->begin) - (left->begin < right->begin);
}

static void segments_list_occupied(struct dividing *dividing)
{
	const struct flow_order *order = &dividing->session->order;
	size_t begin = 0;

	for (uint32_t run = 0; run < dividing->session->log->runs.count; run++) {
		size_t count = order->run_ends[run] - begin;

		segments_list_stays(dividing, run, order->events + begin, count);
		segments_find_starts(dividing, run, order->events + begin, count);
		begin = order->run_ends[run];
	}
	if (dividing->occupied.count > 0)
		qsort(dividing->occupied.items, dividing->occupied.count,
		      sizeof(*dividing->occupied.items), segments_by_cpu);
	for (size_t i = 1; i < dividing->occupied.count; i++) {
		struct occupied *stay = &dividing->occupied.items[i];

		if (stay->cpu == stay[-1].cpu)
			stay->before = stay[-1].before + (stay[-1].end - stay[-1].begin);
	}
}

/* How long the CPU was occupied before a time. */
static uint64_t segments_occupied_until(const struct dividing *dividing, uint64_t cpu,
					uint64_t time)
{
	size_t low = 0, high = dividing->occupied.count;
	const struct occupied *stay;

	while (low < high) {
		size_t middle = (low + high) / 2;

		stay = &dividing->occupied.items[middle];
		if (stay->cpu < cpu || (stay->cpu == cpu && stay->begin <= time))
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || dividing->occupied.items[low - 1].cpu != cpu)
		return 0;
	stay = &dividing->occupied.items[low - 1];
	return stay->before + (stay->end < time ? stay->end : time) - stay->begin;
}

/* ---- Segments ---- */

static void segments_add(struct dividing *dividing, enum flow_segment_kind kind, const char *thread,
			 const char *object, uint64_t ticks)
{
	struct flow_segments *segments = dividing->segments;
	struct flow_segment segment = {dividing->run, kind, thread, object, ticks};

	if (ticks == 0)
		return;
	for (size_t i = dividing->first; i < segments->count; i++) {
		struct flow_segment *known = &segments->items[i];

		if (known->kind == kind && strcmp(known->thread, thread) == 0 &&
		    strcmp(known->object, object) == 0) {
			known->ticks += ticks;
			return;
		}
	}
	FLOW_LIST_ADD(*segments, segment);
}

/* What is in use on an arc. */
struct arc_use {
	const char *device, *lock, *port;       /* NULL: none */
	bool on_cpu, in_kernel, in_interrupt, is_ready;
};

/* A queue follows its device or lock. Other queues are ports. */
static void segments_add_queue(struct arc_use *in_use, const struct flow_log *log,
			       const struct flow_named *queue)
{
	const struct flow_named *owner = flow_names_find(&log->objects, queue->run, queue->node,
							 (uint16_t)(queue->number - 1));

	if (strcmp(queue->name, OBJECT_RUN_QUEUE) == 0)
		in_use->is_ready = true;
	else if (owner != NULL && owner->class == FLOW_DEVICE)
		in_use->device = owner->name;
	else if (owner != NULL && owner->class == FLOW_LOCK)
		in_use->lock = owner->name;
	else
		in_use->port = queue->name;
}

static struct arc_use segments_in_use(const struct flow_usage *use, flow_state state)
{
	struct arc_use in_use = {0};

	for (size_t bit = 0; bit < use->objects.count; bit++) {
		const struct flow_named *object = &use->log->objects.items[use->objects.items[bit]];

		if (!flow_state_has(state, bit))
			continue;
		if (strcmp(object->name, OBJECT_INTERRUPT) == 0)
			in_use.in_interrupt = true;
		else if (object->class == FLOW_DEVICE)
			in_use.device = object->name;
		else if (object->class == FLOW_QUEUE)
			segments_add_queue(&in_use, use->log, object);
		else if (object->class == FLOW_CPU)
			in_use.on_cpu = true;
		else if (strcmp(object->name, OBJECT_KERNEL) == 0)
			in_use.in_kernel = true;
	}
	return in_use;
}

/* The kind of an arc on which the thread neither runs nor waits in a queue. */
static enum flow_segment_kind segments_in_between(const struct flow_event *begin,
						  const struct flow_event *end)
{
	switch (end->kind) {
	case FLOW_ENQUEUE:
	case FLOW_RECEIVE:
	case FLOW_RECEIVE_JOIN:
	case FLOW_UNBLOCKED:
		return FLOW_SEGMENT_MESSAGE;
	case FLOW_RESUME:
		return FLOW_SEGMENT_OTHER;
	}
	if (end->thread == 0 || begin->kind == FLOW_CREATE)
		return FLOW_SEGMENT_MESSAGE;
	return begin->kind == FLOW_DEVICE_END ? FLOW_SEGMENT_INTERRUPT : FLOW_SEGMENT_SCHEDULER;
}

static void segments_add_ready(struct dividing *dividing, const struct flow_sums_arc *arc,
			       const char *thread)
{
	uint64_t cpu = dividing->started_on[arc->end], behind = 0;

	if (cpu != 0)
		behind = segments_occupied_until(dividing, cpu, arc->from + arc->ticks) -
			 segments_occupied_until(dividing, cpu, arc->from);
	segments_add(dividing, FLOW_SEGMENT_READY, thread, "-", behind);
	segments_add(dividing, FLOW_SEGMENT_SCHEDULER, thread, "-", arc->ticks - behind);
}

static void segments_visit(void *context, const struct flow_usage *use, flow_state state,
			   const struct flow_sums_arc *arc)
{
	struct dividing *dividing = context;
	const struct flow_log *log = dividing->session->log;
	const struct flow_event *begin = &log->events.items[arc->begin];
	const struct flow_event *end = &log->events.items[arc->end];
	const struct flow_named *named = flow_names_find(&log->threads, use->run, end->node,
							 end->thread);
	const char *thread = named != NULL ? named->name : "-";
	struct arc_use in_use = segments_in_use(use, state);

	if (use->run != dividing->run)
		dividing->first = dividing->segments->count;    /* runs follow each other */
	dividing->run = use->run;
	dividing->segments->interactions[use->run] += begin->kind == FLOW_ACTION;
	dividing->segments->response_ticks[use->run] += arc->ticks;
	if (in_use.device != NULL)
		segments_add(dividing, FLOW_SEGMENT_DEVICE, thread, in_use.device, arc->ticks);
	else if (in_use.lock != NULL)
		segments_add(dividing, FLOW_SEGMENT_LOCK, thread, in_use.lock, arc->ticks);
	else if (in_use.port != NULL)
		segments_add(dividing, FLOW_SEGMENT_PORT, thread, in_use.port, arc->ticks);
	else if (in_use.in_interrupt)
		segments_add(dividing, FLOW_SEGMENT_INTERRUPT, thread, "-", arc->ticks);
	else if (in_use.is_ready)
		segments_add_ready(dividing, arc, thread);
	else if (in_use.on_cpu)
		segments_add(dividing, in_use.in_kernel ? FLOW_SEGMENT_CALL : FLOW_SEGMENT_WORK,
			     thread, "-", arc->ticks);
	else
		segments_add(dividing, segments_in_between(begin, end), thread, "-", arc->ticks);
}

/* The segments of each run are its response times, and those of all runs the networks'. */
static void segments_prove(const struct flow_segments *segments, size_t runs, uint64_t networks)
{
	uint64_t *sums = xcalloc(runs + 1, sizeof(*sums)), all = 0;

	for (size_t i = 0; i < segments->count; i++)
		sums[segments->items[i].run] += segments->items[i].ticks;
	for (size_t run = 0; run < runs; run++) {
		proof_require(sums[run] == segments->response_ticks[run],
			      "the segments of run %zu add up to %" PRIu64 " ticks, and not to its "
			      "response times of %" PRIu64, run + 1, sums[run],
			      segments->response_ticks[run]);
		all += sums[run];
	}
	free(sums);
	proof_require(all == networks, "the segments add up to %" PRIu64 " ticks, and not to the "
		      "networks' response times of %" PRIu64, all, networks);
}

void flow_segments_make(struct flow_session *session, const uint8_t *picked,
			struct flow_segments *segments)
{
	struct dividing dividing = {.session = session, .segments = segments};
	const struct flow_log *log = session->log;
	const struct flow_sums_request request = {
		.picked = picked, .run = FLOW_NONE, .visit = segments_visit, .all_objects = true,
		.context = &dividing,
	};
	uint64_t none;
	struct flow_sums sums = {.state_ticks = &none};

	*segments = (struct flow_segments){
		.interactions = xcalloc(log->runs.count + 1, sizeof(uint64_t)),
		.response_ticks = xcalloc(log->runs.count + 1, sizeof(uint64_t)),
	};
	dividing.started_on = xcalloc(log->events.count + 1, sizeof(*dividing.started_on));
	segments_list_occupied(&dividing);
	flow_sums_make(session, &request, &sums);
	segments_prove(segments, log->runs.count, sums.response_ticks);
	free(dividing.started_on);
	free(dividing.occupied.items);
}

void flow_segments_free(struct flow_segments *segments)
{
	free(segments->items);
	free(segments->interactions);
	free(segments->response_ticks);
	*segments = (struct flow_segments){0};
}
