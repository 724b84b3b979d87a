/* SPDX-License-Identifier: MIT */
/* A text that is being edited: one array with a gap at the cursor. The cost of typing does not
 * depend on the length of the text. The cost of moving the cursor is proportional to the distance.
 * Craig Finseth, "The Craft of Text Editing", 1991, "Implementing Buffers". */
#ifndef LIB_APP_GAP_BUFFER_H
#define LIB_APP_GAP_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

struct gap_buffer {
	char *bytes;
	uint32_t capacity;
	uint32_t gap_begin, gap_end;    /* the cursor is at the gap */
};

static inline uint32_t gap_buffer_length(const struct gap_buffer *text)
{
	return text->capacity - (text->gap_end - text->gap_begin);
}

static inline uint32_t gap_buffer_cursor(const struct gap_buffer *text)
{
	return text->gap_begin;
}

/* The character at a place, which is below the length. */
static inline char gap_buffer_at(const struct gap_buffer *text, uint32_t place)
{
	return text->bytes[place < text->gap_begin ? place
						   : place + (text->gap_end - text->gap_begin)];
}

/* Move the cursor before the character at a place, which is at most the length. */
void gap_buffer_move(struct gap_buffer *text, uint32_t place);

/* Insert a character before the cursor. Returns false if the text is full. */
bool gap_buffer_insert(struct gap_buffer *text, char c);

/* Delete the character before or after the cursor. Returns false if there is no such character. */
bool gap_buffer_delete_before(struct gap_buffer *text);
bool gap_buffer_delete_after(struct gap_buffer *text);

/* Copy the whole text. */
void gap_buffer_copy(const struct gap_buffer *text, uint8_t *to);

/* Checksum of the whole text: lib/wire/crc.h. */
uint32_t gap_buffer_crc(const struct gap_buffer *text);

#endif
