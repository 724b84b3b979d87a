/* SPDX-License-Identifier: MIT */
/* Frames between machines. Magic number and CRC detect damage. The sequence number detects loss.
 * The session number detects frames of other groups. No hardware access: tests use arbitrary
 * bytes. */
#ifndef KERNEL_NET_FRAME_H
#define KERNEL_NET_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NET_DATA_MAX 24u
#define NET_HEADER_BYTES 14u
#define NET_CRC_BYTES 4u
#define NET_FRAME_BYTES_MAX (NET_HEADER_BYTES + NET_DATA_MAX + NET_CRC_BYTES)

struct net_frame {
	uint8_t kind;                   /* for the user of this file */
	uint8_t from, to;               /* node numbers */
	uint8_t size;                   /* data bytes */
	uint32_t session;               /* for the user of this file: the group of machines */
	uint32_t sequence;              /* incremented with each frame between two nodes */
	uint8_t data[NET_DATA_MAX];
};

/* Serialise a frame: little-endian numbers, then a CRC-32C. Returns its length. */
size_t net_frame_write(const struct net_frame *frame, uint8_t bytes[NET_FRAME_BYTES_MAX]);

/* Parse the frame at the start of count bytes. Returns its length; 0 if it is incomplete; -1 if
 * there is no valid frame. */
int net_frame_read(const uint8_t *bytes, size_t count, struct net_frame *frame);

/* Extracts frames from a stream of bytes. Any bytes may be missing or wrong. Zero-initialised:
 * empty. */
struct net_stream {
	uint8_t bytes[NET_FRAME_BYTES_MAX];
	size_t count;
	bool has_begun;                 /* a frame was found; before the first, the stream may begin
					 * within a frame */
	uint64_t skipped;               /* bytes after has_begun that belong to no frame */
};

/* Add a byte. The caller must have taken all complete frames. */
void net_stream_put(struct net_stream *stream, uint8_t byte);

/* Take the next frame. Returns false if no frame is complete. */
bool net_stream_take(struct net_stream *stream, struct net_frame *frame);

#endif
