/* SPDX-License-Identifier: MIT */
/* A session whose input is a script: that which the machine was given, or a benchmark's own. */
#ifndef BENCH_INPUT_SCRIPT_H
#define BENCH_INPUT_SCRIPT_H

#include "bench/input/session.h"

struct script {
	struct session session;
	const struct input_step *steps;
	uint32_t step_count;
};

/* What a benchmark has of its own. */
struct script_plan {
	const char *text;               /* in the format of bench/input/steps.h */
	uint64_t step_us;               /* more than the application needs for a step */
};

/* An axis of the paces, the only one of the benchmark. */
extern const struct axis script_axes[];

/* Setup. The session's application has to be set. Returns as setup does. */
int script_open(struct bench_ctx *ctx, struct script *script, const struct script_plan *plan);

/* A sample, of session_stages, with the script's pauses or without. */
int script_play(struct bench_ctx *ctx, struct script *script, bool is_paced,
		uint64_t values[BENCH_STAGES_MAX]);

/* The same, as the axis of paces says. */
int script_run(struct bench_ctx *ctx, struct script *script, uint64_t values[BENCH_STAGES_MAX]);

#endif
