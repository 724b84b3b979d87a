/* SPDX-License-Identifier: MIT */
/* Keeping a message log while an application runs, and writing it when it has ended. */
#ifndef BENCH_INPUT_LOG_H
#define BENCH_INPUT_LOG_H

#include <stdint.h>

#include "lib/event/message_log.h"

struct bench_ctx;

struct message_log {
	struct message_event *events;
	uint32_t capacity, count;
	uint64_t lost;                  /* events that found no room: the newest */
	uint64_t begin_tsc, end_tsc;
	uint64_t dropped;               /* messages that found the queue full */
	uint64_t stray_bytes;           /* of the devices, that belong to no message */
	uint64_t unexpected;            /* interrupts without a handler, or without a byte */
};

/* Give it memory for so many events, which platform_map takes back. From setup. Returns 0, or what
 * bench_skip returned. */
int message_log_open(struct bench_ctx *ctx, struct message_log *log, uint32_t capacity);

/* Empty it. The CPU is busy, and the user thinks. */
void message_log_begin(struct message_log *log);

/* Take down an event. From the application or an interrupt handler, interrupts off. */
void message_log_add_event(struct message_log *log, const struct message_event *event);

/* Whether the last event is that of an application that looked for a message and found none.
 * Looking again says nothing new, and is not taken down. */
bool message_log_ends_in_vain(const struct message_log *log);

/* The first event of a kind at or after the index, or NULL. */
const struct message_event *message_log_find(const struct message_log *log, uint32_t from,
					     enum message_event_kind kind);

struct think_wait;

/* Run the state machine over it. */
void message_log_run_machine(const struct message_log *log, struct think_wait *machine);

/* Write its records; source says where the input came from. Returns its number in the stream. Not
 * in the isolated section. */
uint64_t message_log_write(const struct bench_ctx *ctx, const struct message_log *log,
			   const char *source);

#endif
