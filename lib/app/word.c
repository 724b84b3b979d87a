/* SPDX-License-Identifier: MIT */
/* The whole text, which has a few pages, is laid out after each change. A row whose checksum has
 * changed is drawn completely. The final result of the checker depends only on the text, not on its
 * restarts. */
#include "lib/app/word.h"

#include "lib/app/dictionary.h"
#include "lib/app/keymap.h"
#include "lib/event/message_log.h"
#include "lib/wire/crc.h"

#define KEY_BACKSPACE 0x0eu
#define KEY_SHIFT_LEFT 0x2au
#define KEY_SHIFT_RIGHT 0x36u
#define EXTENDED(code) (MESSAGE_CODE_EXTENDED | (code))

#define UNDERLINE (GLYPH_HEIGHT - 1)    /* the pixel row */

/* ---- Keys ---- */

static bool move_to(struct word *word, uint32_t place)
{
	gap_buffer_move(&word->layout.text, place);
	return true;
}

static bool step_left(struct word *word)
{
	uint32_t place = gap_buffer_cursor(&word->layout.text);

	return place > 0 && move_to(word, place - 1);
}

static bool step_right(struct word *word)
{
	uint32_t place = gap_buffer_cursor(&word->layout.text);

	return place < gap_buffer_length(&word->layout.text) && move_to(word, place + 1);
}

/* Move to the place below or above the cursor. */
static bool move_to_line(struct word *word, uint32_t line)
{
	uint32_t place = gap_buffer_cursor(&word->layout.text), x;
	struct pen pen = pen_begin(&word->layout, typeset_line(&word->layout, place));

	while (pen.place < place && pen.place < pen.end)
		pen_next(&word->layout, &pen);
	x = pen.x;
	pen = pen_begin(&word->layout, line);
	while (pen.place < pen.end && pen.x < x)
		pen_next(&word->layout, &pen);
	return move_to(word, pen.place);
}

static bool line_up(struct word *word)
{
	uint32_t line = typeset_line(&word->layout, gap_buffer_cursor(&word->layout.text));

	return line > 0 && move_to_line(word, line - 1);
}

static bool line_down(struct word *word)
{
	uint32_t line = typeset_line(&word->layout, gap_buffer_cursor(&word->layout.text));

	return line + 1 < word->layout.line_count && move_to_line(word, line + 1);
}

static bool to_line_begin(struct word *word)
{
	const struct typeset *layout = &word->layout;

	return move_to(word, layout->lines[typeset_line(layout, gap_buffer_cursor(&layout->text))]);
}

static bool to_line_end(struct word *word)
{
	uint32_t line = typeset_line(&word->layout, gap_buffer_cursor(&word->layout.text));

	return move_to(word, pen_begin(&word->layout, line).end);
}

static bool change(struct word *word, bool has_changed)
{
	if (has_changed)
		typeset_lay_out(&word->layout);
	return has_changed;
}

static bool delete_before(struct word *word)
{
	return change(word, gap_buffer_delete_before(&word->layout.text));
}

static bool delete_after(struct word *word)
{
	return change(word, gap_buffer_delete_after(&word->layout.text));
}

static const struct {
	uint32_t code;
	bool (*act)(struct word *word);
} commands[] = {
	{EXTENDED(0x48), line_up}, {EXTENDED(0x50), line_down},
	{EXTENDED(0x4b), step_left}, {EXTENDED(0x4d), step_right},
	{EXTENDED(0x47), to_line_begin}, {EXTENDED(0x4f), to_line_end},
	{EXTENDED(0x53), delete_after}, {KEY_BACKSPACE, delete_before},
};

static bool command(struct word *word, uint32_t code)
{
	for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (commands[i].code == code)
			return commands[i].act(word);
	}
	return false;
}

bool word_key(struct word *word, uint32_t code)
{
	bool is_release = (code & MESSAGE_CODE_RELEASED) != 0;
	char c;

	if ((code & ~MESSAGE_CODE_RELEASED) == KEY_SHIFT_LEFT ||
	    (code & ~MESSAGE_CODE_RELEASED) == KEY_SHIFT_RIGHT)
		word->is_shifted = !is_release;
	if (is_release)
		return false;
	c = keymap_character(code, word->is_shifted);
	if (c != '\0')
		return change(word, gap_buffer_insert(&word->layout.text, c));
	return command(word, code);
}

/* ---- Drawing ---- */

static uint32_t *row_pixels(const struct word *word, uint32_t row, uint32_t y)
{
	const struct canvas *canvas = word->layout.canvas;

	return canvas->pixels + (uint64_t)(row * GLYPH_HEIGHT + y) * canvas->pitch;
}

static void draw_glyph(struct word *word, uint32_t row, uint32_t x, uint32_t c, bool is_inverse)
{
	struct canvas *canvas = word->layout.canvas;

	for (uint32_t y = 0; y < GLYPH_HEIGHT; y++) {
		uint32_t *line = row_pixels(word, row, y) + x;
		uint32_t bits = (uint32_t)canvas->font[c][y] << word->layout.left[c];

		for (uint32_t i = 0; i < word->layout.width[c]; i++)
			line[i] = ((bits << i & 0x80) != 0) != is_inverse ? canvas->ink
									  : canvas->paper;
	}
	canvas->glyphs_drawn++;
	canvas->pixels_drawn += word->layout.width[c] * GLYPH_HEIGHT;
}

