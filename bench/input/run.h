/* SPDX-License-Identifier: MIT */
/* One run of an application that takes input messages from a queue: the argument of
 * platform_input_run. */
#ifndef BENCH_INPUT_RUN_H
#define BENCH_INPUT_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/event/message_log.h"

struct idle_trace;
struct message_log;

#define INPUT_STEP_BYTES_MAX 8
#define INPUT_MESSAGES_MAX 100000

/* Speed of the input: as a user types, with the pauses of the script, or as fast as input is
 * accepted. */
enum input_pace {INPUT_BY_PERSON, INPUT_PACED, INPUT_FAST};

/* INPUT_SYNC is no device: a step without bytes that puts MESSAGE_CODE_SYNC in the queue, like a
 * test driver. */
enum input_device {INPUT_KEYBOARD, INPUT_MOUSE, INPUT_SYNC};

/* Input that the machine sends to itself: after a pause, bytes as if from a device, each with its
 * own interrupt. */
struct input_step {
	uint32_t pause_us;              /* since the due time of the previous step, or since the
					 * start */
	uint8_t device;                 /* enum input_device */
	uint8_t count;
	uint8_t bytes[INPUT_STEP_BYTES_MAX];
};

struct message {
	uint32_t number;                /* from 1, in queue order */
	uint32_t code;                  /* of a device's message, see lib/event/message_log.h */
};

struct input_run {
	const struct input_step *steps;
	uint32_t step_count;            /* 0: external input */
	bool paced;                     /* keep the pauses; otherwise send as fast as bytes are
					 * accepted */

	/* Takes messages with platform_message_get and returns after enough messages, which ends
	 * the run. Called with interrupts on or off. Input arrives while interrupts are on; every
	 * platform_message_… function and platform_device_wait leaves them on. */
	void (*application)(void *argument);
	void *argument;

	struct idle_trace *trace;       /* of the idle loop, IDLE_POLL; its duration limits the
					 * run */
	struct message_log *log;
};

#endif
