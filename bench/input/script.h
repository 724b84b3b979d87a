/* SPDX-License-Identifier: MIT */
/* A session with a script as input. The script belongs to the machine or to the benchmark. */
#ifndef BENCH_INPUT_SCRIPT_H
#define BENCH_INPUT_SCRIPT_H

#include "bench/input/session.h"

struct script {
	struct session session;
	const struct input_step *steps;
	uint32_t step_count;
};

/* A benchmark's own script. */
struct script_plan {
	const char *text;               /* in the format of bench/input/steps.h */
	uint64_t step_us;               /* upper limit of the application's work per step */
};

/* The benchmark's only axis: the pace. */
extern const struct axis script_axes[];

/* Setup function. The session's application must be set. */
int script_open(struct bench_ctx *ctx, struct script *script, const struct script_plan *plan);

/* Sample function, with session_stages. is_paced says whether to keep the pauses of the script. */
int script_play(struct bench_ctx *ctx, struct script *script, bool is_paced,
		uint64_t values[BENCH_STAGES_MAX]);

/* Like script_play(), at the pace of the point. */
int script_run(struct bench_ctx *ctx, struct script *script, uint64_t values[BENCH_STAGES_MAX]);

#endif
