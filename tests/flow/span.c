/* SPDX-License-Identifier: MIT */
/* Builds a network by filling spans of time with uses of objects, consecutive spans, or work of
 * other sub-tasks. At each join, a random choice decides which sub-task arrives last; the other's
 * span ends earlier. So the critical path is known from the start. At some joins neither side
 * waits: the path is then that of the later side, and of the sub-task that continues if both ended
 * at one time. */
#include "tests/flow/span.h"

/* Events of a hand-over, and of a span without one. */
#define HANDING_EVENTS 6
#define ALONE_EVENTS 2

uint32_t span_below(struct flow_generator *generator, uint64_t limit)
{
	return rng_below(&generator->rng, limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX);
}

void span_write(struct flow_generator *generator, const struct flow_event *event)
{
	struct flow_event added = *event;

	added.cpu = (uint8_t)(event->subtask % generator->cpus);
	if (event->thread != 0)
		added.cpu = (uint8_t)(event->thread % generator->cpus);
	FLOW_LIST_ADD(generator->log->events, added);
}

uint32_t span_new_subtask(struct flow_generator *generator)
{
	generator->sequence = generator->sequence % FLOW_SEQUENCE_MAX + 1;
	return flow_subtask(0, generator->sequence);
}

/* The critical path continues in a sub-task. */
static void note_critical(struct flow_generator *generator, uint32_t subtask)
{
	struct flow_random *made = generator->made;

	if (made->path.count == 0 || made->path.items[made->path.count - 1] != subtask)
		FLOW_LIST_ADD(made->path, subtask);
}

/* ---- Spans without hand-over ---- */

static void use_object(struct flow_generator *generator, struct span span)
{
	uint64_t length = span.to - span.from;
	struct flow_event event = {
		.time = span.from + 1 + span_below(generator, length / 2),
		.subtask = span.subtask,
		.thread = span.thread,
		.kind = FLOW_BEGIN_USE,
		.object = (uint16_t)(FIRST_SOFTWARE + span_below(generator, SOFTWARE_COUNT)),
	};

	span_write(generator, &event);
	event.kind = FLOW_END_USE;
	event.time += 1 + span_below(generator, span.to - event.time - 2);
	span_write(generator, &event);
}

static void use_disk(struct flow_generator *generator, struct span span)
{
	uint64_t step = (span.to - span.from) / 4;
	struct flow_event event = {
		.time = span.from + step,
		.subtask = span.subtask,
		.thread = span.thread,
		.kind = FLOW_REQUEST,
		.object = DISK_QUEUE,
	};

	span_write(generator, &event);
	event.kind = FLOW_DEVICE_START;
	event.time += step;
	event.object = DISK;
	event.other = DISK_QUEUE;
	span_write(generator, &event);
	event.kind = FLOW_DEVICE_END;
	event.time += step;
	event.other = 0;
	span_write(generator, &event);
}

static void work_alone(struct flow_generator *generator, struct span span)
{
	if (span.to - span.from < 16)
		return;
	if (span_below(generator, 3) == 0)
		use_disk(generator, span);
	else
		use_object(generator, span);
}

/* ---- Spans with work of another sub-task ---- */

/* The other thread's part: started by a message, or in a new thread. */
void span_begin_other(struct flow_generator *generator, struct span other, bool by_message)
{
	struct flow_event event = {.subtask = other.subtask, .kind = FLOW_ENQUEUE, .object = PORT};

	if (!by_message)
		return;
	event.time = other.from - 2 * STEP;
	span_write(generator, &event);
	event.time = other.from - STEP;
	event.thread = other.thread;
	event.kind = FLOW_RECEIVE;
	span_write(generator, &event);
}

/* The other thread's answer: a message sent before its end. Returns its sub-task. */
static uint32_t write_answer(struct flow_generator *generator, struct span other)
{
	uint32_t reply = span_new_subtask(generator);
	struct flow_event event = {
		.time = other.to,
		.subtask = other.subtask,
		.other = reply,
		.thread = other.thread,
		.kind = FLOW_SEND,
		.object = PORT,
	};

	span_write(generator, &event);
	if (other.critical)
		note_critical(generator, reply);
	event.time += STEP;
	event.kind = FLOW_FINISH;
	event.object = 0;
	event.other = 0;
	span_write(generator, &event);
	return reply;
}

