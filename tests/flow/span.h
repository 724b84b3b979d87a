/* SPDX-License-Identifier: MIT */
/* Actions of a sub-task of a random network during a span of time; for random.c. */
#ifndef TESTS_FLOW_SPAN_H
#define TESTS_FLOW_SPAN_H

#include "tests/flow/random.h"

/* Spans below this are not divided further. */
#define SHORTEST_SPLIT 400
/* Between the events of a hand-over. */
#define STEP 4
#define PORT 101
#define DISK_QUEUE 102
#define DISK 103
#define FIRST_SOFTWARE 110
#define SOFTWARE_COUNT 6

/* Part of a sub-task: its actions between two times, inclusive. */
struct span {
	uint32_t subtask;
	uint16_t thread;
	uint64_t from, to;
	uint32_t budget; /* events, about */
	bool critical;
};

/* A random number below a limit. */
uint32_t span_below(struct flow_generator *generator, uint64_t limit);

/* Add an event; its CPU follows from its thread. */
void span_write(struct flow_generator *generator, const struct flow_event *event);

uint32_t span_new_subtask(struct flow_generator *generator);

/* Hand work over to another sub-task, and start that. */
void span_fork(struct flow_generator *generator, struct span span, uint32_t other,
	       bool by_message);
void span_begin_other(struct flow_generator *generator, struct span other, bool by_message);

/* Fill a span with events, about as many as its budget. */
void span_fill(struct flow_generator *generator, struct span span);

#endif
