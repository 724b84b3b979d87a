/* SPDX-License-Identifier: MIT */
/* The word processor: layout, keys, and its spell checker, which a key may interrupt. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/app/dictionary.h"
#include "lib/app/typeset.h"
#include "lib/app/word.h"
#include "lib/event/message_log.h"
#include "lib/rng.h"
#include "lib/wire/crc.h"

#define COLUMNS 24u
#define ROWS 6u
#define CAPACITY 3000u
#define PIXELS (COLUMNS * GLYPH_WIDTH * ROWS * GLYPH_HEIGHT)
#define BACKSPACE 0x0eu

static uint8_t font[GLYPHS][GLYPH_HEIGHT];
static uint32_t pixels[2][PIXELS];
static char bytes[2][CAPACITY];
static struct canvas canvas[2];
static struct word word[2];

/* Glyphs of one to eight pixels, except the space. */
static void open_word(unsigned i, const char *text, uint32_t length)
{
	for (uint32_t c = '!'; c < GLYPHS; c++)
		memset(font[c], 0xff << c % 8 & 0xff, GLYPH_HEIGHT - 1);
	canvas[i] = (struct canvas){
		.pixels = pixels[i], .pitch = COLUMNS * GLYPH_WIDTH,
		.columns = COLUMNS, .rows = ROWS,
		.font = (const uint8_t (*)[GLYPH_HEIGHT])font, .ink = 0xffffff,
	};
	memcpy(bytes[i], text, length);
	word_init(&word[i], &canvas[i], bytes[i], length, CAPACITY);
}

static uint32_t check_all(unsigned i)
{
	while (word_check(&word[i]))
		;
	return word[i].misspelled;
}

TEST(every_injected_misspelling_is_found_and_no_other_word)
{
	static char text[2000];

	for (uint64_t seed = 0; seed < 50; seed++) {
		uint32_t misspelled = dictionary_write(text, sizeof(text), seed,
						       WORD_MISSPELLED_EVERY);

		open_word(0, text, sizeof(text));
		assert_uint_in_range(misspelled, 5, 25);
		assert_int_equal(check_all(0), misspelled);
	}
}

TEST(dictionary_contains_its_words_and_no_others)
{
	assert_true(dictionary_has("a", 1));
	assert_true(dictionary_has("your", 4));
	assert_true(dictionary_has("mountain", 8));
	assert_false(dictionary_has("mountai", 7));
	assert_false(dictionary_has("mountains", 9));
	assert_false(dictionary_has("", 0));
	assert_false(dictionary_has("zzzzzzzzzzzzzzzzzzzz", 20));
}

/* Each line ends at the full width, except the last of a paragraph. */
TEST(lines_are_justified_except_the_last_of_a_paragraph)
{
	static const char text[] = "all the water in the river went over the great stone and so on "
				   "to the sea where it was still as ever before\nnew line";
	uint32_t justified = 0;

	open_word(0, text, sizeof(text) - 1);
	for (uint32_t line = 0; line < word[0].layout.line_count; line++) {
		struct pen pen = pen_begin(&word[0].layout, line);
		uint32_t end = word[0].layout.lines[line + 1];
		bool is_full = line + 1 < word[0].layout.line_count &&
			       typeset_glyph(&word[0].layout, end - 1) == ' ';

		while (pen.place < pen.end)
			pen_next(&word[0].layout, &pen);
		assert_true(pen.x <= typeset_width(&word[0].layout));
		assert_true(!is_full || pen.x == typeset_width(&word[0].layout));
		justified += is_full;
	}
	assert_true(justified >= 2);
}

TEST(word_is_wrong_until_its_last_letter_is_right)
{
	open_word(0, "the sno falls", 7);
	assert_int_equal(check_all(0), 1);
	for (unsigned i = 0; i < 7; i++)
		word_key(&word[0], MESSAGE_CODE_EXTENDED | 0x4d);
	word_key(&word[0], 0x11);               /* w */
	word_draw(&word[0]);
	assert_int_equal(check_all(0), 0);
	word_key(&word[0], BACKSPACE);
	word_draw(&word[0]);
	assert_int_equal(check_all(0), 1);
}

/* The host's replay relies on this: two instances with equal keys and draws, but different checker
 * steps, have equal final states. Nothing is drawn outside the screen. */
TEST(checker_progress_between_keys_does_not_affect_the_result)
{
	static const uint32_t keys[] = {
		0x148, 0x150, 0x14b, 0x14d, 0x147, 0x14f, 0x153, BACKSPACE, 0x1c, 0x39, 0x1e, 0x12,
		0x14, 0x18, 0x2a, 0xaa, 0x32, 0x39,
	};
	static char text[700];
	struct rng rng;

	rng_seed(&rng, 7);
	for (unsigned round = 0; round < unit_trials(16, 60); round++) {
		dictionary_write(text, sizeof(text), round, WORD_MISSPELLED_EVERY);
		for (unsigned i = 0; i < 2; i++)
			open_word(i, text, round % 3 == 0 ? 0 : sizeof(text));
		for (unsigned i = 0; i < 300; i++) {
			uint32_t code = keys[rng_below(&rng, round % 4 == 0 ? 18 : 16)];
			uint32_t steps = rng_below(&rng, 4) == 0 ? 0 : rng_below(&rng, 40);

			assert_int_equal(word_key(&word[0], code), word_key(&word[1], code));
			word_draw(&word[0]);
			word_draw(&word[1]);
			while (steps-- > 0 && word_check(&word[0]))
				;
		}
		assert_int_equal(check_all(0), check_all(1));
		assert_memory_equal(pixels[0], pixels[1], sizeof(pixels[0]));
		assert_int_equal(canvas[0].glyphs_drawn, canvas[1].glyphs_drawn);
		assert_int_equal(gap_buffer_crc(&word[0].layout.text),
				 gap_buffer_crc(&word[1].layout.text));
	}
}

/* A log of a session is replayed by later versions, so these are the values of all versions. */
TEST(session_has_the_same_screens_in_all_versions)
{
	static const uint32_t keys[] = {
		0x148, 0x150, 0x14b, 0x14d, 0x147, 0x14f, 0x153, BACKSPACE, 0x1c, 0x39, 0x1e, 0x12,
		0x14, 0x18, 0x2a, 0xaa, 0x32, 0x39,
	};
	static char text[700];
	uint32_t crc = 0;
	struct rng rng;

	rng_seed(&rng, 7);
	dictionary_write(text, sizeof(text), 3, WORD_MISSPELLED_EVERY);
	assert_int_equal(crc32c(0, text, sizeof(text)), 0xcd0b71d2);
	open_word(0, text, sizeof(text));
	for (unsigned i = 0; i < 200; i++) {
		word_key(&word[0], keys[rng_below(&rng, COUNT(keys))]);
		word_draw(&word[0]);
		check_all(0);
		if (i % 20 == 0)
			crc = crc32c(crc, pixels[0], sizeof(pixels[0]));
	}
	assert_int_equal(crc, 0x42acd0b0);
	assert_int_equal(canvas[0].glyphs_drawn, 8786);
	assert_int_equal(canvas[0].pixels_drawn, 1602336);
	assert_int_equal(gap_buffer_crc(&word[0].layout.text), 0x948582a2);
}
