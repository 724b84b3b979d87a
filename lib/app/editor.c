/* SPDX-License-Identifier: MIT */
/* Places are character indexes from the start of the text. Line ends are searched from the cursor,
 * so the cost depends on the line instead of the text. */
#include "lib/app/editor.h"

#include "lib/app/keymap.h"
#include "lib/event/message_log.h"

#define KEY_BACKSPACE 0x0eu
#define KEY_SHIFT_LEFT 0x2au
#define KEY_SHIFT_RIGHT 0x36u
#define EXTENDED(code) (MESSAGE_CODE_EXTENDED | (code))

/* ---- Lines ---- */

static uint32_t line_begin(const struct editor *editor, uint32_t place)
{
	while (place > 0 && gap_buffer_at(&editor->text, place - 1) != '\n')
		place--;
	return place;
}

/* The place of the line's '\n', or of the text's end. */
static uint32_t line_end(const struct editor *editor, uint32_t place)
{
	uint32_t length = gap_buffer_length(&editor->text);

	while (place < length && gap_buffer_at(&editor->text, place) != '\n')
		place++;
	return place;
}

static bool has_line_after(const struct editor *editor, uint32_t place)
{
	return line_end(editor, place) < gap_buffer_length(&editor->text);
}

/* ---- Damage ---- */

static void damage(struct editor *editor, uint32_t first, uint32_t last, uint32_t column)
{
	bool is_none = editor->damage_first > editor->damage_last;

	if (is_none || first < editor->damage_first ||
	    (first == editor->damage_first && column < editor->damage_column))
		editor->damage_column = column;
	if (is_none || first < editor->damage_first)
		editor->damage_first = first;
	if (is_none || last > editor->damage_last)
		editor->damage_last = last;
}

static void damage_all(struct editor *editor)
{
	damage(editor, 0, editor->canvas->rows - 1, 0);
}

static void damage_below(struct editor *editor)
{
	damage(editor, editor->row, editor->canvas->rows - 1, 0);
}

/* Mark the damage from the cursor to the end of the cursor's line. */
static void damage_line(struct editor *editor)
{
	damage(editor, editor->row, editor->row, editor->column);
}

/* ---- Moving ---- */

/* Scroll the cursor's column onto the screen, by half a screen at a time. */
static void follow_column(struct editor *editor)
{
	uint32_t columns = editor->canvas->columns, left = editor->left;

	if (editor->column < left || editor->column >= left + columns)
		left = editor->column < columns ? 0 : editor->column - columns / 2;
	if (left != editor->left) {
		editor->left = left;
		damage_all(editor);
	}
}

/* Move to a place in the cursor's line. */
static void move_in_line(struct editor *editor, uint32_t place)
{
	editor->column = place - line_begin(editor, place);
	editor->wanted_column = editor->column;
	gap_buffer_move(&editor->text, place);
	follow_column(editor);
}

/* Move to the wanted column of a line that starts at a place, or to its end. */
static void move_to_line(struct editor *editor, uint32_t begin)
{
	uint32_t length = line_end(editor, begin) - begin;

	editor->column = editor->wanted_column < length ? editor->wanted_column : length;
	gap_buffer_move(&editor->text, begin + editor->column);
	follow_column(editor);
}

/* The cursor moved to the next or previous line. Move it on the screen too, which scrolls if
 * necessary. */
static void row_down(struct editor *editor)
{
	if (editor->row + 1 < editor->canvas->rows) {
		editor->row++;
		return;
	}
	editor->top = line_end(editor, editor->top) + 1;
	damage_all(editor);
}

static void row_up(struct editor *editor)
{
	if (editor->row > 0) {
		editor->row--;
		return;
	}
	editor->top = line_begin(editor, editor->top - 1);
	damage_all(editor);
}

static bool line_down(struct editor *editor)
{
	uint32_t end = line_end(editor, gap_buffer_cursor(&editor->text));

	if (end == gap_buffer_length(&editor->text))
		return false;
	row_down(editor);
	move_to_line(editor, end + 1);
	return true;
}

