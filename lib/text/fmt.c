/* SPDX-License-Identifier: MIT */
/* printf without a C library: parse one conversion, take its argument, write it padded. */
#include "lib/text/fmt.h"

#include <stdbool.h>
#include <stdint.h>

#include "lib/text/string.h"

#define DIGITS_MAX 20

struct sink {
	fmt_write *put;
	void *context;
};

struct conversion {
	bool left, zero, prefixed;
	int width;
	int precision;      /* -1 if not given */
	int length;         /* number of 'l', or 2 for 'z' */
	char type;
};

static void write_repeated(const struct sink *sink, char c, int count)
{
	while (count-- > 0)
		sink->put(sink->context, &c, 1);
}

static void write_padded(const struct sink *sink, const struct conversion *conv, const char *text,
			 size_t length)
{
	int padding = conv->width > (int)length ? conv->width - (int)length : 0;

	if (!conv->left)
		write_repeated(sink, ' ', padding);
	sink->put(sink->context, text, length);
	if (conv->left)
		write_repeated(sink, ' ', padding);
}

static void fmt_write_number(const struct sink *sink, const struct conversion *conv,
			     uint64_t number, unsigned base, const char *prefix)
{
	const char *digits = conv->type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	char text[DIGITS_MAX + 2];
	size_t start = sizeof(text), prefix_length = strlen(prefix);
	int zeros;

	do {
		text[--start] = digits[number % base];
		number /= base;
	} while (number != 0);
	zeros = conv->width - (int)(sizeof(text) - start + prefix_length);
	if (conv->zero && !conv->left && zeros > 0) {
		sink->put(sink->context, prefix, prefix_length);
		write_repeated(sink, '0', zeros);
		sink->put(sink->context, text + start, sizeof(text) - start);
		return;
	}
	while (prefix_length > 0)
		text[--start] = prefix[--prefix_length];
	write_padded(sink, conv, text + start, sizeof(text) - start);
}

static int parse_count(const char **format, va_list *args)
{
	int count = 0;

	if (**format == '*') {
		(*format)++;
		return va_arg(*args, int);
	}
	for (; **format >= '0' && **format <= '9'; (*format)++)
		count = count * 10 + (**format - '0');
	return count;
}

/* Parse the text after a '%', up to and including the type. */
static struct conversion parse_conversion(const char **format, va_list *args)
{
	struct conversion conv = {.precision = -1};

	for (;; (*format)++) {
		if (**format == '-')
			conv.left = true;
		else if (**format == '0')
			conv.zero = true;
		else if (**format == '#')
			conv.prefixed = true;
		else
			break;
	}
	conv.width = parse_count(format, args);
	if (**format == '.') {
		(*format)++;
		conv.precision = parse_count(format, args);
	}
	for (; **format == 'l'; (*format)++)
		conv.length++;
	if (**format == 'z') {
		conv.length = 2;
		(*format)++;
	}
	conv.type = **format;
	if (conv.type != '\0')
		(*format)++;
	return conv;
}

static void fmt_write_text(const struct sink *sink, const struct conversion *conv, const char *text)
{
	size_t length = 0;

	if (text == NULL)
		text = "(null)";
	while (text[length] != '\0' && (conv->precision < 0 || (int)length < conv->precision))
		length++;
	write_padded(sink, conv, text, length);
}

static void write_signed(const struct sink *sink, const struct conversion *conv, int64_t number)
{
	uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

	fmt_write_number(sink, conv, magnitude, 10, number < 0 ? "-" : "");
}

static void write_argument(const struct sink *sink, const struct conversion *conv, va_list *args)
{
	char c;

	switch (conv->type) {
	case 'd': case 'i':
		write_signed(sink, conv,
			     conv->length > 0 ? va_arg(*args, long) : va_arg(*args, int));
		break;
	case 'u': case 'x': case 'X':
		fmt_write_number(sink, conv,
				 conv->length > 0 ? va_arg(*args, unsigned long)
						  : va_arg(*args, unsigned),
				 conv->type == 'u' ? 10 : 16, conv->prefixed ? "0x" : "");
		break;
	case 'p':
		fmt_write_number(sink, conv, (uintptr_t)va_arg(*args, void *), 16, "0x");
		break;
	case 's':
		fmt_write_text(sink, conv, va_arg(*args, const char *));
		break;
	case 'c':
		c = (char)va_arg(*args, int);
		write_padded(sink, conv, &c, 1);
		break;
	default:
		sink->put(sink->context, &conv->type, conv->type != '\0');
	}
}

void fmt_vprint(fmt_write *put, void *context, const char *format, va_list args)
{
	struct sink sink = {put, context};
	va_list rest;

	va_copy(rest, args);
	while (*format != '\0') {
		size_t plain = 0;

		while (format[plain] != '\0' && format[plain] != '%')
			plain++;
		if (plain > 0)
			put(context, format, plain);
		format += plain;
		if (*format == '%') {
			struct conversion conv;

			format++;
			conv = parse_conversion(&format, &rest);
			write_argument(&sink, &conv, &rest);
		}
	}
	va_end(rest);
}

struct buffer {
	char *text;
	size_t size, length;
};

static void buffer_put(void *context, const char *text, size_t length)
{
	struct buffer *buffer = context;

	for (size_t i = 0; i < length; i++, buffer->length++) {
		if (buffer->length + 1 < buffer->size)
			buffer->text[buffer->length] = text[i];
	}
}

size_t fmt_vbuffer(char *buffer, size_t size, const char *format, va_list args)
{
	struct buffer target = {.text = buffer, .size = size};

	fmt_vprint(buffer_put, &target, format, args);
	if (size > 0)
		buffer[target.length < size ? target.length : size - 1] = '\0';
	return target.length;
}

size_t fmt_buffer(char *buffer, size_t size, const char *format, ...)
{
	va_list args;
	size_t length;

	va_start(args, format);
	length = fmt_vbuffer(buffer, size, format, args);
	va_end(args);
	return length;
}
