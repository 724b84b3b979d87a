/* SPDX-License-Identifier: MIT */
/* SHA-256: FIPS 180-4, "Secure Hash Standard". For short texts; nothing here is timed. */
#ifndef LIB_SHA256_H
#define LIB_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES 32

/* Hash two pieces of data as if they followed each other. */
void sha256_pair(const void *first, size_t first_size, const void *second, size_t second_size,
		 uint8_t digest[SHA256_BYTES]);

#endif
