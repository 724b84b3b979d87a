/* SPDX-License-Identifier: MIT */
/* Input and output are files, not pipes, so that neither side can wait for the other. */
#include "tools/lab/program.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"

#define MESSAGE_MAX 200

/* Take the program's message. curl begins one line with its name, before its advice. Otherwise the
 * last line is taken. */
static void take_message(FILE *messages, const char *program, char *why, size_t size)
{
	char line[MESSAGE_MAX], best[MESSAGE_MAX] = "failed without a message";
	size_t name_bytes = strlen(program);
	bool is_named = false;

	rewind(messages);
	while (!is_named && fgets(line, sizeof(line), messages) != NULL) {
		line[strcspn(line, "\r\n")] = '\0';
		is_named = strncmp(line, program, name_bytes) == 0 && line[name_bytes] == ':';
		if (line[0] != '\0')
			memcpy(best, line, sizeof(best));
	}
	utf8_make_printable(best);
	snprintf(why, size, "%s%s%s", is_named ? "" : program, is_named ? "" : ": ", best);
}

static bool has_succeeded(char *const *words, const struct child_files *files, FILE *messages,
			  char *why, size_t size)
{
	struct child child;
	int error = child_start(&child, words, files), status;
	bool has_ended;

	if (error != 0) {
		snprintf(why, size, "%s: %s", words[0], error == ENOENT ? "not installed"
									: strerror(error));
		return false;
	}
	has_ended = child_await(&child, PROGRAM_SECONDS_MAX);
	status = child_stop(&child);
	if (!has_ended)
		snprintf(why, size, "%s: no answer in %d s", words[0], PROGRAM_SECONDS_MAX);
	else if (status != 0)
		take_message(messages, words[0], why, size);
	return has_ended && status == 0;
}

/* The output, or NULL if there is too much. */
static char *take_output(FILE *output)
{
	char *text = xmalloc(PROGRAM_BYTES_MAX + 1);
	size_t length;

	rewind(output);
	length = fread(text, 1, PROGRAM_BYTES_MAX, output);
	text[length] = '\0';
	if (length < PROGRAM_BYTES_MAX)
		return text;
	free(text);
	return NULL;
}

char *program_ask(char *const *words, const char *input, char *why, size_t size)
{
	FILE *given = tmpfile(), *output = tmpfile(), *messages = tmpfile();
	char *answer = NULL;

	if (given == NULL || output == NULL || messages == NULL ||
	    fputs(input, given) < 0 || !file_rewind(given)) {
		snprintf(why, size, "a temporary file for %s: %s", words[0], strerror(errno));
	} else if (has_succeeded(words, &(struct child_files){
			.input = fileno(given), .output = fileno(output),
			.messages = fileno(messages), .extra = -1}, messages, why, size)) {
		answer = take_output(output);
		if (answer == NULL)
			snprintf(why, size, "%s: an answer of 1 MiB or more", words[0]);
	}
	if (given != NULL)
		fclose(given);
	if (output != NULL)
		fclose(output);
	if (messages != NULL)
		fclose(messages);
	return answer;
}