static bool line_up(struct editor *editor)
{
	uint32_t begin = line_begin(editor, gap_buffer_cursor(&editor->text));

	if (begin == 0)
		return false;
	row_up(editor);
	move_to_line(editor, line_begin(editor, begin - 1));
	return true;
}

/* Move text and cursor by a screen less one line, or to the end of the text. */
static bool page_down(struct editor *editor)
{
	uint32_t begin = line_begin(editor, gap_buffer_cursor(&editor->text)), moved = 0;

	for (; moved < editor->canvas->rows - 1 && has_line_after(editor, editor->top); moved++) {
		editor->top = line_end(editor, editor->top) + 1;
		if (has_line_after(editor, begin))
			begin = line_end(editor, begin) + 1;
		else
			editor->row--;
	}
	if (moved == 0)
		return false;
	move_to_line(editor, begin);
	damage_all(editor);
	return true;
}

static bool page_up(struct editor *editor)
{
	uint32_t begin = line_begin(editor, gap_buffer_cursor(&editor->text)), moved = 0;

	for (; moved < editor->canvas->rows - 1 && editor->top > 0; moved++) {
		editor->top = line_begin(editor, editor->top - 1);
		begin = line_begin(editor, begin - 1);
	}
	if (moved == 0)
		return false;
	move_to_line(editor, begin);
	damage_all(editor);
	return true;
}

static bool step_left(struct editor *editor)
{
	uint32_t place = gap_buffer_cursor(&editor->text);

	if (place == 0)
		return false;
	if (editor->column == 0)
		row_up(editor);
	move_in_line(editor, place - 1);
	return true;
}

static bool step_right(struct editor *editor)
{
	uint32_t place = gap_buffer_cursor(&editor->text);

	if (place == gap_buffer_length(&editor->text))
		return false;
	if (gap_buffer_at(&editor->text, place) == '\n')
		row_down(editor);
	move_in_line(editor, place + 1);
	return true;
}

/* ---- Changing ---- */

static bool insert(struct editor *editor, char c)
{
	if (!gap_buffer_insert(&editor->text, c))
		return false;
	damage_line(editor);
	move_in_line(editor, gap_buffer_cursor(&editor->text));
	return true;
}

static bool insert_line(struct editor *editor)
{
	if (!gap_buffer_insert(&editor->text, '\n'))
		return false;
	damage_below(editor);
	row_down(editor);
	move_in_line(editor, gap_buffer_cursor(&editor->text));
	return true;
}

static bool delete_after(struct editor *editor)
{
	uint32_t place = gap_buffer_cursor(&editor->text);
	bool joins_lines = place < gap_buffer_length(&editor->text) &&
			   gap_buffer_at(&editor->text, place) == '\n';

	if (!gap_buffer_delete_after(&editor->text))
		return false;
	if (joins_lines)
		damage_below(editor);
	else
		damage_line(editor);
	return true;
}

/* ---- Keys ---- */

static bool delete_before(struct editor *editor)
{
	return step_left(editor) && delete_after(editor);
}

static bool to_line_begin(struct editor *editor)
{
	move_in_line(editor, line_begin(editor, gap_buffer_cursor(&editor->text)));
	return true;
}

static bool to_line_end(struct editor *editor)
{
	move_in_line(editor, line_end(editor, gap_buffer_cursor(&editor->text)));
	return true;
}

static const struct {
	uint32_t code;
	bool (*act)(struct editor *editor);
} commands[] = {
	{EXTENDED(0x48), line_up}, {EXTENDED(0x50), line_down},
	{EXTENDED(0x4b), step_left}, {EXTENDED(0x4d), step_right},
	{EXTENDED(0x49), page_up}, {EXTENDED(0x51), page_down},
	{EXTENDED(0x53), delete_after}, {KEY_BACKSPACE, delete_before},
	{EXTENDED(0x47), to_line_begin}, {EXTENDED(0x4f), to_line_end},
};

static bool command(struct editor *editor, uint32_t code)
{
	for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (commands[i].code == code)
			return commands[i].act(editor);
	}
	return false;
}

