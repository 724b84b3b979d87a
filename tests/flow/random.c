/* SPDX-License-Identifier: MIT */
/* Complete networks, from the action to the last sink, and their log. */
#include "tests/flow/random.h"

#include <stdio.h>
#include <string.h>

#include "tests/flow/span.h"
#include "tools/base/alloc.h"

/* Ticks per event of the budget, so that spans have room for their events. */
#define TICKS_PER_EVENT 64
#define RUN_QUEUE 100
#define THREADS_NAMED 256

/* The last sink: that of the first sub-task, or of its successor after a hand-over. */
static void write_end(struct flow_generator *generator, struct span span)
{
	struct flow_event event = {
		.time = span.to + STEP,
		.subtask = span.subtask,
		.thread = span.thread,
		.kind = FLOW_FINISH,
	};

	if (span_below(generator, 2) == 0) {
		struct span other = {
			.subtask = span_new_subtask(generator),
			.thread = (uint16_t)(span.thread + 1),
			.from = span.to + 6 * STEP,
			.to = span.to + 6 * STEP + SHORTEST_SPLIT / 2,
			.critical = true,
		};

		span.from = span.to;
		span_fork(generator, span, other.subtask, true);
		event.time = span.to + 2 * STEP;
		span_write(generator, &event);
		span_begin_other(generator, other, true);
		span_fill(generator, other);
		event.time = other.to + STEP;
		event.subtask = other.subtask;
		event.thread = other.thread;
	}
	span_write(generator, &event);
	generator->made->ticks = event.time;
}

void flow_random_make(struct flow_generator *generator, uint64_t begin, uint32_t events,
		      uint16_t first_thread, struct flow_random *made)
{
	struct span span = {
		.subtask = span_new_subtask(generator),
		.thread = first_thread,
		.from = begin + STEP,
		.to = begin + 16 * STEP + (uint64_t)events * TICKS_PER_EVENT,
		.budget = events,
		.critical = true,
	};
	const struct flow_event action = {
		.time = begin,
		.subtask = span.subtask,
		.thread = first_thread,
		.kind = FLOW_ACTION,
		.object = PORT,
	};

	generator->made = made;
	generator->thread = first_thread;
	made->source = span.subtask;
	made->path.count = 0;
	span_write(generator, &action);
	span_fill(generator, span);
	write_end(generator, span);
	made->ticks -= begin;
}

static void random_add_object(struct flow_log *log, uint16_t number, enum flow_class class,
			      const char *name)
{
	const struct flow_named object = {.number = number, .class = class, .name = name};

	flow_names_add(&log->objects, &object);
}

static void random_add_thread(struct flow_log *log, uint16_t number)
{
	struct flow_named thread = {.number = number};
	char name[16];

	snprintf(name, sizeof(name), "t%u", number);
	thread.name = memcpy(xarena_alloc(&log->arena, sizeof(name)), name, sizeof(name));
	flow_names_add(&log->threads, &thread);
}

struct flow_log *flow_random_log(uint8_t cpus)
{
	static const char *const software[SOFTWARE_COUNT] = {
		"editor", "shell", "ingres", "files", "spelling", "network",
	};
	struct flow_log *log = flow_log_new("generated", cpus);

	random_add_object(log, RUN_QUEUE, FLOW_QUEUE, "run_queue");
	random_add_object(log, PORT, FLOW_QUEUE, "port");
	random_add_object(log, DISK_QUEUE, FLOW_QUEUE, "disk_queue");
	random_add_object(log, DISK, FLOW_DEVICE, "disk");
	for (uint16_t i = 0; i < SOFTWARE_COUNT; i++)
		random_add_object(log, FIRST_SOFTWARE + i, FLOW_SOFTWARE, software[i]);
	for (uint16_t i = 1; i <= THREADS_NAMED; i++)
		random_add_thread(log, i);
	return log;
}
