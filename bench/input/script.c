/* SPDX-License-Identifier: MIT */
/* input.script: a script of keys and pauses that the machine follows itself, by its keyboard
 * controller, with its pauses and without. The pauses known, think and wait time are too; and what
 * an infinitely fast user would have measured is seen to be something else: "Using Latency to
 * Evaluate Computer System Performance", "Inaccurate User Assumptions". */
#include "bench/engine/options.h"
#include "bench/input/session.h"
#include "bench/input/steps.h"
#include "lib/text/errno.h"

#define PAGE_BYTES 4096
#define LIMIT_MS 600000
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

static int take_given(struct bench_ctx *ctx, struct script *script, const char *text)
{
	struct input_step *steps = platform_map(STEPS_MAX * sizeof(*steps), PAGE_BYTES);
	long count;

	if (steps == NULL)
		return bench_skip(ctx, "memory", "no memory for a script");
	count = steps_parse(text, steps, STEPS_MAX);
	if (count <= 0)
		return bench_error(ctx, -EINVAL, "line %ld of the script given is no step", -count);
	script->steps = steps;
	script->step_count = (uint32_t)count;
	return 0;
}

static int choose_steps(struct bench_ctx *ctx, struct script *script)
{
	char *text = platform_map(STEPS_TEXT_MAX, PAGE_BYTES);

	if (text == NULL)
		return bench_skip(ctx, "memory", "no memory for a script");
	if (platform_input_script(text, STEPS_TEXT_MAX))
		return take_given(ctx, script, text);
	script->steps = built_in;
	script->step_count = sizeof(built_in) / sizeof(built_in[0]);
	return 0;
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
	uint64_t duration_us, work_us;
	int status = choose_steps(ctx, script);

	if (status != 0)
		return status;
	if (uses_mouse(script) && (platform_capabilities() & CAN_MOUSE) == 0)
		return bench_skip(ctx, "i8042_mouse", "the script has steps of a mouse");
	duration_us = steps_duration_us(script->steps, script->step_count);
	work_us = (uint64_t)script->step_count * (EDITOR_CHANGE_US + EDITOR_DRAW_US +
						  EDITOR_SAVE_US);
	duration_us = (duration_us + work_us) * TIMES_PATIENT + GRACE_US;
	if (duration_us > LIMIT_MS * 1000ull)
		return bench_error(ctx, -EINVAL, "the script may take %lu s, and %u s is the most",
				   duration_us / 1000000, LIMIT_MS / 1000);
	script->session.source = "controller";
	return session_open(ctx, &script->session, script->step_count, duration_us);
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
	.limit_ms = LIMIT_MS,
	.state_bytes = sizeof(struct script),
	.setup = script_setup,
	.sample = script_sample,
	.no_lead_in = true,
	.teardown = script_teardown,
};
