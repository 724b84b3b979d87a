/* SPDX-License-Identifier: MIT */
/* One bit per pixel. zlib stores the pixels without compression, so that every version of zlib
 * writes equal files. */
#include "tools/view/png.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"

#define HEADER_BYTES 13

static void png_put_number(uint8_t bytes[4], uint32_t number)
{
	for (int i = 0; i < 4; i++)
		bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

static void png_write_chunk(FILE *file, const char type[4], const uint8_t *data, size_t size)
{
	uint8_t number[4];
	uLong crc = crc32(crc32(crc32(0, NULL, 0), (const Bytef *)type, 4), data, (uInt)size);

	png_put_number(number, (uint32_t)size);
	fwrite(number, 1, sizeof(number), file);
	fwrite(type, 1, 4, file);
	fwrite(data, 1, size, file);
	png_put_number(number, (uint32_t)crc);
	fwrite(number, 1, sizeof(number), file);
}

/* Each line begins with filter type 0 (none). */
static uint8_t *png_lines(const uint8_t *pixels, uint32_t width, uint32_t height, size_t *size)
{
	size_t line_bytes = 1 + ((size_t)width + 7) / 8;
	uint8_t *lines = xcalloc(height, line_bytes);

	for (size_t y = 0; y < height; y++) {
		for (size_t x = 0; x < width; x++) {
			if (pixels[y * width + x] != 0)
				lines[y * line_bytes + 1 + x / 8] |= (uint8_t)(0x80 >> x % 8);
		}
	}
	*size = height * line_bytes;
	return lines;
}

bool png_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height)
{
	FILE *file = file_create(path);
	uint8_t header[HEADER_BYTES] = {[8] = 1}; /* bit depth 1, colour type 0 (greyscale) */
	size_t size;
	uint8_t *lines, *wrapped;
	uLongf wrapped_size;

	if (file == NULL)
		return false;
	fwrite("\x89PNG\r\n\x1a\n", 1, 8, file);
	png_put_number(header, width);
	png_put_number(header + 4, height);
	png_write_chunk(file, "IHDR", header, sizeof(header));
	lines = png_lines(pixels, width, height, &size);
	wrapped_size = compressBound(size);
	wrapped = xmalloc(wrapped_size);
	if (compress2(wrapped, &wrapped_size, lines, size, Z_NO_COMPRESSION) != Z_OK)
		errx(EXIT_MACHINE, "zlib cannot compress an image");
	png_write_chunk(file, "IDAT", wrapped, wrapped_size);
	free(wrapped);
	free(lines);
	png_write_chunk(file, "IEND", (const uint8_t *)"", 0);
	return file_finish(file, path);
}
