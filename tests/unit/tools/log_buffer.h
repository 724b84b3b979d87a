/* SPDX-License-Identifier: MIT */
/* A log's text, assembled piece by piece. */
#ifndef TESTS_UNIT_TOOLS_LOG_BUFFER_H
#define TESTS_UNIT_TOOLS_LOG_BUFFER_H

#include <stddef.h>

#include "tools/record/result.h"

/* Empty when zeroed. */
struct log_buffer {
	char *text;
	size_t length, capacity;
};

void log_buffer_text(struct log_buffer *buffer, const char *text, size_t length);

/* A record line with a correct checksum, from its text before " *". */
void log_buffer_record(struct log_buffer *buffer, const char *text);

/* Load and free the buffer. */
struct result *log_buffer_load(struct log_buffer *buffer);

#endif
