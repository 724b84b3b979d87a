/* SPDX-License-Identifier: MIT */
/* No vector code for this CPU; the tables are used. */
#include "tools/base/vectors.h"

size_t vectors_encode_base64(const uint8_t *bytes, size_t size, char *out)
{
	(void)bytes;
	(void)size;
	(void)out;
	return 0;
}

size_t vectors_decode_base64(const char *text, size_t length, uint8_t *out)
{
	(void)text;
	(void)length;
	(void)out;
	return 0;
}

bool vectors_crc32c(uint32_t *crc, const void *data, size_t size)
{
	(void)crc;
	(void)data;
	(void)size;
	return false;
}
