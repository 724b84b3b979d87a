/* SPDX-License-Identifier: MIT */
/* SHA-256, to identify booted files. */
#ifndef TOOLS_RUN_BOOT_SHA256_H
#define TOOLS_RUN_BOOT_SHA256_H

#include <stddef.h>

#define SHA256_HEX_CHARS 64

/* Write the SHA-256 of size bytes as hexadecimal digits. FIPS 180-4, "SHA-256". */
void sha256_hex(const void *data, size_t size, char hex[SHA256_HEX_CHARS + 1]);

#endif
