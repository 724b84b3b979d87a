/* SPDX-License-Identifier: MIT */
/* Sizes come from an untrusted log, so memory and time are limited. */
#include "tools/idle/replay.h"

#include <stdlib.h>
#include <string.h>

#include "lib/app/dictionary.h"
#include "lib/app/editor.h"
#include "lib/app/presenter.h"
#include "lib/app/prose.h"
#include "lib/app/word.h"
#include "lib/disk_pattern.h"
#include "tools/base/alloc.h"
#include "tools/idle/block_model.h"
#include "tools/idle/saves.h"

#define TEXT_BYTES_MAX (1u << 17)
#define COLUMNS_MAX 512u
#define ROWS_MAX 256u
#define EVENTS_MAX (1u << 18)           /* three times those of the longest script */
#define PIXELS_MAX (1u << 30)           /* twice those drawn by a script of page keys only */
#define WORD_COLUMNS_MIN 2u             /* a glyph and a cursor */
#define FONT_HALF_BYTES (GLYPHS * GLYPH_HEIGHT / 2)
#define SLIDE_COLUMNS 80u               /* the target's; shapes fit no other size */
#define SLIDE_ROWS 25u
#define BLOCKS_READ_MAX (1u << 20)
#define SAVES_MAX 1024u                 /* of a target's run */
#define SECTORS_A_BLOCK (PRESENTER_BLOCK_BYTES / PATTERN_SECTOR_BYTES)

static const char too_long[] = "unknown: longer than the replay limit";

/* ---- The screen ---- */

/* A blank screen. */
static struct canvas replay_make_canvas(uint32_t columns, uint32_t rows,
					const uint8_t (*font)[GLYPH_HEIGHT])
{
	struct canvas canvas = {
		.pitch = columns * GLYPH_WIDTH, .columns = columns, .rows = rows,
		.font = font, .ink = 1, .paper = 0,
	};

	canvas.pixels = xcalloc((size_t)columns * GLYPH_WIDTH * rows * GLYPH_HEIGHT,
				sizeof(*canvas.pixels));
	return canvas;
}

/* Copy the final screen into the replay. */
static void replay_copy_screen(const struct canvas *canvas, struct replay *replay)
{
	size_t count;

	replay->width = canvas->columns * GLYPH_WIDTH;
	replay->height = canvas->rows * GLYPH_HEIGHT;
	count = (size_t)replay->width * replay->height;
	replay->ink = xcalloc(count, 1);
	for (size_t i = 0; i < count; i++)
		replay->ink[i] = (uint8_t)canvas->pixels[i];
}

/* ---- Saves ---- */

/* The log's saves to a disk, in order; none if there is no scratch disk. */
struct save_check {
	struct saves saves;
	size_t next;
	bool differs;
};

/* The log's save that this message caused. NULL if there is no save to compare: without a disk, or
 * after a difference. */
static const struct wire_document_save *saves_next(struct save_check *check,
						   const struct message_event *event)
{
	const struct wire_document_save *save;

	if (check->saves.count == 0 || check->differs)
		return NULL;
	save = check->next < check->saves.count && check->next < SAVES_MAX
		       ? check->saves.items[check->next++] : NULL;
	check->differs = save == NULL || save->message != event->message;
	return check->differs ? NULL : save;
}

static bool saves_differ(const struct save_check *check)
{
	return check->differs || check->next < check->saves.count;
}

/* ---- Editor and word processor ---- */

struct program {
	bool is_word;
	struct editor editor;
	struct word word;
	struct canvas canvas;
	uint8_t font[GLYPHS][GLYPH_HEIGHT];
	char *text;
	struct save_check saves;
};

static bool replay_is_of_word(const struct wire_editor_screen *info)
{
	return info->program != NULL && strcmp(info->program, "word") == 0;
}

static bool is_supported(const struct wire_editor_screen *info)
{
	return info->capacity_bytes <= TEXT_BYTES_MAX && info->text_bytes < info->capacity_bytes &&
	       info->columns > 0 && info->columns <= COLUMNS_MAX && info->rows > 0 &&
	       info->rows <= ROWS_MAX && info->font_low.size == FONT_HALF_BYTES &&
	       info->font_high.size == FONT_HALF_BYTES &&
	       (!replay_is_of_word(info) || info->columns >= WORD_COLUMNS_MIN);
}

