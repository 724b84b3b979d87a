/* SPDX-License-Identifier: MIT */
/* app.editor: a plain text editor; its user types, moves and turns pages. "Using Latency to
 * Evaluate Computer System Performance", "Microsoft Notepad". It does everything that such a
 * program does, except for the operating system's part: a text in a gap buffer, and a screen in
 * memory drawn glyph by glyph. A key changes the text and queues one draw for all waiting keys. The
 * log gets the final state of text and screen and the data to reproduce it; the host compares
 * (tools/idle/replay.h). */
#include "lib/app/editor.h"

#include "bench/app/text.h"
#include "lib/app/prose.h"

#define TEXT_BYTES 57344u               /* 56 KB */
#define CAPACITY_BYTES 65536u
#define SEED 1996
#define BLINK_US 530000                 /* half a period of blinking, Windows' default */

struct app_editor {
	struct app_text app;
	struct editor editor;
};

/* ---- The application ---- */

static void take_key(struct app_editor *editor, uint32_t code)
{
	editor->app.application.taken++;
	if (editor_key(&editor->editor, code))
		app_text_ask_for_draw(&editor->app);
}

static void draw_screen(struct app_editor *editor)
{
	editor->app.draw = 0;
	editor->app.application.draws++;
	editor_draw(&editor->editor);
}

static void app_editor_run(void *argument)
{
	struct app_editor *editor = argument;
	struct application *application = &editor->app.application;
	struct message message;

	if (editor->app.mode.blinks)
		platform_message_timer(BLINK_US);
	while ((application->taken < application->wanted || editor->app.draw != 0) &&
	       platform_message_get(&message)) {
		if (message.code == APP_CODE_DRAW)
			draw_screen(editor);
		else if (message.code == MESSAGE_CODE_TIMER)
			editor_blink(&editor->editor);
		else
			take_key(editor, message.code);
	}
}

/* ---- The run ---- */

/* A word in both cases, a line end, cursor movement, pages, and a correction. */
static const struct app_text_plan typing = {
	.program = "editor", .text_bytes = TEXT_BYTES, .capacity_bytes = CAPACITY_BYTES,
	.seed = SEED, .run = app_editor_run,
	.script = {
		.text = "l printable\n"
			"20000 k 2a\n4000 k 20\n4000 k a0\n4000 k aa\n"
			"12000 k 12\n8000 k 92\n12000 k 1e\n8000 k 9e\n12000 k 13\n8000 k 93\n"
			"12000 k 39\n8000 k b9\n"
			"l newline\n12000 k 1c\n8000 k 9c\n"
			"l cursor\n12000 k e0 50\n8000 k e0 d0\n12000 k e0 4d\n8000 k e0 cd\n"
			"l page down\n12000 k e0 51\n8000 k e0 d1\n12000 k e0 51\n8000 k e0 d1\n"
			"l page up\n12000 k e0 49\n8000 k e0 c9\n"
			"l printable\n12000 k 23\n8000 k a3\n12000 k 17\n8000 k 97\n"
			"l backspace\n12000 k 0e\n8000 k 8e\n",
		.step_us = 20000,
	},
};

/* "hi", with a think time between the two keys. */
static const struct app_text_plan thinking = {
	.program = "editor", .text_bytes = TEXT_BYTES, .capacity_bytes = CAPACITY_BYTES,
	.seed = SEED, .run = app_editor_run,
	.script = {
		.text = "l printable\n20000 k 23\n30000 k a3\n1200000 k 17\n30000 k 97\n",
		.step_us = 20000,
	},
};

static const struct app_text_plan *plan_of(const struct app_editor *editor)
{
	return editor->app.mode.blinks ? &thinking : &typing;
}

/* The initial text, drawn. */
static void open_text(struct app_editor *editor)
{
	app_text_begin(&editor->app);
	prose_write(editor->app.text, TEXT_BYTES, SEED);
	editor_init(&editor->editor, &editor->app.canvas, editor->app.text, TEXT_BYTES,
		    CAPACITY_BYTES);
}

static int app_editor_setup(struct bench_ctx *ctx)
{
	struct app_editor *editor = ctx->state;

	if (ctx->bench->variant != NULL)
		editor->app.mode = *(const struct app_mode *)ctx->bench->variant;
	editor->app.script.session.timer_us = editor->app.mode.blinks ? BLINK_US : 0;
	return app_text_open(ctx, &editor->app, plan_of(editor));
}

static int app_editor_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct app_editor *editor = ctx->state;

	open_text(editor);
	return app_text_run(ctx, &editor->app, values);
}

static void app_editor_teardown(struct bench_ctx *ctx)
{
	struct app_editor *editor = ctx->state;

	app_text_close(ctx, &editor->app, plan_of(editor), &editor->editor.text, 0);
}

#define APP_EDITOR \
	.state_bytes = sizeof(struct app_editor), \
	.setup = app_editor_setup, \
	.sample = app_editor_sample, \
	.teardown = app_editor_teardown

const struct benchmark bench_app_editor = {
	.name = "app.editor",
	.summary = "a script of keys and pauses for an editor with 56 KB of text, which draws each "
		   "change",
	APP_TEXT_SCRIPTED,
	APP_EDITOR,
};

static const struct app_mode blinks = {.blinks = true};

const struct benchmark bench_app_editor_blink = {
	.name = "app.editor_blink",
	.summary = "two keys, far apart, for an editor with a blinking cursor",
	.variant = &blinks,
	APP_TEXT_SCRIPTED,
	APP_EDITOR,
};

static const struct app_mode live = {.is_live = true};

const struct benchmark bench_app_editor_live = {
	.name = "app.editor_live",
	.summary = "keys from a user or a host for the same editor",
	.variant = &live,
	APP_TEXT_LIVE,
	APP_EDITOR,
};
