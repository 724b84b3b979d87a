/* SPDX-License-Identifier: MIT */
#include "tests/unit/tools/messages.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <unistd.h>

static FILE *messages;
static int standard_error;

void messages_begin(void)
{
	messages = tmpfile();
	assert_non_null(messages);
	standard_error = dup(STDERR_FILENO);
	dup2(fileno(messages), STDERR_FILENO);
}

const char *messages_end(void)
{
	static char text[4096];
	size_t length;

	fflush(stderr);
	dup2(standard_error, STDERR_FILENO);
	close(standard_error);
	rewind(messages);
	length = fread(text, 1, sizeof(text) - 1, messages);
	text[length] = '\0';
	fclose(messages);
	return text;
}
