/* SPDX-License-Identifier: MIT */
/* Lines of `bareline flow dump` with long names of objects and threads. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/wire/crc.h"
#include "tests/unit/tools/flow_trace.h"
#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/flow/commands.h"

/* A record with the longest name is nearly as long as the maximum line. */
static const size_t lengths[] = {100, 3000, 5000, 6000, 7500, 8000};

/* Enough lines to end at many positions in a buffer. */
#define EVENTS 64

/* Of the object and the thread. */
#define NUMBER 100

#define OUTPUT_BYTES_MAX (4u << 20)

/* A writer truncates its texts; a hostile one does not. */
static void add_name(struct flow_trace *trace, const char *kind, const char *fields,
		     const char *name)
{
	char *record = xasprintf("@%s seq=%lu run=0 node=0 %s name=%s", kind,
				 (unsigned long)trace->writer.seq++, fields, name);
	char *line = xasprintf("%s *%08x\n", record, crc32c(0, record, strlen(record)));

	trace->writer.put(trace->writer.context, line, strlen(line));
	free(line);
	free(record);
}

static void make_log(FILE *file, const char *object, const char *thread)
{
	struct flow_event events[EVENTS] = {{0}};
	struct flow_trace trace;

	for (size_t i = 0; i < EVENTS; i++)
		events[i] = (struct flow_event){
			.time = i, .kind = FLOW_WAIT,
			.object = NUMBER, .thread = NUMBER,
		};
	flow_trace_begin(&trace);
	add_name(&trace, "flow_object", "object=100 class=software", object);
	add_name(&trace, "flow_thread", "thread=100", thread);
	flow_trace_add(&trace, events, EVENTS, 0);
	flow_trace_close(&trace, 0, EVENTS);
	assert_int_equal(fwrite(trace.text, 1, trace.length, file), trace.length);
	assert_int_equal(fflush(file), 0);
	free(trace.text);
}

/* The command's output; the caller frees it. */
static char *dump(FILE *log)
{
	char path[] = "/dev/fd/0000000000", *arguments[] = {"dump", path, NULL}, *text;
	FILE *out = tmpfile();
	int standard = dup(STDOUT_FILENO);
	size_t size;

	assert_non_null(out);
	snprintf(path, sizeof(path), "/dev/fd/%d", fileno(log));
	fflush(stdout);
	dup2(fileno(out), STDOUT_FILENO);
	assert_int_equal(flow_dump_command.run(2, arguments), EXIT_GOOD);
	fflush(stdout);
	dup2(standard, STDOUT_FILENO);
	close(standard);
	rewind(out);
	text = file_read(out, "output", OUTPUT_BYTES_MAX, "dump", &size);
	assert_non_null(text);
	fclose(out);
	return text;
}

static char *make_text(char letter, size_t length)
{
	char *text = xmalloc(length + 1);

	memset(text, letter, length);
	text[length] = '\0';
	return text;
}

static void assert_line(const char *line, const char *object, const char *thread, int number)
{
	static const char kind[] = " wait          ";
	const char *found = strstr(line, thread);
	size_t length = strlen(thread);

	assert_int_equal(strtoul(line, NULL, 10), number);
	assert_non_null(found);
	assert_memory_equal(found + length, kind, strlen(kind));
	assert_memory_equal(found + length + strlen(kind), object, length);
	assert_string_equal(found + length + strlen(kind) + length, "  0.0");
}

static void check_names(size_t length)
{
	char *object = make_text('o', length), *thread = make_text('t', length), *text, *line,
	     *rest;
	FILE *log = tmpfile();
	int lines = 0;

	assert_non_null(log);
	make_log(log, object, thread);
	text = dump(log);
	strtok_r(text, "\n", &rest);            /* the run */
	strtok_r(NULL, "\n", &rest);            /* the header */
	while ((line = strtok_r(NULL, "\n", &rest)) != NULL)
		assert_line(line, object, thread, ++lines);
	assert_int_equal(lines, EVENTS);
	free(text);
	fclose(log);
	free(thread);
	free(object);
}

TEST(names_of_up_to_8_kib_are_printed_whole_in_every_line)
{
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
		check_names(lengths[i]);
}
