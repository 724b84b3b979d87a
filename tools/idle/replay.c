/* SPDX-License-Identifier: MIT */
/* Sizes come from a log and may be anything: they are bounded before memory is asked for, and so is
 * the work. */
#include "tools/idle/replay.h"

#include <stdlib.h>
#include <string.h>

#include "lib/app/dictionary.h"
#include "lib/app/editor.h"
#include "lib/app/prose.h"
#include "lib/app/word.h"
#include "tools/base/alloc.h"
#include "tools/idle/slides.h"

#define TEXT_BYTES_MAX (1u << 17)
#define COLUMNS_MAX 512u
#define ROWS_MAX 256u
#define EVENTS_MAX (1u << 18)           /* three times what the longest script makes */
#define PIXELS_MAX (1u << 30)           /* twice what a script of nothing but pages writes */
#define WORD_COLUMNS_MIN 2u             /* a glyph and a cursor */
#define FONT_HALF_BYTES (GLYPHS * GLYPH_HEIGHT / 2)

static const char too_long[] = "unknown: longer than the replay limit";

struct stage {
	bool is_word;
	struct editor editor;
	struct word word;
	struct canvas canvas;
	uint8_t font[GLYPHS][GLYPH_HEIGHT];
	char *text;
};

static const struct wire_editor_screen *find_screen(const struct result *result,
						    const struct message_run *run)
{
	const struct record_list *list = &result->records[WIRE_editor_screen];

	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].editor_screen.log == run->info->id)
			return &list->items[i].editor_screen;
	}
	return NULL;
}

static bool replay_is_of_word(const struct wire_editor_screen *info)
{
	return info->program != NULL && strcmp(info->program, "word") == 0;
}

static const struct wire_presenter_screen *find_slides(const struct result *result,
						       const struct message_run *run)
{
	const struct record_list *list = &result->records[WIRE_presenter_screen];

	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].presenter_screen.log == run->info->id)
			return &list->items[i].presenter_screen;
	}
	return NULL;
}

static bool can_be(const struct wire_editor_screen *info)
{
	return info->capacity_bytes <= TEXT_BYTES_MAX && info->text_bytes < info->capacity_bytes &&
	       info->columns > 0 && info->columns <= COLUMNS_MAX && info->rows > 0 &&
	       info->rows <= ROWS_MAX && info->font_low.size == FONT_HALF_BYTES &&
	       info->font_high.size == FONT_HALF_BYTES &&
	       (!replay_is_of_word(info) || info->columns >= WORD_COLUMNS_MIN);
}

static void stage_open(struct stage *stage, uint32_t length, uint32_t capacity, uint64_t seed)
{
	if (stage->is_word) {
		dictionary_write(stage->text, length, seed, WORD_PLANTED_EVERY);
		word_init(&stage->word, &stage->canvas, stage->text, length, capacity);
	} else {
		prose_write(stage->text, length, seed);
		editor_init(&stage->editor, &stage->canvas, stage->text, length, capacity);
	}
}

static void stage_begin(struct stage *stage, const struct wire_editor_screen *info)
{
	uint32_t columns = (uint32_t)info->columns, rows = (uint32_t)info->rows;

	memcpy(stage->font[0], info->font_low.data, FONT_HALF_BYTES);
	memcpy(stage->font[GLYPHS / 2], info->font_high.data, FONT_HALF_BYTES);
	stage->canvas = (struct canvas){
		.pitch = columns * GLYPH_WIDTH, .columns = columns, .rows = rows,
		.font = (const uint8_t (*)[GLYPH_HEIGHT])stage->font, .ink = 1, .paper = 0,
	};
	stage->canvas.pixels = xcalloc((size_t)columns * GLYPH_WIDTH * rows * GLYPH_HEIGHT,
				       sizeof(*stage->canvas.pixels));
	stage->text = xmalloc(info->capacity_bytes);
	stage->is_word = replay_is_of_word(info);
	stage_open(stage, (uint32_t)info->text_bytes, (uint32_t)info->capacity_bytes, info->seed);
}

