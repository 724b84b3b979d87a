/* SPDX-License-Identifier: MIT */
/* input.live: external input from a user, or from a host that follows a script. The target
 * announces when it is ready, because earlier input is lost. */
#include "bench/input/live.h"

#include "bench/engine/options.h"
#include "bench/input/editor.h"
#include "bench/input/script_source.h"

#define MESSAGES_DEFAULT 20             /* ten keys, pressed and released */
#define LIMIT_MS_DEFAULT 60000

_Static_assert(LIVE_LIMIT_MS > LIMIT_MS_DEFAULT, "the watchdog's limit allows for a user");

enum {AXIS_PACE};

static size_t live_paces(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint32_t wanted = ctx->options->input_paces;
	size_t count = 0;

	for (uint64_t pace = INPUT_BY_PERSON; pace <= INPUT_FAST; pace++) {
		if ((wanted >> pace & 1) != 0)
			values[count++] = pace;
	}
	if (count == 0)
		values[count++] = INPUT_BY_PERSON;
	return count;
}

static void write_ready(struct bench_ctx *ctx, uint32_t messages, uint64_t limit_ms)
{
	wire_write(platform_writer(), WIRE_ready, &(struct wire_ready){
		.bench = ctx->bench->name,
		.messages = messages,
		.limit_ms = limit_ms,
		.pace = session_pace_labels[ctx->point[AXIS_PACE]],
	});
	platform_print("Press keys or use the mouse: %u messages within %lu s\n", messages,
		     limit_ms / 1000);
}

int live_open(struct bench_ctx *ctx, struct session *session)
{
	uint32_t messages = ctx->options->input_messages;
	uint64_t limit_ms = ctx->options->duration_ns / 1000000;
	int status = script_source_read(ctx, &session->given);

	if (status != 0)
		return status;
	if (messages == 0)
		messages = MESSAGES_DEFAULT;
	if (limit_ms == 0)
		limit_ms = LIMIT_MS_DEFAULT;
	session->source = "outside";
	status = session_open(ctx, session, messages, limit_ms * 1000);
	if (status == 0)
		write_ready(ctx, messages, limit_ms);
	return status;
}

int live_run(struct bench_ctx *ctx, struct session *session, uint64_t values[BENCH_STAGES_MAX])
{
	struct input_run run = {0};

	return session_run(ctx, session, &run, values);
}

const struct axis live_axes[] = {
	[AXIS_PACE] = {"pace", session_pace_labels, live_paces},
	{0},
};

/* ---- input.live ---- */

struct live {
	struct session session;
	struct editor editor;
};

static int live_setup(struct bench_ctx *ctx)
{
	struct live *live = ctx->state;

	editor_open(&live->editor, ctx);
	live->session.application = &live->editor.application;
	return live_open(ctx, &live->session);
}

static int live_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct live *live = ctx->state;

	return live_run(ctx, &live->session, values);
}

static void live_teardown(struct bench_ctx *ctx)
{
	struct live *live = ctx->state;
	uint64_t log;

	session_close(ctx, &live->session, &log);
}

const struct benchmark bench_input_live = {
	.name = "input.live",
	.summary = "keys and mouse input from a user or a host for an editor",
	.unit = UNIT_COUNTS,
	.needs = SESSION_NEEDS,
	.axes = live_axes,
	.stages = session_stages,
	.waits_for_user = true,
	.limit_ms = LIVE_LIMIT_MS,
	.state_bytes = sizeof(struct live),
	.setup = live_setup,
	.sample = live_sample,
	.no_lead_in = true,
	.teardown = live_teardown,
	.verified = "all messages arrived",
};
