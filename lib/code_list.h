/* SPDX-License-Identifier: MIT */
/* The list of sequences that the host tool gives to the machine. The first line is CODE_LIST_MAGIC.
 * Each further line is one sequence:
 *
 *	NAME RING PAGE UNROLL LOOPS INIT CODE TEXT
 *
 * NAME has no blanks and names the metric. RING is 0 or 3. PAGE is the page size of the buffer in
 * bytes. UNROLL is the number of copies, LOOPS the number of iterations over them. If either is 0,
 * the benchmark chooses it. INIT and CODE are hexadecimal bytes. INIT may be "-", which is no code.
 * TEXT is the source for the reader, and may be missing. */
#ifndef LIB_CODE_LIST_H
#define LIB_CODE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CODE_LIST_MAGIC "bareline-code 1"
#define CODE_LIST_MAX (2u << 20)        /* length of the whole list */
#define CODE_SEQUENCES_MAX 100
#define CODE_NAME_MAX 72                /* a point's description has room for the name */
#define CODE_INIT_MAX 4096u             /* bytes */
#define CODE_BYTES_MAX 65536u
#define CODE_UNROLL_MAX 65536u
#define CODE_LOOPS_MAX (1u << 24)
#define CODE_PROGRAM_MAX (4u << 20)     /* bytes of n and 2n copies with the code around them */
#define CODE_FRAME_MAX 1024u            /* bytes of the code around a program's copies */
#define CODE_SOURCE_MAX 240             /* characters; the rest is ignored */

/* Hexadecimal digits, two per byte. */
struct code_hex {
	const char *digits;
	size_t bytes;
};

struct code_sequence {
	char name[CODE_NAME_MAX + 1];
	bool is_privileged;             /* ring 0 */
	uint64_t page_bytes;
	uint64_t unroll, loops;         /* 0: the benchmark chooses */
	struct code_hex init, code;
	char source[CODE_SOURCE_MAX + 1];
};

/* The first line that is a sequence. NULL if the list has no sequence or is no list. */
const char *code_list_first(const char *list);

/* The line after this one, or NULL. */
const char *code_list_next(const char *line);

/* Parse a line. Returns NULL, or the error as a phrase. Even after an error the name is valid and
 * not empty. */
const char *code_list_parse(const char *line, struct code_sequence *sequence);

/* Store the bytes of digits that code_list_parse() has checked. */
void code_hex_decode(struct code_hex hex, uint8_t *to);

#endif
