/* SPDX-License-Identifier: MIT */
/* Fast text output: a buffer, and numbers without printf. */
#ifndef TOOLS_BASE_OUT_H
#define TOOLS_BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define OUT_BYTES (1u << 16)

struct out {
	FILE *file;
	size_t used;
	bool has_failed;
	char buffer[OUT_BYTES];
};

void out_begin(struct out *out, FILE *file);

/* Write the rest and flush the file. Returns false after a write error. */
bool out_end(struct out *out);

void out_bytes(struct out *out, const void *bytes, size_t size);
void out_text(struct out *out, const char *text);

/* Decimal, right-aligned in at least width columns. */
void out_number(struct out *out, uint64_t number, unsigned width);

/* Write the buffer. */
void out_flush(struct out *out);

/* Returns room for size bytes, at most OUT_BYTES, for the caller to fill; out_filled takes the
 * bytes before end as written. The function is inline because each number needs several calls. */
static inline char *out_room(struct out *out, size_t size)
{
	if (size > OUT_BYTES - out->used)
		out_flush(out);
	return out->buffer + out->used;
}

static inline void out_filled(struct out *out, const char *end)
{
	out->used = (size_t)(end - out->buffer);
}

static inline void out_char(struct out *out, char c)
{
	char *to = out_room(out, 1);

	*to = c;
	out_filled(out, to + 1);
}

/* Write a number, right-aligned in at least width columns, at most NUMBER_COLUMNS_MAX. There must
 * be room for twice NUMBER_COLUMNS_MAX. Returns the end. */
#define NUMBER_COLUMNS_MAX 32
char *number_write(char *to, uint64_t number, unsigned width);

/* The text of a number without its last NUMBER_TAIL_DIGITS digits, for the next number of a series,
 * which mostly differs in these digits only. Initialise with zeros. */
#define NUMBER_TAIL_DIGITS 4
struct number_head {
	uint64_t head;                  /* the number without its tail */
	unsigned width;                 /* of the column that the text is for */
	size_t length;
	char text[2 * NUMBER_COLUMNS_MAX];
};

/* The result is that of number_write(). */
char *number_write_after(char *to, struct number_head *head, uint64_t number, unsigned width);

/* Like fprintf(), for rare items. */
void out_format(struct out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
