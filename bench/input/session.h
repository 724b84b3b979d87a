/* SPDX-License-Identifier: MIT */
/* One run of an application, whoever types: what input.script, input.live and the programs of
 * bench/app/ share. */
#ifndef BENCH_INPUT_SESSION_H
#define BENCH_INPUT_SESSION_H

#include "bench/benchmark.h"
#include "bench/idle/trace.h"
#include "bench/input/application.h"
#include "bench/input/run.h"
#include "bench/input/steps.h"
#include "bench/platform.h"

struct session {
	bool is_open;
	const char *source;             /* as message_log has it */
	struct input_steps given;       /* what script_source_read has found */
	struct message_log log;
	struct idle_trace *trace;       /* NULL where no idle loop runs beside it */
	/* To be set before session_open. */
	struct application *application;
	uint32_t events_besides, interrupts_besides;    /* of what else it does, in log and trace */
	uint64_t timer_us;              /* period of its timer; 0: it has none */
};

#define SESSION_NEEDS (CAN_KEYBOARD | CAN_THREADS)

extern const char *const session_stages[];
extern const char *const session_pace_labels[];

/* Whether input comes by the keyboard controller while an idle loop runs; else the platform puts
 * messages in the queue by itself, and there is no idle loop. */
bool session_has_controller(void);

/* Memory for so many messages, and for as long as the run may take, at most a day. From setup.
 * Returns as that does. */
int session_open(struct bench_ctx *ctx, struct session *session, uint32_t messages,
		 uint64_t limit_us);

/* Let the application run until it has its messages; the run's application, trace and log are
 * filled in. A sample: returns as that does. */
int session_run(struct bench_ctx *ctx, struct session *session, struct input_run *run,
		uint64_t values[BENCH_STAGES_MAX]);

/* Write what was seen, and close it; *log is then the number of the message log. Returns false if
 * nothing was seen. From teardown. */
bool session_close(struct bench_ctx *ctx, struct session *session, uint64_t *log);

#endif
