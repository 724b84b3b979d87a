/* SPDX-License-Identifier: MIT */
/* Records a message log while an application runs, and writes it afterwards. */
#ifndef BENCH_INPUT_LOG_H
#define BENCH_INPUT_LOG_H

#include <stdint.h>

#include "lib/event/message_log.h"

struct bench_ctx;

struct message_log {
	struct message_event *events;
	uint32_t capacity, count;
	uint64_t lost;                  /* events that did not fit, the newest ones */
	uint64_t begin_tsc, end_tsc;
	uint64_t dropped;               /* messages dropped because the queue was full */
	uint64_t stray_bytes;           /* device bytes that belong to no message */
	uint64_t unexpected;            /* interrupts that had no handler or brought no byte */
};

/* Allocate memory for capacity events with platform_map. From setup. Returns 0, or bench_skip's
 * result. */
int message_log_open(struct bench_ctx *ctx, struct message_log *log, uint32_t capacity);

/* Empty the log. Initial state: CPU busy, user thinking. */
void message_log_begin(struct message_log *log);

/* Add an event. From the application or an interrupt handler, interrupts off. */
void message_log_add_event(struct message_log *log, const struct message_event *event);

/* End the log now. Then decide which unsuccessful peeks followed the handling of an event. */
void message_log_end(struct message_log *log);

/* Whether the last event is an unsuccessful peek by the application. Another unsuccessful peek
 * would add no information, so it is not recorded. */
bool message_log_ends_in_vain(const struct message_log *log);

/* The first event of a kind at or after an index, or NULL. */
const struct message_event *message_log_find(const struct message_log *log, uint32_t from,
					     enum message_event_kind kind);

struct think_wait;

/* Run the think/wait state machine over the log. */
void message_log_run_machine(const struct message_log *log, struct think_wait *machine);

/* Write the records of the log; source is the source of the input. Returns the log's number. Not in
 * the isolated section. */
uint64_t message_log_write(const struct bench_ctx *ctx, const struct message_log *log,
			   const char *source);

#endif
