/* SPDX-License-Identifier: MIT */
/* Replays of editor runs: a target's result is accepted only if the same keys give it here too. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/app/editor.h"
#include "lib/app/prose.h"
#include "tools/idle/replay.h"

#define TEXT_BYTES 2000u
#define CAPACITY_BYTES 2100u
#define COLUMNS 40u
#define ROWS 6u
#define SEED 7
#define EVENTS_MAX 64
#define HALF (GLYPHS * GLYPH_HEIGHT / 2)
#define DRAW MESSAGE_CODE_POSTED

static uint8_t font[GLYPHS][GLYPH_HEIGHT];
static uint32_t pixels[COLUMNS * GLYPH_WIDTH * ROWS * GLYPH_HEIGHT];
static char text[CAPACITY_BYTES];
static struct canvas canvas;
static struct editor editor;

static struct message_event events[EVENTS_MAX];
static struct wire_message_log info;
static struct message_run run;
static struct wire_record record;
static struct result result;
static struct replay replay;

/* The target's handling of a message, and its event in the log. */
static void take(uint32_t code)
{
	events[run.event_count++] = (struct message_event){.kind = MESSAGE_GET, .code = code};
	if (code == DRAW)
		editor_draw(&editor);
	else
		editor_key(&editor, code);
}

static void take_down(void)
{
	record.editor_screen = (struct wire_editor_screen){
		.log = 3, .seed = SEED, .text_bytes = TEXT_BYTES, .capacity_bytes = CAPACITY_BYTES,
		.columns = COLUMNS, .rows = ROWS,
		.length_bytes = gap_buffer_length(&editor.text),
		.text_crc = gap_buffer_crc(&editor.text), .pixels_crc = canvas_crc(&canvas),
		.glyphs = canvas.glyphs_drawn, .pixels = canvas.pixels_drawn,
		.font_low = {font[0], HALF}, .font_high = {font[GLYPHS / 2], HALF},
	};
}

/* Two letters with a common draw, and a page. */
static void edit(void)
{
	for (unsigned i = 0; i < sizeof(font); i++)
		font[i / GLYPH_HEIGHT][i % GLYPH_HEIGHT] = (uint8_t)(i * 37 + i / GLYPH_HEIGHT);
	canvas = (struct canvas){
		.pixels = pixels, .pitch = COLUMNS * GLYPH_WIDTH, .columns = COLUMNS, .rows = ROWS,
		.font = (const uint8_t (*)[GLYPH_HEIGHT])font, .ink = 0xc0c0c0, .paper = 0x102030,
	};
	info = (struct wire_message_log){.id = 3};
	run = (struct message_run){.info = &info, .events = events};
	memset(&result, 0, sizeof(result));
	result.records[WIRE_editor_screen] = (struct record_list){.items = &record, .count = 1};
	prose_write(text, TEXT_BYTES, SEED);
	editor_init(&editor, &canvas, text, TEXT_BYTES, CAPACITY_BYTES);
	take(0x1e);
	take(0x9e);
	take(0x30);
	take(DRAW);
	take(MESSAGE_CODE_EXTENDED | 0x51);
	take(DRAW);
	take_down();
}

static void assert_replay(enum replay_verdict verdict, const char *what)
{
	replay_make(&result, &run, &replay);
	assert_int_equal(replay.verdict, verdict);
	assert_string_equal(replay.verdict_text, what);
	replay_free(&replay);
}

TEST(replay_gives_the_targets_result)
{
	edit();
	replay_make(&result, &run, &replay);
	assert_int_equal(replay.verdict, REPLAY_SAME);
	assert_int_equal(replay.keys, 3);
	assert_int_equal(replay.draws, 2);
	assert_int_equal(replay.width, COLUMNS * GLYPH_WIDTH);
	assert_int_equal(replay.height, ROWS * GLYPH_HEIGHT);
	for (size_t i = 0; i < sizeof(pixels) / sizeof(pixels[0]); i++)
		assert_int_equal(replay.ink[i], pixels[i] == canvas.ink);
	replay_free(&replay);
}

