/* SPDX-License-Identifier: MIT */
/* input.live: input from outside, by a person or by a host that follows a script. The target says
 * when it is ready, and only then may it come: what is sent before goes to nobody. */
#include "bench/engine/options.h"
#include "bench/input/editor.h"
#include "bench/input/given.h"
#include "bench/input/session.h"

#define MESSAGES_DEFAULT 20             /* ten keys, down and up */
#define LIMIT_MS_DEFAULT 60000
#define GUARD_MS (LIMIT_MS_DEFAULT + 10000)

enum {AXIS_PACE};

struct live {
	struct session session;
	struct editor editor;
};

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
	platform_say("Press keys, or use the mouse: %u messages, within %lu s\n", messages,
		     limit_ms / 1000);
}

static int live_setup(struct bench_ctx *ctx)
{
	struct live *live = ctx->state;
	uint32_t messages = ctx->options->input_messages;
	uint64_t limit_ms = ctx->options->duration_ns / 1000000;
	int status = input_given_read(ctx, &live->session.given);

	if (status != 0)
		return status;
	if (messages == 0)
		messages = MESSAGES_DEFAULT;
	if (limit_ms == 0)
		limit_ms = LIMIT_MS_DEFAULT;
	editor_open(&live->editor, ctx);
	live->session.application = &live->editor.application;
	live->session.source = "outside";
	status = session_open(ctx, &live->session, messages, limit_ms * 1000);
	if (status == 0)
		write_ready(ctx, messages, limit_ms);
	return status;
}

static int live_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct live *live = ctx->state;
	struct input_run run = {0};

	return session_run(ctx, &live->session, &run, values);
}

static void live_teardown(struct bench_ctx *ctx)
{
	struct live *live = ctx->state;
	uint64_t log;

	session_close(ctx, &live->session, &log);
}

static const struct axis axes[] = {
	[AXIS_PACE] = {"pace", session_pace_labels, live_paces},
	{0},
};

const struct benchmark bench_input_live = {
	.name = "input.live",
	.summary = "keys and mouse of a person or of a host, to an editor",
	.unit = UNIT_COUNTS,
	.needs = SESSION_NEEDS,
	.axes = axes,
	.stages = session_stages,
	.waits_for_person = true,
	.limit_ms = GUARD_MS,
	.state_bytes = sizeof(struct live),
	.setup = live_setup,
	.sample = live_sample,
	.no_lead_in = true,
	.teardown = live_teardown,
};
