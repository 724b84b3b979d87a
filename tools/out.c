/* The buffer is written when it is full: a number or a short text always fits an empty one. */
#include "tools/out.h"

#include <stdarg.h>
#include <string.h>

#define NUMBER_COLUMNS_MAX 64

void out_begin(struct out *out, FILE *file)
{
	out->file = file;
	out->used = 0;
	out->has_failed = false;
}

static void flush(struct out *out)
{
	if (fwrite(out->buffer, 1, out->used, out->file) != out->used)
		out->has_failed = true;
	out->used = 0;
}

bool out_end(struct out *out)
{
	flush(out);
	if (fflush(out->file) != 0)
		out->has_failed = true;
	return !out->has_failed;
}

void out_bytes(struct out *out, const void *bytes, size_t size)
{
	const char *rest = bytes;

	while (size > OUT_BYTES - out->used) {
		size_t part = OUT_BYTES - out->used;

		memcpy(out->buffer + out->used, rest, part);
		out->used += part;
		rest += part;
		size -= part;
		flush(out);
	}
	memcpy(out->buffer + out->used, rest, size);
	out->used += size;
}

void out_text(struct out *out, const char *text)
{
	out_bytes(out, text, strlen(text));
}

/* Room for size bytes at the end of the buffer. */
static char *room(struct out *out, size_t size)
{
	char *start;

	if (size > OUT_BYTES - out->used)
		flush(out);
	start = out->buffer + out->used;
	out->used += size;
	return start;
}

void out_char(struct out *out, char c)
{
	*room(out, 1) = c;
}

/* Put a number's digits at the end of a text of NUMBER_COLUMNS_MAX, two at a time as divisions are
 * slow. Returns where they start. */
static unsigned put_digits(char *text, uint64_t number)
{
	unsigned start = NUMBER_COLUMNS_MAX;

	for (; number >= 100; number /= 100) {
		unsigned pair = (unsigned)(number % 100);

		text[--start] = (char)('0' + pair % 10);
		text[--start] = (char)('0' + pair / 10);
	}
	if (number >= 10) {
		text[--start] = (char)('0' + number % 10);
		number /= 10;
	}
	text[--start] = (char)('0' + number);
	return start;
}

void out_number(struct out *out, uint64_t number, unsigned width)
{
	char text[NUMBER_COLUMNS_MAX];
	unsigned start = put_digits(text, number), length = NUMBER_COLUMNS_MAX - start;
	unsigned blanks = width > length && width <= NUMBER_COLUMNS_MAX ? width - length : 0;
	char *place = room(out, blanks + length);

	memset(place, ' ', blanks);
	memcpy(place + blanks, text + start, length);
}

void out_padded(struct out *out, const char *text, unsigned width)
{
	size_t length = strlen(text);

	out_bytes(out, text, length);
	if (length < width && width - length <= NUMBER_COLUMNS_MAX)
		memset(room(out, width - length), ' ', width - length);
}

void out_hex(struct out *out, uint64_t number, unsigned digits)
{
	char *text = room(out, 2 + digits);

	text[0] = '0';
	text[1] = 'x';
	for (unsigned i = digits; i > 0; i--) {
		text[1 + i] = "0123456789abcdef"[number & 15];
		number >>= 4;
	}
}

void out_format(struct out *out, const char *format, ...)
{
	va_list args;

	flush(out);
	va_start(args, format);
	if (vfprintf(out->file, format, args) < 0)
		out->has_failed = true;
	va_end(args);
}
