/* SPDX-License-Identifier: MIT */
#include "lib/app/presenter.h"

#include "lib/app/shape.h"
#include "lib/event/message_log.h"
#include "lib/text/string.h"
#include "lib/wire/crc.h"

#define KEY_ENTER 0x1cu
#define KEY_ESCAPE 0x01u
#define KEY_E 0x12u
#define KEY_O 0x18u
#define KEY_S 0x1fu
#define EXTENDED(code) (MESSAGE_CODE_EXTENDED | (code))

#define PAGE_BYTES (PRESENTER_DOCUMENT_BYTES / PRESENTER_PAGES)
#define CODE_BYTES 64u                  /* of a program page, for the checksum */
#define TITLE_ROW 1u
#define TEXT_ROW 4u
#define MARGIN 4u                       /* columns left and right */
#define BAR_WIDTH 24u
#define BAR_STEP 16u                    /* change of a value by an arrow key */

static const uint32_t object_pages[PRESENTER_OBJECTS] = {11, 23, 35};

/* ---- Programs, page by page ---- */

static bool run_program(struct presenter *presenter, uint32_t first, uint32_t count)
{
	const struct presenter_source *source = &presenter->source;

	for (uint32_t i = 0; i < count; i++) {
		const uint8_t *page = source->fault(source->context, first + i);

		if (page == NULL) {
			presenter->has_failed = true;
			return false;
		}
		presenter->code_crc = crc32c(presenter->code_crc, page, CODE_BYTES);
	}
	return true;
}

static const uint8_t *read_block(struct presenter *presenter, uint32_t block)
{
	const struct presenter_source *source = &presenter->source;
	const uint8_t *data = presenter->has_failed
				      ? NULL : source->read(source->context, block);

	if (data == NULL)
		presenter->has_failed = true;
	return data;
}

/* ---- The document ---- */

static uint32_t page_block(uint32_t page)
{
	return PRESENTER_DOCUMENT + page * PAGE_BYTES / PRESENTER_BLOCK_BYTES;
}

/* The page's object, or PRESENTER_OBJECTS. */
static uint32_t object_of(uint32_t page)
{
	uint32_t object = 0;

	while (object < PRESENTER_OBJECTS && object_pages[object] != page)
		object++;
	return object;
}

static bool open_document(struct presenter *presenter)
{
	for (uint32_t i = 0; i < PRESENTER_DOCUMENT_BLOCKS; i++) {
		if (read_block(presenter, PRESENTER_DOCUMENT + i) == NULL)
			return false;
	}
	presenter->is_open = true;
	presenter->page = 0;
	return true;
}

/* Write changed values to the place that they came from: the first block of their page. */
static void put_objects(const struct presenter *presenter, uint32_t block, uint8_t *bytes)
{
	for (uint32_t object = 0; object < PRESENTER_OBJECTS; object++) {
		if (!presenter->is_loaded[object] || page_block(object_pages[object]) != block)
			continue;
		for (uint32_t i = 0; i < PRESENTER_VALUES; i++)
			bytes[PRESENTER_BLOCK_BYTES / 2 + i] = presenter->values[object][i];
	}
}

static bool save_document(struct presenter *presenter)
{
	for (uint32_t i = 0; i < PRESENTER_DOCUMENT_BLOCKS; i++) {
		uint8_t *bytes = presenter->saved + i * PRESENTER_BLOCK_BYTES;
		const uint8_t *data = read_block(presenter, PRESENTER_DOCUMENT + i);

		if (data == NULL)
			return false;
		memcpy(bytes, data, PRESENTER_BLOCK_BYTES);
		put_objects(presenter, PRESENTER_DOCUMENT + i, bytes);
	}
	presenter->saves++;
	return false;
}

static bool turn_page(struct presenter *presenter, uint32_t page)
{
	if (page >= PRESENTER_PAGES)
		return false;
	presenter->page = page;
	return true;
}

/* ---- Objects ---- */

static bool load_object(struct presenter *presenter, uint32_t object)
{
	const uint8_t *data;

	if (presenter->is_loaded[object])
		return true;
	data = read_block(presenter, page_block(object_pages[object]));
	if (data == NULL)
		return false;
	for (uint32_t i = 0; i < PRESENTER_VALUES; i++)
		presenter->values[object][i] = data[PRESENTER_BLOCK_BYTES / 2 + i];
	presenter->is_loaded[object] = true;
	return true;
}

static bool edit_object(struct presenter *presenter)
{
	uint32_t object = object_of(presenter->page);

	if (object == PRESENTER_OBJECTS ||
	    !run_program(presenter, PRESENTER_EDITOR, PRESENTER_EDITOR_BLOCKS) ||
	    !load_object(presenter, object))
		return false;
	presenter->is_editing = true;
	presenter->value = 0;
	return true;
}

static bool key_of_object(struct presenter *presenter, uint32_t code)
{
	uint8_t *value = &presenter->values[object_of(presenter->page)][presenter->value];

	switch (code) {
	case EXTENDED(0x48):
		*value = (uint8_t)(*value + BAR_STEP);
		return true;
	case EXTENDED(0x50):
		*value = (uint8_t)(*value - BAR_STEP);
		return true;
	case EXTENDED(0x4d):
		presenter->value = (presenter->value + 1) % PRESENTER_VALUES;
		return true;
	case KEY_ESCAPE:
		presenter->is_editing = false;
		return true;
	default:
		return false;
	}
}

/* ---- Keys ---- */