/* The first sub-task to arrive at a join waits, unless neither side does. */
static void write_arrival(struct flow_generator *generator, struct flow_event event,
			  enum flow_kind kind, uint64_t time, bool waits)
{
	event.time = time;
	event.kind = (uint8_t)kind;
	event.flags = waits ? FLOW_BLOCKED : 0;
	span_write(generator, &event);
}

/* The other sub-task ends. Returns the sub-task to be joined. */
static uint32_t end_other(struct flow_generator *generator, struct span other, bool by_message,
			  bool is_last, bool waits)
{
	struct flow_event event = {
		.time = other.to,
		.subtask = other.subtask,
		.thread = other.thread,
		.kind = FLOW_EXIT,
		.flags = waits && !is_last ? FLOW_BLOCKED : 0,
	};

	if (!by_message) {
		span_write(generator, &event);
		return other.subtask;
	}
	event = (struct flow_event){.subtask = write_answer(generator, other), .object = PORT};
	if (!is_last)
		write_arrival(generator, event, FLOW_ENQUEUE, other.to + 2 * STEP, waits);
	return event.subtask;
}

void span_fork(struct flow_generator *generator, struct span span, uint32_t other,
		       bool by_message)
{
	const struct flow_event event = {
		.time = span.from + STEP,
		.subtask = span.subtask,
		.other = other,
		.thread = span.thread,
		.kind = by_message ? FLOW_SEND : FLOW_CREATE,
		.object = by_message ? PORT : 0,
	};

	span_write(generator, &event);
}

static void write_join(struct flow_generator *generator, struct span span, uint32_t ended,
		       bool by_message)
{
	const struct flow_event event = {
		.time = span.to - STEP,
		.subtask = span.subtask,
		.other = ended,
		.thread = span.thread,
		.kind = by_message ? FLOW_RECEIVE_JOIN : FLOW_THREAD_JOIN,
		.object = by_message ? PORT : 0,
	};

	span_write(generator, &event);
}

/* Fork at the beginning of the span and join at its end. */
static void work_with_other(struct flow_generator *generator, struct span span)
{
	bool by_message = span_below(generator, 2) == 0;
	bool other_is_last = span_below(generator, 2) == 0;
	bool waits = span_below(generator, 3) != 0;
	bool is_tied = !waits && span_below(generator, 3) == 0;
	uint64_t join = span.to - STEP, length = span.to - span.from;
	uint64_t earlier = join - 4 * STEP - span_below(generator, length / 4);
	struct span own = span, other = {
					.subtask = span_new_subtask(generator),
					.thread = ++generator->thread,
					.from = span.from + 6 * STEP,
					.to = join - 2 * STEP,
					.budget = span.budget / 2,
					.critical = span.critical && other_is_last && !is_tied,
				};
	const struct flow_event arriving = {
		.subtask = span.subtask,
		.thread = span.thread,
		.object = by_message ? PORT : 0,
	};
	uint32_t ended;

	own.budget = span.budget - other.budget;
	own.from = span.from + 2 * STEP;
	own.to = join - 2 * STEP;
	own.critical = span.critical && !other.critical;
	if (is_tied)
		other_is_last = true;   /* its last event is at the time of the other side's */
	else if (other_is_last)
		own.to = earlier;
	else
		other.to = earlier - 2 * STEP;
	span_fork(generator, span, other.subtask, by_message);
	span_begin_other(generator, other, by_message);
	span_fill(generator, own);
	span_fill(generator, other);
	ended = end_other(generator, other, by_message, other_is_last, waits);
	if (other_is_last || !waits)
		write_arrival(generator, arriving, waits ? FLOW_WAIT : FLOW_POLL, own.to, waits);
	write_join(generator, span, ended, by_message);
	if (span.critical)
		note_critical(generator, span.subtask);
	generator->thread--;
}

