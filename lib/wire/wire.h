/* SPDX-License-Identifier: MIT */
/* The record stream between a target and the host tool: one line a record,
 *
 *    @series seq=41 id=7 bench=3 point="size_bytes=1024" stage="" iterations=512 timed=1 *1c2d3e4f
 *
 * with the CRC-32C of everything from '@' up to the blank before '*'. wire.def defines the records;
 * this header and schema.c hold all that follows from it. Any other line is console text. */
#ifndef LIB_WIRE_WIRE_H
#define LIB_WIRE_WIRE_H

#include <stddef.h>
#include <stdint.h>

#define WIRE_FORMAT 1
#define WIRE_LINE_MAX 8192      /* maximum line of a writer, including newline */
#define WIRE_BYTES_MAX 1536     /* maximum size of a BYTES field */
#define WIRE_TEXT_MAX 1024      /* maximum text of a STR field in a line; a writer truncates a
				 * longer text */

struct wire_bytes {
	const uint8_t *data;
	size_t size;
};

#define WIRE_TYPE_U64 uint64_t
#define WIRE_TYPE_I64 int64_t
#define WIRE_TYPE_X64 uint64_t
#define WIRE_TYPE_STR const char *
#define WIRE_TYPE_BYTES struct wire_bytes

#define RECORD(record, summary) struct wire_##record {
#define FIELD(record, kind, name, summary) WIRE_TYPE_##kind name;
#define END(record) };
#include "lib/wire/wire.def"
#undef RECORD
#undef FIELD
#undef END

enum wire_kind {
#define RECORD(record, summary) WIRE_##record,
#define FIELD(record, kind, name, summary)
#define END(record)
#include "lib/wire/wire.def"
#undef RECORD
#undef FIELD
#undef END
	WIRE_KINDS
};

enum wire_field_kind {WIRE_U64, WIRE_I64, WIRE_X64, WIRE_STR, WIRE_BYTES};

struct wire_field {
	const char *name;
	uint16_t kind;          /* enum wire_field_kind */
	uint16_t offset;        /* place in the record's struct */
};

struct wire_schema {
	const char *name;
	const struct wire_field *fields;        /* ends with a field whose name is NULL */
};

/* The definition of every kind, for writer and parser. */
extern const struct wire_schema wire_schemas[WIRE_KINDS];

/* Output of a target's records. put receives the pieces of a line in order. */
struct wire_writer {
	void (*put)(void *context, const char *text, size_t length);
	void (*begin)(void *context);           /* called before a record gets its number; may be
						 * NULL */
	void (*end)(void *context);             /* called after the record's last character; may be
						 * NULL */
	void (*observe)(enum wire_kind kind, const void *body); /* called before end; may be NULL */
	void *context;
	uint64_t seq;           /* number of the next record */
};

/* Write one record. body points to the struct wire_<kind>. A NULL text is written as empty. */
void wire_write(struct wire_writer *writer, enum wire_kind kind, const void *body);

/* Number of text's characters that fit in a STR field. */
size_t wire_text_fitting(const char *text);

struct wire_record {
	enum wire_kind kind;
	uint64_t seq;
	union {
#define RECORD(record, summary) struct wire_##record record;
#define FIELD(record, kind, name, summary)
#define END(record)
#include "lib/wire/wire.def"
#undef RECORD
#undef FIELD
#undef END
	};
};

enum wire_status {
	WIRE_OK,
	WIRE_NOT_A_RECORD,      /* console text */
	WIRE_DAMAGED,           /* starts like a record, but is truncated or has a wrong CRC */
	WIRE_UNKNOWN,           /* valid, but of a kind unknown to this version; seq is set */
	WIRE_MALFORMED,         /* valid, but a field's value is not of its kind; seq is set */
};

/* Parse the record at text, which must end with '\0' at text[length]. Texts and bytes in *record
 * point into text, which is overwritten. *used is the number of characters of the record, whatever
 * the status. Never reads or writes outside text[0..length]. */
enum wire_status wire_parse(char *text, size_t length, struct wire_record *record, size_t *used);

#endif
