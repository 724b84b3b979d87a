/* SPDX-License-Identifier: MIT */
/* Only a checksum identifies a file. */
#include "tools/run/boot/booted_file.h"

#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/run/boot/sha256.h"
#include "tools/base/utf8.h"

#define BYTES_MAX (1u << 30)

char *booted_file_load(const char *path, size_t *size)
{
	return file_load(path, BYTES_MAX, "file that a machine boots", size);
}

json_t *booted_file_json(const char *path, const char *data, size_t size)
{
	char hex[SHA256_HEX_CHARS + 1], *printable = xstrdup(path);
	json_t *file;

	utf8_make_printable(printable);
	sha256_hex(data, size, hex);
	file = json_pack("{s:s, s:I, s:s}", "path", printable, "size_bytes", (json_int_t)size,
			 "sha256", hex);
	free(printable);
	return file;
}