/* A blocking send: the receiver releases the sender, and continues with its own work. */
static void work_blocked(struct flow_generator *generator, struct span span)
{
	uint64_t middle = span.from + (span.to - span.from) / 2;
	struct span other = {
		.subtask = span_new_subtask(generator),
		.thread = ++generator->thread,
		.from = span.from + 6 * STEP,
		.to = middle,
		.budget = span.budget / 3,
		.critical = span.critical,
	};
	struct flow_event event = {
		.time = span.from + STEP,
		.subtask = span.subtask,
		.other = other.subtask,
		.thread = span.thread,
		.kind = FLOW_SEND,
		.object = PORT,
		.flags = FLOW_BLOCKED,
	};

	span_write(generator, &event);
	span_begin_other(generator, other, true);
	span_fill(generator, other);
	event = (struct flow_event){
		.time = middle,
		.subtask = other.subtask,
		.other = span_new_subtask(generator),
		.thread = other.thread,
		.kind = FLOW_UNBLOCK,
	};
	span_write(generator, &event);
	event = (struct flow_event){
		.time = middle + 2 * STEP,
		.subtask = span.subtask,
		.other = event.other,
		.thread = span.thread,
		.kind = FLOW_UNBLOCKED,
	};
	span_write(generator, &event);
	if (span.critical) {
		note_critical(generator, event.other);
		note_critical(generator, span.subtask);
	}
	other.from = middle + STEP;
	other.to = span.to - 2 * STEP;
	other.critical = false;
	span_fill(generator, other);
	event = (struct flow_event){
		.time = other.to,
		.subtask = other.subtask,
		.thread = other.thread,
		.kind = FLOW_FINISH,
	};
	span_write(generator, &event);
	span.from = middle + 3 * STEP;
	span.budget -= 2 * other.budget;
	span_fill(generator, span);
	generator->thread--;
}

/* A message without a waiting receiver. */
static void work_in_parallel(struct flow_generator *generator, struct span span)
{
	struct span other = {
		.subtask = span_new_subtask(generator),
		.thread = ++generator->thread,
		.from = span.from + 6 * STEP,
		.to = span.to - STEP,
		.budget = span.budget / 2,
	};
	const struct flow_event finish = {
		.time = other.to,
		.subtask = other.subtask,
		.thread = other.thread,
		.kind = FLOW_FINISH,
	};

	span_fork(generator, span, other.subtask, true);
	span_begin_other(generator, other, true);
	span_fill(generator, other);
	span_write(generator, &finish);
	span.from += 2 * STEP;
	span.budget -= other.budget;
	span_fill(generator, span);
	generator->thread--;
}

/* The choice of span_fill() with this index. */
#define IN_SEQUENCE 4

static void work_in_sequence(struct flow_generator *generator, struct span span)
{
	uint64_t quarter = (span.to - span.from) / 4;
	uint64_t middle = span.from + quarter + span_below(generator, 2 * quarter);
	struct span second = span;

	second.from = middle;
	second.budget = (uint32_t)(span.budget * (span.to - middle) / (span.to - span.from));
	span.to = middle;
	span.budget -= second.budget;
	span_fill(generator, span);
	span_fill(generator, second);
}

void span_fill(struct flow_generator *generator, struct span span)
{
	uint32_t kind;

	if (span.critical)
		note_critical(generator, span.subtask);
	if (span.to - span.from < SHORTEST_SPLIT || span.budget <= ALONE_EVENTS) {
		work_alone(generator, span);
		return;
	}
	kind = span.budget > 2 * HANDING_EVENTS ? span_below(generator, 8) : IN_SEQUENCE;
	if (kind < IN_SEQUENCE)
		span.budget -= HANDING_EVENTS;
	switch (kind) {
	case 0:
		work_blocked(generator, span);
		break;
	case 1:
		work_in_parallel(generator, span);
		break;
	case 2:
	case 3:
		work_with_other(generator, span);
		break;
	default:
		work_in_sequence(generator, span);
		break;
	}
}
