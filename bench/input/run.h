/* SPDX-License-Identifier: MIT */
/* One run of an application that takes input messages from a queue: what platform_input_run is
 * given. */
#ifndef BENCH_INPUT_RUN_H
#define BENCH_INPUT_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/input/log.h"

struct idle_trace;

#define INPUT_STEP_BYTES_MAX 8
#define INPUT_MESSAGES_MAX 100000

/* How fast input comes: as a person makes it, at a script's pace, or as fast as it is taken. */
enum input_pace {INPUT_BY_PERSON, INPUT_PACED, INPUT_FAST};

/* INPUT_SYNC is none: a step without bytes, which puts MESSAGE_CODE_SYNC in the queue as a test
 * driver does. */
enum input_device {INPUT_KEYBOARD, INPUT_MOUSE, INPUT_SYNC};

/* What the machine sends to itself: after a pause, bytes as if from a device, each with an
 * interrupt of its own. */
struct input_step {
	uint32_t pause_us;              /* since the step before was due, or since the begin */
	uint8_t device;                 /* enum input_device */
	uint8_t count;
	uint8_t bytes[INPUT_STEP_BYTES_MAX];
};

struct message {
	uint32_t number;                /* from 1, in the order they entered the queue */
	uint32_t code;                  /* lib/event/message_log.h: of a device's message */
};

struct input_run {
	const struct input_step *steps;
	uint32_t step_count;            /* 0: input comes from outside */
	bool paced;                     /* keep the pauses; else send as fast as bytes are taken */

	/* Takes messages by platform_message_get and ends when it has enough; the run ends with
	 * it. Called with interrupts on or off; input comes in while they are on, which every
	 * platform_message_… function and platform_device_wait leaves them. */
	void (*application)(void *argument);
	void *argument;

	struct idle_trace *trace;       /* of the idle loop, IDLE_POLL; its duration bounds it */
	struct message_log *log;
};

#endif
