/* SPDX-License-Identifier: MIT */
/* app.word: a word processor: "Using Latency to Evaluate Computer System Performance", "Microsoft
 * Word". One thread does both: it answers keys, and between two looks for the next message resumes a
 * spell checker for a word, as Word was found to do by coroutines of its own. The user waits for the
 * first alone. What came of text and screen, and the misspelled words, are made again by the host
 * (tools/idle/replay.h).
 *
 * A test driver's sync (the document's WM_QUEUE_SYNC) asks whether all that was sent before is done
 * with, so what is left is finished before the next message is taken. What a user would not wait for
 * is then part of the key: the driver's own artefact.
 *
 * app.word_busy is the same, and never idles: it looks for the next message until there is one. The
 * idle loop then sees a CPU that is busy throughout, as with Word under Windows 9x; the message log
 * still tells who waited. */
#include "lib/app/word.h"

#include "bench/engine/records.h"
#include "bench/input/script.h"
#include "lib/app/dictionary.h"
#include "lib/x86/tsc.h"

#define CODE_DRAW MESSAGE_CODE_POSTED

#define TEXT_BYTES 2048u
#define CAPACITY_BYTES 8192u
#define SEED 1996
#define PATIENCE_SECONDS 2              /* of the one that never idles */
#define COLUMNS 80u
#define ROWS 25u
#define PIXELS (COLUMNS * GLYPH_WIDTH * ROWS * GLYPH_HEIGHT)
#define INK 0xc0c0c0u
#define PAPER 0x000000u

#define PAGE_BYTES 4096
#define FONT_HALF_BYTES (sizeof(font_glyphs) / 2)

/* "This is ", a wrong word and its correction, a way back, and a new line. */
static const struct script_plan own_plan = {
	.text = "l printable\n"
		"20000 k 2a\n4000 k 14\n4000 k 94\n4000 k aa\n"
		"12000 k 23\n8000 k a3\n17000 k 17\n8000 k 97\n9000 k 1f\n8000 k 9f\n"
		"21000 k 39\n8000 k b9\n"
		"12000 k 17\n8000 k 97\n14000 k 1f\n8000 k 9f\n14000 k 1f\n8000 k 9f\n"
		"l backspace\n30000 k 0e\n8000 k 8e\n"
		"l printable\n15000 k 39\n8000 k b9\n"
		"l cursor\n25000 k e0 50\n8000 k e0 d0\n12000 k e0 4b\n8000 k e0 cb\n"
		"l newline\n18000 k 1c\n8000 k 9c\n",
	.step_us = 20000,
};

struct app_word {
	struct script script;
	struct application application;
	struct word *word;
	struct canvas canvas;
	char *text;
	uint32_t draw;                  /* the message in the queue that says so; 0: there is none */
	bool never_idles, is_over;
	bool must_finish;               /* the driver wants to know that all it sent is done with */
};

_Static_assert(sizeof(struct app_word) <= BENCH_STATE_MAX, "in the benchmark's state");

/* ---- The application ---- */

static void take_key(struct app_word *app, uint32_t code)
{
	app->application.taken++;
	app->must_finish |= code == MESSAGE_CODE_SYNC;
	if (!word_key(app->word, code))
		return;
	if (app->draw == 0)
		app->draw = platform_message_post(CODE_DRAW);
	else
		platform_message_join(app->draw);
}

static void draw_screen(struct app_word *app)
{
	app->draw = 0;
	app->application.draws++;
	word_draw(app->word);
}

static void take_message(struct app_word *app)
{
	struct message message;

	if (!platform_message_get(&message))
		app->is_over = true;
	else if (message.code == CODE_DRAW)
		draw_screen(app);
	else
		take_key(app, message.code);
}

/* Returns whether there is a message. */
static bool look(void)
{
	struct message message;

	return platform_message_peek(&message);
}

/* Whether the checker is to be resumed for a word: a message that waits comes first, but not where the
 * driver has asked to be told when all is done. */
static bool may_check(struct app_word *app)
{
	if (app->word->is_checking && app->must_finish && app->draw == 0)
		return true;
	return app->word->is_checking && !look();
}

/* Until there is a message; but input that was lost does not come. */
static void look_on(void)
{
	uint64_t begin_tsc = tsc_read_fenced();

	while (!look() &&
	       tsc_read_fenced() - begin_tsc < PATIENCE_SECONDS * platform_tsc_hz())
		;
}

