/* SPDX-License-Identifier: MIT */
/* The complete state machine that separates think time from wait time: "Using Latency to Evaluate
 * Computer System Performance", figure 2. Its inputs are: CPU busy, messages in the queue,
 * application waits for a device, device busy.
 *
 * The user waits from the time when a message is queued, or the application waits for a device,
 * until the message is handled. The message is handled when the queue is empty, no device is waited
 * for, and the application is ready for the next message (message_event_is_ready) or the CPU is
 * idle ("Monitoring the Message API").
 *
 * If the CPU is busy while the user thinks, it does background work, and the user still thinks. If
 * a device works without being waited for, its asynchronous I/O is counted, but is never wait time
 * ("Idle Loop Instrumentation"; figure 2 omits it). A message of the application's own timer, such
 * as an animation, is not wait time either. */
#ifndef LIB_EVENT_THINK_WAIT_H
#define LIB_EVENT_THINK_WAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/event/message_log.h"

/* The inputs as bits. */
#define THINK_WAIT_BUSY 1u
#define THINK_WAIT_QUEUED 2u
#define THINK_WAIT_IO 4u
#define THINK_WAIT_DEVICE 8u
#define THINK_WAIT_INPUTS 16

enum think_wait_state {STATE_THINK, STATE_WAIT, THINK_WAIT_STATES};

struct think_wait {
	enum think_wait_state state;
	unsigned inputs;
	uint64_t last_tsc;              /* time up to which ticks are counted */
	uint64_t ticks[THINK_WAIT_STATES][THINK_WAIT_INPUTS];
	uint64_t waits;                 /* transitions from think to wait */
	uint32_t timers;                /* messages of a timer in the queue */
	uint32_t under_way, under_way_most;     /* requests at a device: now, and the most so far */
};

/* Start: CPU busy, queue empty, no device waited for or busy, user thinking. */
void think_wait_begin(struct think_wait *machine, uint64_t tsc);

/* Advance to an event and apply it. An event in the past applies now. */
void think_wait_step(struct think_wait *machine, const struct message_event *event);

/* Advance to a time. */
void think_wait_end(struct think_wait *machine, uint64_t tsc);

/* Ticks in one state, over all inputs. */
uint64_t think_wait_ticks(const struct think_wait *machine, enum think_wait_state state);

/* Ticks in which a device worked without being waited for: asynchronous I/O. */
uint64_t think_wait_asynchronous_ticks(const struct think_wait *machine);

#endif
