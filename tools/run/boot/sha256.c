/* SPDX-License-Identifier: MIT */
#include "tools/run/boot/sha256.h"

#include <sha256.h>
#include <stdint.h>
#include <stdio.h>

void sha256_hex(const void *data, size_t size, char hex[SHA256_HEX_CHARS + 1])
{
	uint8_t digest[SHA256_DIGEST_LENGTH];
	SHA2_CTX state;

	SHA256Init(&state);
	SHA256Update(&state, data, size);
	SHA256Final(digest, &state);
	for (size_t i = 0; i < sizeof(digest); i++)
		sprintf(hex + 2 * i, "%02x", digest[i]);
}
