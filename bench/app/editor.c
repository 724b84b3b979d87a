/* SPDX-License-Identifier: MIT */
/* app.editor: an editor of plain text, whose user types, moves and turns pages: "Using Latency to
 * Evaluate Computer System Performance", "Microsoft Notepad". It does all that such a program does
 * but for the operating system's part: a text in a gap buffer, and a screen in memory that is drawn
 * glyph by glyph. A key changes the text and asks for a draw, once for all keys that wait. What came
 * of text and screen goes into the log with what they are made again from, and the host compares
 * (tools/idle/replay.h). */
#include "lib/app/editor.h"

#include "bench/engine/records.h"
#include "bench/input/script.h"
#include "lib/app/prose.h"

#define CODE_DRAW MESSAGE_CODE_POSTED

#define TEXT_BYTES 57344u               /* 56 KB */
#define CAPACITY_BYTES 65536u
#define SEED 1996
#define COLUMNS 80u
#define ROWS 25u
#define PIXELS (COLUMNS * GLYPH_WIDTH * ROWS * GLYPH_HEIGHT)
#define INK 0xc0c0c0u
#define PAPER 0x000000u

#define PAGE_BYTES 4096
#define FONT_HALF_BYTES (sizeof(font_glyphs) / 2)

/* A word in either case, a line's end, the cursor, pages, and a correction. */
static const struct script_plan own_plan = {
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
};

struct app_editor {
	struct script script;
	struct application application;
	struct editor editor;
	struct canvas canvas;
	char *text;
	uint32_t draw;                  /* the message in the queue that says so; 0: there is none */
};

/* ---- The application ---- */

static void take_key(struct app_editor *app, uint32_t code)
{
	app->application.taken++;
	if (!editor_key(&app->editor, code))
		return;
	if (app->draw == 0)
		app->draw = platform_message_post(CODE_DRAW);
	else
		platform_message_join(app->draw);
}

static void draw_screen(struct app_editor *app)
{
	app->draw = 0;
	app->application.draws++;
	editor_draw(&app->editor);
}

static void app_editor_run(void *argument)
{
	struct app_editor *app = argument;
	struct application *application = &app->application;
	struct message message;

	while ((application->taken < application->wanted || app->draw != 0) &&
	       platform_message_get(&message)) {
		if (message.code == CODE_DRAW)
			draw_screen(app);
		else
			take_key(app, message.code);
	}
}

/* ---- The run ---- */

/* The text as it was at first, drawn. */
static void open_text(struct app_editor *app)
{
	app->canvas = (struct canvas){
		.pixels = app->canvas.pixels, .pitch = COLUMNS * GLYPH_WIDTH,
		.columns = COLUMNS, .rows = ROWS, .font = font_glyphs, .ink = INK, .paper = PAPER,
	};
	prose_write(app->text, TEXT_BYTES, SEED);
	editor_init(&app->editor, &app->canvas, app->text, TEXT_BYTES, CAPACITY_BYTES);
	app->application.taken = app->application.draws = app->draw = 0;
}

static int app_editor_setup(struct bench_ctx *ctx)
{
	struct app_editor *app = ctx->state;

	if (!platform_is_hosted() && (platform_capabilities() & SESSION_NEEDS) != SESSION_NEEDS)
		return bench_skip(ctx, "i8042", "a keyboard controller has to send the keys");
	app->text = platform_map(CAPACITY_BYTES, PAGE_BYTES);
	app->canvas.pixels = platform_map(PIXELS * sizeof(*app->canvas.pixels), PAGE_BYTES);
	if (app->text == NULL || app->canvas.pixels == NULL)
		return bench_skip(ctx, "memory", "no memory for a text and a screen");
	app->application.run = app_editor_run;
	app->application.argument = app;
	app->script.session.application = &app->application;
	return script_open(ctx, &app->script, &own_plan);
}

static int app_editor_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct app_editor *app = ctx->state;

	open_text(app);
	return script_run(ctx, &app->script, values);
}

static void write_screen(const struct app_editor *app, uint64_t log)
{
	const uint8_t *font = font_glyphs[0];

	wire_write(platform_writer(), WIRE_editor_screen, &(struct wire_editor_screen){
		.log = log,
		.seed = SEED,
		.text_bytes = TEXT_BYTES,
		.capacity_bytes = CAPACITY_BYTES,
		.columns = COLUMNS,
		.rows = ROWS,
		.length_bytes = gap_buffer_length(&app->editor.text),
		.text_crc = gap_buffer_crc(&app->editor.text),
		.pixels_crc = canvas_crc(&app->canvas),
		.glyphs = app->canvas.glyphs_drawn,
		.pixels = app->canvas.pixels_drawn,
		.font_low = {font, FONT_HALF_BYTES},
		.font_high = {font + FONT_HALF_BYTES, FONT_HALF_BYTES},
		.program = "editor",
	});
}

static void app_editor_teardown(struct bench_ctx *ctx)
{
	struct app_editor *app = ctx->state;
	uint64_t log;

	if (session_close(ctx, &app->script.session, &log))
		write_screen(app, log);
}

const struct benchmark bench_app_editor = {
	.name = "app.editor",
	.summary = "a script of keys and pauses, to an editor of 56 KB of text that draws them",
	.differs_hosted = "keys come by an event device; where there is none, the process puts them in "
			  "the queue itself, and no idle loop runs beside it",
	.unit = UNIT_COUNTS,
	.suites = SUITE_FULL,
	.axes = script_axes,
	.stages = session_stages,
	.state_bytes = sizeof(struct app_editor),
	.setup = app_editor_setup,
	.sample = app_editor_sample,
	.no_lead_in = true,
	.teardown = app_editor_teardown,
};