static bool key_of_document(struct presenter *presenter, uint32_t code)
{
	switch (code) {
	case EXTENDED(0x51):
		return turn_page(presenter, presenter->page + 1);
	case EXTENDED(0x49):
		return turn_page(presenter, presenter->page - 1);
	case KEY_E:
		return edit_object(presenter);
	case KEY_S:
		return save_document(presenter);
	default:
		return false;
	}
}

bool presenter_key(struct presenter *presenter, uint32_t code)
{
	if (presenter->has_failed)
		return false;
	if (presenter->is_editing)
		return key_of_object(presenter, code);
	if (presenter->is_open)
		return key_of_document(presenter, code);
	if (presenter->is_running)
		return code == KEY_O && open_document(presenter);
	if (code == KEY_ENTER)
		presenter->is_running = run_program(presenter, PRESENTER_PROGRAM,
						    PRESENTER_PROGRAM_BLOCKS);
	return presenter->is_running;
}

/* ---- Drawing ---- */

/* Show a byte of the document as a letter, or every sixth value as a blank. The place is mixed in,
 * so that even a document of zeros is text. */
static char letter_of(uint8_t byte, uint32_t place)
{
	uint32_t mixed = byte + (place * 2654435761u >> 11);

	return mixed % 6 == 0 ? ' ' : (char)('a' + mixed % 26);
}

/* Draw characters of a row from a block, from an offset that leaves enough bytes. */
static void draw_row(struct canvas *canvas, uint32_t row, const uint8_t *block, uint32_t offset,
		     uint32_t place)
{
	uint32_t width = canvas->columns - 2 * MARGIN;

	if (offset > PRESENTER_BLOCK_BYTES - width)
		offset = PRESENTER_BLOCK_BYTES - width;
	for (uint32_t i = 0; i < width; i++)
		canvas_draw(canvas, row, MARGIN + i, letter_of(block[offset + i], place + i),
			    row == TITLE_ROW);
}

/* The rows of text are spread over all of the page's blocks. */
static void draw_text(struct presenter *presenter)
{
	struct canvas *canvas = presenter->canvas;
	uint32_t rows = canvas->rows - TEXT_ROW, step = PAGE_BYTES / rows;
	uint32_t begin = presenter->page * PAGE_BYTES, known = UINT32_MAX;
	const uint8_t *block = NULL;

	for (uint32_t i = 0; i < rows; i++) {
		uint32_t place = begin + i * step, number = place / PRESENTER_BLOCK_BYTES;

		if (number != known)
			block = read_block(presenter, PRESENTER_DOCUMENT + number);
		if (block == NULL)
			return;
		known = number;
		draw_row(canvas, i == 0 ? TITLE_ROW : TEXT_ROW + i - 1, block,
			 place % PRESENTER_BLOCK_BYTES, place);
	}
}

/* A bar graph in a frame, at the lower right; the selected bar has a line above it. */
static void draw_object(struct presenter *presenter, uint32_t object)
{
	struct canvas *canvas = presenter->canvas;
	uint32_t width = PRESENTER_VALUES * 2 * BAR_WIDTH, height = 160;
	struct shape frame = {
		.x = canvas->columns * GLYPH_WIDTH - width - 2 * MARGIN * GLYPH_WIDTH,
		.y = canvas->rows * GLYPH_HEIGHT - height - GLYPH_HEIGHT,
		.width = width, .height = height,
	};

	shape_fill(canvas, &frame, false);
	shape_outline(canvas, &frame);
	for (uint32_t i = 0; i < PRESENTER_VALUES; i++) {
		uint32_t bar = 1 + presenter->values[object][i] / 2u;
		struct shape shape = {
			frame.x + BAR_WIDTH / 2 + i * 2 * BAR_WIDTH, frame.y + height - bar,
			BAR_WIDTH, bar,
		};

		shape_fill(canvas, &shape, true);
		if (presenter->is_editing && i == presenter->value)
			shape_fill(canvas, &(struct shape){shape.x, shape.y - 8, BAR_WIDTH, 4},
				   true);
	}
}

/* Rules above and below the title, and a bar for the position in the document. */
static void draw_shapes(struct presenter *presenter)
{
	uint32_t width = presenter->canvas->columns * GLYPH_WIDTH;

	shape_fill(presenter->canvas, &(struct shape){0, 8, width, 4}, true);
	shape_fill(presenter->canvas, &(struct shape){0, 40, width, 2}, true);
	shape_fill(presenter->canvas, &(struct shape){
		0, 46, width * (presenter->page + 1) / PRESENTER_PAGES, 6
	}, true);
}

void presenter_draw(struct presenter *presenter)
{
	uint32_t object = object_of(presenter->page);

	for (uint32_t row = 0; row < presenter->canvas->rows; row++)
		canvas_clear(presenter->canvas, row, 0);
	if (!presenter->is_open || presenter->has_failed)
		return;
	draw_text(presenter);
	draw_shapes(presenter);
	if (object < PRESENTER_OBJECTS && presenter->is_loaded[object])
		draw_object(presenter, object);
	if (presenter->page + 1 < PRESENTER_PAGES && !presenter->has_failed)
		presenter->source.ahead(presenter->source.context,
					page_block(presenter->page + 1));
}

uint32_t presenter_saved_crc(const struct presenter *presenter)
{
	return presenter->saves > 0 ? crc32c(0, presenter->saved, PRESENTER_SAVED_BYTES) : 0;
}

void presenter_init(struct presenter *presenter, struct canvas *canvas, uint8_t *saved,
		    const struct presenter_source *source)
{
	*presenter = (struct presenter){.source = *source, .canvas = canvas, .saved = saved};
}
