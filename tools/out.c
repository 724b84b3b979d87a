/* The buffer is written when it is full: a number or a short text always fits an empty one. */
#include "tools/out.h"

#include <stdarg.h>
#include <string.h>

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

char *out_room(struct out *out, size_t size)
{
	if (size > OUT_BYTES - out->used)
		flush(out);
	return out->buffer + out->used;
}

void out_filled(struct out *out, const char *end)
{
	out->used = (size_t)(end - out->buffer);
}

void out_char(struct out *out, char c)
{
	char *to = out_room(out, 1);

	*to = c;
	out_filled(out, to + 1);
}

/* The numbers from 0 to 99, two digits each. */
static const char pairs[] =
	"00010203040506070809101112131415161718192021222324252627282930313233343536373839"
	"40414243444546474849505152535455565758596061626364656667686970717273747576777879"
	"8081828384858687888990919293949596979899";

static unsigned digits_of(uint64_t number)
{
	unsigned digits = 1;

	for (; number >= 10000; number /= 10000)
		digits += 4;
	return digits + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* Two digits at a time, as divisions are slow. */
char *number_put(char *to, uint64_t number, unsigned width)
{
	unsigned digits = digits_of(number);
	char *end, *at;

	memset(to, ' ', NUMBER_COLUMNS_MAX);    /* of a fixed length, so that it is no call */
	at = end = to + (width > digits ? width : digits);
	for (; number >= 100; number /= 100) {
		at -= 2;
		memcpy(at, pairs + 2 * (number % 100), 2);
	}
	*--at = (char)('0' + number % 10);
	if (number >= 10)
		*--at = (char)('0' + number / 10);
	return end;
}

void out_number(struct out *out, uint64_t number, unsigned width)
{
	char *to = out_room(out, 2 * NUMBER_COLUMNS_MAX);

	out_filled(out, number_put(to, number, width));
}

void out_padded(struct out *out, const char *text, unsigned width)
{
	out_text(out, text);
	for (size_t length = strlen(text); length < width; length++)
		out_char(out, ' ');
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
