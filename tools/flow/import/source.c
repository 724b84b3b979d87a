/* SPDX-License-Identifier: MIT */
/* Binary formats are recognized by their first bytes. Libraries read files by name, so data from a
 * pipe or out of gzip is written to a temporary file first. Text is read line by line. */
#include "tools/flow/import/source.h"

#include <err.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/crash_guard.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/flow/import/binary.h"
#include "tools/flow/import/stream.h"

#define HEAD_BYTES 16
#define COPY_BYTES_MAX ((uint64_t)1 << 30)      /* on the disk */

enum source_kind {
	SOURCE_TEXT,
	SOURCE_GZIP,
	SOURCE_TRACECMD,
	SOURCE_PERF,
	SOURCE_CTF,
	SOURCE_REFUSED,
};

static const struct {
	const char *bytes;
	size_t size;
	enum source_kind kind;
	const char *hint;               /* of a refused one */
} kinds[] = {
	{"\x1f\x8b", 2, SOURCE_GZIP, NULL},
	{"\x17\x08\x44tracing", 10, SOURCE_TRACECMD, NULL},
	{"PERFILE2", 8, SOURCE_PERF, NULL},
	/* A stream's packet; metadata in packets, in either byte order; metadata as text. */
	{"\xc1\x1f\xfc\xc1", 4, SOURCE_CTF, NULL},
	{"\xc1\xfc\x1f\xc1", 4, SOURCE_CTF, NULL},
	{"\x57\x1d\xd1\x75", 4, SOURCE_CTF, NULL},
	{"\x75\xd1\x1d\x57", 4, SOURCE_CTF, NULL},
	{"/* CTF 1.8 */", 13, SOURCE_CTF, NULL},
	{"\x28\xb5\x2f\xfd", 4, SOURCE_REFUSED,
	 "compressed; use: zstdcat FILE | bareline flow import … -"},
	{"\xfd" "7zXZ", 5, SOURCE_REFUSED,
	 "compressed; use: xzcat FILE | bareline flow import … -"},
	{"TRACE:\n\x78", 8, SOURCE_REFUSED, "compressed by atrace; record without its option -z"},
	{"\xff\xfe", 2, SOURCE_REFUSED,
	 "UTF-16; use: iconv -f UTF-16 -t UTF-8 FILE | bareline flow import … -"},
	{"\xfe\xff", 2, SOURCE_REFUSED,
	 "UTF-16; use: iconv -f UTF-16 -t UTF-8 FILE | bareline flow import … -"},
};

static enum source_kind source_kind_of(const char *text, size_t size, const char **hint)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (size >= kinds[i].size && memcmp(text, kinds[i].bytes, kinds[i].size) == 0) {
			*hint = kinds[i].hint;
			return kinds[i].kind;
		}
	}
	return SOURCE_TEXT;
}

/* ---- Binary formats ---- */

static enum trace_format source_format_of(enum source_kind kind)
{
	if (kind == SOURCE_TRACECMD)
		return TRACE_FTRACE;
	return kind == SOURCE_PERF ? TRACE_PERF : TRACE_CTF;
}

/* If some parts of a file are damaged, libtracecmd 3.1 frees memory twice, and libbabeltrace2 2.0
 * aborts, or never ends. */
static char *source_read_by_library(enum source_kind kind, const char *path, struct trace *trace)
{
	char *error;

	if (!crash_guard_begin())
		return xasprintf("%s crashed, or took %u s of CPU time or %u MiB; the trace is "
				 "damaged, or of a later version",
				 kind == SOURCE_TRACECMD ? "libtracecmd" : "libbabeltrace2",
				 CRASH_GUARD_CPU_SECONDS, CRASH_GUARD_MIB);
	error = kind == SOURCE_TRACECMD ? tracecmd_read(trace, path) : babeltrace_read(trace, path);
	crash_guard_end();
	return error;
}

static bool source_read_binary(struct trace_source *source, enum source_kind kind,
			       const char *path, struct trace *trace)
{
	enum trace_format format = source_format_of(kind);
	char *error;

	if (source->format != TRACE_FORMATS && source->format != format) {
		warnx("%s: not --format %s, but a binary trace of format %s", source->path,
		      trace_format_names[source->format], trace_format_names[format]);
		return false;
	}
	source->format = format;
	if (kind == SOURCE_PERF)
		error = perf_data_read(trace, path);
	else
		error = source_read_by_library(kind, path, trace);
	if (error != NULL) {    /* with names from the trace */
		utf8_make_printable(error);
		warnx("%s: %s", source->path, error);
	}
	free(error);
	return error == NULL;
}

