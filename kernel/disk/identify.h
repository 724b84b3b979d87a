/* SPDX-License-Identifier: MIT */
/* Parses a device's identify data: numbers and text in a page of bytes. */
#ifndef KERNEL_DISK_IDENTIFY_H
#define KERNEL_DISK_IDENTIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A little-endian number of at most 8 bytes at an offset. */
static inline uint64_t identify_number(const uint8_t *bytes, size_t offset, size_t size)
{
	uint64_t value = 0;

	while (size-- > 0)
		value = value << 8 | bytes[offset + size];
	return value;
}

/* Copy text of count bytes, truncated to room, without trailing blanks, and with dots for
 * unprintable characters. If is_swapped, the bytes of each pair are exchanged, as ATA has them. */
static inline void identify_text(char *text, size_t room, const uint8_t *bytes, size_t count,
				 bool is_swapped)
{
	size_t length = 0;

	for (size_t i = 0; i < count && i + 1 < room; i++) {
		uint8_t c = bytes[is_swapped ? i ^ 1 : i];

		text[i] = c >= ' ' && c <= '~' ? (char)c : '.';
		if (c != ' ' && c != 0)
			length = i + 1;
	}
	text[length] = '\0';
}

#endif
