/* SPDX-License-Identifier: MIT */
/* The capacity doubles, because realloc copies under the sanitizers and the pieces are many. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/log_buffer.h"

#include <stdlib.h>
#include <string.h>

#include "lib/text/fmt.h"
#include "lib/wire/crc.h"
#include "tests/unit/tools/sample_log.h"

void log_buffer_text(struct log_buffer *buffer, const char *text, size_t length)
{
	if (buffer->length + length + 1 > buffer->capacity) {
		buffer->capacity = 2 * (buffer->length + length + 1);
		buffer->text = realloc(buffer->text, buffer->capacity);
		assert_non_null(buffer->text);
	}
	memcpy(buffer->text + buffer->length, text, length);
	buffer->length += length;
	buffer->text[buffer->length] = '\0';
}

void log_buffer_record(struct log_buffer *buffer, const char *text)
{
	char end[16];

	log_buffer_text(buffer, text, strlen(text));
	fmt_buffer(end, sizeof(end), " *%08x\n", crc32c(0, text, strlen(text)));
	log_buffer_text(buffer, end, strlen(end));
}

struct result *log_buffer_load(struct log_buffer *buffer)
{
	struct result *result = sample_log_load(buffer->text, buffer->length);

	free(buffer->text);
	*buffer = (struct log_buffer){0};
	return result;
}
