/* SPDX-License-Identifier: MIT */
/* Samples as zigzag varint differences. Varints are LEB128: seven bits per byte, least significant
 * first, the top bit set on all but the last. */
#include "lib/wire/samples.h"

static uint64_t zigzag(uint64_t difference)
{
	return difference << 1 ^ (0 - (difference >> 63));
}

static uint64_t unzigzag(uint64_t code)
{
	return code >> 1 ^ (0 - (code & 1));
}

static size_t varint_put(uint64_t value, uint8_t *out)
{
	size_t size = 0;

	for (; value >= 0x80; value >>= 7)
		out[size++] = (uint8_t)(value | 0x80);
	out[size++] = (uint8_t)value;
	return size;
}

/* Read a varint. Returns the number of its bytes, or 0 if the data end inside the varint or its
 * value exceeds 64 bits. */
static size_t varint_get(const uint8_t *data, size_t size, uint64_t *value)
{
	*value = 0;
	for (size_t i = 0; i < size && i < SAMPLE_BYTES_MAX; i++) {
		*value |= (uint64_t)(data[i] & 0x7f) << (7 * i);
		if (data[i] < 0x80)
			return i + 1;
	}
	return 0;
}

size_t samples_pack(const uint64_t *values, size_t count, uint8_t *out, size_t capacity,
		    size_t *size)
{
	uint64_t previous = 0;
	size_t packed = 0, used = 0;

	while (packed < count && capacity - used >= SAMPLE_BYTES_MAX) {
		used += varint_put(zigzag(values[packed] - previous), out + used);
		previous = values[packed++];
	}
	*size = used;
	return packed;
}

long samples_unpack(const uint8_t *data, size_t size, uint64_t *values, size_t capacity)
{
	uint64_t previous = 0, code;
	size_t count = 0, used = 0;

	while (used < size) {
		size_t step = varint_get(data + used, size - used, &code);

		if (step == 0 || count == capacity)
			return -1;
		used += step;
		previous += unzigzag(code);
		values[count++] = previous;
	}
	return (long)count;
}
