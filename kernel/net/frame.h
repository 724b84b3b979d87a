/* SPDX-License-Identifier: MIT */
/* What machines send one another: short frames, each with a magic number, the number of a session,
 * a sequence number and a CRC, so that one that was damaged is told from one that was sent, one
 * that is missing from one that never was, and others' from one's own. Pure computation on bytes,
 * tested natively on bytes of any kind. */
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
	uint8_t kind;                   /* the user's */
	uint8_t from, to;               /* nodes */
	uint8_t size;                   /* of the data in bytes */
	uint32_t session;               /* the user's: which machines belong together */
	uint32_t sequence;              /* one more with each frame from that node to that one */
	uint8_t data[NET_DATA_MAX];
};

/* Lay out a frame as bytes: numbers little-endian, and a CRC-32C behind. Returns how many. */
size_t net_frame_write(const struct net_frame *frame, uint8_t bytes[NET_FRAME_BYTES_MAX]);

/* Read the frame that begins with the first of count bytes. Returns how many it has; 0 if it goes
 * on behind them; -1 if none begins there, or one that was damaged. */
int net_frame_read(const uint8_t *bytes, size_t count, struct net_frame *frame);

/* Frames out of a stream of bytes, in which any may be missing or wrong. Empty when zeroed. */
struct net_stream {
	uint8_t bytes[NET_FRAME_BYTES_MAX];
	size_t count;
	bool has_begun;                 /* there was a frame: the stream may have been met in one */
	uint64_t skipped;               /* bytes since that are of no frame */
};

/* Add a byte. All frames that are there must have been taken. */
void net_stream_put(struct net_stream *stream, uint8_t byte);

/* Take the next frame. Returns false if there is none yet. */
bool net_stream_take(struct net_stream *stream, struct net_frame *frame);

#endif
