/* SPDX-License-Identifier: MIT */
/* The state machine that tells think time from wait time: "Using Latency to Evaluate Computer
 * System Performance", figure 2, whole. Its inputs are whether the CPU is busy, whether messages
 * are in the queue, whether the application waits for a device, and whether a device is at work.
 *
 * The user waits from the moment a message is queued, or the application waits for a device, until
 * the message is handled: the queue is empty, no device is waited for, and the application has
 * asked for the next message, or looked for one and found none, or the CPU is idle ("Monitoring the
 * Message API": asking and looking alike say that it is prepared to accept a new event). A CPU that
 * is busy while the user thinks does background work, and the user goes on thinking. So does a
 * device that is at work while nobody waits for it: input and output that are asynchronous are
 * counted, and never make the user wait ("Idle Loop Instrumentation", where figure 2 leaves them
 * out). Nor does a message of the application's own timer: nobody asks for what is animated. */
#ifndef LIB_EVENT_THINK_WAIT_H
#define LIB_EVENT_THINK_WAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/event/message_log.h"

/* The inputs as bits of one number. */
#define THINK_WAIT_BUSY 1u
#define THINK_WAIT_QUEUED 2u
#define THINK_WAIT_IO 4u
#define THINK_WAIT_DEVICE 8u
#define THINK_WAIT_INPUTS 16

enum think_wait_state {STATE_THINK, STATE_WAIT, THINK_WAIT_STATES};

struct think_wait {
	enum think_wait_state state;
	unsigned inputs;
	uint64_t last_tsc;              /* ticks are counted up to here */
	uint64_t ticks[THINK_WAIT_STATES][THINK_WAIT_INPUTS];
	uint64_t waits;                 /* times that it went from think to wait */
	uint32_t timers;                /* messages of a timer in the queue */
	uint32_t under_way, under_way_most;     /* requests that a device has: its queue's length */
};

/* The CPU is busy, the queue empty, no device waited for or at work, the user thinks. */
void think_wait_begin(struct think_wait *machine, uint64_t tsc);

/* Time goes on to the event, which comes into force. An event in the past is one of now. */
void think_wait_step(struct think_wait *machine, const struct message_event *event);

/* Time goes on. */
void think_wait_end(struct think_wait *machine, uint64_t tsc);

/* Ticks in one state, all inputs together. */
uint64_t think_wait_ticks(const struct think_wait *machine, enum think_wait_state state);

/* Ticks in which a device was at work and the application did not wait for it: asynchronous input
 * and output. */
uint64_t think_wait_asynchronous_ticks(const struct think_wait *machine);

#endif
