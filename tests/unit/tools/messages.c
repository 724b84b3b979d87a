/* SPDX-License-Identifier: MIT */
#include "tests/unit/tools/messages.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <sys/wait.h>
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

int messages_proof_status(void (*prove)(void *), void *context)
{
	pid_t child = fork();
	int status = -1;

	if (child == 0) {
		messages_begin();
		prove(context);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
