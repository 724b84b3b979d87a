/* SPDX-License-Identifier: MIT */
/* Frames between machines arrive unchanged, whatever is lost or damaged around them. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/net/frame.h"
#include "lib/rng.h"

#define FRAMES 200u

static struct net_frame frame_number(uint32_t number)
{
	struct net_frame frame = {
		.kind = (uint8_t)number, .from = 1, .to = 2,
		.size = (uint8_t)(number % (NET_DATA_MAX + 1)), .session = ~number * 0x1003,
		.sequence = number,
	};

	for (unsigned i = 0; i < frame.size; i++)
		frame.data[i] = (uint8_t)(number * 7 + i * 0xb1);
	return frame;
}

static void assert_frame(const struct net_frame *frame, uint32_t number)
{
	struct net_frame sent = frame_number(number);

	assert_memory_equal(frame, &sent, sizeof(sent));
}

TEST(frame_arrives_unchanged)
{
	uint8_t bytes[NET_FRAME_BYTES_MAX];

	for (uint32_t number = 0; number < FRAMES; number++) {
		struct net_frame frame = frame_number(number), read;
		size_t size = net_frame_write(&frame, bytes);

		assert_int_equal(net_frame_read(bytes, size, &read), size);
		assert_frame(&read, number);
		for (size_t count = 0; count < size; count++)
			assert_int_equal(net_frame_read(bytes, count, &read), 0);
	}
}

TEST(frame_with_any_bit_changed_is_rejected)
{
	struct net_frame frame = frame_number(20), read;
	uint8_t bytes[NET_FRAME_BYTES_MAX];
	size_t size = net_frame_write(&frame, bytes);

	for (size_t bit = 0; bit < 8 * size; bit++) {
		bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		assert_true(net_frame_read(bytes, size, &read) <= 0);
		bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
	assert_int_equal(net_frame_read(bytes, size, &read), size);
}

/* Returns the number of received frames, each of which must be a sent one, in order. */
static uint32_t put_all(struct net_stream *stream, const uint8_t *bytes, size_t size,
			uint32_t *next)
{
	struct net_frame frame;
	uint32_t came = 0;

	for (size_t i = 0; i < size; i++) {
		net_stream_put(stream, bytes[i]);
		while (net_stream_take(stream, &frame)) {
			assert_true(frame.sequence >= *next);
			assert_frame(&frame, frame.sequence);
			*next = frame.sequence + 1;
			came++;
		}
	}
	return came;
}

TEST(frames_are_extracted_from_a_byte_stream)
{
	struct net_stream stream = {0};
	uint8_t bytes[NET_FRAME_BYTES_MAX];
	uint32_t next = 0;

	for (uint32_t number = 0; number < FRAMES; number++) {
		struct net_frame frame = frame_number(number);

		assert_int_equal(put_all(&stream, bytes, net_frame_write(&frame, bytes), &next), 1);
	}
	assert_int_equal(stream.skipped, 0);
	assert_int_equal(stream.count, 0);
}

/* A frame with a lost byte is lost. Frames after bytes that look like a header may be lost too, at
 * most as many as fit in the longest frame. */
TEST(damaged_stream_continues_with_sent_frames)
{
	struct net_stream stream = {0};
	struct rng rng;
	uint8_t bytes[NET_FRAME_BYTES_MAX];
	uint32_t next = 0, came = 0, damaged = 0;

	rng_seed(&rng, 1);
	for (uint32_t number = 0; number < 50 * FRAMES; number++) {
		struct net_frame frame = frame_number(number);
		size_t size = net_frame_write(&frame, bytes);

		if (rng_below(&rng, 10) == 0) {
			bytes[rng_below(&rng, (uint32_t)size)] ^=
				(uint8_t)(1 + rng_below(&rng, 255));
			damaged++;
		}
		came += put_all(&stream, bytes, size, &next);
	}
	assert_true(stream.skipped > 0);
	assert_true(came <= 50 * FRAMES - damaged);
	assert_true(came >= 50 * FRAMES - 5 * damaged);
}

TEST(stream_joined_within_a_frame_is_not_damaged)
{
	struct net_frame frame = frame_number(20);
	struct net_stream stream = {0};
	uint8_t bytes[NET_FRAME_BYTES_MAX];
	size_t size = net_frame_write(&frame, bytes);
	uint32_t next = 0;

	put_all(&stream, bytes + 5, size - 5, &next);
	assert_int_equal(put_all(&stream, bytes, size, &next), 1);
	assert_int_equal(stream.skipped, 0);
	put_all(&stream, bytes + 5, size - 5, &next);
	assert_true(stream.skipped > 0);
}