static void program_open(struct program *program, uint32_t length, uint32_t capacity, uint64_t seed)
{
	if (program->is_word) {
		dictionary_write(program->text, length, seed, WORD_MISSPELLED_EVERY);
		word_init(&program->word, &program->canvas, program->text, length, capacity);
	} else {
		prose_write(program->text, length, seed);
		editor_init(&program->editor, &program->canvas, program->text, length, capacity);
	}
}

static void program_begin(struct program *program, const struct wire_editor_screen *info)
{
	memcpy(program->font[0], info->font_low.data, FONT_HALF_BYTES);
	memcpy(program->font[GLYPHS / 2], info->font_high.data, FONT_HALF_BYTES);
	program->canvas = replay_make_canvas((uint32_t)info->columns, (uint32_t)info->rows,
					     (const uint8_t (*)[GLYPH_HEIGHT])program->font);
	program->text = xmalloc(info->capacity_bytes);
	program->is_word = replay_is_of_word(info);
	program_open(program, (uint32_t)info->text_bytes, (uint32_t)info->capacity_bytes,
		     info->seed);
}

static void program_save(struct program *program, const struct message_event *event,
			 struct replay *replay)
{
	const struct wire_document_save *save = saves_next(&program->saves, event);
	const struct gap_buffer *text = &program->editor.text;

	replay->saves++;
	if (save != NULL)
		program->saves.differs = save->bytes != gap_buffer_length(text) ||
					 (save->verified != 0 && save->crc != gap_buffer_crc(text));
}

/* Stops after PIXELS_MAX. */
static void program_play(struct program *program, const struct message_run *run,
			 struct replay *replay)
{
	for (size_t i = 0; i < run->event_count && program->canvas.pixels_drawn <= PIXELS_MAX;
	     i++) {
		const struct message_event *event = &run->events[i];

		if (event->kind != MESSAGE_GET)
			continue;
		if ((event->code & MESSAGE_CODE_POSTED) != 0) {
			if (program->is_word)
				word_draw(&program->word);
			else
				editor_draw(&program->editor);
			replay->draws++;
		} else if (event->code == MESSAGE_CODE_TIMER) {
			if (!program->is_word)
				editor_blink(&program->editor);
		} else if ((event->code & MESSAGE_CODE_SYNC) == 0) {
			if (program->is_word)
				word_key(&program->word, event->code);
			else if (event->code == EDITOR_KEY_SAVE)
				program_save(program, event, replay);
			else
				editor_key(&program->editor, event->code);
			replay->keys += (event->code & MESSAGE_CODE_RELEASED) == 0;
		}
	}
}

/* The first difference from the target's final state, as a message; NULL if there is none. */
static const char *difference(const struct program *program, const struct wire_editor_screen *info)
{
	const struct gap_buffer *text = program->is_word ? &program->word.layout.text
							 : &program->editor.text;

	if (gap_buffer_length(text) != info->length_bytes || gap_buffer_crc(text) != info->text_crc)
		return "different text";
	if (program->is_word && program->word.misspelled != info->misspelled)
		return "different misspelled words";
	if (canvas_crc(&program->canvas) != info->pixels_crc)
		return "different screen";
	if (program->canvas.glyphs_drawn != info->glyphs ||
	    program->canvas.pixels_drawn != info->pixels)
		return "different drawing counts";
	return saves_differ(&program->saves) ? "different saved text" : NULL;
}

static void play_all(const struct result *result, const struct message_run *run,
		     struct replay *replay)
{
	struct program program = {0};

	saves_find(result, run->info->id, &program.saves.saves);
	program_begin(&program, replay->info);
	program_play(&program, run, replay);
	/* Complete the last spelling check, which no key interrupted. */
	while (program.is_word && word_check(&program.word))
		;
	if (program.canvas.pixels_drawn > PIXELS_MAX) {
		replay->verdict_text = too_long;
	} else {
		replay->verdict_text = difference(&program, replay->info);
		replay->verdict = replay->verdict_text == NULL ? REPLAY_SAME : REPLAY_DIFFERS;
		if (replay->verdict_text == NULL)
			replay->verdict_text = "same text and screen";
		replay_copy_screen(&program.canvas, replay);
	}
	saves_free(&program.saves.saves);
	free(program.canvas.pixels);
	free(program.text);
}