static void stage_draw(struct stage *stage)
{
	if (stage->is_word)
		word_draw(&stage->word);
	else
		editor_draw(&stage->editor);
}

static void stage_take_key(struct stage *stage, uint32_t code)
{
	if (stage->is_word)
		word_key(&stage->word, code);
	else
		editor_key(&stage->editor, code);
}

static void stage_blink(struct stage *stage)
{
	if (!stage->is_word)
		editor_blink(&stage->editor);
}

/* The checker's last way through the text, which no key interrupted. */
static void stage_end(struct stage *stage)
{
	while (stage->is_word && word_check(&stage->word))
		;
}

/* Up to where more has been drawn than anybody would. */
static void stage_play(struct stage *stage, const struct message_run *run, struct replay *replay)
{
	for (size_t i = 0; i < run->event_count && stage->canvas.pixels_drawn <= PIXELS_MAX; i++) {
		const struct message_event *event = &run->events[i];

		if (event->kind != MESSAGE_GET)
			continue;
		if ((event->code & MESSAGE_CODE_POSTED) != 0) {
			stage_draw(stage);
			replay->draws++;
		} else if (event->code == MESSAGE_CODE_TIMER) {
			stage_blink(stage);
		} else if ((event->code & MESSAGE_CODE_SYNC) == 0) {
			stage_take_key(stage, event->code);
			replay->keys += (event->code & MESSAGE_CODE_RELEASED) == 0;
		}
	}
}

/* What is not as the target has it, or NULL. */
static const char *difference(const struct stage *stage, const struct wire_editor_screen *info)
{
	const struct gap_buffer *text = stage->is_word ? &stage->word.layout.text
						       : &stage->editor.text;

	if (gap_buffer_length(text) != info->length_bytes || gap_buffer_crc(text) != info->text_crc)
		return "different text";
	if (stage->is_word && stage->word.misspelled != info->misspelled)
		return "different misspelled words";
	if (canvas_crc(&stage->canvas) != info->pixels_crc)
		return "different screen";
	if (stage->canvas.glyphs_drawn != info->glyphs ||
	    stage->canvas.pixels_drawn != info->pixels)
		return "different drawing counts";
	return NULL;
}

void replay_keep_screen(const struct canvas *canvas, struct replay *replay)
{
	size_t count;

	replay->width = canvas->columns * GLYPH_WIDTH;
	replay->height = canvas->rows * GLYPH_HEIGHT;
	count = (size_t)replay->width * replay->height;
	replay->ink = xcalloc(count, 1);
	for (size_t i = 0; i < count; i++)
		replay->ink[i] = (uint8_t)canvas->pixels[i];
}

static void play_all(const struct message_run *run, struct replay *replay)
{
	struct stage stage = {0};

	stage_begin(&stage, replay->info);
	stage_play(&stage, run, replay);
	stage_end(&stage);
	if (stage.canvas.pixels_drawn > PIXELS_MAX) {
		replay->what = too_long;
	} else {
		replay->what = difference(&stage, replay->info);
		replay->verdict = replay->what == NULL ? REPLAY_SAME : REPLAY_DIFFERS;
		if (replay->what == NULL)
			replay->what = "same text and screen";
		replay_keep_screen(&stage.canvas, replay);
	}
	free(stage.canvas.pixels);
	free(stage.text);
}

void replay_make(const struct result *result, const struct message_run *run, struct replay *replay)
{
	*replay = (struct replay){.info = find_screen(result, run)};
	if (replay->info == NULL) {
		replay->slides = find_slides(result, run);
		if (replay->slides != NULL)
			slides_make(result, run, replay);
		return;
	}
	replay->verdict = REPLAY_UNKNOWN;
	if (run->events_missing > 0 || run->info->lost > 0)
		replay->what = "unknown: incomplete log";
	else if (!can_be(replay->info))
		replay->what = "unknown: unsupported screen size";
	else if (run->event_count > EVENTS_MAX)
		replay->what = too_long;
	else
		play_all(run, replay);
}

void replay_free(struct replay *replay)
{
	free(replay->ink);
}
