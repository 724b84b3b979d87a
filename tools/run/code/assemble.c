/* SPDX-License-Identifier: MIT */
/* Each text has its own run of the assembler, so that labels of two texts do not collide. */
#include "tools/run/code/assemble.h"

#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/run/code/object.h"

#define ASSEMBLER "as"
#define LIMIT_SECONDS 10
#define WAIT_SECONDS 0.05
#define OBJECT_BYTES_MAX (64u << 20)
#define MESSAGES_BYTES_MAX (1u << 20)
#define MESSAGES_SHOWN 5

/* Text before the user's text, whose first line is then line 1. */
#define PREAMBLE "\t.intel_syntax noprefix\n\t.text\n"

struct scratch {
	char directory[32];
	char *source, *object, *messages;
};

static bool write_source(const struct scratch *scratch, const char *text)
{
	FILE *file = file_create(scratch->source);

	if (file != NULL)
		fprintf(file, PREAMBLE "%s\n", text);
	return file_finish(file, scratch->source);
}

static bool is_larger(const char *path, off_t bytes)
{
	struct stat status;

	return stat(path, &status) == 0 && status.st_size > bytes;
}

/* Nested brackets take exponential time and as many messages. */
static bool await_assembler(struct child *child, const struct scratch *scratch)
{
	for (unsigned i = 0; i < LIMIT_SECONDS / WAIT_SECONDS && child_may_wait(); i++) {
		if (child_await(child, WAIT_SECONDS))
			return true;
		if (is_larger(scratch->messages, MESSAGES_BYTES_MAX) ||
		    is_larger(scratch->object, OBJECT_BYTES_MAX))
			break;
	}
	return false;
}

/* Returns the wait status, or -1 after a message. */
static int run_assembler(const struct scratch *scratch, const struct source_place *place)
{
	char *arguments[] = {ASSEMBLER, "--64", "-o", scratch->object, scratch->source, NULL};
	struct child_files files = {.extra = -1};
	struct child child;
	bool has_ended;
	int error, status;

	files.input = open("/dev/null", O_RDONLY | O_CLOEXEC);
	files.output = files.messages =
		open(scratch->messages, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (files.input < 0 || files.output < 0)
		err(EXIT_MACHINE, "%s", scratch->messages);
	error = child_start(&child, arguments, &files);
	close(files.input);
	close(files.output);
	if (error != 0) {
		warnx(ASSEMBLER ": %s; install binutils", strerror(error));
		return -1;
	}
	has_ended = await_assembler(&child, scratch);
	status = child_stop(&child);
	if (!has_ended)
		warnx("%s: the assembler was ended, because it took more than %d s, or wrote more "
		      "than %u MiB of messages or %u MiB of code", place->name, LIMIT_SECONDS,
		      MESSAGES_BYTES_MAX >> 20, OBJECT_BYTES_MAX >> 20);
	return has_ended ? status : -1;
}

/* The assembler writes "FILE:LINE: Error: TEXT". */
static void print_message(const struct source_place *place, const char *message)
{
	unsigned long line = strtoul(message, NULL, 10);
	const char *text = strstr(message, "Error: ");

	text = text != NULL ? text + strlen("Error: ") : message;
	line -= line >= 2 ? 2 : line;           /* of the preamble */
	if (place->line != 0 || line > 1)
		warnx("%s:%lu: %s", place->name, line + (place->line != 0 ? place->line - 1 : 0),
		      text);
	else
		warnx("%s: %s", place->name, text);
}

static void print_messages(const struct scratch *scratch, const struct source_place *place)
{
	size_t size, length = strlen(scratch->source);
	char *text = file_load(scratch->messages, MESSAGES_BYTES_MAX, "message", &size);
	char *rest = text, *line;
	unsigned count = 0;

	while (text != NULL && count < MESSAGES_SHOWN && (line = strsep(&rest, "\n")) != NULL) {
		utf8_make_printable(line);
		if (strncmp(line, scratch->source, length) != 0 || line[length] != ':' ||
		    line[length + 1] < '0' || line[length + 1] > '9')
			continue;
		print_message(place, line + length + 1);
		count++;
	}
	if (count == 0)
		warnx("%s: the assembler failed", place->name);
	free(text);
}

static uint8_t *read_object(const struct scratch *scratch, const struct source_place *place,
			    size_t *size)
{
	char problem[OBJECT_PROBLEM_MAX], position[32] = "";
	struct object_code code;
	uint8_t *bytes = NULL;
	size_t object_size;
	char *object = file_load(scratch->object, OBJECT_BYTES_MAX, "object file", &object_size);

	if (place->line != 0)
		snprintf(position, sizeof(position), ":%lu", place->line);
	if (object != NULL && object_find_code(object, object_size, &code, problem)) {
		bytes = xmalloc(code.size);
		memcpy(bytes, code.bytes, code.size);
		*size = code.size;
	} else if (object != NULL) {
		warnx("%s%s: %s", place->name, position, problem);
	}
	free(object);
	return bytes;
}

uint8_t *assemble(const char *text, const struct source_place *place, size_t *size)
{
	struct scratch scratch;
	uint8_t *bytes = NULL;
	int status;

	strcpy(scratch.directory, "/tmp/bareline-code-XXXXXX");
	if (mkdtemp(scratch.directory) == NULL)
		err(EXIT_MACHINE, "%s", scratch.directory);
	scratch.source = xasprintf("%s/source.s", scratch.directory);
	scratch.object = xasprintf("%s/object.o", scratch.directory);
	scratch.messages = xasprintf("%s/messages", scratch.directory);
	status = write_source(&scratch, text) ? run_assembler(&scratch, place) : -1;
	if (status == 0)
		bytes = read_object(&scratch, place, size);
	else if (status > 0)
		print_messages(&scratch, place);
	unlink(scratch.source);
	unlink(scratch.object);
	unlink(scratch.messages);
	rmdir(scratch.directory);
	free(scratch.source);
	free(scratch.object);
	free(scratch.messages);
	return bytes;
}
