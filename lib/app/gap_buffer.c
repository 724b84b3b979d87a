/* SPDX-License-Identifier: MIT */
#include "lib/app/gap_buffer.h"

#include "lib/text/string.h"
#include "lib/wire/crc.h"

void gap_buffer_move(struct gap_buffer *text, uint32_t place)
{
	uint32_t distance;

	if (place < text->gap_begin) {
		distance = text->gap_begin - place;
		memmove(text->bytes + text->gap_end - distance, text->bytes + place, distance);
		text->gap_end -= distance;
	} else {
		distance = place - text->gap_begin;
		memmove(text->bytes + text->gap_begin, text->bytes + text->gap_end, distance);
		text->gap_end += distance;
	}
	text->gap_begin = place;
}

bool gap_buffer_insert(struct gap_buffer *text, char c)
{
	if (text->gap_begin == text->gap_end)
		return false;
	text->bytes[text->gap_begin++] = c;
	return true;
}

bool gap_buffer_delete_before(struct gap_buffer *text)
{
	if (text->gap_begin == 0)
		return false;
	text->gap_begin--;
	return true;
}

bool gap_buffer_delete_after(struct gap_buffer *text)
{
	if (text->gap_end == text->capacity)
		return false;
	text->gap_end++;
	return true;
}

void gap_buffer_copy(const struct gap_buffer *text, uint8_t *to)
{
	memcpy(to, text->bytes, text->gap_begin);
	memcpy(to + text->gap_begin, text->bytes + text->gap_end, text->capacity - text->gap_end);
}

uint32_t gap_buffer_crc(const struct gap_buffer *text)
{
	uint32_t crc = crc32c(0, text->bytes, text->gap_begin);

	return crc32c(crc, text->bytes + text->gap_end, text->capacity - text->gap_end);
}
