/* SPDX-License-Identifier: MIT */
/* One run of an application with any source of input: shared by input.script, input.live and the
 * applications of bench/app/. */
#ifndef BENCH_INPUT_SESSION_H
#define BENCH_INPUT_SESSION_H

#include "bench/benchmark.h"
#include "bench/idle/trace.h"
#include "bench/input/application.h"
#include "bench/input/log.h"
#include "bench/input/run.h"
#include "bench/input/steps.h"
#include "bench/platform.h"

struct session {
	bool is_open;
	const char *source;             /* as in message_log */
	struct input_steps given;       /* from script_source_read */
	struct message_log log;
	struct idle_trace *trace;       /* NULL if no idle loop runs */
	/* Set before session_open. */
	struct application *application;
	uint32_t events_besides, interrupts_besides;    /* capacity for other events and interrupts,
							 * in log and trace */
	uint64_t timer_us;              /* period of its timer; 0: none */
};

#define SESSION_NEEDS (CAN_CLOCK | CAN_KEYBOARD | CAN_THREADS)

extern const char *const session_stages[];
extern const char *const session_pace_labels[];

/* Whether input comes from the keyboard controller while an idle loop runs. If not, the platform
 * adds messages to the queue itself, without an idle loop. */
bool session_has_controller(void);

/* Allocate memory for that number of messages and a run of limit_us, at most a day. Call from
 * setup. Returns like setup. */
int session_open(struct bench_ctx *ctx, struct session *session, uint32_t messages,
		 uint64_t limit_us);

/* Run the application until it has received its messages. Fills in the run's application, trace and
 * log. Returns like a sample function. */
int session_run(struct bench_ctx *ctx, struct session *session, struct input_run *run,
		uint64_t values[BENCH_STAGES_MAX]);

/* Write the records and close the session; sets *log to the number of the message log. Returns
 * false if nothing was recorded. From teardown. */
bool session_close(struct bench_ctx *ctx, struct session *session, uint64_t *log);

#endif
