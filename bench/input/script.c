/* SPDX-License-Identifier: MIT */
/* input.script: a script of keys and pauses that the machine follows itself, by its keyboard
 * controller, with its pauses and without. The pauses known, think and wait time are too; and what
 * an infinitely fast user would have measured is seen to be something else: "Using Latency to
 * Evaluate Computer System Performance", "Inaccurate User Assumptions". */
#include "bench/engine/options.h"
#include "bench/input/given.h"
#include "bench/input/session.h"
#include "lib/text/errno.h"

#define LIMIT_US 80000000000ull         /* less than the day that the watchdog counts within */
#define GRACE_US 2000000                /* what a busy host may add */
#define TIMES_PATIENT 4                 /* and by how often it may make all longer */

enum {AXIS_PACE};

struct script {
	struct session session;
	const struct input_step *steps;
	uint32_t step_count;
};

/* "hello" and Enter, then a click, in no great hurry. */
static const struct input_step built_in[] = {
	{10000, INPUT_KEYBOARD, 1, {0x23}}, {4000, INPUT_KEYBOARD, 1, {0xa3}},
	{6000, INPUT_KEYBOARD, 1, {0x12}}, {4000, INPUT_KEYBOARD, 1, {0x92}},
	{6000, INPUT_KEYBOARD, 1, {0x26}}, {4000, INPUT_KEYBOARD, 1, {0xa6}},
	{6000, INPUT_KEYBOARD, 1, {0x26}}, {4000, INPUT_KEYBOARD, 1, {0xa6}},
	{6000, INPUT_KEYBOARD, 1, {0x18}}, {4000, INPUT_KEYBOARD, 1, {0x98}},
	{6000, INPUT_KEYBOARD, 1, {0x1c}}, {4000, INPUT_KEYBOARD, 1, {0x9c}},
	{16000, INPUT_MOUSE, 3, {0x09, 0, 0}}, {4000, INPUT_MOUSE, 3, {0x08, 0, 0}},
};

static size_t script_paces(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint32_t wanted = ctx->options->input_paces;
	size_t count = 0;

	for (uint64_t pace = INPUT_PACED; pace <= INPUT_FAST; pace++) {
		if (wanted == 0 || (wanted >> pace & 1) != 0)
			values[count++] = pace;
	}
	return count;
}

static int choose_steps(struct bench_ctx *ctx, struct script *script)
{
	const struct input_steps *given = &script->session.given;
	int status = input_given_read(ctx, &script->session.given);

	script->steps = given->count > 0 ? given->items : built_in;
	script->step_count = given->count > 0 ? given->count
					      : sizeof(built_in) / sizeof(built_in[0]);
	return status;
}

/* How long it may take: its pauses and the work, and where a busy host can make all of it longer,
 * that too. */
static uint64_t script_limit_us(const struct script *script)
{
	uint64_t us = steps_duration_us(script->steps, script->step_count) +
		      (uint64_t)script->step_count * (EDITOR_CHANGE_US + EDITOR_DRAW_US +
						      EDITOR_SAVE_US);

	return (platform_time_base() == TIME_INSTRUCTIONS ? us : us * TIMES_PATIENT) + GRACE_US;
}

static bool uses_mouse(const struct script *script)
{
	for (uint32_t i = 0; i < script->step_count; i++) {
		if (script->steps[i].device == INPUT_MOUSE)
			return true;
	}
	return false;
}

static int script_setup(struct bench_ctx *ctx)
{
	struct script *script = ctx->state;
	int status = choose_steps(ctx, script);
	uint64_t limit_us;

	if (status != 0)
		return status;
	if (uses_mouse(script) && (platform_capabilities() & CAN_MOUSE) == 0)
		return bench_skip(ctx, "i8042_mouse", "the script has steps of a mouse");
	limit_us = script_limit_us(script);
	if (limit_us > LIMIT_US)
		return bench_error(ctx, -EINVAL, "the script may take %lu s, and %llu s is the most",
				   limit_us / 1000000, LIMIT_US / 1000000);
	script->session.source = "controller";
	return session_open(ctx, &script->session, script->step_count, limit_us);
}

static int script_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct script *script = ctx->state;
	struct input_run run = {
		.steps = script->steps,
		.step_count = script->step_count,
		.paced = ctx->point[AXIS_PACE] == INPUT_PACED,
	};

	return session_run(ctx, &script->session, &run, values);
}

static void script_teardown(struct bench_ctx *ctx)
{
	struct script *script = ctx->state;

	session_close(ctx, &script->session);
}

static const struct axis axes[] = {
	[AXIS_PACE] = {"pace", session_pace_labels, script_paces},
	{0},
};

const struct benchmark bench_input_script = {
	.name = "input.script",
	.summary = "a script of keys and pauses, sent by the keyboard controller to an editor",
	.unit = UNIT_COUNTS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = SESSION_NEEDS,
	.axes = axes,
	.stages = session_stages,
	.state_bytes = sizeof(struct script),
	.setup = script_setup,
	.sample = script_sample,
	.no_lead_in = true,
	.teardown = script_teardown,
};