TEST(different_text_screen_or_count_is_distinguished)
{
	edit();
	record.editor_screen.text_crc ^= 1;
	assert_replay(REPLAY_DIFFERS, "different text");
	take_down();
	record.editor_screen.pixels_crc ^= 1;
	assert_replay(REPLAY_DIFFERS, "different screen");
	take_down();
	record.editor_screen.glyphs++;
	assert_replay(REPLAY_DIFFERS, "different drawing counts");
	take_down();
	font['e'][3] ^= 1;
	assert_replay(REPLAY_DIFFERS, "different screen");
}

/* A common draw for two keys changes the counts only. */
TEST(additional_draw_or_missing_key_is_found)
{
	edit();
	events[run.event_count++] = (struct message_event){.kind = MESSAGE_GET, .code = DRAW};
	assert_replay(REPLAY_DIFFERS, "different drawing counts");
	run.event_count--;
	events[2].kind = MESSAGE_PEEK;
	assert_replay(REPLAY_DIFFERS, "different text");
}

TEST(incomplete_or_impossible_run_is_not_judged)
{
	static const char size[] = "unknown: unsupported screen size";
	struct wire_editor_screen *screen = &record.editor_screen;

	edit();
	info.lost = 1;
	assert_replay(REPLAY_UNKNOWN, "unknown: incomplete log");
	info.lost = 0;
	screen->capacity_bytes = UINT64_MAX;
	assert_replay(REPLAY_UNKNOWN, size);
	take_down();
	screen->text_bytes = CAPACITY_BYTES;
	assert_replay(REPLAY_UNKNOWN, size);
	take_down();
	screen->rows = 0;
	assert_replay(REPLAY_UNKNOWN, size);
	take_down();
	screen->columns = UINT64_MAX;
	assert_replay(REPLAY_UNKNOWN, size);
	take_down();
	screen->font_high.size--;
	assert_replay(REPLAY_UNKNOWN, size);
}

/* A few dozen screens of the maximum size; the log could request thousands. */
TEST(replay_that_is_too_long_is_aborted)
{
	static struct message_event many[300];

	edit();
	for (size_t i = 0; i < sizeof(many) / sizeof(many[0]); i++)
		many[i] = (struct message_event){
			.kind = MESSAGE_GET,
			.code = i % 3 == 0 ? 0x151 : i % 3 == 1 ? 0x149 : DRAW,
		};
	run.events = many;
	run.event_count = sizeof(many) / sizeof(many[0]);
	record.editor_screen.columns = 512;
	record.editor_screen.rows = 256;
	assert_replay(REPLAY_UNKNOWN, "unknown: longer than the replay limit");
	edit();
	run.event_count = 1u << 20;
	assert_replay(REPLAY_UNKNOWN, "unknown: longer than the replay limit");
}

TEST(log_without_an_editor_has_no_replay)
{
	edit();
	record.editor_screen.log = 4;
	replay_make(&result, &run, &replay);
	assert_int_equal(replay.verdict, REPLAY_NONE);
	assert_null(replay.info);
	replay_free(&replay);
}

/* ---- The text ---- */

TEST(text_has_words_and_is_reproducible)
{
	static char again[57344], other[57344], made[57344];
	unsigned blanks = 0, column = 0;

	prose_write(made, sizeof(made), 1);
	prose_write(again, sizeof(again), 1);
	prose_write(other, sizeof(other), 2);
	assert_memory_equal(made, again, sizeof(made));
	assert_int_not_equal(memcmp(made, other, sizeof(made)), 0);
	for (size_t i = 0; i < sizeof(made); i++) {
		assert_true(made[i] == '\n' || (made[i] >= ' ' && made[i] <= '~'));
		column = made[i] == '\n' ? 0 : column + 1;
		assert_true(column <= PROSE_COLUMNS);
		blanks += made[i] == ' ' || made[i] == '\n';
	}
	/* English words have about 4.8 letters in running text. */
	assert_uint_in_range(sizeof(made) / blanks, 5, 7);
}