bool editor_key(struct editor *editor, uint32_t code)
{
	bool is_release = (code & MESSAGE_CODE_RELEASED) != 0;
	char c;

	if ((code & ~MESSAGE_CODE_RELEASED) == KEY_SHIFT_LEFT ||
	    (code & ~MESSAGE_CODE_RELEASED) == KEY_SHIFT_RIGHT)
		editor->is_shifted = !is_release;
	if (is_release)
		return false;
	c = keymap_character(code, editor->is_shifted);
	if (c == '\n')
		return insert_line(editor);
	if (c != '\0')
		return insert(editor, c);
	return command(editor, code);
}

/* ---- Drawing ---- */

/* Find the start of a row's line, from the cursor. Returns false beyond the text's end. */
static bool find_row(const struct editor *editor, uint32_t row, uint32_t *place)
{
	*place = line_begin(editor, gap_buffer_cursor(&editor->text));
	for (uint32_t at = editor->row; at > row; at--)
		*place = line_begin(editor, *place - 1);
	for (uint32_t at = editor->row; at < row; at++) {
		*place = line_end(editor, *place) + 1;
		if (*place > gap_buffer_length(&editor->text))
			return false;
	}
	return true;
}

/* Draw a line's cells from a column of the screen on. Returns the place of the next line. */
static uint32_t draw_line(struct editor *editor, uint32_t row, uint32_t begin, uint32_t column)
{
	uint32_t end = line_end(editor, begin), place = begin + editor->left + column;

	for (; column < editor->canvas->columns && place < end; column++, place++)
		canvas_draw(editor->canvas, row, column, gap_buffer_at(&editor->text, place),
			    false);
	if (column < editor->canvas->columns)
		canvas_clear(editor->canvas, row, column);
	return end + 1;
}

static void draw_damage(struct editor *editor)
{
	uint32_t column = editor->damage_column > editor->left
			? editor->damage_column - editor->left : 0;
	uint32_t place;
	bool is_there = find_row(editor, editor->damage_first, &place);

	for (uint32_t row = editor->damage_first; row <= editor->damage_last; row++, column = 0) {
		if (is_there)
			place = draw_line(editor, row, place, column);
		else
			canvas_clear(editor->canvas, row, column);
		is_there = is_there && place <= gap_buffer_length(&editor->text);
	}
	editor->damage_first = editor->canvas->rows;
	editor->damage_last = 0;
}

/* The character of a cell, or a blank. */
static char character_at(const struct editor *editor, uint32_t row, uint32_t column)
{
	uint32_t place;

	if (!find_row(editor, row, &place))
		return ' ';
	place += editor->left + column;
	return place < line_end(editor, place - editor->left - column)
		? gap_buffer_at(&editor->text, place) : ' ';
}

static void draw_cell(struct editor *editor, uint32_t row, uint32_t column, bool is_cursor)
{
	canvas_draw(editor->canvas, row, column, character_at(editor, row, column), is_cursor);
}

void editor_draw(struct editor *editor)
{
	draw_cell(editor, editor->drawn_row, editor->drawn_column, false);
	if (editor->damage_first <= editor->damage_last)
		draw_damage(editor);
	editor->drawn_row = editor->row;
	editor->drawn_column = editor->column - editor->left;
	draw_cell(editor, editor->drawn_row, editor->drawn_column, true);
	editor->is_dark = false;
}

void editor_blink(struct editor *editor)
{
	if (editor->damage_first <= editor->damage_last || editor->drawn_row != editor->row ||
	    editor->drawn_column != editor->column - editor->left)
		return;
	draw_cell(editor, editor->drawn_row, editor->drawn_column, editor->is_dark);
	editor->is_dark = !editor->is_dark;
}

void editor_init(struct editor *editor, struct canvas *canvas, char *bytes, uint32_t length,
		 uint32_t capacity)
{
	*editor = (struct editor){
		.text = {
			.bytes = bytes, .capacity = capacity,
			.gap_begin = length, .gap_end = capacity,
		},
		.canvas = canvas, .damage_first = canvas->rows,
	};
	gap_buffer_move(&editor->text, 0);
	damage_all(editor);
	editor_draw(editor);
}