static void replay_make_text(const struct result *result, const struct message_run *run,
			     struct replay *replay)
{
	replay->verdict = REPLAY_UNKNOWN;
	if (run->events_missing > 0 || run->info->lost > 0)
		replay->verdict_text = "unknown: incomplete log";
	else if (!is_supported(replay->info))
		replay->verdict_text = "unknown: unsupported screen size";
	else if (run->event_count > EVENTS_MAX)
		replay->verdict_text = too_long;
	else
		play_all(result, run, replay);
}

/* ---- Presenter ---- */

/* The presenter's files are computed from the stated contents of the disk. Its blocks are looked up
 * in a model of the buffer cache. Screen, saved document and cache uses must match those of the
 * target. */
struct slide_show {
	struct presenter presenter;
	struct canvas canvas;
	uint8_t font[GLYPHS][GLYPH_HEIGHT];
	uint8_t *disk, *saved;
	struct block_model cache;
	uint64_t blocks_read;
	uint64_t seen_hits, seen_misses;        /* compared so far */
	size_t next_use;                /* next cache_use record */
	bool uses_differ, reads_ahead;
	struct save_check saves;
};

static const uint8_t *slides_read(void *context, uint64_t block)
{
	struct slide_show *show = context;

	if (++show->blocks_read > BLOCKS_READ_MAX)
		return NULL;
	block_model_use(&show->cache, (uint32_t)block);
	return show->disk + block * PRESENTER_BLOCK_BYTES;
}

static void slides_read_ahead(void *context, uint64_t block)
{
	struct slide_show *show = context;

	if (show->reads_ahead)
		block_model_use(&show->cache, (uint32_t)block);
}

static const struct wire_cache_use *next_use(const struct result *result, struct slide_show *show,
					     uint64_t log)
{
	const struct record_list *list = &result->records[WIRE_cache_use];

	while (show->next_use < list->count) {
		const struct wire_cache_use *use = &list->items[show->next_use++].cache_use;

		if (use->log == log)
			return use;
	}
	return NULL;
}

static void slides_compare_use(const struct result *result, struct slide_show *show, uint64_t log,
			       uint32_t message)
{
	uint64_t hits = show->cache.hits - show->seen_hits;
	uint64_t misses = show->cache.misses - show->seen_misses;
	const struct wire_cache_use *use;

	if (hits + misses == 0)
		return;
	show->seen_hits = show->cache.hits;
	show->seen_misses = show->cache.misses;
	use = next_use(result, show, log);
	if (use == NULL || use->message != message || use->hits != hits || use->misses != misses)
		show->uses_differ = true;
}

static void slides_take_key(struct slide_show *show, const struct message_event *event,
			    struct replay *replay)
{
	const struct wire_document_save *save;

	presenter_key(&show->presenter, event->code);
	if (show->presenter.saves == replay->saves)
		return;
	replay->saves = show->presenter.saves;
	save = saves_next(&show->saves, event);
	if (save != NULL)
		show->saves.differs =
			save->bytes != PRESENTER_SAVED_BYTES ||
			(save->verified != 0 &&
			 save->crc != presenter_saved_crc(&show->presenter));
}

static void slides_begin(struct slide_show *show, const struct wire_presenter_screen *info)
{
	const struct presenter_source source = {
		.read = slides_read, .fault = slides_read, .ahead = slides_read_ahead,
		.context = show,
	};
	uint64_t count = (uint64_t)PRESENTER_BLOCKS * SECTORS_A_BLOCK;

	memcpy(show->font[0], info->font_low.data, FONT_HALF_BYTES);
	memcpy(show->font[GLYPHS / 2], info->font_high.data, FONT_HALF_BYTES);
	show->canvas = replay_make_canvas(SLIDE_COLUMNS, SLIDE_ROWS,
					  (const uint8_t (*)[GLYPH_HEIGHT])show->font);
	show->saved = xcalloc(1, PRESENTER_SAVED_BYTES);
	show->reads_ahead = info->reads_ahead != 0;
	show->disk = xcalloc(PRESENTER_BLOCKS, PRESENTER_BLOCK_BYTES);
	for (uint64_t i = 0; i < count && i < info->pattern_sectors; i++)
		disk_pattern_write(show->disk + i * PATTERN_SECTOR_BYTES, i, info->pattern_sectors);
	block_model_init(&show->cache, info->cache_blocks < PRESENTER_BLOCKS ? info->cache_blocks
									     : PRESENTER_BLOCKS);
	presenter_init(&show->presenter, &show->canvas, show->saved, &source);
	presenter_draw(&show->presenter);
}

