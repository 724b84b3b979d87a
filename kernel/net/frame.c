/* SPDX-License-Identifier: MIT */
/* A frame: magic number (2 bytes), kind, from, to, size, session (4), sequence number (4), data,
 * CRC-32C of all of these (4). After damage the next frame is searched for byte by byte. */
#include "kernel/net/frame.h"

#include "lib/text/string.h"
#include "lib/wire/crc.h"

#define MAGIC_FIRST 0xb1
#define MAGIC_SECOND 0x7e
#define AT_KIND 2
#define AT_FROM 3
#define AT_TO 4
#define AT_SIZE 5
#define AT_SESSION 6
#define AT_SEQUENCE 10

static void put_32(uint8_t *bytes, uint32_t value)
{
	for (unsigned i = 0; i < sizeof(value); i++)
		bytes[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t take_32(const uint8_t *bytes)
{
	uint32_t value = 0;

	for (unsigned i = 0; i < sizeof(value); i++)
		value |= (uint32_t)bytes[i] << 8 * i;
	return value;
}

size_t net_frame_write(const struct net_frame *frame, uint8_t bytes[NET_FRAME_BYTES_MAX])
{
	size_t size = NET_HEADER_BYTES + frame->size;

	bytes[0] = MAGIC_FIRST;
	bytes[1] = MAGIC_SECOND;
	bytes[AT_KIND] = frame->kind;
	bytes[AT_FROM] = frame->from;
	bytes[AT_TO] = frame->to;
	bytes[AT_SIZE] = frame->size;
	put_32(bytes + AT_SESSION, frame->session);
	put_32(bytes + AT_SEQUENCE, frame->sequence);
	memcpy(bytes + NET_HEADER_BYTES, frame->data, frame->size);
	put_32(bytes + size, crc32c(0, bytes, size));
	return size + NET_CRC_BYTES;
}

int net_frame_read(const uint8_t *bytes, size_t count, struct net_frame *frame)
{
	size_t size;

	if ((count > 0 && bytes[0] != MAGIC_FIRST) || (count > 1 && bytes[1] != MAGIC_SECOND) ||
	    (count > AT_SIZE && bytes[AT_SIZE] > NET_DATA_MAX))
		return -1;
	if (count <= AT_SIZE)
		return 0;
	size = NET_HEADER_BYTES + bytes[AT_SIZE];
	if (count < size + NET_CRC_BYTES)
		return 0;
	if (take_32(bytes + size) != crc32c(0, bytes, size))
		return -1;
	*frame = (struct net_frame){
		.kind = bytes[AT_KIND], .from = bytes[AT_FROM], .to = bytes[AT_TO],
		.size = bytes[AT_SIZE], .session = take_32(bytes + AT_SESSION),
		.sequence = take_32(bytes + AT_SEQUENCE),
	};
	memcpy(frame->data, bytes + NET_HEADER_BYTES, frame->size);
	return (int)(size + NET_CRC_BYTES);
}

void net_stream_put(struct net_stream *stream, uint8_t byte)
{
	stream->bytes[stream->count++] = byte;
}

static void stream_drop(struct net_stream *stream, size_t count)
{
	stream->count -= count;
	memmove(stream->bytes, stream->bytes + count, stream->count);
}

bool net_stream_take(struct net_stream *stream, struct net_frame *frame)
{
	int size;

	while ((size = net_frame_read(stream->bytes, stream->count, frame)) < 0) {
		stream_drop(stream, 1);
		stream->skipped += stream->has_begun;
	}
	stream_drop(stream, (size_t)size);
	stream->has_begun |= size > 0;
	return size > 0;
}
