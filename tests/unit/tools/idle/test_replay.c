/* SPDX-License-Identifier: MIT */
/* Replays of editor runs: a target's result is accepted only if the same keys give it here too. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/app/dictionary.h"
#include "lib/app/editor.h"
#include "lib/app/presenter.h"
#include "lib/app/prose.h"
#include "lib/app/word.h"
#include "lib/disk_pattern.h"
#include "lib/wire/crc.h"
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
	else if (code == MESSAGE_CODE_TIMER)
		editor_blink(&editor);
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

/* The editor's text is saved twice, the second time after a letter. */
static struct wire_record save_records[3];

static void edit_and_save(void)
{
	struct record_list *list = &result.records[WIRE_document_save];

	edit();
	*list = (struct record_list){.items = save_records};
	for (uint64_t i = 0; i < 2; i++) {
		take(0x1e);
		take(DRAW);
		events[run.event_count] = (struct message_event){
			.kind = MESSAGE_GET, .code = EDITOR_KEY_SAVE, .message = (uint32_t)(90 + i),
		};
		save_records[i].document_save = (struct wire_document_save){
			.log = 3, .message = events[run.event_count++].message,
			.bytes = gap_buffer_length(&editor.text), .verified = i == 1,
			.crc = i == 1 ? gap_buffer_crc(&editor.text) : 0,
		};
		list->count++;
	}
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

TEST(blinking_of_the_insertion_point_is_replayed)
{
	edit();
	take(MESSAGE_CODE_TIMER);
	take(DRAW);
	take_down();
	assert_replay(REPLAY_SAME, "same text and screen");
	run.event_count--;
	take(DRAW);
	events[run.event_count - 2].code = 0x9e;
	assert_replay(REPLAY_DIFFERS, "different drawing counts");
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

TEST(saved_text_is_that_of_the_keys)
{
	edit_and_save();
	replay_make(&result, &run, &replay);
	assert_int_equal(replay.verdict, REPLAY_SAME);
	assert_int_equal(replay.saves, 2);
	replay_free(&replay);
	/* Without a disk there is nothing to compare. */
	result.records[WIRE_document_save].count = 0;
	replay_make(&result, &run, &replay);
	assert_int_equal(replay.verdict, REPLAY_SAME);
	assert_int_equal(replay.saves, 2);
	replay_free(&replay);
}

TEST(other_saved_text_is_found)
{
	static const char other[] = "different saved text";
	struct wire_document_save *saves[] = {
		&save_records[0].document_save, &save_records[1].document_save,
	};

	edit_and_save();
	saves[1]->crc ^= 1;
	assert_replay(REPLAY_DIFFERS, other);
	edit_and_save();
	saves[0]->bytes--;
	assert_replay(REPLAY_DIFFERS, other);
	edit_and_save();
	saves[0]->message++;
	assert_replay(REPLAY_DIFFERS, other);
	/* One save less than keys, and one more. */
	edit_and_save();
	result.records[WIRE_document_save].count--;
	assert_replay(REPLAY_DIFFERS, other);
	edit_and_save();
	save_records[2] = save_records[1];
	result.records[WIRE_document_save].count++;
	assert_replay(REPLAY_DIFFERS, other);
	/* That of another log does not matter. */
	save_records[2].document_save.log = 4;
	assert_replay(REPLAY_SAME, "same text and screen");
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

/* Linked instead of the function that paints blanks. The longest replays have 2^30 pixels. */
static bool paints_blanks = true;

void __real_canvas_clear(struct canvas *on, uint32_t row, uint32_t column);
void __wrap_canvas_clear(struct canvas *on, uint32_t row, uint32_t column);

void __wrap_canvas_clear(struct canvas *on, uint32_t row, uint32_t column)
{
	if (paints_blanks)
		__real_canvas_clear(on, row, column);
	else
		on->pixels_drawn += (uint64_t)(on->columns - column) * GLYPH_WIDTH * GLYPH_HEIGHT;
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
	paints_blanks = false;
	assert_replay(REPLAY_UNKNOWN, "unknown: longer than the replay limit");
	paints_blanks = true;
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
	/* A log of a session is replayed by later versions. */
	assert_int_equal(crc32c(0, made, sizeof(made)), 0x341150d5);
	for (size_t i = 0; i < sizeof(made); i++) {
		assert_true(made[i] == '\n' || (made[i] >= ' ' && made[i] <= '~'));
		column = made[i] == '\n' ? 0 : column + 1;
		assert_true(column <= PROSE_COLUMNS);
		blanks += made[i] == ' ' || made[i] == '\n';
	}
	/* English words have about 4.8 letters in running text. */
	assert_uint_in_range(sizeof(made) / blanks, 5, 7);
}

/* ---- The word processor ---- */

static struct word word;

static void take_in_word(uint32_t code)
{
	events[run.event_count++] = (struct message_event){.kind = MESSAGE_GET, .code = code};
	if (code == DRAW)
		word_draw(&word);
	else
		word_key(&word, code);
}

static void write_in_word(void)
{
	edit();
	run.event_count = 0;
	canvas.glyphs_drawn = canvas.pixels_drawn = 0;
	memset(pixels, 0, sizeof(pixels));
	for (size_t i = 0; i < COUNT(pixels); i++)
		pixels[i] = canvas.paper;
	dictionary_write(text, TEXT_BYTES, SEED, WORD_MISSPELLED_EVERY);
	word_init(&word, &canvas, text, TEXT_BYTES, CAPACITY_BYTES);
	take_in_word(0x2d);
	take_in_word(0xad);
	take_in_word(0x2d);
	take_in_word(DRAW);
	while (word_check(&word))
		;
	take_down();
	record.editor_screen.program = "word";
	record.editor_screen.length_bytes = gap_buffer_length(&word.layout.text);
	record.editor_screen.text_crc = gap_buffer_crc(&word.layout.text);
	record.editor_screen.misspelled = word.misspelled;
}

/* The text has misspelled words, so the checker underlines some. */
TEST(word_processor_is_replayed_with_its_spelling_check)
{
	write_in_word();
	assert_true(word.misspelled > 0);
	assert_replay(REPLAY_SAME, "same text and screen");
	record.editor_screen.misspelled++;
	assert_replay(REPLAY_DIFFERS, "different misspelled words");
	record.editor_screen.misspelled--;
	record.editor_screen.text_crc ^= 1;
	assert_replay(REPLAY_DIFFERS, "different text");
	write_in_word();
	record.editor_screen.program = "editor";
	assert_replay(REPLAY_DIFFERS, "different text");
	record.editor_screen.program = "word";
	record.editor_screen.columns = 1;
	assert_replay(REPLAY_UNKNOWN, "unknown: unsupported screen size");
}

/* ---- The presenter ---- */

#define SLIDE_COLUMNS 80u
#define SLIDE_ROWS 25u
#define SECTORS (PRESENTER_BLOCKS * PRESENTER_BLOCK_BYTES / PATTERN_SECTOR_BYTES)
#define USES_MAX 16

/* The target: a disk, a cache that holds all blocks, and the presenter. */
static uint32_t slide_pixels[SLIDE_ROWS * GLYPH_HEIGHT][SLIDE_COLUMNS * GLYPH_WIDTH];
static uint8_t disk[PRESENTER_BLOCKS][PRESENTER_BLOCK_BYTES], saved[PRESENTER_SAVED_BYTES];
static bool is_cached[PRESENTER_BLOCKS];
static uint64_t hits, misses;
static struct presenter presenter;
static struct wire_record slides, uses[USES_MAX];

static const uint8_t *read_block(void *context, uint64_t block)
{
	(void)context;
	*(is_cached[block] ? &hits : &misses) += 1;
	is_cached[block] = true;
	return disk[block];
}

static void read_ahead(void *context, uint64_t block)
{
	read_block(context, block);
}

static void show(uint32_t code)
{
	struct record_list *list = &result.records[WIRE_cache_use];
	uint32_t message = (uint32_t)run.event_count + 1;

	events[run.event_count++] = (struct message_event){
		.kind = MESSAGE_GET, .code = code, .message = message};
	hits = misses = 0;
	if (code == DRAW)
		presenter_draw(&presenter);
	else
		presenter_key(&presenter, code);
	if (hits + misses > 0)
		uses[list->count++].cache_use = (struct wire_cache_use){3, message, hits, misses};
}

/* Start, open, turn pages to an object, change it, save. */
static void show_slides(uint64_t pattern_sectors)
{
	static const struct presenter_source source = {read_block, read_block, read_ahead, NULL};

	edit();
	run.event_count = 0;
	canvas = (struct canvas){
		.pixels = slide_pixels[0], .pitch = SLIDE_COLUMNS * GLYPH_WIDTH,
		.columns = SLIDE_COLUMNS, .rows = SLIDE_ROWS, .font = canvas.font, .ink = 7,
	};
	memset(disk, 0, sizeof(disk));
	memset(is_cached, 0, sizeof(is_cached));
	for (uint64_t i = 0; i < pattern_sectors; i++)
		disk_pattern_write(disk[i / 8] + i % 8 * PATTERN_SECTOR_BYTES, i, pattern_sectors);
	result.records[WIRE_editor_screen].count = 0;
	result.records[WIRE_cache_use] = (struct record_list){.items = uses};
	result.records[WIRE_presenter_screen] = (struct record_list){.items = &slides, .count = 1};
	presenter_init(&presenter, &canvas, saved, &source);
	presenter_draw(&presenter);
	show(0x1c);
	show(0x18);
	show(DRAW);
	for (unsigned i = 0; i < 11; i++)
		show(MESSAGE_CODE_EXTENDED | 0x51);
	show(0x12);
	show(MESSAGE_CODE_EXTENDED | 0x48);
	show(DRAW);
	show(MESSAGE_CODE_SYNC);
	show(0x01);
	show(0x01 | MESSAGE_CODE_RELEASED);
	show(0x1f);
	slides.presenter_screen = (struct wire_presenter_screen){
		.log = 3, .contents = pattern_sectors > 0 ? "pattern" : "zeros",
		.pattern_sectors = pattern_sectors, .cache_blocks = PRESENTER_BLOCKS,
		.reads_ahead = 1, .columns = SLIDE_COLUMNS, .rows = SLIDE_ROWS,
		.page = presenter.page, .code_crc = presenter.code_crc,
		.pixels_crc = canvas_crc(&canvas), .saves = presenter.saves,
		.saved_crc = presenter_saved_crc(&presenter), .glyphs = canvas.glyphs_drawn,
		.pixels = canvas.pixels_drawn, .font_low = {font[0], HALF},
		.font_high = {font[GLYPHS / 2], HALF},
	};
}

static const char same_slides[] = "same screen, document and blocks";

/* A disk with a shorter pattern has zeros after it. */
TEST(presenter_on_disks_of_known_contents_is_replayed)
{
	static const uint64_t sectors[] = {SECTORS, 1000, 0};
	const uint32_t *shown = slide_pixels[0];

	for (size_t i = 0; i < COUNT(sectors); i++) {
		uint64_t all_misses = 0;

		show_slides(sectors[i]);
		replay_make(&result, &run, &replay);
		assert_string_equal(replay.verdict_text, same_slides);
		assert_int_equal(replay.verdict, REPLAY_SAME);
		/* Enter, o, 11 pages, e, up, escape, s. */
		assert_int_equal(replay.keys, 17);
		assert_int_equal(replay.draws, 2);
		for (size_t j = 0; j < result.records[WIRE_cache_use].count; j++)
			all_misses += uses[j].cache_use.misses;
		assert_int_equal(replay.misses, all_misses);
		/* Program, document and editor; all of the document is read again. */
		assert_int_equal(replay.misses, PRESENTER_BLOCKS);
		assert_true(replay.hits > PRESENTER_DOCUMENT_BLOCKS);
		assert_int_equal(replay.width, SLIDE_COLUMNS * GLYPH_WIDTH);
		assert_int_equal(replay.height, SLIDE_ROWS * GLYPH_HEIGHT);
		for (size_t j = 0; j < (size_t)replay.width * replay.height; j++)
			assert_int_equal(replay.ink[j], shown[j] == canvas.ink);
		replay_free(&replay);
	}
}

/* Each offset is that of a number to increase. */
static const struct other_slides {
	const char *name;
	size_t place;
} other_slides[] = {
	{"different programs", offsetof(struct wire_presenter_screen, code_crc)},
	{"different document", offsetof(struct wire_presenter_screen, saves)},
	{"different document", offsetof(struct wire_presenter_screen, saved_crc)},
	{"different screen", offsetof(struct wire_presenter_screen, page)},
	{"different screen", offsetof(struct wire_presenter_screen, pixels_crc)},
	{"different drawing counts", offsetof(struct wire_presenter_screen, glyphs)},
	{"different drawing counts", offsetof(struct wire_presenter_screen, pixels)},
	{"unknown: unsupported screen size", offsetof(struct wire_presenter_screen, columns)},
	{"unknown: unsupported screen size", offsetof(struct wire_presenter_screen, rows)},
};

static void other_end_of_a_show_is_found(void **state)
{
	const struct other_slides *other = *state;
	bool is_unknown = other->name[0] == 'u';

	show_slides(0);
	++*(uint64_t *)((char *)&slides.presenter_screen + other->place);
	assert_replay(is_unknown ? REPLAY_UNKNOWN : REPLAY_DIFFERS, other->name);
}
TEST_CASES(other_end_of_a_show_is_found, other_slides);

TEST(other_saved_document_of_a_show_is_found)
{
	struct wire_document_save *save = &save_records[0].document_save;

	show_slides(0);
	result.records[WIRE_document_save] =
		(struct record_list){.items = save_records, .count = 1};
	*save = (struct wire_document_save){
		.log = 3, .message = (uint32_t)run.event_count, .bytes = PRESENTER_SAVED_BYTES,
		.crc = presenter_saved_crc(&presenter), .verified = 1,
	};
	assert_replay(REPLAY_SAME, same_slides);
	save->crc ^= 1;
	assert_replay(REPLAY_DIFFERS, "different document");
	save->verified = 0;
	assert_replay(REPLAY_SAME, same_slides);
	save->bytes++;
	assert_replay(REPLAY_DIFFERS, "different document");
}

TEST(other_blocks_of_a_show_are_found)
{
	static const char blocks[] = "different blocks in the cache";

	show_slides(0);
	uses[2].cache_use.hits++;
	assert_replay(REPLAY_DIFFERS, blocks);
	show_slides(0);
	uses[2].cache_use.misses++;
	assert_replay(REPLAY_DIFFERS, blocks);
	show_slides(0);
	uses[2].cache_use.message++;
	assert_replay(REPLAY_DIFFERS, blocks);
	show_slides(0);
	result.records[WIRE_cache_use].count--;
	assert_replay(REPLAY_DIFFERS, blocks);
	show_slides(0);
	uses[result.records[WIRE_cache_use].count++].cache_use =
		(struct wire_cache_use){3, 1, 1, 1};
	assert_replay(REPLAY_DIFFERS, blocks);
	uses[result.records[WIRE_cache_use].count - 1].cache_use.log = 4;
	assert_replay(REPLAY_SAME, same_slides);
	slides.presenter_screen.cache_blocks = 200;     /* fewer than a program and the document */
	assert_replay(REPLAY_DIFFERS, blocks);
}

TEST(show_of_unknown_contents_is_not_judged)
{
	static const char contents[] = "unknown: other disk contents";
	struct wire_presenter_screen *screen = &slides.presenter_screen;

	show_slides(0);
	screen->pattern_sectors = 1;
	assert_replay(REPLAY_UNKNOWN, contents);
	screen->contents = "other";
	assert_replay(REPLAY_UNKNOWN, contents);
	show_slides(0);
	screen->font_low.size--;
	assert_replay(REPLAY_UNKNOWN, "unknown: unsupported screen size");
	screen->font_low.size++;
	run.events_missing = 1;
	assert_replay(REPLAY_UNKNOWN, "unknown: incomplete log");
	run.events_missing = 0;
	info.lost = 1;
	assert_replay(REPLAY_UNKNOWN, "unknown: incomplete log");
	info.lost = 0;
	screen->log = 4;
	replay_make(&result, &run, &replay);
	assert_int_equal(replay.verdict, REPLAY_NONE);
	replay_free(&replay);
}

TEST(show_of_too_many_events_is_not_replayed)
{
	show_slides(0);
	run.event_count = (1u << 18) + 1;
	assert_replay(REPLAY_UNKNOWN, "unknown: longer than the replay limit");
}
