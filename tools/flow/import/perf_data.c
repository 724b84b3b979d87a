/* SPDX-License-Identifier: MIT */
/* perf has no library for its files. perf script writes its text to a temporary file. */
#include "tools/flow/import/binary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/flow/import/stream.h"

#define PROGRAM "perf"
#define TEXT_BYTES_MAX ((size_t)4 << 30) /* on the disk */
#define WAIT_SECONDS_MAX 600
#define WAIT_SECONDS 0.1
#define FIELDS "comm,pid,tid,cpu,time,event,trace"
#define COMMAND PROGRAM " script --ns --header --show-lost-events -F " FIELDS

/* Wait for the end, while the output has at most TEXT_BYTES_MAX. */
static bool perf_await(struct child *child, FILE *output)
{
	struct stat status;

	for (unsigned i = 0; i < WAIT_SECONDS_MAX / WAIT_SECONDS && child_may_wait(); i++) {
		if (child_await(child, WAIT_SECONDS))
			return true;
		if (fstat(fileno(output), &status) != 0 ||
		    (uint64_t)status.st_size > TEXT_BYTES_MAX)
			return false;
	}
	return false;
}

/* "'trace' not valid for hardware events. Ignoring." */
static bool perf_is_warning(const char *line)
{
	return strncasecmp(line, "warning", strlen("warning")) == 0 ||
	       strstr(line, " Ignoring.") != NULL;
}

/* perf's first message has the reason. Warnings can come before it, and usage after it. */
static char *perf_error(FILE *messages, const char *path)
{
	char line[300], reason[300] = "";

	rewind(messages);
	while (reason[0] == '\0' && fgets(line, sizeof(line), messages) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		utf8_make_printable(line);
		if (!perf_is_warning(line))
			memcpy(reason, line, sizeof(reason));
	}
	return xasprintf("perf script cannot read it: %s; the command is: " COMMAND " -i %s",
			 reason[0] != '\0' ? reason : "no message", path);
}

static char *perf_run(const char *path, FILE *output, FILE *messages)
{
	char *const arguments[] = {
		PROGRAM, "script", "--ns", "--header", "--show-lost-events", "-F",
		FIELDS, "-i", (char *)path, NULL,
	};
	const struct child_files files = {.input = -1, .output = fileno(output),
					  .messages = fileno(messages), .extra = -1};
	struct child child;
	int error = child_start(&child, arguments, &files), status;
	bool has_ended;

	if (error != 0)
		return xasprintf("a file of perf, and perf cannot run (%s); where it is installed, "
				 "use: " COMMAND " -i %s | bareline flow import … -",
				 strerror(error), path);
	has_ended = perf_await(&child, output);
	status = child_stop(&child);
	if (!has_ended)
		return xasprintf("perf script was ended: more than %zu bytes, or %u s",
				 TEXT_BYTES_MAX, WAIT_SECONDS_MAX);
	return status == 0 ? NULL : perf_error(messages, path);
}

static char *perf_parse_text(struct trace *trace, FILE *output)
{
	struct trace_stream *stream = stream_open(output);
	struct trace_text line;
	char *error = NULL;

	while (trace->damage[0] == '\0' && stream_line(stream, &line))
		trace_parse_line(trace, TRACE_PERF, line);
	if (stream_problem(stream) != NULL)
		error = xasprintf("the text of perf script: %s", stream_problem(stream));
	stream_close(stream);
	return error;
}

char *perf_data_read(struct trace *trace, const char *path)
{
	FILE *output = tmpfile(), *messages = tmpfile();
	char *error = NULL;

	if (output == NULL || messages == NULL)
		error = xasprintf("a temporary file: %s", strerror(errno));
	if (error == NULL)
		error = perf_run(path, output, messages);
	if (error == NULL) {
		rewind(output);
		error = perf_parse_text(trace, output);
	}
	if (output != NULL)
		fclose(output);
	if (messages != NULL)
		fclose(messages);
	return error;
}
