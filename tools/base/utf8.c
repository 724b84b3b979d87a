/* SPDX-License-Identifier: MIT */
/* The part of UTF-8 needed to read and print untrusted text. */
#include "tools/base/utf8.h"

#include <stdbool.h>
#include <string.h>

size_t utf8_mark_length(const char *text, size_t bytes)
{
	return bytes >= UTF8_MARK_BYTES && memcmp(text, UTF8_MARK, UTF8_MARK_BYTES) == 0
		? UTF8_MARK_BYTES : 0;
}

/* Characters that format text instead of showing it: they hide or reorder what follows. Unicode
 * Character Database, DerivedGeneralCategory, "Cf", "Zl" and "Zp"; chapter 23, "Noncharacters". */
static bool is_invisible(uint32_t code)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{0xad, 0xad}, {0x600, 0x605}, {0x61c, 0x61c}, {0x6dd, 0x6dd}, {0x70f, 0x70f},
		{0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
		{0xfdd0, 0xfdef}, {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff},
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		if (code >= ranges[i].first && code <= ranges[i].last)
			return true;
	}
	return (code & 0xfffe) == 0xfffe;
}

/* The length of the well-formed printable character at text, or 0 if there is none.
 * Unicode Standard, section 3.9, "Unicode Encoding Forms", table of well-formed byte sequences. */
static size_t character_length(const unsigned char *text)
{
	static const uint32_t smallest[] = {0, 0, 0xa0, 0x800, 0x10000};
	size_t length = text[0] < 0x80 ? 1 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
	uint32_t code = length == 1 ? text[0] : text[0] & (0x7fu >> length);

	if (length == 1)
		return text[0] >= ' ' && text[0] != 0x7f;
	if (text[0] < 0xc2 || text[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < length; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (text[i] & 0x3f);
	}
	if (code < smallest[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ||
	    is_invisible(code))
		return 0;
	return length;
}

void utf8_make_printable(char *text)
{
	while (*text != '\0') {
		size_t length = character_length((const unsigned char *)text);

		if (length == 0)
			*text++ = '?';
		else
			text += length;
	}
}

bool utf8_is_printable(const char *text)
{
	size_t length = 1;

	for (; *text != '\0' && length > 0; text += length)
		length = character_length((const unsigned char *)text);
	return length > 0;
}

static bool is_continued(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

size_t utf8_length_of(const char *text, size_t bytes)
{
	size_t length = 0;

	for (size_t i = 0; i < bytes; i++)
		length += !is_continued(text[i]);
	return length;
}

size_t utf8_length(const char *text)
{
	return utf8_length_of(text, strlen(text));
}

size_t utf8_prefix(const char *text, size_t bytes_max)
{
	size_t length = strnlen(text, bytes_max + 1);

	if (length <= bytes_max)
		return length;
	for (length = bytes_max; length > 0 && is_continued(text[length]); length--)
		continue;
	return length;
}

size_t utf8_prefix_of(const char *text, size_t characters_max)
{
	size_t length = 0;

	for (; characters_max > 0 && text[length] != '\0'; characters_max--) {
		length++;
		while (is_continued(text[length]))
			length++;
	}
	return length;
}

void utf8_trim(char *text)
{
	size_t length = strlen(text), last = length;

	while (last > 0 && is_continued(text[last - 1]))
		last--;
	if (last > 0 && (unsigned char)text[last - 1] >= 0x80 &&
	    character_length((const unsigned char *)text + last - 1) != length - last + 1)
		text[last - 1] = '\0';
}

char *utf8_write(char *to, uint32_t code)
{
	unsigned more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const uint8_t first[] = {0, 0xc0, 0xe0, 0xf0};

	*to++ = (char)(first[more] | code >> 6 * more);
	while (more-- > 0)
		*to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
	return to;
}
