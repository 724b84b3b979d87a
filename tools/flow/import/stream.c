/* SPDX-License-Identifier: MIT */
/* A buffer of two lines of the maximum length. What is left moves to its front before it is
 * filled. */
#include "tools/flow/import/stream.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tools/base/alloc.h"

#define BUFFER_BYTES (2 * STREAM_LINE_MAX)
#define PIECE_BYTES 65536u
#define GZIP_WINDOW (MAX_WBITS + 16)    /* zlib, inflateInit2: gzip format */

struct trace_stream {
	FILE *file;
	size_t at, end;                 /* of what is left in the buffer */
	bool is_ended, is_gzip, is_member_ended;
	z_stream inflater;
	const char *problem;
	char buffer[BUFFER_BYTES];
	unsigned char compressed[PIECE_BYTES];
};

static size_t read_file(struct trace_stream *stream, void *to, size_t room)
{
	size_t size = fread(to, 1, room, stream->file);

	if (ferror(stream->file))
		stream->problem = errno == EAGAIN ? "has no end; save it to a file first"
						  : strerror(errno);
	return size;
}

/* Inflate the next piece; several members follow one another. */
static size_t read_gzip(struct trace_stream *stream, char *to, size_t room)
{
	z_stream *inflater = &stream->inflater;
	int status = Z_OK;

	inflater->next_out = (Bytef *)to;
	inflater->avail_out = (uInt)room;
	while (inflater->avail_out > 0 && stream->problem == NULL) {
		if (inflater->avail_in == 0) {
			inflater->next_in = stream->compressed;
			inflater->avail_in = (uInt)read_file(stream, stream->compressed,
							     PIECE_BYTES);
		}
		if (inflater->avail_in == 0 && stream->problem == NULL) {
			if (!stream->is_member_ended)
				stream->problem = "truncated gzip data";
			break;
		}
		if (stream->is_member_ended && inflateReset(inflater) != Z_OK)
			break;
		status = inflate(inflater, Z_NO_FLUSH);
		stream->is_member_ended = status == Z_STREAM_END;
		if (status != Z_OK && status != Z_STREAM_END && stream->problem == NULL)
			stream->problem = "damaged gzip data";
	}
	return room - inflater->avail_out;
}

/* Fill the buffer as far as the text goes. */
static void fill(struct trace_stream *stream)
{
	memmove(stream->buffer, stream->buffer + stream->at, stream->end - stream->at);
	stream->end -= stream->at;
	stream->at = 0;
	while (!stream->is_ended && stream->end < BUFFER_BYTES) {
		char *to = stream->buffer + stream->end;
		size_t room = BUFFER_BYTES - stream->end;
		size_t size = stream->is_gzip ? read_gzip(stream, to, room)
					      : read_file(stream, to, room);

		stream->end += size;
		stream->is_ended = size < room;
	}
}

struct trace_stream *stream_open(FILE *file)
{
	struct trace_stream *stream = xmalloc(sizeof(*stream));

	memset(stream, 0, offsetof(struct trace_stream, buffer));
	stream->file = file;
	stream->inflater.avail_in = (uInt)read_file(stream, stream->compressed, PIECE_BYTES);
	stream->inflater.next_in = stream->compressed;
	stream->is_gzip = stream->inflater.avail_in >= 2 && stream->compressed[0] == 0x1f &&
			  stream->compressed[1] == 0x8b;
	if (stream->is_gzip) {
		if (inflateInit2(&stream->inflater, GZIP_WINDOW) != Z_OK)
			stream->problem = "out of memory";
	} else {
		stream->end = stream->inflater.avail_in;
		memcpy(stream->buffer, stream->compressed, stream->end);
	}
	return stream;
}

void stream_close(struct trace_stream *stream)
{
	if (stream->is_gzip)
		inflateEnd(&stream->inflater);
	free(stream);
}

struct trace_text stream_peek(struct trace_stream *stream)
{
	if (stream->end - stream->at < STREAM_LINE_MAX)
		fill(stream);
	return (struct trace_text){stream->buffer + stream->at, stream->buffer + stream->end};
}

bool stream_line(struct trace_stream *stream, struct trace_text *line)
{
	struct trace_text rest = stream_peek(stream);

	if (trace_text_size(rest) == 0 || stream->problem != NULL)
		return false;
	trace_text_take_line(&rest, line);
	if (trace_text_size(*line) >= STREAM_LINE_MAX) {
		stream->problem = "a line of 1 MiB or more, so no valid trace";
		return false;
	}
	stream->at = (size_t)(rest.at - stream->buffer);
	return true;
}

bool stream_copy(struct trace_stream *stream, FILE *to, uint64_t bytes_max)
{
	uint64_t size = 0;

	for (;;) {
		struct trace_text text = stream_peek(stream);

		size += trace_text_size(text);
		if (trace_text_size(text) == 0)
			return stream->problem == NULL;
		if (size > bytes_max) {
			stream->problem = "too large for a pipe or gzip data; give the file itself";
			return false;
		}
		if (fwrite(text.at, 1, trace_text_size(text), to) != trace_text_size(text))
			return false;
		stream->at = stream->end;
	}
}

const char *stream_problem(const struct trace_stream *stream)
{
	return stream->problem;
}
