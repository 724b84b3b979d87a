/* SPDX-License-Identifier: MIT */
/* The buffer is written when full. Numbers and short texts always fit into an empty one. */
#include "tools/base/out.h"

#include <stdarg.h>
#include <string.h>

void out_begin(struct out *out, FILE *file)
{
	out->file = file;
	out->used = 0;
	out->has_failed = false;
}

void out_flush(struct out *out)
{
	if (fwrite(out->buffer, 1, out->used, out->file) != out->used)
		out->has_failed = true;
	out->used = 0;
}

bool out_end(struct out *out)
{
	out_flush(out);
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
		out_flush(out);
	}
	memcpy(out->buffer + out->used, rest, size);
	out->used += size;
}

void out_text(struct out *out, const char *text)
{
	out_bytes(out, text, strlen(text));
}

/* The numbers from 0 to 99, two digits each. */
static const char pairs[] =
	"00010203040506070809101112131415161718192021222324252627282930313233343536373839"
	"40414243444546474849505152535455565758596061626364656667686970717273747576777879"
	"8081828384858687888990919293949596979899";

static const char blanks[NUMBER_COLUMNS_MAX + 1] = "                                ";

/* This function has no loop, because the CPU would mispredict its exit. A number of n bits has n *
 * log10(2) digits or one more. 1233 / 4096 approximates log10(2) closely enough for 64 bits. */
static unsigned digits_of(uint64_t number)
{
	static const uint64_t powers[] = {
		0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
		10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000,
		1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000,
		10000000000000000000u,
	};
	unsigned bits = 64 - (unsigned)__builtin_clzll(number | 1), least = bits * 1233 >> 12;

	return least + (number >= powers[least]);
}

static void write_pair(char *to, unsigned number)
{
	memcpy(to, pairs + 2 * number, 2);
}

#define NUMBER_TAIL 10000u              /* 10^NUMBER_TAIL_DIGITS */

/* Each division gives four digits, because a division must wait for the result of the division
 * before it. Most numbers have one digit. */
char *number_write(char *to, uint64_t number, unsigned width)
{
	unsigned digits = number < 10 ? 1 : digits_of(number), rest;
	char *end, *at;

	memcpy(to, blanks, NUMBER_COLUMNS_MAX); /* constant size, so the compiler inlines it */
	at = end = to + (width > digits ? width : digits);
	for (; number >= NUMBER_TAIL; number /= NUMBER_TAIL) {
		unsigned four = (unsigned)(number % NUMBER_TAIL);

		at -= 4;
		write_pair(at, four / 100);
		write_pair(at + 2, four % 100);
	}
	rest = (unsigned)number;
	if (rest >= 100) {
		at -= 2;
		write_pair(at, rest % 100);
		rest /= 100;
	}
	if (rest >= 10)
		write_pair(at - 2, rest);
	else
		at[-1] = (char)('0' + rest);
	return end;
}

char *number_write_after(char *to, struct number_head *head, uint64_t number, unsigned width)
{
	uint64_t upper = number / NUMBER_TAIL;
	unsigned tail = (unsigned)(number % NUMBER_TAIL);

	if (upper == 0)
		return number_write(to, number, width);
	if (upper != head->head || width != head->width) {
		unsigned rest = width > NUMBER_TAIL_DIGITS ? width - NUMBER_TAIL_DIGITS : 0;

		head->head = upper;
		head->width = width;
		head->length = (size_t)(number_write(head->text, upper, rest) - head->text);
	}
	memcpy(to, head->text, NUMBER_COLUMNS_MAX);
	to += head->length;
	write_pair(to, tail / 100);
	write_pair(to + 2, tail % 100);
	return to + NUMBER_TAIL_DIGITS;
}

void out_number(struct out *out, uint64_t number, unsigned width)
{
	char *to = out_room(out, 2 * NUMBER_COLUMNS_MAX);

	out_filled(out, number_write(to, number, width));
}

void out_format(struct out *out, const char *format, ...)
{
	va_list args;

	out_flush(out);
	va_start(args, format);
	if (vfprintf(out->file, format, args) < 0)
		out->has_failed = true;
	va_end(args);
}
