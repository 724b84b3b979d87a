/* SPDX-License-Identifier: MIT */
/* The editor compared with a simple one: an array of lines, whose screen is always drawn as a
 * whole. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/app/editor.h"
#include "lib/app/keymap.h"
#include "lib/event/message_log.h"
#include "lib/rng.h"
#include "lib/wire/crc.h"
#include "tools/run/input/input_keys.h"

#define COLUMNS 12u
#define ROWS 5u
#define TEXT_MAX 400u
#define LINE_MAX TEXT_MAX
#define PIXELS (COLUMNS * GLYPH_WIDTH * ROWS * GLYPH_HEIGHT)

#define UP 0x148u
#define DOWN 0x150u
#define LEFT 0x14bu
#define RIGHT 0x14du
#define HOME 0x147u
#define END 0x14fu
#define PAGE_UP 0x149u
#define PAGE_DOWN 0x151u
#define DELETE 0x153u
#define BACKSPACE 0x0eu
#define ENTER 0x1cu
#define SHIFT 0x2au

static uint8_t font[GLYPHS][GLYPH_HEIGHT];
static uint32_t pixels[PIXELS], expected_pixels[PIXELS];
static char bytes[TEXT_MAX];
static struct canvas canvas;
static struct editor editor;

static struct canvas canvas_on(uint32_t *memory)
{
	return (struct canvas){
		.pixels = memory, .pitch = COLUMNS * GLYPH_WIDTH, .columns = COLUMNS, .rows = ROWS,
		.font = (const uint8_t (*)[GLYPH_HEIGHT])font, .ink = 0xffffff, .paper = 0x102030,
	};
}

/* The first line of each glyph is unique. */
static void edit(const char *text)
{
	for (unsigned c = 0; c < GLYPHS; c++) {
		for (unsigned y = 0; y < GLYPH_HEIGHT; y++)
			font[c][y] = (uint8_t)(c << 1 | 1);
	}
	canvas = canvas_on(pixels);
	memcpy(bytes, text, strlen(text));
	editor_init(&editor, &canvas, bytes, (uint32_t)strlen(text), TEXT_MAX);
}

static void press(uint32_t code)
{
	editor_key(&editor, code);
	editor_key(&editor, code | MESSAGE_CODE_RELEASED);
}

static const char *text_of_editor(void)
{
	static char text[TEXT_MAX + 1];
	uint32_t length = gap_buffer_length(&editor.text);

	for (uint32_t i = 0; i < length; i++)
		text[i] = gap_buffer_at(&editor.text, i);
	text[length] = '\0';
	return text;
}

TEST(full_editor_takes_no_character)
{
	edit("ab\nc");
	editor_init(&editor, &canvas, bytes, 4, 5);
	assert_true(editor_key(&editor, 0x1e));
	assert_string_equal(text_of_editor(), "aab\nc");
	editor_draw(&editor);
	canvas.glyphs_drawn = 0;
	assert_false(editor_key(&editor, 0x1e));
	assert_false(editor_key(&editor, ENTER));
	editor_draw(&editor);
	assert_string_equal(text_of_editor(), "aab\nc");
	assert_true(canvas.glyphs_drawn <= 2);  /* the cursor's cell */
	press(DELETE);
	assert_true(editor_key(&editor, ENTER));
	assert_string_equal(text_of_editor(), "a\nb\nc");
}

/* ---- The simple editor ---- */

struct plain {
	char text[TEXT_MAX + 1];
	uint32_t line, column, wanted;  /* of the cursor */
	uint32_t top, left;
};

static struct plain plain;

/* The text of a line without its newline; NULL if there is no such line. */
static const char *plain_line(uint32_t number, uint32_t *length)
{
	const char *at = plain.text;

	for (; number > 0; number--) {
		at = strchr(at, '\n');
		if (at++ == NULL)
			return NULL;
	}
	*length = (uint32_t)strcspn(at, "\n");
	return at;
}

static uint32_t plain_length_of(uint32_t line)
{
	uint32_t length = 0;

	assert_non_null(plain_line(line, &length));
	return length;
}

static bool plain_has(uint32_t line)
{
	uint32_t length;

	return plain_line(line, &length) != NULL;
}

static void plain_show_cursor(void)
{
	if (plain.line < plain.top)
		plain.top = plain.line;
	if (plain.line >= plain.top + ROWS)
		plain.top = plain.line - ROWS + 1;
	if (plain.column < plain.left || plain.column >= plain.left + COLUMNS)
		plain.left = plain.column < COLUMNS ? 0 : plain.column - COLUMNS / 2;
}

static void plain_to(uint32_t line, uint32_t column)
{
	plain.line = line;
	plain.column = plain.wanted = column;
}

