/* SPDX-License-Identifier: MIT */
/* A session with external input: from a user, or from a host that follows a script. */
#ifndef BENCH_INPUT_LIVE_H
#define BENCH_INPUT_LIVE_H

#include "bench/input/session.h"

/* The benchmark's only axis: source and speed of the input. */
extern const struct axis live_axes[];

/* Time limit of a point, above the default time for a user. */
#define LIVE_LIMIT_MS 70000

/* Setup function. The session's application must be set. Announces that input may arrive. */
int live_open(struct bench_ctx *ctx, struct session *session);

/* Sample function, with session_stages. */
int live_run(struct bench_ctx *ctx, struct session *session, uint64_t values[BENCH_STAGES_MAX]);

#endif