static void draw_row(struct word *word, uint32_t row)
{
	const struct typeset *layout = &word->layout;
	uint32_t cursor = gap_buffer_cursor(&layout->text), line = word->top + row;
	struct pen pen;

	canvas_clear(layout->canvas, row, 0);
	if (line >= layout->line_count)
		return;
	for (pen = pen_begin(layout, line); pen.place < pen.end; pen_next(layout, &pen))
		draw_glyph(word, row, pen.x, typeset_glyph(layout, pen.place), pen.place == cursor);
	if (cursor == pen.end && typeset_line(layout, cursor) == line &&
	    pen.x <= typeset_width(layout))
		draw_glyph(word, row, pen.x, ' ', true);
}

/* Checksum of a row without underlines: cursor, justification, characters. */
static uint32_t row_checksum(const struct word *word, uint32_t row)
{
	uint32_t cursor = gap_buffer_cursor(&word->layout.text), line = word->top + row, crc;
	uint32_t head[4] = {UINT32_MAX, 0, 0, 0};
	struct pen pen;

	if (line >= word->layout.line_count)
		return 0;
	pen = pen_begin(&word->layout, line);
	if (typeset_line(&word->layout, cursor) == line)
		head[0] = cursor - pen.place;
	head[1] = pen.extra;
	head[2] = pen.odd;
	head[3] = pen.end - pen.place;
	crc = crc32c(0, head, sizeof(head));
	for (; pen.place < pen.end; pen.place++) {
		char c = gap_buffer_at(&word->layout.text, pen.place);

		crc = crc32c(crc, &c, 1);
	}
	return crc;
}

static void scroll(struct word *word)
{
	uint32_t line = typeset_line(&word->layout, gap_buffer_cursor(&word->layout.text));

	if (line < word->top)
		word->top = line;
	if (line >= word->top + word->layout.canvas->rows)
		word->top = line - word->layout.canvas->rows + 1;
}

void word_draw(struct word *word)
{
	scroll(word);
	for (uint32_t row = 0; row < word->layout.canvas->rows; row++) {
		uint32_t checksum = row_checksum(word, row);

		if (checksum != word->drawn[row])
			draw_row(word, row);
		word->drawn[row] = checksum;
	}
	word->check_place = word->misspelled = 0;
	word->is_checking = true;
}

/* ---- The checker ---- */

static bool is_letter(uint32_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void underline_in_line(struct word *word, uint32_t line, uint32_t place, uint32_t end,
			      bool is_wrong)
{
	const struct typeset *layout = &word->layout;
	struct pen pen = pen_begin(layout, line);
	uint32_t *pixels;

	if (line < word->top || line - word->top >= layout->canvas->rows)
		return;
	while (pen.place < place)
		pen_next(layout, &pen);
	pixels = row_pixels(word, line - word->top, UNDERLINE);
	for (; pen.place < pen.end && pen.place < end; pen_next(layout, &pen)) {
		for (uint32_t i = 0; i < layout->width[typeset_glyph(layout, pen.place)]; i++)
			pixels[pen.x + i] = is_wrong ? layout->canvas->ink : layout->canvas->paper;
	}
}

/* Underline a word. A word longer than a line continues in the next line. */
static void underline(struct word *word, uint32_t place, uint32_t end, bool is_wrong)
{
	const struct typeset *layout = &word->layout;

	for (uint32_t line = typeset_line(layout, place); place < end && line < layout->line_count;
	     place = layout->lines[++line])
		underline_in_line(word, line, place, end, is_wrong);
}

/* Whether a word is misspelled. A single letter is not, because it may be an item of a list, or
 * follow an apostrophe. */
static bool is_misspelled(const char *letters, uint32_t length)
{
	return length > 1 && !dictionary_has(letters, length);
}

bool word_check(struct word *word)
{
	const struct typeset *layout = &word->layout;
	uint32_t length = gap_buffer_length(&layout->text), place = word->check_place, size = 0;
	char letters[DICTIONARY_LETTERS_MAX];
	bool is_wrong;

	while (place < length && !is_letter(typeset_glyph(layout, place)))
		place++;
	word->check_place = place;
	for (; place < length && is_letter(typeset_glyph(layout, place)); place++, size++) {
		if (size < DICTIONARY_LETTERS_MAX)
			letters[size] = (char)(typeset_glyph(layout, place) | 0x20);
	}
	if (size > 0) {
		is_wrong = is_misspelled(letters, size);
		word->misspelled += is_wrong;
		underline(word, word->check_place, place, is_wrong);
	}
	word->check_place = place;
	word->is_checking = place < length;
	return word->is_checking;
}

void word_init(struct word *word, struct canvas *canvas, char *bytes, uint32_t length,
	       uint32_t capacity)
{
	*word = (struct word){
		.layout.text = {
			.bytes = bytes, .capacity = capacity,
			.gap_begin = length, .gap_end = capacity,
		},
		.layout.canvas = canvas,
	};
	gap_buffer_move(&word->layout.text, 0);
	typeset_measure(&word->layout);
	typeset_lay_out(&word->layout);
	for (uint32_t row = 0; row < canvas->rows; row++)
		word->drawn[row] = UINT32_MAX;
	word_draw(word);
}