static bool has_more(const struct app_word *app)
{
	return app->application.taken < app->application.wanted || app->draw != 0;
}

static void app_word_run(void *argument)
{
	struct app_word *app = argument;

	while (!app->is_over && (has_more(app) || app->word->is_checking)) {
		if (may_check(app)) {
			app->must_finish &= word_check(app->word);
			continue;
		}
		if (app->never_idles && app->application.taken > 0)     /* the script has begun */
			look_on();
		take_message(app);
	}
}

/* ---- The run ---- */

/* The text as it was at first, drawn. */
static void open_text(struct app_word *app)
{
	app->canvas = (struct canvas){
		.pixels = app->canvas.pixels, .pitch = COLUMNS * GLYPH_WIDTH,
		.columns = COLUMNS, .rows = ROWS, .font = font_glyphs, .ink = INK, .paper = PAPER,
	};
	dictionary_write(app->text, TEXT_BYTES, SEED, WORD_PLANTED_EVERY);
	word_init(app->word, &app->canvas, app->text, TEXT_BYTES, CAPACITY_BYTES);
	app->application.taken = app->application.draws = app->draw = 0;
	app->is_over = app->must_finish = false;
}

static int app_word_setup(struct bench_ctx *ctx)
{
	struct app_word *app = ctx->state;

	if (!platform_is_hosted() && (platform_capabilities() & SESSION_NEEDS) != SESSION_NEEDS)
		return bench_skip(ctx, "i8042", "a keyboard controller has to send the keys");
	app->word = platform_map(sizeof(*app->word), PAGE_BYTES);
	app->text = platform_map(CAPACITY_BYTES, PAGE_BYTES);
	app->canvas.pixels = platform_map(PIXELS * sizeof(*app->canvas.pixels), PAGE_BYTES);
	if (app->word == NULL || app->text == NULL || app->canvas.pixels == NULL)
		return bench_skip(ctx, "memory", "no memory for a text and a screen");
	app->never_idles = ctx->bench->variant != NULL;
	app->application.run = app_word_run;
	app->application.argument = app;
	app->script.session.application = &app->application;
	return script_open(ctx, &app->script, &own_plan);
}

static int app_word_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct app_word *app = ctx->state;

	open_text(app);
	return script_run(ctx, &app->script, values);
}

static void write_screen(const struct app_word *app, uint64_t log)
{
	const uint8_t *font = font_glyphs[0];

	wire_write(platform_writer(), WIRE_editor_screen, &(struct wire_editor_screen){
		.log = log,
		.seed = SEED,
		.text_bytes = TEXT_BYTES,
		.capacity_bytes = CAPACITY_BYTES,
		.columns = COLUMNS,
		.rows = ROWS,
		.length_bytes = gap_buffer_length(&app->word->text),
		.text_crc = gap_buffer_crc(&app->word->text),
		.pixels_crc = canvas_crc(&app->canvas),
		.glyphs = app->canvas.glyphs_drawn,
		.pixels = app->canvas.pixels_drawn,
		.font_low = {font, FONT_HALF_BYTES},
		.font_high = {font + FONT_HALF_BYTES, FONT_HALF_BYTES},
		.program = "word",
		.misspelled = app->word->misspelled,
	});
}

static void app_word_teardown(struct bench_ctx *ctx)
{
	struct app_word *app = ctx->state;
	uint64_t log;

	if (session_close(ctx, &app->script.session, &log))
		write_screen(app, log);
}

#define APP_WORD \
	.differs_hosted = "keys come by an event device; where there is none, the process puts " \
			  "them in the queue itself, and no idle loop runs beside it", \
	.unit = UNIT_COUNTS, \
	.suites = SUITE_FULL, \
	.axes = script_axes, \
	.stages = session_stages, \
	.state_bytes = sizeof(struct app_word), \
	.setup = app_word_setup, \
	.sample = app_word_sample, \
	.no_lead_in = true, \
	.teardown = app_word_teardown

const struct benchmark bench_app_word = {
	.name = "app.word",
	.summary = "a script of keys and pauses, to a word processor that justifies and checks spelling",
	APP_WORD,
};

static const bool never_idles = true;

const struct benchmark bench_app_word_busy = {
	.name = "app.word_busy",
	.summary = "the same, to one that looks for messages all the time and never idles",
	.variant = &never_idles,
	APP_WORD,
};