/* Write the rest of a stream to a file, which a library can open by its path. */
static bool source_read_copy(struct trace_source *source, enum source_kind kind,
			     struct trace_stream *stream, struct trace *trace)
{
	FILE *copy = tmpfile();
	char *path = copy != NULL ? xasprintf("/proc/%d/fd/%d", (int)getpid(), fileno(copy)) : NULL;
	bool is_read = false;

	if (kind == SOURCE_CTF)
		warnx("%s: a file of the Common Trace Format; give its directory instead",
		      source->path);
	else if (copy != NULL && stream_copy(stream, copy, COPY_BYTES_MAX) && fflush(copy) == 0)
		is_read = source_read_binary(source, kind, path, trace);
	else if (stream_problem(stream) != NULL)
		warnx("%s: %s", source->path, stream_problem(stream));
	else
		warn("%s: a temporary file", source->path);
	if (copy != NULL)
		fclose(copy);
	free(path);
	return is_read;
}

/* ---- Text ---- */

static bool source_read_text(struct trace_source *source, struct trace_stream *stream,
			     struct trace *trace)
{
	struct trace_text text = stream_peek(stream), line;

	if (source->format == TRACE_FORMATS)
		source->format = trace_guess(text.at, trace_text_size(text));
	if (source->format == TRACE_FORMATS && stream_problem(stream) == NULL) {
		warnx("%s: no events in its first lines in any format; see --help for the formats "
		      "and events", source->path);
		return false;
	}
	while (source->format != TRACE_FORMATS && trace->damage[0] == '\0' &&
	       stream_line(stream, &line))
		trace_parse_line(trace, source->format, line);
	if (stream_problem(stream) != NULL)
		warnx("%s: %s", source->path, stream_problem(stream));
	return stream_problem(stream) == NULL;
}

static bool source_read_stream(struct trace_source *source, struct trace_stream *stream,
			       struct trace *trace)
{
	struct trace_text text = stream_peek(stream);
	const char *hint = NULL;
	enum source_kind kind = source_kind_of(text.at, trace_text_size(text), &hint);

	if (kind == SOURCE_GZIP) {
		kind = SOURCE_REFUSED;
		hint = "compressed twice";
	}
	if (kind == SOURCE_REFUSED) {
		warnx("%s: %s", source->path, hint);
		return false;
	}
	return kind == SOURCE_TEXT ? source_read_text(source, stream, trace)
				   : source_read_copy(source, kind, stream, trace);
}

/* Whether the path's file is binary, by its first bytes. */
static bool source_is_binary(const char *path, enum source_kind *kind)
{
	char head[HEAD_BYTES];
	const char *hint;
	FILE *file = file_open(path, UINT64_MAX, "trace");
	size_t size = file != NULL ? fread(head, 1, sizeof(head), file) : 0;

	if (file != NULL)
		fclose(file);
	*kind = source_kind_of(head, size, &hint);
	return *kind >= SOURCE_TRACECMD && *kind <= SOURCE_CTF;
}

bool trace_source_read(struct trace_source *source, struct trace *trace)
{
	const char *release = source->release != NULL ? source->release : "";
	enum source_kind kind;
	struct trace_stream *stream;
	struct stat status;
	FILE *file;
	bool is_read;

	trace_begin(trace, source->clock_hz,
		    (struct trace_text){release, release + strlen(release)});
	if (source->hosts > 1)
		trace->events_max = TRACE_EVENTS_MAX / source->hosts;
	if (!file_is_standard(source->path) && stat(source->path, &status) == 0) {
		if (S_ISDIR(status.st_mode))
			return source_read_binary(source, SOURCE_CTF, source->path, trace);
		if (S_ISREG(status.st_mode) && source_is_binary(source->path, &kind)) {
			char *copy = xasprintf("%s", source->path);

			is_read = source_read_binary(
				source, kind, kind == SOURCE_CTF ? dirname(copy) : source->path,
				trace);
			free(copy);
			return is_read;
		}
	}
	file = file_is_standard(source->path)
		? stdin : file_open(source->path, UINT64_MAX, "trace");
	if (file == NULL)
		return false;
	stream = stream_open(file);
	is_read = source_read_stream(source, stream, trace);
	stream_close(stream);
	if (file != stdin)
		fclose(file);
	return is_read;
}
