/* SPDX-License-Identifier: MIT */
/* Text by the hundred megabytes: a buffer, and numbers that don't go through printf. */
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

/* Write what is left and flush the file. Returns false if anything could not be written. */
bool out_end(struct out *out);

void out_bytes(struct out *out, const void *bytes, size_t size);
void out_text(struct out *out, const char *text);

/* Decimal, right-aligned in at least width columns. */
void out_number(struct out *out, uint64_t number, unsigned width);

/* Write what is in the buffer. */
void out_flush(struct out *out);

/* Room for size bytes, at most OUT_BYTES, that the caller fills itself; out_filled takes those
 * before end as written. Here, as there are several to a number. */
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

/* Put a number's digits, right-aligned in at least width columns, of which there may be
 * NUMBER_COLUMNS_MAX. There must be room for twice as many. Returns where they end. */
#define NUMBER_COLUMNS_MAX 32
char *number_write(char *to, uint64_t number, unsigned width);

/* Of numbers that mostly differ from the one before in their last NUMBER_TAIL_DIGITS only: the text
 * of the rest, for the next one. Empty when zeroed. */
#define NUMBER_TAIL_DIGITS 4
struct number_head {
	uint64_t head;                  /* the number without its tail */
	unsigned width;                 /* of the column that the text is for */
	size_t length;
	char text[2 * NUMBER_COLUMNS_MAX];
};

/* The same as number_write. */
char *number_write_after(char *to, struct number_head *head, uint64_t number, unsigned width);

/* As fprintf, for what comes seldom. */
void out_format(struct out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
