/* SPDX-License-Identifier: MIT */
/* Images are read again, chunk by chunk. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <unistd.h>

#include <zlib.h>

#include "tools/view/png.h"

#define HEIGHT 3
#define WIDTH_MAX 17
#define FILE_BYTES_MAX 4096

static char path[] = "/tmp/bareline-png-XXXXXX";

static int enter(void **state)
{
	(void)state;
	strcpy(path + sizeof(path) - 7, "XXXXXX");
	return close(mkstemp(path));
}

static int leave(void **state)
{
	(void)state;
	return unlink(path);
}

static uint32_t number_at(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
	       bytes[3];
}

/* The next chunk, which must have this type and a right checksum. Returns its data. */
static const uint8_t *chunk(const uint8_t **at, const char *type, uint32_t *size)
{
	const uint8_t *data = *at + 8;

	*size = number_at(*at);
	assert_memory_equal(*at + 4, type, 4);
	assert_int_equal(number_at(data + *size), crc32(0, data - 4, *size + 4));
	*at = data + *size + 4;
	return data;
}

static void check_image(uint32_t width)
{
	uint8_t pixels[HEIGHT * WIDTH_MAX], bytes[FILE_BYTES_MAX], lines[FILE_BYTES_MAX];
	const uint8_t *at = bytes + 8, *data;
	uLongf length = sizeof(lines);
	uint32_t size, line_bytes = 1 + (width + 7) / 8;
	FILE *file;
	size_t read;

	for (uint32_t i = 0; i < HEIGHT * width; i++)
		pixels[i] = i % 3 == 0 ? 255 : i % 7 == 0;
	assert_true(png_write(path, pixels, width, HEIGHT));
	file = fopen(path, "r");
	read = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n", 8);
	data = chunk(&at, "IHDR", &size);
	assert_int_equal(size, 13);
	assert_int_equal(number_at(data), width);
	assert_int_equal(number_at(data + 4), HEIGHT);
	assert_memory_equal(data + 8, "\1\0\0\0\0", 5);
	data = chunk(&at, "IDAT", &size);
	assert_int_equal(uncompress(lines, &length, data, size), Z_OK);
	assert_true(size > length);     /* stored, so that every zlib writes equal bytes */
	assert_int_equal(length, HEIGHT * line_bytes);
	for (uint32_t y = 0; y < HEIGHT; y++) {
		const uint8_t *line = lines + y * line_bytes;

		assert_int_equal(line[0], 0);
		for (uint32_t x = 0; x < 8 * (line_bytes - 1); x++)
			assert_int_equal(line[1 + x / 8] >> (7 - x % 8) & 1,
					 x < width && pixels[y * width + x] != 0);
	}
	chunk(&at, "IEND", &size);
	assert_int_equal(size, 0);
	assert_int_equal(at - bytes, read);
}

TEST_WITH(image_of_any_width_has_its_pixels, enter, leave)
{
	for (uint32_t width = 1; width <= WIDTH_MAX; width++)
		check_image(width);
}

TEST(image_that_cannot_be_written_is_an_error)
{
	assert_false(png_write("/nonexistent/image.png", (const uint8_t[]){0}, 1, 1));
}
