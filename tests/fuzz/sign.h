/* SPDX-License-Identifier: MIT */
/* Records signed anew: without a right checksum, no mutated one would get past the parser. */
#ifndef TESTS_FUZZ_SIGN_H
#define TESTS_FUZZ_SIGN_H

#include <stddef.h>

/* Put the right checksum into every line of a text that begins as a record and has room for one. */
void sign_records(char *text, size_t size);

/* Make a value of one record longer, to up to a line's length, as far as there is room; seed says
 * which and by how much. Returns the new size. The line is to be signed. */
size_t sign_stretch(char *text, size_t size, size_t size_max, unsigned seed);

#endif
