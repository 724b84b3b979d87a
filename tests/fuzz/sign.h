/* SPDX-License-Identifier: MIT */
/* Corrects checksums of mutated records; otherwise no mutant would get past the parser. */
#ifndef TESTS_FUZZ_SIGN_H
#define TESTS_FUZZ_SIGN_H

#include <stddef.h>

/* Correct the checksum of every line of a text that begins as a record and is long enough. */
void sign_records(char *text, size_t size);

/* Lengthen a value of one record, up to the maximum length of a line and the free space; seed
 * selects value and length. Returns the new size. The caller corrects the checksum. */
size_t sign_stretch(char *text, size_t size, size_t size_max, unsigned seed);

#endif
