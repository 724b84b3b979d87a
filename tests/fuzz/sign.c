/* SPDX-License-Identifier: MIT */
/* A mutation moves the following bytes, so the last characters of a line are taken as its checksum,
 * whatever their value. */
#include "tests/fuzz/sign.h"

#include <string.h>

#include "lib/text/fmt.h"
#include "lib/wire/crc.h"
#include "lib/wire/wire.h"

#define CRC_DIGITS 8

static void sign_line(char *line, size_t length)
{
	char digits[CRC_DIGITS + 1];

	if (length < CRC_DIGITS + 3 || line[0] != '@')
		return;
	length -= CRC_DIGITS + 2;
	fmt_buffer(digits, sizeof(digits), "%08x", crc32c(0, line, length));
	line[length] = ' ';
	line[length + 1] = '*';
	memcpy(line + length + 2, digits, CRC_DIGITS);
}

void sign_records(char *text, size_t size)
{
	for (char *line = text, *end; line < text + size; line = end + 1) {
		end = memchr(line, '\n', size - (size_t)(line - text));
		if (end == NULL)
			end = text + size;
		sign_line(line, (size_t)(end - line));
	}
}

size_t sign_stretch(char *text, size_t size, size_t size_max, unsigned seed)
{
	size_t from = size > 0 ? seed % size : 0, more = seed / 7 % WIRE_LINE_MAX;
	char *equals = memchr(text + from, '=', size - from), *at;

	if (equals == NULL || more > size_max - size)
		return size;
	at = equals + 1 + (equals + 1 < text + size && equals[1] == '"');
	memmove(at + more, at, size - (size_t)(at - text));
	memset(at, 'a' + (int)(seed % 26), more);
	return size + more;
}
