/* SPDX-License-Identifier: MIT */
/* app.editor: a plain text editor; its user types, moves and turns pages. "Using Latency to
 * Evaluate Computer System Performance", "Microsoft Notepad". It does everything that such a
 * program does, except for the operating system's part: a text in a gap buffer, and a screen in
 * memory drawn glyph by glyph. A key changes the text and queues one draw for all waiting keys. The
 * log gets the final state of text and screen and the data to reproduce this state, so that the
 * host can compare (tools/idle/replay.h).
 *
 * F2 saves the text to the scratch disk. Without a scratch disk, F2 does nothing. The application's
 * loop is then another function, so that it has no additional instruction. */
#include "lib/app/editor.h"

#include "bench/app/text.h"
#include "bench/disk/axes.h"
#include "bench/disk/document.h"
#include "bench/engine/options.h"
#include "lib/app/prose.h"
#include "lib/text/errno.h"

#define TEXT_BYTES 57344u               /* 56 KB */
#define CAPACITY_BYTES 65536u
#define SEED 1996
#define SAVE_US 400000                  /* time that a slow disk may take */
#define BLINK_US 530000                 /* half a period of blinking, Windows' default */

struct app_editor {
	struct app_text app;
	struct editor editor;
	struct document document;
	uint8_t *saved;                 /* the last saved text; NULL without a disk */
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

static void save(struct app_editor *editor, const struct message *message)
{
	const struct gap_buffer *text = &editor->editor.text;

	editor->app.application.taken++;
	gap_buffer_copy(text, editor->saved);
	document_save(&editor->document, message->number, editor->saved, gap_buffer_length(text));
}

static inline __attribute__((always_inline)) void edit(struct app_editor *editor, bool saves)
{
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
		else if (saves && message.code == EDITOR_KEY_SAVE)
			save(editor, &message);
		else
			take_key(editor, message.code);
	}
}

static void app_editor_run(void *argument)
{
	edit(argument, false);
}

static void app_editor_run_saving(void *argument)
{
	edit(argument, true);
}

/* ---- The run ---- */

/* A word in both cases, a line end, cursor movement, pages, and a correction. */
#define TYPED \
	"l printable\n" \
	"20000 k 2a\n4000 k 20\n4000 k a0\n4000 k aa\n" \
	"12000 k 12\n8000 k 92\n12000 k 1e\n8000 k 9e\n12000 k 13\n8000 k 93\n" \
	"12000 k 39\n8000 k b9\n" \
	"l newline\n12000 k 1c\n8000 k 9c\n" \
	"l cursor\n12000 k e0 50\n8000 k e0 d0\n12000 k e0 4d\n8000 k e0 cd\n" \
	"l page down\n12000 k e0 51\n8000 k e0 d1\n12000 k e0 51\n8000 k e0 d1\n" \
	"l page up\n12000 k e0 49\n8000 k e0 c9\n" \
	"l printable\n12000 k 23\n8000 k a3\n12000 k 17\n8000 k 97\n" \
	"l backspace\n12000 k 0e\n8000 k 8e\n"

static const struct app_text_plan typing = {
	.program = "editor", .text_bytes = TEXT_BYTES, .capacity_bytes = CAPACITY_BYTES,
	.seed = SEED, .run = app_editor_run,
	.script = {.text = TYPED, .step_us = 20000},
};

/* For a run with a scratch disk. */
static const struct app_text_plan saving = {
	.program = "editor", .text_bytes = TEXT_BYTES, .capacity_bytes = CAPACITY_BYTES,
	.seed = SEED, .run = app_editor_run_saving,
	.script = {.text = TYPED "l save\n12000 k 3c\n8000 k bc\n", .step_us = SAVE_US},
};

/* Types "hi", with a think time between the two keys. */
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
	if (editor->app.mode.blinks)
		return &thinking;
	return editor->saved != NULL ? &saving : &typing;
}

/* ---- The disk ---- */

static int open_disk(struct bench_ctx *ctx, struct app_editor *editor)
{
	struct document *document = &editor->document;
	const struct disk_use use = {
		.depth = 1, .bytes = DOCUMENT_WRITE_BYTES, .completion = DISK_INTERRUPT,
		.scratch_token = ctx->options->scratch_token,
	};
	size_t disk;
	int error;

	if (!document_find_disk(ctx, &disk))
		return bench_error(ctx, -ENODEV, "disk.scratch: there is no disk %s",
				   ctx->options->scratch_disk);
	editor->saved = platform_map(CAPACITY_BYTES, 4096);
	if (editor->saved == NULL)
		return bench_skip(ctx, "memory", "no memory for a saved text");
	error = document_open(ctx, document);
	if (error != 0)
		return error;
	error = platform_disk_open(disk, &use, &document->facts);
	if (error != 0)
		return disk_not_opened(ctx, error);
	document->block = DOCUMENT_FIRST_BLOCK;
	if (document_fits(document, CAPACITY_BYTES))
		return 0;
	platform_disk_close();
	return bench_skip(ctx, "capacity", "%s has no room for a text", ctx->options->scratch_disk);
}

/* ---- The benchmarks ---- */

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
	int status = document_has_disk(ctx) ? open_disk(ctx, editor) : 0;

	if (status != 0)
		return status;
	if (ctx->bench->variant != NULL)
		editor->app.mode = *(const struct app_mode *)ctx->bench->variant;
	editor->app.script.session.timer_us = editor->app.mode.blinks ? BLINK_US : 0;
	status = app_text_open(ctx, &editor->app, plan_of(editor));
	if (status != 0)
		platform_disk_close();
	return status;
}

static int app_editor_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct app_editor *editor = ctx->state;
	int status;

	open_text(editor);
	document_begin(&editor->document);
	status = app_text_run(ctx, &editor->app, values);
	if (status != 0 || editor->saved == NULL)
		return status;
	return document_verify(ctx, &editor->document, editor->saved, ctx->options->scratch_disk);
}

static void app_editor_teardown(struct bench_ctx *ctx)
{
	struct app_editor *editor = ctx->state;
	uint64_t log;

	platform_disk_close();
	if (app_text_close(ctx, &editor->app, plan_of(editor), &editor->editor.text, 0, &log))
		document_write(&editor->document, log, ctx->options->scratch_disk);
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
