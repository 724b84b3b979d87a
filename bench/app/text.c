/* SPDX-License-Identifier: MIT */
/* The screen has 80 by 25 characters on every machine. */
#include "bench/app/text.h"

#include "bench/engine/records.h"

#define COLUMNS 80u
#define ROWS 25u
#define PIXELS (COLUMNS * GLYPH_WIDTH * ROWS * GLYPH_HEIGHT)
#define INK 0xc0c0c0u
#define PAPER 0x000000u

#define PAGE_BYTES 4096
#define FONT_HALF_BYTES (sizeof(font_glyphs) / 2)

int app_text_open(struct bench_ctx *ctx, struct app_text *app, const struct app_text_plan *plan)
{
	if (!platform_is_hosted() && (platform_capabilities() & SESSION_NEEDS) != SESSION_NEEDS)
		return bench_skip(ctx, "i8042", "keys need a keyboard controller");
	app->text = platform_map(plan->capacity_bytes, PAGE_BYTES);
	app->canvas.pixels = platform_map(PIXELS * sizeof(*app->canvas.pixels), PAGE_BYTES);
	if (app->text == NULL || app->canvas.pixels == NULL)
		return bench_skip(ctx, "memory", "no memory for a text and a screen");
	app->application.run = plan->run;
	app->application.argument = app;
	app->script.session.application = &app->application;
	return app->mode.is_live ? live_open(ctx, &app->script.session)
				 : script_open(ctx, &app->script, &plan->script);
}

int app_text_run(struct bench_ctx *ctx, struct app_text *app, uint64_t values[BENCH_STAGES_MAX])
{
	return app->mode.is_live ? live_run(ctx, &app->script.session, values)
				 : script_run(ctx, &app->script, values);
}

void app_text_begin(struct app_text *app)
{
	app->canvas = (struct canvas){
		.pixels = app->canvas.pixels, .pitch = COLUMNS * GLYPH_WIDTH,
		.columns = COLUMNS, .rows = ROWS, .font = font_glyphs, .ink = INK, .paper = PAPER,
	};
	app->application.taken = app->application.draws = app->draw = 0;
}

void app_text_ask_for_draw(struct app_text *app)
{
	if (app->draw == 0)
		app->draw = platform_message_post(APP_CODE_DRAW);
	else
		platform_message_join(app->draw);
}

bool app_text_close(struct bench_ctx *ctx, struct app_text *app, const struct app_text_plan *plan,
		    const struct gap_buffer *text, uint32_t misspelled, uint64_t *log)
{
	const uint8_t *font = font_glyphs[0];

	if (!session_close(ctx, &app->script.session, log))
		return false;
	wire_write(platform_writer(), WIRE_editor_screen, &(struct wire_editor_screen){
		.log = *log,
		.seed = plan->seed,
		.text_bytes = plan->text_bytes,
		.capacity_bytes = plan->capacity_bytes,
		.columns = COLUMNS,
		.rows = ROWS,
		.length_bytes = gap_buffer_length(text),
		.text_crc = gap_buffer_crc(text),
		.pixels_crc = canvas_crc(&app->canvas),
		.glyphs = app->canvas.glyphs_drawn,
		.pixels = app->canvas.pixels_drawn,
		.font_low = {font, FONT_HALF_BYTES},
		.font_high = {font + FONT_HALF_BYTES, FONT_HALF_BYTES},
		.program = plan->program,
		.misspelled = misspelled,
	});
	return true;
}