static void plain_to_line(uint32_t line)
{
	uint32_t length = plain_length_of(line);

	plain.line = line;
	plain.column = plain.wanted < length ? plain.wanted : length;
}

static char *plain_cursor(void)
{
	uint32_t length;

	return (char *)plain_line(plain.line, &length) + plain.column;
}

static void plain_insert(char c)
{
	char *at = plain_cursor();

	if (strlen(plain.text) == TEXT_MAX)
		return;
	memmove(at + 1, at, strlen(at) + 1);
	*at = c;
	if (c == '\n')
		plain_to(plain.line + 1, 0);
	else
		plain_to(plain.line, plain.column + 1);
}

static bool plain_left(void)
{
	if (plain.line == 0 && plain.column == 0)
		return false;
	if (plain.column > 0)
		plain_to(plain.line, plain.column - 1);
	else
		plain_to(plain.line - 1, plain_length_of(plain.line - 1));
	return true;
}

static void plain_right(void)
{
	if (plain.column < plain_length_of(plain.line))
		plain_to(plain.line, plain.column + 1);
	else if (plain_has(plain.line + 1))
		plain_to(plain.line + 1, 0);
}

static void plain_delete(void)
{
	char *at = plain_cursor();

	if (*at != '\0')
		memmove(at, at + 1, strlen(at));
}

/* Text and cursor move as far as the text can scroll. */
static void plain_page(bool is_down)
{
	for (uint32_t i = 0; i < ROWS - 1 && (is_down ? plain_has(plain.top + 1) : plain.top > 0);
	     i++) {
		plain.top = is_down ? plain.top + 1 : plain.top - 1;
		if (!is_down)
			plain_to_line(plain.line - 1);
		else if (plain_has(plain.line + 1))
			plain_to_line(plain.line + 1);
	}
}

static void plain_key(uint32_t code, bool is_shifted)
{
	char c = keymap_character(code, is_shifted);

	if (c != '\0')
		plain_insert(c);
	else if (code == UP && plain.line > 0)
		plain_to_line(plain.line - 1);
	else if (code == DOWN && plain_has(plain.line + 1))
		plain_to_line(plain.line + 1);
	else if (code == LEFT)
		plain_left();
	else if (code == RIGHT)
		plain_right();
	else if (code == HOME || code == END)
		plain_to(plain.line, code == HOME ? 0 : plain_length_of(plain.line));
	else if (code == PAGE_UP || code == PAGE_DOWN)
		plain_page(code == PAGE_DOWN);
	else if (code == DELETE || (code == BACKSPACE && plain_left()))
		plain_delete();
	plain_show_cursor();
}

static void plain_draw(void)
{
	struct canvas whole = canvas_on(expected_pixels);

	for (uint32_t row = 0; row < ROWS; row++) {
		uint32_t length = 0;
		const char *line = plain_line(plain.top + row, &length);

		for (uint32_t column = 0; column < COLUMNS; column++) {
			uint32_t place = plain.left + column;
			bool is_cursor = plain.top + row == plain.line && place == plain.column;
			char c = line != NULL && place < length ? line[place] : ' ';

			if (c != ' ' || is_cursor || (line != NULL && place < length))
				canvas_draw(&whole, row, column, c, is_cursor);
			else
				canvas_clear(&whole, row, column);
		}
	}
}

/* Spaces and empty glyphs look alike on a screen. This font distinguishes them. */
static void give_blanks_no_ink(void)
{
	memset(font[' '], 0, sizeof(font[' ']));
}

/* ---- Tests ---- */

TEST(typing_changes_text_and_screen)
{
	edit("one\ntwo\n");
	press(SHIFT);
	editor_key(&editor, SHIFT);
	press(0x1e);
	editor_key(&editor, SHIFT | MESSAGE_CODE_RELEASED);
	press(0x30);
	press(ENTER);
	press(BACKSPACE);
	press(BACKSPACE);
	assert_string_equal(text_of_editor(), "Aone\ntwo\n");
	assert_int_equal(gap_buffer_crc(&editor.text), crc32c(0, "Aone\ntwo\n", 9));
}

TEST(key_draws_only_what_it_changed)
{
	uint64_t before;

	edit("0123456789\na\nb\nc\nd\ne\nf\n");
	before = canvas.glyphs_drawn;
	press(END);
	press(LEFT);
	editor_draw(&editor);
	assert_int_equal(canvas.glyphs_drawn - before, 2);      /* the cursor, old and new */
	before = canvas.glyphs_drawn;
	press(0x1e);
	editor_draw(&editor);
	assert_int_equal(canvas.glyphs_drawn - before, 2 + 2);  /* the rest of the line */
	before = canvas.glyphs_drawn;
	press(PAGE_DOWN);
	editor_draw(&editor);
	assert_int_equal(canvas.glyphs_drawn - before, 2 + 3);  /* d, e, f */
}

