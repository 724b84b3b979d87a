/* SPDX-License-Identifier: MIT */
/* input.script: a script of keys and pauses that the machine plays itself with its keyboard
 * controller, with and without the pauses. Because the pauses are known, so are think and wait
 * time. The run without pauses shows that an infinitely fast user measures something else: "Using
 * Latency to Evaluate Computer System Performance", "Inaccurate User Assumptions". */
#include "bench/input/script.h"

#include "bench/engine/options.h"
#include "bench/input/editor.h"
#include "bench/input/script_source.h"
#include "lib/text/errno.h"

#define LIMIT_US 80000000000ull         /* less than a day, the watchdog's maximum */
#define GRACE_US 2000000                /* time by which a busy host may delay */
#define TIMES_PATIENT 4                 /* factor by which a busy host may slow down */

enum {AXIS_PACE};

/* "hello" and Enter, then a click, at moderate speed. */
static const struct script_plan own_plan = {
	.text = "10000 k 23\n4000 k a3\n6000 k 12\n4000 k 92\n6000 k 26\n4000 k a6\n"
		"6000 k 26\n4000 k a6\n6000 k 18\n4000 k 98\n6000 k 1c\n4000 k 9c\n"
		"16000 m 09 00 00\n4000 m 08 00 00\n",
	.step_us = EDITOR_CHANGE_US + EDITOR_DRAW_US + EDITOR_SAVE_US,
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

static int choose_steps(struct bench_ctx *ctx, struct script *script,
			const struct script_plan *plan)
{
	struct input_steps *given = &script->session.given;
	int status = script_source_read(ctx, given);

	if (status == 0 && given->count == 0 && steps_parse(plan->text, given) != 0)
		status = bench_error(ctx, -EINVAL, "the benchmark's own script is invalid");
	script->steps = given->items;
	script->step_count = given->count;
	return status;
}

/* Time limit: pauses and work, multiplied by the possible slowdown of a busy host. */
static uint64_t script_limit_us(const struct script *script, uint64_t step_us)
{
	uint64_t us = steps_duration_us(script->steps, script->step_count) +
		      script->step_count * step_us;

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

int script_open(struct bench_ctx *ctx, struct script *script, const struct script_plan *plan)
{
	int status = choose_steps(ctx, script, plan);
	uint64_t limit_us;

	if (status != 0)
		return status;
	if (uses_mouse(script) && (platform_capabilities() & CAN_MOUSE) == 0)
		return bench_skip(ctx, "i8042_mouse", "the script has mouse steps");
	limit_us = script_limit_us(script, plan->step_us);
	if (limit_us > LIMIT_US)
		return bench_error(ctx, -EINVAL, "the script may take %lu s, which exceeds the "
						 "maximum of %llu s",
				   limit_us / 1000000, LIMIT_US / 1000000);
	script->session.source = session_has_controller() ? "controller" : "process";
	return session_open(ctx, &script->session, script->step_count, limit_us);
}

int script_play(struct bench_ctx *ctx, struct script *script, bool is_paced,
		uint64_t values[BENCH_STAGES_MAX])
{
	struct input_run run = {
		.steps = script->steps,
		.step_count = script->step_count,
		.paced = is_paced,
	};

	return session_run(ctx, &script->session, &run, values);
}

int script_run(struct bench_ctx *ctx, struct script *script, uint64_t values[BENCH_STAGES_MAX])
{
	return script_play(ctx, script, ctx->point[AXIS_PACE] == INPUT_PACED, values);
}

const struct axis script_axes[] = {
	[AXIS_PACE] = {"pace", session_pace_labels, script_paces},
	{0},
};

/* ---- input.script ---- */

struct typing {
	struct script script;
	struct editor editor;
};

static int typing_setup(struct bench_ctx *ctx)
{
	struct typing *typing = ctx->state;

	editor_open(&typing->editor, ctx);
	typing->script.session.application = &typing->editor.application;
	return script_open(ctx, &typing->script, &own_plan);
}

static int typing_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct typing *typing = ctx->state;

	return script_run(ctx, &typing->script, values);
}

static void typing_teardown(struct bench_ctx *ctx)
{
	struct typing *typing = ctx->state;
	uint64_t log;

	session_close(ctx, &typing->script.session, &log);
}

const struct benchmark bench_input_script = {
	.name = "input.script",
	.summary = "a script of keys and pauses for an editor, sent by the keyboard controller",
	.unit = UNIT_COUNTS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = SESSION_NEEDS,
	.axes = script_axes,
	.stages = session_stages,
	.state_bytes = sizeof(struct typing),
	.setup = typing_setup,
	.sample = typing_sample,
	.no_lead_in = true,
	.teardown = typing_teardown,
	.verified = "all messages of the script arrived",
};
