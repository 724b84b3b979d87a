/* SPDX-License-Identifier: MIT */
/* Sizes come from a log and may be anything: they are bounded, and so is the work. */
#include "tools/idle/slides.h"

#include <stdlib.h>
#include <string.h>

#include "lib/app/presenter.h"
#include "lib/disk_pattern.h"
#include "tools/base/alloc.h"
#include "tools/idle/block_model.h"

#define COLUMNS 80u                     /* the target's, and the only ones that shapes fit */
#define ROWS 25u
#define EVENTS_MAX (1u << 18)
#define PIXELS_MAX (1u << 30)
#define BLOCKS_ASKED_MAX (1u << 20)
#define FONT_HALF_BYTES (GLYPHS * GLYPH_HEIGHT / 2)
#define SECTORS_A_BLOCK (PRESENTER_BLOCK_BYTES / PATTERN_SECTOR_BYTES)

struct slide_show {
	struct presenter presenter;
	struct canvas canvas;
	uint8_t font[GLYPHS][GLYPH_HEIGHT];
	uint8_t *disk, *saved;
	struct block_model cache;
	uint64_t asked;                 /* blocks */
	uint64_t seen_hits, seen_misses;
	size_t next_use;                /* of the target's records */
	bool uses_differ, reads_ahead;
};

/* ---- The disk ---- */

static void slides_make_disk(struct slide_show *show, uint64_t pattern_sectors)
{
	uint64_t count = (uint64_t)PRESENTER_BLOCKS * SECTORS_A_BLOCK;

	show->disk = xcalloc(PRESENTER_BLOCKS, PRESENTER_BLOCK_BYTES);
	for (uint64_t i = 0; i < count && i < pattern_sectors; i++)
		disk_pattern_write(show->disk + i * PATTERN_SECTOR_BYTES, i, pattern_sectors);
}

static const uint8_t *slides_read(void *context, uint64_t block)
{
	struct slide_show *show = context;

	if (++show->asked > BLOCKS_ASKED_MAX)
		return NULL;
	block_model_use(&show->cache, (uint32_t)block);
	return show->disk + block * PRESENTER_BLOCK_BYTES;
}

static void slides_ahead(void *context, uint64_t block)
{
	struct slide_show *show = context;

	if (show->reads_ahead)
		block_model_use(&show->cache, (uint32_t)block);
}

/* ---- What each message had of the cache ---- */

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

/* ---- The run ---- */

static void slides_begin(struct slide_show *show, const struct wire_presenter_screen *info)
{
	const struct presenter_source source = {
		.read = slides_read, .fault = slides_read, .ahead = slides_ahead, .context = show,
	};

	memcpy(show->font[0], info->font_low.data, FONT_HALF_BYTES);
	memcpy(show->font[GLYPHS / 2], info->font_high.data, FONT_HALF_BYTES);
	show->canvas = (struct canvas){
		.pitch = COLUMNS * GLYPH_WIDTH, .columns = COLUMNS, .rows = ROWS,
		.font = (const uint8_t (*)[GLYPH_HEIGHT])show->font, .ink = 1, .paper = 0,
	};
	show->canvas.pixels = xcalloc((size_t)COLUMNS * GLYPH_WIDTH * ROWS * GLYPH_HEIGHT,
				      sizeof(*show->canvas.pixels));
	show->saved = xcalloc(1, PRESENTER_SAVED_BYTES);
	show->reads_ahead = info->reads_ahead != 0;
	slides_make_disk(show, info->pattern_sectors);
	block_model_init(&show->cache, info->cache_blocks < PRESENTER_BLOCKS ? info->cache_blocks
									     : PRESENTER_BLOCKS);
	presenter_init(&show->presenter, &show->canvas, show->saved, &source);
	presenter_draw(&show->presenter);
}

static bool slides_are_too_long(const struct slide_show *show)
{
	return show->canvas.pixels_drawn > PIXELS_MAX || show->asked > BLOCKS_ASKED_MAX;
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
			presenter_key(&show->presenter, event->code);
			replay->keys += (event->code & (MESSAGE_CODE_RELEASED |
							MESSAGE_CODE_SYNC)) == 0;
		}
		slides_compare_use(result, show, run->info->id, event->message);
	}
	show->uses_differ |= next_use(result, show, run->info->id) != NULL;
}

/* What is not as the target has it, or NULL. */
static const char *slides_difference(const struct slide_show *show,
				     const struct wire_presenter_screen *info)
{
	if (show->presenter.code_crc != info->code_crc)
		return "different programs";
	if (show->presenter.saves != info->saves ||
	    presenter_saved_crc(&show->presenter) != info->saved_crc)
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
		replay->what = "unknown: longer than the replay limit";
		return;
	}
	replay->what = slides_difference(show, replay->slides);
	replay->verdict = replay->what == NULL ? REPLAY_SAME : REPLAY_DIFFERS;
	if (replay->what == NULL)
		replay->what = "same screen, document and blocks";
	replay->misses = show->cache.misses;
	replay->hits = show->cache.hits;
	replay_keep_screen(&show->canvas, replay);
}

static bool slides_can_be(const struct wire_presenter_screen *info)
{
	return info->columns == COLUMNS && info->rows == ROWS &&
	       info->font_low.size == FONT_HALF_BYTES && info->font_high.size == FONT_HALF_BYTES;
}

static bool slides_are_known(const struct wire_presenter_screen *info)
{
	return strcmp(info->contents, "zeros") == 0 ? info->pattern_sectors == 0
						     : strcmp(info->contents, "pattern") == 0;
}

void slides_make(const struct result *result, const struct message_run *run,
		 struct replay *replay)
{
	struct slide_show show = {0};

	replay->verdict = REPLAY_UNKNOWN;
	if (run->events_missing > 0 || run->info->lost > 0)
		replay->what = "unknown: incomplete log";
	else if (!slides_can_be(replay->slides))
		replay->what = "unknown: unsupported screen size";
	else if (!slides_are_known(replay->slides))
		replay->what = "unknown: other disk contents";
	else if (run->event_count > EVENTS_MAX)
		replay->what = "unknown: longer than the replay limit";
	else {
		slides_begin(&show, replay->slides);
		slides_play(&show, result, run, replay);
		slides_judge(&show, replay);
	}
	free(show.canvas.pixels);
	free(show.saved);
	free(show.disk);
	free(show.cache.blocks);
}
