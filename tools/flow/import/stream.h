/* SPDX-License-Identifier: MIT */
/* The text of a trace, which is read piece by piece from a file, a pipe or gzip data. The memory
 * does not depend on the size of the trace. */
#ifndef TOOLS_FLOW_IMPORT_STREAM_H
#define TOOLS_FLOW_IMPORT_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/flow/import/text.h"

#define STREAM_LINE_MAX ((size_t)1 << 20)

struct trace_stream;

/* Begin to read a file, and decompress it if it is gzip data. The caller closes the file after
 * stream_close(). */
struct trace_stream *stream_open(FILE *file);
void stream_close(struct trace_stream *stream);

/* The next bytes, which are not taken: STREAM_LINE_MAX or more, or all that are left. They are
 * valid until the next call. */
struct trace_text stream_peek(struct trace_stream *stream);

/* Take the next line, without its end. It is valid until the next call. Returns false at the end of
 * the text, or if stream_problem() has a problem. */
bool stream_line(struct trace_stream *stream, struct trace_text *line);

/* Write all bytes that are left to another file, at most bytes_max. Returns false if
 * stream_problem() has a problem, or if they cannot be written, with errno set. */
bool stream_copy(struct trace_stream *stream, FILE *to, uint64_t bytes_max);

/* Why the text ended early: a read error, damaged gzip data or a line that is too long; or NULL. */
const char *stream_problem(const struct trace_stream *stream);

#endif
