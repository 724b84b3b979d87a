/* SPDX-License-Identifier: MIT */
/* A session whose input comes from outside, by a person or by a host that follows a script. */
#ifndef BENCH_INPUT_LIVE_H
#define BENCH_INPUT_LIVE_H

#include "bench/input/session.h"

/* An axis of who types and how fast, the only one of the benchmark. */
extern const struct axis live_axes[];

/* More than the watchdog's usual limit: what a person may take, if nothing else is said. */
#define LIVE_LIMIT_MS 70000

/* Setup. The session's application has to be set. Says that input may come. Returns as setup. */
int live_open(struct bench_ctx *ctx, struct session *session);

/* A sample, of session_stages. */
int live_run(struct bench_ctx *ctx, struct session *session, uint64_t values[BENCH_STAGES_MAX]);

#endif
