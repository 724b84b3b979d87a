/* SPDX-License-Identifier: MIT */
/* Simple input events: shared by input.keystroke, input.mouse_click and input.mouse_move. */
#ifndef BENCH_INPUT_EVENT_H
#define BENCH_INPUT_EVENT_H

#include "bench/benchmark.h"
#include "bench/idle/trace.h"
#include "bench/input/log.h"
#include "bench/input/run.h"
#include "bench/platform.h"

#define INPUT_EVENT_STEPS_MAX 3

/* Two steps with one message each. The first step is measured; the second undoes it. If the
 * application polls for the second step, both steps are measured, and a third step without effect
 * follows. */
struct input_event {
	struct input_step steps[INPUT_EVENT_STEPS_MAX];
	bool is_spun_through;
};

struct input_event_state {
	bool is_open;
	struct message_log log;
	struct idle_trace *trace;
	unsigned repeated;              /* repeated attempts in all samples */
};

extern const char *const input_event_stages[];

int input_event_setup(struct bench_ctx *ctx);
int input_event_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX]);
void input_event_teardown(struct bench_ctx *ctx);

/* Pauses before the two steps: several passes of the idle loop. */
#define INPUT_EVENT_PAUSE_US 200

#define INPUT_EVENT_BENCHMARK \
	.unit = UNIT_TSC_TICKS, \
	.stages = input_event_stages, \
	.state_bytes = sizeof(struct input_event_state), \
	.setup = input_event_setup, \
	.sample = input_event_sample, \
	.verified = "the event raised its interrupt, and the application got its message", \
	.teardown = input_event_teardown

#endif