static bool slides_are_too_long(const struct slide_show *show)
{
	return show->canvas.pixels_drawn > PIXELS_MAX || show->blocks_read > BLOCKS_READ_MAX;
}

static void slides_play(struct slide_show *show, const struct result *result,
			const struct message_run *run, struct replay *replay)
{
	for (size_t i = 0; i < run->event_count && !slides_are_too_long(show); i++) {
		const struct message_event *event = &run->events[i];

		if (event->kind != MESSAGE_GET)
			continue;
		if ((event->code & MESSAGE_CODE_POSTED) != 0) {
			presenter_draw(&show->presenter);
			replay->draws++;
		} else {
			slides_take_key(show, event, replay);
			replay->keys += (event->code & (MESSAGE_CODE_RELEASED |
							MESSAGE_CODE_SYNC)) == 0;
		}
		slides_compare_use(result, show, run->info->id, event->message);
	}
	show->uses_differ |= next_use(result, show, run->info->id) != NULL;
}

/* The first difference from the target's final state, as a message; NULL if there is none. */
static const char *slides_difference(const struct slide_show *show,
				     const struct wire_presenter_screen *info)
{
	if (show->presenter.code_crc != info->code_crc)
		return "different programs";
	if (show->presenter.saves != info->saves ||
	    presenter_saved_crc(&show->presenter) != info->saved_crc ||
	    saves_differ(&show->saves))
		return "different document";
	if (show->presenter.page != info->page || canvas_crc(&show->canvas) != info->pixels_crc)
		return "different screen";
	if (show->canvas.glyphs_drawn != info->glyphs || show->canvas.pixels_drawn != info->pixels)
		return "different drawing counts";
	return show->uses_differ ? "different blocks in the cache" : NULL;
}

static void slides_judge(const struct slide_show *show, struct replay *replay)
{
	if (slides_are_too_long(show)) {
		replay->verdict_text = too_long;
		return;
	}
	replay->verdict_text = slides_difference(show, replay->slides);
	replay->verdict = replay->verdict_text == NULL ? REPLAY_SAME : REPLAY_DIFFERS;
	if (replay->verdict_text == NULL)
		replay->verdict_text = "same screen, document and blocks";
	replay->misses = show->cache.misses;
	replay->hits = show->cache.hits;
	replay_copy_screen(&show->canvas, replay);
}

static bool slides_are_supported(const struct wire_presenter_screen *info)
{
	return info->columns == SLIDE_COLUMNS && info->rows == SLIDE_ROWS &&
	       info->font_low.size == FONT_HALF_BYTES && info->font_high.size == FONT_HALF_BYTES;
}

static bool slides_are_known(const struct wire_presenter_screen *info)
{
	return strcmp(info->contents, "zeros") == 0 ? info->pattern_sectors == 0
						     : strcmp(info->contents, "pattern") == 0;
}

static void slides_make(const struct result *result, const struct message_run *run,
			struct replay *replay)
{
	struct slide_show show = {0};

	replay->verdict = REPLAY_UNKNOWN;
	if (run->events_missing > 0 || run->info->lost > 0) {
		replay->verdict_text = "unknown: incomplete log";
	} else if (!slides_are_supported(replay->slides)) {
		replay->verdict_text = "unknown: unsupported screen size";
	} else if (!slides_are_known(replay->slides)) {
		replay->verdict_text = "unknown: other disk contents";
	} else if (run->event_count > EVENTS_MAX) {
		replay->verdict_text = too_long;
	} else {
		saves_find(result, run->info->id, &show.saves.saves);
		slides_begin(&show, replay->slides);
		slides_play(&show, result, run, replay);
		slides_judge(&show, replay);
	}
	saves_free(&show.saves.saves);
	free(show.canvas.pixels);
	free(show.saved);
	free(show.disk);
	free(show.cache.blocks);
}

/* ---- Both ---- */

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

void replay_make(const struct result *result, const struct message_run *run, struct replay *replay)
{
	*replay = (struct replay){.info = find_screen(result, run)};
	if (replay->info != NULL) {
		replay_make_text(result, run, replay);
		return;
	}
	replay->slides = find_slides(result, run);
	if (replay->slides != NULL)
		slides_make(result, run, replay);
}

void replay_free(struct replay *replay)
{
	free(replay->ink);
}