TEST(several_keys_are_drawn_at_once)
{
	edit("");
	for (unsigned i = 0; i < 3; i++)
		press(0x1e);
	press(ENTER);
	press(0x30);
	editor_draw(&editor);
	memset(&plain, 0, sizeof(plain));
	strcpy(plain.text, "aaa\nb");
	plain_to(1, 1);
	plain_draw();
	assert_memory_equal(pixels, expected_pixels, sizeof(pixels));
}

TEST(cursor_blinks_and_every_draw_shows_it)
{
	uint32_t lit, dark;
	uint64_t drawn;

	edit("one\ntwo");
	lit = canvas_crc(&canvas);
	editor_blink(&editor);
	dark = canvas_crc(&canvas);
	assert_int_not_equal(dark, lit);
	editor_blink(&editor);
	assert_int_equal(canvas_crc(&canvas), lit);
	editor_blink(&editor);
	assert_int_equal(canvas_crc(&canvas), dark);
	editor_draw(&editor);
	assert_int_equal(canvas_crc(&canvas), lit);
	editor_blink(&editor);
	assert_int_equal(canvas_crc(&canvas), dark);
	/* Changes that have not been drawn are not compared. */
	drawn = canvas.glyphs_drawn;
	press(RIGHT);
	editor_blink(&editor);
	assert_int_equal(canvas.glyphs_drawn, drawn);
	/* The cursor stays, in a row that changes. */
	editor_draw(&editor);
	drawn = canvas.glyphs_drawn;
	press(DELETE);
	editor_blink(&editor);
	assert_int_equal(canvas.glyphs_drawn, drawn);
}

TEST(key_that_moves_or_changes_needs_a_draw)
{
	static const uint32_t keys[] = {DOWN, END, HOME, UP, RIGHT, LEFT, PAGE_DOWN, PAGE_UP, ENTER,
					BACKSPACE, DELETE, 0x1e};

	edit("one\ntwo");
	for (size_t i = 0; i < COUNT(keys); i++)
		assert_true(editor_key(&editor, keys[i]));
}

TEST(unassigned_keys_do_nothing)
{
	edit("x");
	assert_false(editor_key(&editor, 0x58));
	assert_false(editor_key(&editor, MESSAGE_CODE_MOUSE | 1));
	assert_false(editor_key(&editor, 0xffffffff));
	assert_false(editor_key(&editor, UP));
	assert_string_equal(text_of_editor(), "x");
}

TEST(characters_match_those_that_the_host_types)
{
	for (int c = ' '; c <= '~'; c++) {
		bool is_shifted;
		const struct input_key *key = input_key_of_character((char)c, &is_shifted);

		assert_int_equal(keymap_character(key->code, is_shifted), c);
	}
}

TEST(random_keys_give_the_text_and_screen_of_the_simple_editor)
{
	static const uint32_t keys[] = {
		UP, DOWN, LEFT, RIGHT, HOME, END, PAGE_UP, PAGE_DOWN, DELETE, BACKSPACE, ENTER,
		0x1e, 0x30, 0x39, 0x2e, SHIFT, SHIFT | MESSAGE_CODE_RELEASED,
	};
	uint64_t glyphs = 0, drawn = 0;
	struct rng rng;

	rng_seed(&rng, 29);
	for (unsigned round = 0; round < unit_trials(20, 300); round++) {
		memset(&plain, 0, sizeof(plain));
		for (unsigned i = rng_below(&rng, 200); i > 0; i--)
			plain.text[i - 1] = rng_below(&rng, 8) == 0 ? '\n' : 'k';
		edit(plain.text);
		give_blanks_no_ink();
		editor_init(&editor, &canvas, bytes, (uint32_t)strlen(plain.text), TEXT_MAX);
		for (unsigned i = 0; i < 200; i++) {
			uint32_t code = keys[rng_below(&rng, sizeof(keys) / sizeof(keys[0]))];
			bool is_shifted = editor.is_shifted;

			editor_key(&editor, code);
			if ((code & ~MESSAGE_CODE_RELEASED) != SHIFT)
				plain_key(code, is_shifted);
			assert_string_equal(text_of_editor(), plain.text);
			if (rng_below(&rng, 3) != 0)
				continue;
			editor_draw(&editor);
			plain_draw();
			assert_memory_equal(pixels, expected_pixels, sizeof(pixels));
		}
		/* A log of a session is replayed by later versions, so they draw as much. */
		glyphs += canvas.glyphs_drawn;
		drawn += canvas.pixels_drawn;
		if (round == 59) {
			assert_int_equal(glyphs, 50500);
			assert_int_equal(drawn, 16680960);
		}
	}
}
